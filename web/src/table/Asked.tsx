// The decisions that were open at a moment: what was asked, what was legal, what was taken, and after how long.
import type { ReplayDecision } from "../../gen/hierophant/v1/replay_pb.js";
import type { View } from "../../gen/hierophant/v1/view_pb.js";
import type { Moment } from "../game/replay.js";
import type { RulesetUi } from "../rulesets/contract.js";
import { en } from "../strings/en.js";
import { Name, plain } from "../ui/names.js";
import { duration, failureText, ruleOf } from "./moments.js";
import { worded } from "./words.js";

interface Props {
  moment: Moment | undefined;
  ui: RulesetUi;
  names: readonly string[];
  ruleset: string | undefined;
}

export function Asked({ moment, ui, names, ruleset }: Props) {
  const failure = moment && failureText(moment.frame, names, ruleset);
  const rule = moment && ruleOf(moment.frame);
  const view = moment?.view;
  const own = view?.viewer.case === "seat" ? view.viewer.value : undefined;
  const asked = view?.outcome ? [] : (view?.askedSeats ?? []);
  const decisions = moment?.frame.decisions ?? [];
  const others = asked
    .filter((seat) => seat !== own)
    .map((seat) => plain(names[seat] ?? en.game.seat(seat)));
  return (
    <>
      <h2 id="answers-title">
        {!moment || view?.outcome ? en.answers.over : en.replay.asked}
      </h2>
      {failure === undefined ? null : (
        <p class="moment-failure">
          {plain(failure)} {rule === undefined ? null : <code class="code">{plain(rule)}</code>}
        </p>
      )}
      {/* By place, not by seat: what was drawn for the step before is used again. */}
      {decisions.map((one, i) => (
        <Question key={i} one={one} view={moment?.seats[one.seat] ?? view} ui={ui} names={names} />
      ))}
      {decisions.length > 0 || asked.length === 0 ? null : (
        <p class="answer-state">
          {own !== undefined && asked.includes(own) ? `${en.replay.answered} ` : ""}
          {others.length > 0 ? `${en.replay.asks(others)} ${en.replay.others}` : ""}
        </p>
      )}
    </>
  );
}

function Question({
  one,
  view,
  ui,
  names,
}: {
  one: ReplayDecision;
  view: View | undefined;
  ui: RulesetUi;
  names: readonly string[];
}) {
  const { decision, seat, by, thinkingMs } = one;
  if (!decision) return null;
  const answers = worded(decision, ui, view, names);
  const taken = answers.find(({ code }) => code === one.actionCode);
  const question = ui.question?.(decision, view, names);
  const title = `asked-${seat}`;
  return (
    <div class="past-question">
      <h3 id={title}>
        <Name text={names[seat] ?? en.game.seat(seat)} />
        <span class="tag">{decision.decisionId}</span>
        {question ? <span class="question">{plain(question)}</span> : null}
      </h3>
      <p class="took">
        {taken ? (
          <>
            {en.replay.took} <b>{plain(taken.text)}</b>{" "}
            <span class="note">
              {[
                ...(thinkingMs === undefined ? [] : [en.replay.after(duration(thinkingMs))]),
                ...(en.replay.by[by] === undefined ? [] : [en.replay.by[by]]),
              ].join(", ")}
            </span>
          </>
        ) : (
          en.replay.unanswered
        )}
      </p>
      <details open={answers.length <= 16}>
        <summary>{en.replay.answers(answers.length)}</summary>
        <ol class="past-answers" aria-labelledby={title}>
          {answers.map(({ code, text }, i) => (
            <li key={i} class={code === taken?.code ? "is-taken" : ""} data-code={code}>
              <span class="past-mark" aria-hidden="true">
                {code === taken?.code ? "✓" : null}
              </span>
              <span>
                {plain(text)}
                {code === taken?.code ? (
                  <span class="unseen"> ({en.replay.taken})</span>
                ) : null}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
