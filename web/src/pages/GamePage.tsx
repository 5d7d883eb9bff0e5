// One page for a game: its seat's token plays, any other watches.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { View } from "../../gen/hierophant/v1/view_pb.js";
import { account, keys, tokens } from "../app.js";
import { PACE } from "../game/pacing.js";
import { Session } from "../game/session.js";
import { NO_TARGETS, type PieceProps } from "../rulesets/contract.js";
import { named } from "../rulesets/generic/text.js";
import { en, RULESETS } from "../strings/en.js";
import { Answers } from "../table/Answers.js";
import { announce } from "../table/announce.js";
import { Clock } from "../table/Clock.js";
import { useInvited } from "../table/invited.js";
import { LinkState } from "../table/LinkState.js";
import { Log } from "../table/Log.js";
import { Menu } from "../table/Menu.js";
import { mixTargets, useMixing } from "../table/mixing.js";
import { Seats } from "../table/Seats.js";
import { worded, wordedTargets } from "../table/words.js";
import { Brand } from "../ui/head.js";
import { plain } from "../ui/names.js";
import { prefs } from "../ui/prefs.js";
import { follows } from "../ui/router.js";
import { TokenField } from "../ui/TokenNote.js";
import { signing } from "../wire/tokens.js";
import type { Sign } from "../wire/transport.js";
import { sessionWorld } from "../world.js";
import { Again } from "./Again.js";
import { TournamentLink } from "./TournamentLink.js";
import { useTable } from "../table/visit.js";
import { OwnedGame } from "./OwnedGame.js";
import { ReplayTable } from "./ReplayTable.js";

export function GamePage({ id }: { id: string }) {
  const key = keys.get(id);
  const token = key?.token;
  const sign = useMemo(() => signing(token), [token]);
  useEffect(() => {
    document.title = `${en.title}: ${id}`;
  }, [id]);
  const [, watch] = useState(0);
  if (!key) {
    const stranger = (
      <main id="main">
        <Brand />
        <h1>{en.game.none}</h1>
        <div class="failure" role="alert">
          <p>
            <strong>{en.noToken}</strong> {en.noTokenNext}
          </p>
        </div>
        <TokenField />
        <p>
          <a class="cup-up" href="/" onClick={(event) => follows(event, "/")}>
            {en.home}
          </a>
        </p>
      </main>
    );
    return (
      <OwnedGame
        key={`${account.value ?? ""} ${tokens.agent.value ?? ""}`}
        id={id}
        stranger={stranger}
        open={(sign) => <Playing id={id} sign={sign} seat={undefined} />}
        onWatch={() => watch((times) => times + 1)}
      />
    );
  }
  return <Playing id={id} sign={sign} seat={key.seat} />;
}

const PACES = { slow: { step: 1_500, behind: 30_000 }, normal: PACE, off: { step: 0, behind: 0 } };

function Playing({ id, sign, seat }: { id: string; sign: Sign; seat: number | undefined }) {
  const session = useMemo(() => new Session(sessionWorld(sign), id, seat), [id, sign, seat]);
  const { model } = session;
  const { ruleset, ui, shown, names, changed, now } = useTable(session);
  useEffect(() => {
    session.start();
    const silence = announce(
      session,
      () => now.current.shown,
      () => now.current.names,
    );
    return () => {
      silence();
      session.stop();
    };
  }, [session]);
  const isLive = model.view.value !== undefined && !model.ended.value;
  useEffect(() => {
    // A live game has no steps to begin at: when it ends here, its page shows the result.
    if (isLive && new URLSearchParams(location.search).has("step"))
      history.replaceState(history.state, "", location.pathname);
  }, [isLive]);
  const isOver = model.ended.value;
  useEffect(() => {
    const key = keys.get(id);
    if (isOver && key && !key.over) keys.learn(id, { over: true });
  }, [id, isOver]);
  const pace = prefs.pace.value;
  useEffect(() => {
    session.pace = PACES[pace];
  }, [session, pace]);

  const given = useRef(false);
  const invited = useInvited(id, session, names);
  // The same function for as long as the page is there: pieces that stay as they are need not be drawn again.
  const answering = useRef<(code: number) => void>(() => {});
  const answer = useMemo(() => (code: number) => answering.current(code), []);
  const view = model.view.value;
  const about = session.about.value;
  const decision = model.decision.value;
  const sending = session.sending.value.state === "sending";
  const mixing = useMixing(shown, decision, view, names);
  const { choice: mix, board } = mixing;
  const { value: picked } = board.picked;
  const targets = useMemo(() => {
    if (mix?.rows.some(({ piece }) => piece !== undefined))
      return sending ? NO_TARGETS : mixTargets(mix, picked);
    const found = decision && !sending ? shown.targets?.(decision, view) : undefined;
    return decision && found
      ? wordedTargets(found, worded(decision, shown, view, names))
      : NO_TARGETS;
  }, [decision, mix, picked, sending, shown, view, names]);
  const game = ruleset === undefined ? en.title : (RULESETS[ruleset]?.name ?? plain(ruleset));

  const bar = (at: View | undefined) => {
    const heading = at && shown.heading?.(at, about);
    return (
      <header class="bar">
        <div class="bar-title">
          <Brand />
          <h1>{game}</h1>
          <TournamentLink game={about} />
          {heading ? <span class="heading">{plain(named(heading, names))}</span> : null}
        </div>
        <div class="bar-side">
          <Clock session={session} />
          <LinkState session={session} />
          <Menu session={session} ruleset={ruleset} />
        </div>
      </header>
    );
  };
  if (!view || !ui) {
    return (
      <div class="page">
        {bar(view)}
        <main id="main" class="table" />
      </div>
    );
  }
  answering.current = (code) => {
    if (mix && targets.size > 0 && board.pick && mix.rows[code]?.piece !== undefined) return board.pick(code);
    const text = [...targets.values()].flat().find((target) => target.code === code)?.text;
    if (!decision || text === undefined) return;
    if (mixing.isBegin(code)) return mixing.begin(code);
    given.current = true;
    void session.answer(decision, code, text);
  };
  const props: PieceProps = { view, game: about, targets, changed, names, answer };
  if (view.outcome) {
    return (
      <ReplayTable
        session={session}
        sign={sign}
        ui={ui}
        names={names}
        ruleset={ruleset}
        id={id}
        next={<Again id={id} ruleset={ruleset} />}
        isWhole
        bar={bar}
      />
    );
  }
  const { Board, Hand, Outline } = ui;
  const hand =
    Hand && view.viewer.case === "seat" ? (
      <section class="area-hand" aria-label={en.game.own}>
        <Hand {...props} />
      </section>
    ) : null;
  return (
    <div class="page">
      {bar(view)}
      <main id="main" class={`table ruleset-${ruleset ?? "none"}`}>
        <div class="columns">
          <section class="area-answers" aria-labelledby="answers-title">
            <Answers {...{ session, ui, names, given, mixing }} />
          </section>
          <div class="area-play">
            {ui.handFirst ? hand : null}
            <section class="area-board" aria-labelledby="board-title">
              <h2 id="board-title" class="unseen">
                {en.game.board}
              </h2>
              <Board {...props} />
              {Outline ? <Outline {...props} /> : null}
            </section>
            {ui.handFirst ? null : hand}
          </div>
          <section class="area-seats" aria-labelledby="seats-title">
            <Seats
              view={view}
              about={about}
              states={model.seats.value}
              ui={ui}
              names={names}
              changed={changed}
              own={en.game.you}
              invited={invited}
            />
          </section>
          <section class="area-log" aria-labelledby="log-title">
            <Log lines={model.log.value} />
          </section>
        </div>
      </main>
    </div>
  );
}
