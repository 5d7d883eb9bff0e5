// A choice of amounts as one: how many of each kind, until the service says that it is complete. Nothing of it is an
// answer before it is confirmed.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";
import type { Session } from "../game/session.js";
import type { MixChoice } from "../rulesets/contract.js";
import { en } from "../strings/en.js";

/** What the service says of the amounts. */
type Verdict = "open" | "asking" | "complete" | "refused" | "unchecked";

interface Props {
  session: Session;
  decision: Decision;
  choice: MixChoice;
  busy: boolean;
  /** The focus comes to the next question. */
  given: { current: boolean };
}

export function Mix({ session, decision, choice, busy, given }: Props) {
  const { rows, need } = choice;
  const [amounts, setAmounts] = useState(() => rows.map(({ least }) => least));
  const [verdict, setVerdict] = useState<Verdict>("open");
  const check = useRef(0);
  const sum = amounts.reduce((all, one) => all + one, 0);

  useEffect(() => {
    const own = ++check.current;
    if (sum !== need) return setVerdict("open");
    const answers = choice.answers(amounts);
    if (!answers || answers.length === 0) return setVerdict("refused");
    setVerdict("asking");
    const codes = answers.map(({ code }) => code);
    void session.check(decision, codes).then((found) => {
      // Another one may have been asked since.
      if (own !== check.current) return;
      if (typeof found === "boolean") setVerdict(found ? "complete" : "refused");
      else setVerdict(found.reason === "ILLEGAL_ACTION" ? "refused" : "unchecked");
    });
  }, [amounts.join()]);

  const set = (row: number, amount: number): void => {
    const { least = 0, most = 0 } = rows[row] ?? {};
    const beside = sum - (amounts[row] ?? 0);
    const now = Math.max(least, Math.min(amount, most, need - beside));
    if (!busy && Number.isInteger(now))
      setAmounts(amounts.map((one, i) => (i === row ? now : one)));
  };
  const confirm = (): void => {
    const answers = choice.answers(amounts);
    if (busy || verdict !== "complete" || !answers) return;
    given.current = true;
    void session.answerAll(decision, answers);
  };
  const words = en.steps;
  const said: Record<Verdict, string> = {
    open: "",
    asking: words.asking,
    complete: words.complete,
    refused: words.notSo,
    unchecked: words.unchecked,
  };
  return (
    <fieldset class="mix">
      <legend>{choice.title}</legend>
      <ul>
        {rows.map(({ name, least, most }, i) => {
          const amount = amounts[i] ?? 0;
          if (most === 0) return null;
          const id = `mix-${i}`;
          return (
            <li key={i}>
              <label for={id}>{name}</label>
              <button
                type="button"
                aria-label={words.less(name)}
                aria-disabled={busy || amount <= least}
                onClick={() => set(i, amount - 1)}
              >
                −
              </button>
              <input
                id={id}
                type="number"
                inputMode="numeric"
                min={least}
                max={most}
                value={amount}
                readOnly={busy || least === most}
                onInput={(event) => {
                  const { value } = event.currentTarget;
                  if (value !== "") set(i, Number(value));
                }}
                onBlur={(event) => {
                  event.currentTarget.value = `${amount}`;
                }}
              />
              <button
                type="button"
                aria-label={words.more(name)}
                aria-disabled={busy || amount >= most || sum >= need}
                onClick={() => set(i, amount + 1)}
              >
                +
              </button>
            </li>
          );
        })}
      </ul>
      <p class="mix-state" role="status">
        <b>{words.sum(sum, need)}</b> {said[verdict]}
      </p>
      <div class="mix-ends">
        <button
          type="button"
          aria-disabled={busy}
          onClick={() => {
            if (!busy) setAmounts(rows.map(({ least }) => least));
          }}
        >
          {words.clear}
        </button>
        <button
          type="button"
          class="primary"
          aria-disabled={busy || verdict !== "complete"}
          onClick={confirm}
        >
          {words.confirm}
        </button>
      </div>
    </fieldset>
  );
}
