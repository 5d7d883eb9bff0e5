// A choice of several things as one: how many of each kind, until the service says that it is complete. Nothing of it is
// an answer before it is confirmed.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";
import type { Session } from "../game/session.js";
import type { MixChoice, MixRow } from "../rulesets/contract.js";
import { en } from "../strings/en.js";
import { plain } from "../ui/names.js";
import { type Mixing, put } from "./mixing.js";

/** What the service says of the amounts. */
type Verdict = "open" | "asking" | "complete" | "refused" | "unchecked";

interface Props {
  session: Session;
  decision: Decision;
  choice: MixChoice;
  busy: boolean;
  /** The focus comes to the next question. */
  given: { current: boolean };
  mixing: Mixing;
}

export function Mix({ session, decision, choice, busy, given, mixing }: Props) {
  const { begun, board } = mixing;
  const { rows, need, least: enough = need, oneOfEach = false } = choice;
  const [amounts, setAmounts] = useState(() => rows.map(({ least }) => least));
  const [verdict, setVerdict] = useState<Verdict>("open");
  const check = useRef(0);
  const sum = amounts.reduce((all, one) => all + one, 0);

  useEffect(() => {
    const own = ++check.current;
    const answers = sum < enough || sum > need ? [] : choice.answers(amounts);
    if (!answers) return setVerdict("refused");
    if (answers.length === 0) return setVerdict("open");
    setVerdict("asking");
    const codes = answers.map(({ code }) => code);
    void session.check(decision, codes).then((found) => {
      // Another one may have been asked since.
      if (own !== check.current) return;
      if (typeof found === "boolean") return setVerdict(found ? "complete" : "refused");
      if (found.reason === "ILLEGAL_ACTION") return setVerdict("refused");
      setVerdict("unchecked");
      mixing.onUnchecked();
    });
  }, [amounts.join()]);

  const set = (row: number, amount: number): void => {
    const { least = 0, most = 0, group } = rows[row] ?? {};
    // The other ones of its group make room for it.
    const others = amounts.map((one, i) =>
      i === row || (oneOfEach && rows[i]?.group === group) ? 0 : one,
    );
    const beside = others.reduce((all, one) => all + one, 0);
    const now = Math.max(least, Math.min(amount, most, need - beside));
    if (!busy && Number.isInteger(now))
      setAmounts(others.map((one, i) => (i === row ? now : one)));
  };
  // Not while it is drawn: the mix before it leaves the board afterwards.
  useLayoutEffect(() => {
    board.pick = (row) => set(row, (amounts[row] ?? 0) > 0 ? 0 : 1);
  });
  useEffect(
    () => () => {
      board.pick = undefined;
      put(board, []);
    },
    [board],
  );
  useLayoutEffect(() => {
    put(board, amounts.flatMap((amount, i) => (amount > 0 ? [i] : [])));
  }, [amounts.join()]);
  const box = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    // The answer that has begun it is gone from the list.
    if (begun === undefined) return;
    // Where there is nothing to choose, to what confirms it.
    const first = box.current?.querySelector<HTMLElement>("input:enabled") ?? box.current?.querySelector<HTMLElement>(".primary");
    first?.focus({ preventScroll: true });
  }, []);
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
    complete: [words.complete, ...(choice.note ? [choice.note(amounts)] : [])].join(" "),
    refused: choice.notSo ?? words.notSo,
    unchecked: words.unchecked,
  };
  // Where there is at most one of each, it is chosen or not.
  const isSet = rows.every(({ most }) => most <= 1);
  const Row = isSet ? Check : Stepper;
  const list = (group: string | undefined) => (
    <ul class={isSet ? "is-set" : undefined}>
      {rows.map((row, i) =>
        row.most === 0 || row.group !== group ? null : (
          <Row
            key={i}
            id={`mix-${i}`}
            row={row}
            amount={amounts[i] ?? 0}
            busy={busy}
            isFull={sum >= need}
            isOne={oneOfEach}
            set={(amount) => set(i, amount)}
          />
        ),
      )}
    </ul>
  );
  return (
    <fieldset
      class="mix"
      ref={box}
      data-verdict={verdict}
      onKeyDown={({ key, repeat, target }) => {
        if (key === "Enter" && !repeat && target instanceof HTMLInputElement) confirm();
      }}
    >
      <legend>{plain(choice.title)}</legend>
      {[...new Set(rows.map(({ group }) => group))].map((group) =>
        group === undefined ? (
          list(group)
        ) : (
          <fieldset key={group} class="mix-group">
            <legend>{plain(group)}</legend>
            {list(group)}
          </fieldset>
        ),
      )}
      <p class="mix-state" role="status">
        <b>{words.sum(sum, enough, need)}</b> {said[verdict]}
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
        {begun === undefined ? null : (
          <button
            type="button"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) mixing.back();
            }}
          >
            {words.back}
          </button>
        )}
      </div>
    </fieldset>
  );
}

interface RowProps {
  id: string;
  row: MixRow;
  amount: number;
  busy: boolean;
  /** Whether there is no room for more. */
  isFull: boolean;
  /** Whether it is the one of its group. */
  isOne: boolean;
  set(amount: number): void;
}

function Check({ row: { name, least, group }, amount, busy, isFull, isOne, set }: RowProps) {
  return (
    <li>
      <label class="check">
        <input
          type={isOne ? "radio" : "checkbox"}
          name={isOne ? `mix ${group}` : undefined}
          checked={amount > 0}
          disabled={busy || least > 0 || (isFull && amount === 0 && !isOne)}
          onChange={(event) => set(event.currentTarget.checked ? 1 : 0)}
        />
        <span>{plain(name)}</span>
      </label>
    </li>
  );
}

function Stepper({ id, row: { name, least, most }, amount, busy, isFull, set }: RowProps) {
  const words = en.steps;
  return (
    <li>
      <label for={id}>{name}</label>
      <button
        type="button"
        aria-label={words.less(name)}
        aria-disabled={busy || amount <= least}
        onClick={() => set(amount - 1)}
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
          if (value !== "") set(Number(value));
        }}
        onBlur={(event) => {
          event.currentTarget.value = `${amount}`;
        }}
      />
      <button
        type="button"
        aria-label={words.more(name)}
        aria-disabled={busy || amount >= most || isFull}
        onClick={() => set(amount + 1)}
      >
        +
      </button>
    </li>
  );
}
