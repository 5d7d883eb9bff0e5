// The interface: every legal answer, in words, in one list.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";
import { filtered } from "../game/choice.js";
import type { Session } from "../game/session.js";
import type { RulesetUi } from "../rulesets/contract.js";
import { askedOfOthers } from "../rulesets/generic/text.js";
import { en } from "../strings/en.js";
import { FailureNote } from "../ui/FailureNote.js";
import { plain } from "../ui/names.js";
import { prefs } from "../ui/prefs.js";
import { TimeNote } from "./Clock.js";
import { Mix } from "./Mix.js";
import type { Mixing } from "./mixing.js";
import { worded } from "./words.js";

/** Lists longer than this have a filter. */
const FILTER_FROM = 10;
/** A key that was meant for the decision before is not taken for the next one. */
const KEY_MS_MIN = 250;
/** The bounds of the wait before an only answer is given: its speed would tell others. */
const AUTO_MS = [1_000, 3_000] as const;

interface Props {
  session: Session;
  ui: RulesetUi;
  names: readonly string[];
  /** An answer was just given by a button that goes: the focus comes to the next question. */
  given: { current: boolean };
  /** What is put together instead of answering one by one, if anything is. */
  mixing: Mixing;
}

export function Answers({ session, ui, names, given, mixing }: Props) {
  const { choice: mix, begun, isUnchecked } = mixing;
  const decision = session.model.decision.value;
  const sending = session.sending.value;
  const busy = sending.state === "sending";
  const title = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const since = useRef(0);
  const [filter, setFilter] = useState("");
  const id = decision?.decisionId;

  useEffect(() => {
    setFilter("");
    since.current = performance.now();
    if (given.current && decision && !busy) {
      // The button that had the focus is gone.
      given.current = false;
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body)
        title.current?.focus({ preventScroll: true });
    }
  }, [id, busy]);

  const view = session.model.view.value;
  const all = decision ? worded(decision, ui, view, names) : [];
  // What is put together is answered in one way, unless the service cannot check it.
  const isListed = mix === undefined || isUnchecked;
  const listed = isListed ? all : all.filter(({ code }) => mix.beside?.includes(code));
  const shown = filtered(listed, filter);
  const give = (code: number, text: string): void => {
    if (!decision || busy) return;
    if (mixing.isBegin(code)) return mixing.begin(code);
    void session.answer(decision, code, text);
  };
  const left = useRef<number | undefined>(undefined);
  useEffect(() => {
    // Back from a mix: to the answer that had begun it.
    if (begun === undefined && left.current !== undefined && decision && !busy)
      list.current?.querySelector<HTMLElement>(`[data-code="${left.current}"]`)?.focus();
    left.current = begun;
  }, [begun]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (typing(event.target) || document.querySelector("dialog[open]")) return;
      if (event.key === "/" && field.current) {
        event.preventDefault();
        field.current.focus();
      } else if (prefs.keys.value && /^[1-9]$/.test(event.key)) {
        const answer = shown[Number(event.key) - 1];
        if (!answer || performance.now() - since.current < KEY_MS_MIN) return;
        event.preventDefault();
        give(answer.code, answer.text);
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const only =
    prefs.auto.value && all.length === 1 && sending.state === "idle" ? all[0] : undefined;
  useEffect(() => {
    if (!only) return;
    const [least, most] = AUTO_MS;
    const timer = setTimeout(
      () => give(only.code, only.text),
      least + Math.random() * (most - least),
    );
    return () => clearTimeout(timer);
  }, [id, only?.code]);

  const latest = session.model.log.value.at(-1)?.text;
  const question = decision && (ui.question?.(decision, view, names) ?? "");
  return (
    <>
      <h2
        id="answers-title"
        ref={title}
        tabIndex={-1}
        class={decision ? "asked" : ""}
        data-decision={id}
      >
        {decision || busy
          ? en.answers.yours
          : session.model.ended.value
            ? en.answers.over
            : session.seat === undefined
              ? en.answers.watchingTitle
              : en.answers.others}
        {question ? <span class="question">{plain(question)}</span> : null}
      </h2>
      {sending.state === "refused" && (!decision || decision.decisionId === sending.decisionId) ? (
        <FailureNote failure={sending.failure} />
      ) : null}
      {decision ? <Before session={session} decision={decision} /> : null}
      {decision && mix ? (
        <>
          <Mix
            key={`${decision.decisionId} ${begun ?? ""}`}
            choice={mix}
            {...{ session, decision, busy, given, mixing }}
          />
          {listed.length > 0 ? (
            <p class="note">{isListed ? en.steps.oneByOne : en.steps.list}</p>
          ) : null}
        </>
      ) : null}
      {listed.length >= FILTER_FROM ? (
        <div class="filter">
          <label>
            <span>{en.answers.filter}</span>
            <input
              ref={field}
              type="search"
              value={filter}
              autocomplete="off"
              aria-keyshortcuts="/"
              onInput={(event) => setFilter(event.currentTarget.value)}
              onKeyDown={(event) => {
                const [first] = shown;
                if (event.key === "Enter" && shown.length === 1 && first)
                  give(first.code, first.text);
              }}
            />
          </label>
          <span class="note" role="status">
            {shown.length === 0 ? en.answers.none : en.answers.count(shown.length, listed.length)}
          </span>
        </div>
      ) : null}
      {listed.length > 0 ? (
        <ol class="answers" ref={list} aria-labelledby="answers-title">
          {shown.map(({ code, text }, i) => (
            <li key={code}>
              <button
                type="button"
                data-code={code}
                aria-disabled={busy}
                {...(i < 9 && prefs.keys.value ? { "aria-keyshortcuts": `${i + 1}` } : {})}
                onClick={() => {
                  given.current = !mixing.isBegin(code);
                  give(code, text);
                }}
              >
                {i < 9 && prefs.keys.value ? (
                  <kbd aria-hidden="true">{i + 1}</kbd>
                ) : (
                  <kbd aria-hidden="true">·</kbd>
                )}
                <span>
                  {plain(text)}
                  {mixing.isBegin(code) ? en.answers.more : ""}
                </span>
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      {decision ? <TimeNote session={session} /> : null}
      <p class="answer-state" role="status">
        {sending.state === "sending"
          ? sending.tries > 1
            ? en.answers.sendingAgain(plain(sending.text), sending.tries)
            : en.answers.sending(plain(sending.text))
          : decision
            ? ""
            : session.behind.value > 0
              ? en.answers.behind
              : waiting(session, names)}
      </p>
      {decision || latest === undefined || session.model.ended.value ? null : (
        // On a phone the log is far below; screen readers have been told.
        <p class="latest" aria-hidden="true">
          {plain(latest)}
        </p>
      )}
      {session.behind.value > 0 ? (
        <button type="button" onClick={() => session.catchUp()}>
          {en.answers.catchUp}
        </button>
      ) : null}
    </>
  );
}

function Before({ session, decision }: { session: Session; decision: Decision }) {
  const picks = session.trail.before(decision);
  return (
    <>
      {decision.actor.case === "virtualPlayer" ? <p class="note">{en.answers.virtual}</p> : null}
      {decision.continues ? (
        <p class="note">
          {picks.length > 0 ? `${en.answers.soFar} ${picks.map(plain).join(", ")}. ` : ""}
          {en.answers.step}
        </p>
      ) : null}
    </>
  );
}

/** What the page waits for, in words. */
function waiting(session: Session, names: readonly string[]): string {
  const view = session.model.view.value;
  if (!view || session.model.ended.value) return "";
  const own = view.viewer.case === "seat" ? view.viewer.value : undefined;
  if (own !== undefined && view.askedSeats.includes(own) && view.askedSeats.length > 1)
    return en.answers.together;
  const others = view.askedSeats
    .filter((seat) => seat !== own)
    .map((seat) => names[seat] ?? en.game.seat(seat));
  if (others.length === 0) return en.answers.waiting;
  const question = askedOfOthers(view);
  const who = others.join(", ");
  return question === undefined ? en.answers.waitingFor(who) : en.answers.askedOf(who, plain(question));
}

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"))
  );
}
