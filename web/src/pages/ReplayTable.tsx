// After the end: any moment of the game, as a seat saw it, as spectators did, or with open cards.
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { client, sleep } from "../world.js";
import type { LogLine } from "../game/model.js";
import type { Notes } from "../game/notes.js";
import {
  type DecisionName,
  eventsOf,
  type FailureName,
  type Moment,
  placeIn,
  Replay,
  searchOf,
  type Viewers,
} from "../game/replay.js";
import type { Session } from "../game/session.js";
import type { ReplayFrame } from "../../gen/hierophant/v1/replay_pb.js";
import type { Event } from "../../gen/hierophant/v1/ruleset_pb.js";
import type { SeatState, View } from "../../gen/hierophant/v1/view_pb.js";
import {
  NO_TARGETS,
  NOTHING_CHANGED,
  type PieceProps,
  type RulesetUi,
} from "../rulesets/contract.js";
import { en } from "../strings/en.js";
import { Asked } from "../table/Asked.js";
import { Log } from "../table/Log.js";
import type { ReplayTools } from "../table/ReplayTools.js";
import { ruleWords } from "../rulesets/Broken.js";
import { failureText } from "../table/moments.js";
import { Result } from "../table/Result.js";
import { Scrubber } from "../table/Scrubber.js";
import { Seats } from "../table/Seats.js";
import { FailureNote } from "../ui/FailureNote.js";
import { tell } from "../ui/live.js";
import { drawing } from "../ui/drawing.js";
import { Name, plain } from "../ui/names.js";
import { Part } from "../ui/Part.js";
import { CALL_MS_MAX, type Sign } from "../wire/transport.js";

/** The log shows so many steps. */
const LOG_STEPS = 100;
/** How often the log follows, however fast the steps are: nobody reads sixty of them in a second. */
const LOG_AFTER_MS = 200;
/** How long a moment has to be shown until a screen reader is told what happened. */
const TELL_AFTER_MS = 400;
/** How long a moment has to be shown until the address says it: browsers limit how often it may change. */
const ADDRESS_AFTER_MS = 250;

interface Props {
  session: Session;
  /** Signs calls with the token that opens the game, if it takes one. */
  sign: Sign;
  ui: RulesetUi;
  names: readonly string[];
  ruleset: string | undefined;
  id: string;
  /** What stands below the result. */
  next?: ComponentChildren;
  /** Whether the page is one by itself: then its reader may take the replay away, and bring notes of a bot. */
  isWhole?: boolean;
  /** The head of the page, where the game stands as in that view. It reads no signals. */
  bar(at: View | undefined): ComponentChildren;
}

export function ReplayTable({ session, sign, ui, names, ruleset, id, next, isWhole, bar }: Props) {
  const replay = useMemo(() => replayOf(session, sign, id), [session, sign, id]);
  useEffect(() => {
    void replay.start();
    return () => replay.stop();
  }, [replay]);
  useAddress(replay);
  useTelling(replay, names, ruleset);
  const [notes, setNotes] = useState<Notes>();

  const moment = useDrawn(replay);
  const failure = replay.callFailure.value;
  const notFound = replay.notFound.value;
  const live = session.model;
  const last = live.view.value;
  // Until the first moment is here, what the game ended with. A reader who asks for a moment is not shown the end before it,
  // unless that moment cannot be had.
  const isComing = !failure || failure.remedy === "retry";
  const isEnd = moment ? moment.step === replay.last : !(replay.moved && isComing);
  const view = moment ? moment.view : isEnd ? last : undefined;
  const index = replay.index.value;
  const about = index?.game ?? session.about.value;
  const outcome = last?.outcome ?? about?.outcome;
  const changed = useMemo(
    () => (moment && ui.changed?.(moment.events)) ?? NOTHING_CHANGED,
    [moment, ui],
  );
  // Parts that show the same at most steps: they are made again when they show something else.
  const heading = view && ui.heading?.(view, about);
  const head = useMemo(() => bar(view), [bar, heading]);
  const steps = notes?.steps ?? NO_NOTES;
  const scrubber = useMemo(
    () => <Scrubber replay={replay} names={names} notes={steps} />,
    [replay, names, steps],
  );
  const loaded = useTools(isWhole ?? false);
  const tools = useMemo(
    () =>
      loaded && index ? (
        <loaded.Tools {...{ replay, sign, id, index, names, notes }} onNotes={setNotes} />
      ) : null,
    [loaded, replay, sign, id, index, names, notes],
  );
  const asked = useMemo(
    () => (
      <Asked moment={moment} ui={ui} names={names} ruleset={ruleset} />
    ),
    [moment, ui, names, ruleset],
  );
  const play = useMemo(
    () => (
      <div class="area-play">
        {view ? (
          <Position
            moment={moment}
            view={view}
            own={session.seat}
            ui={ui}
            pieces={{ game: about, targets: NO_TARGETS, changed, names, answer: noAnswer }}
          />
        ) : null}
      </div>
    ),
    [moment, view, session, ui, about, changed, names],
  );
  const states = moment ? (view?.seats ?? NO_STATES) : live.seats.value;
  const seats = useMemo(
    () => (
      <Seats
        view={view}
        about={about}
        states={states}
        ui={ui}
        names={names}
        changed={changed}
        own={view?.viewer.value === session.seat ? en.game.you : en.replay.shown}
      />
    ),
    [view, about, states, ui, names, changed, session],
  );
  const past = useMemo(
    () => <Past replay={replay} live={live} names={names} ruleset={ruleset} />,
    [replay, live, names, ruleset],
  );
  // What has come is not yet what was chosen.
  const isLate = replay.isLate.value;
  return (
    <div class="page">
      {head}
      <main id="main" class={`table ruleset-${ruleset ?? "none"}`}>
        {scrubber}
        {failure ? <FailureNote failure={failure} /> : null}
        {notFound ? (
          <p class="note">
            {notFoundText(notFound, plain(names[notFound.seat] ?? en.game.seat(notFound.seat)))}
          </p>
        ) : null}
        {index?.hasPositions === false ? <p class="note">{en.replay.noPositions}</p> : null}
        {isEnd && outcome ? (
          <Result
            own={session.seat}
            outcome={outcome}
            names={names}
            parts={view && ui.points?.(view, moment ? latest(replay, moment) : [])}
          >
            {next}
          </Result>
        ) : null}
        <div
          class={isLate ? "columns is-replay is-late" : "columns is-replay"}
          aria-busy={isLate && isComing}
          data-step={moment?.step}
        >
          <section class="area-answers" aria-labelledby="answers-title">
            {asked}
            {tools}
          </section>
          {play}
          <section class="area-seats" aria-labelledby="seats-title">
            {seats}
          </section>
          <section class="area-log" aria-labelledby="log-title">
            {past}
          </section>
        </div>
      </main>
    </div>
  );
}

const NO_NOTES: readonly number[] = [];
const NO_STATES: readonly SeatState[] = [];

/** Nothing answers in a replay. */
function noAnswer(): void {}

function notFoundText(name: DecisionName | FailureName, seat: string): string {
  return "decision" in name
    ? en.replay.notFound(seat, name.decision)
    : en.replay.noFailure(seat, name.failure);
}

/** The board, and the hands that are seen. */
function Position({
  moment,
  view,
  own,
  ui,
  pieces,
}: {
  moment: Moment | undefined;
  view: View;
  /** The reader's seat. */
  own: number | undefined;
  ui: RulesetUi;
  pieces: Omit<PieceProps, "view">;
}) {
  const { Board, Hand, Outline } = ui;
  const seats = moment?.seats ?? [];
  const shown = view.viewer.case === "seat" ? view.viewer.value : undefined;
  const theirs = shown !== own;
  const name = shown === undefined ? "" : plain(pieces.names[shown] ?? en.game.seat(shown));
  const hands =
    seats.length > 0 ? (
      seats.map((seat, i) => (
        <Open key={i} name={pieces.names[i] ?? en.game.seat(i)}>
          {Hand ? <Hand {...pieces} view={seat} theirs={i !== own} /> : <Board {...pieces} view={seat} theirs={i !== own} />}
        </Open>
      ))
    ) : Hand && view.viewer.case === "seat" ? (
      <Part class="area-hand" aria-label={theirs ? en.replay.has(name) : en.game.own}>
        <Hand {...pieces} view={view} theirs={theirs} />
      </Part>
    ) : null;
  return (
    <>
      {ui.handFirst ? hands : null}
      {seats.length > 0 && !Hand ? null : (
        <Part class="area-board" aria-labelledby="board-title">
          <h2 id="board-title" class="unseen">
            {en.game.board}
          </h2>
          <Board {...pieces} view={view} others={seats} theirs={theirs} />
          {Outline ? <Outline {...pieces} view={view} /> : null}
        </Part>
      )}
      {ui.handFirst ? null : hands}
    </>
  );
}

/** What a seat has, with open cards. */
function Open({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <Part class="area-hand is-open">
      <h2 class="open-name">
        <Name text={name} />
      </h2>
      {children}
    </Part>
  );
}

function replayOf(session: Session, sign: Sign, id: string): Replay {
  const game = `games/${id}`;
  return new Replay(
    {
      index: (signal) =>
        client.getReplayIndex({ game }, sign({ signal, timeoutMs: CALL_MS_MAX })),
      frames: async (wanted, signal) => {
        const request = { ...wanted, game, includeText: true, includeLegalActions: true };
        const options = sign({ signal, timeoutMs: CALL_MS_MAX });
        return (await client.getReplayFrames(request, options)).frames;
      },
      sleep,
      random: Math.random,
      beforeDrawing: (then) => {
        requestAnimationFrame(() => then());
      },
    },
    placeIn(location.search),
    session.seat ?? "spectator",
  );
}

/** What stands beside the replay, once its chunk is here. Without it the replay is shown all the same. */
function useTools(isWanted: boolean): { Tools: typeof ReplayTools } | undefined {
  const [loaded, setLoaded] = useState<{ Tools: typeof ReplayTools }>();
  useEffect(() => {
    let here = isWanted;
    if (here)
      void import("../table/ReplayTools.js").then(
        ({ ReplayTools: Tools }) => here && setLoaded({ Tools }),
        () => {},
      );
    return () => {
      here = false;
    };
  }, [isWanted]);
  return loaded;
}

/** The moment that the page shows: the replay's, as far as drawing keeps up with it. */
function useDrawn(replay: Replay): Moment | undefined {
  const [shown, show] = useState(replay.moment.peek());
  useEffect(() => {
    let latest = replay.moment.peek();
    const page = { draw: (): void => show(latest) };
    const end = replay.moment.subscribe((moment) => {
      if (!moment || moment === latest) return;
      latest = moment;
      drawing.change(page);
    });
    return () => {
      end();
      drawing.drop(page);
    };
  }, [replay]);
  return shown;
}

/** A signal's value, which follows it at once, and then not again for a while: it is drawn with the page. */
function useSeldom<T extends object | undefined>(source: ReadonlySignal<T>, ms: number): T {
  const [shown, show] = useState(source.peek());
  useEffect(() => {
    let since = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const part = {
      draw: (): void => {
        drawing.drop(part);
        since = performance.now();
        timer = undefined;
        show(source.peek());
      },
    };
    const end = source.subscribe(() => {
      const left = since + ms - performance.now();
      if (timer === undefined && left <= 0) part.draw();
      else timer ??= setTimeout(() => drawing.wait(part), left);
    });
    return () => {
      end();
      clearTimeout(timer);
      drawing.drop(part);
    };
  }, [source, ms]);
  return shown;
}

/** Does something with a moment that was chosen, once it has been shown for so long. */
function useResting(replay: Replay, ms: number, then: (moment: Moment) => void): void {
  const latest = useRef(then);
  latest.current = then;
  useEffect(() => {
    let since = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rested = (): void => {
      const left = since + ms - performance.now();
      timer = left > 0 ? setTimeout(rested, left) : undefined;
      const moment = replay.moment.peek();
      if (moment && timer === undefined) latest.current(moment);
    };
    // One timer for all steps that follow one another: each only says when it was.
    const end = replay.moment.subscribe((moment) => {
      if (!moment || !replay.moved) return;
      since = performance.now();
      timer ??= setTimeout(rested, ms);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [replay, ms]);
}

/** The address says which moment is shown, once it was chosen. */
function useAddress(replay: Replay): void {
  useResting(replay, ADDRESS_AFTER_MS, ({ step, eyes }) => {
    const search = searchOf(step, eyes);
    if (location.search !== search)
      history.replaceState(history.state, "", location.pathname + search);
  });
}

/** A screen reader is told what happened at the moment that is shown, once it stays. */
function useTelling(replay: Replay, names: readonly string[], ruleset: string | undefined): void {
  useResting(replay, TELL_AFTER_MS, (moment) => {
    tell(en.replay.at(moment.step, replay.last, ""));
    for (const text of textsOf(moment, names, ruleset)) tell(text);
  });
}

/** What happened up to the moment that is shown; until there is one, what the game has told. */
function Past({
  replay,
  live,
  names,
  ruleset,
}: {
  replay: Replay;
  live: Session["model"];
  names: readonly string[];
  ruleset: string | undefined;
}) {
  const { value: words } = ruleWords;
  const linesOf = useMemo(() => linesByFrame(names, ruleset), [names, ruleset, words]);
  const told = useSeldom(replay.moment, LOG_AFTER_MS);
  const came = replay.came.value;
  const lines = useMemo(
    () => (told ? logOf(replay, told, linesOf) : live.log.value),
    [told, came, linesOf, live],
  );
  return <Log lines={lines} />;
}

function textsOf(
  { frame, eyes }: Pick<Moment, "frame" | "eyes">,
  names: readonly string[],
  ruleset: string | undefined,
) {
  const failure = failureText(frame, names, ruleset);
  const texts = eventsOf(frame, eyes)
    .map(({ text }) => text)
    .filter((text) => text !== "");
  return failure === undefined ? texts : [failure, ...texts];
}

/** The lines of a frame, made once. A frame is of one choice of viewers. */
function linesByFrame(names: readonly string[], ruleset: string | undefined) {
  const known = new WeakMap<ReplayFrame, LogLine[]>();
  return (frame: ReplayFrame, eyes: Viewers): LogLine[] => {
    const before = known.get(frame);
    if (before) return before;
    const failure = failureText(frame, names, ruleset);
    const lines = textsOf({ frame, eyes }, names, ruleset).map((text, i) => ({
      number: frame.step * 1000 + i,
      text,
      kind: i === 0 && failure !== undefined ? ("failure" as const) : ("event" as const),
    }));
    known.set(frame, lines);
    return lines;
  };
}

/** The events of the last steps, up to the shown moment: a scoring may take several. */
function latest(replay: Replay, shown: Moment): Event[] {
  // They come in windows.
  void replay.came.value;
  const { frames, eyes } = replay.past(shown, LOG_STEPS);
  return frames.flatMap((frame) => eventsOf(frame, eyes));
}

/** What happened up to the shown moment, as far back as it is here. */
function logOf(replay: Replay, shown: Moment, linesOf: ReturnType<typeof linesByFrame>): LogLine[] {
  const { frames, eyes } = replay.past(shown, LOG_STEPS);
  const first = frames[0]?.step ?? 0;
  const lines: LogLine[] =
    first > 0 ? [{ number: -1, text: en.replay.begins(first), kind: "gap" }] : [];
  for (const frame of frames) lines.push(...linesOf(frame, eyes));
  return lines;
}
