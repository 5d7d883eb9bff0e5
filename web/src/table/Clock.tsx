// The own seat's time. The grace is not promised; others' banks stand still between steps.
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { useEffect, useState } from "preact/hooks";
import { ExpiryPolicy, type TimeControl } from "../../gen/hierophant/v1/game_pb.js";
import type { Session } from "../game/session.js";
import { en } from "../strings/en.js";
import { plain } from "../ui/names.js";
import { tellNow } from "../ui/live.js";
import { clockFace, partsOf, Warnings } from "../wire/clock.js";

/** How often the face is drawn, in milliseconds. */
const TICK_MS = 200;
/** The time from which on it is short, in milliseconds. */
const SHORT_MS = 10_000;

export function Clock({ session }: { session: Session }) {
  const [, tick] = useState(0);
  const account = session.model.account.value;
  const decision = session.model.decision.value;
  const decideBy = decision ? (decision.decideBy ?? account?.decideBy) : undefined;
  const by = decideBy && timestampMs(decideBy);
  useEffect(() => {
    if (!decideBy) return;
    const warnings = new Warnings(session.clock.left(decideBy) ?? 0);
    const timer = setInterval(() => {
      const seconds = warnings.due(session.clock.left(decideBy) ?? Infinity);
      if (seconds !== undefined) tellNow(en.live.left(seconds));
      tick((count) => count + 1);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [by]);
  const isTimed = session.about.value?.timeControl !== undefined && session.seat !== undefined;
  if (!isTimed || session.model.ended.value) return null;
  const left = decideBy && session.clock.left(decideBy);
  return <ClockFace left={left} bankMs={account?.bankMs} />;
}

/** What is left of the free time for the choice, and of the bank, which is used after it. */
export function ClockFace({
  left,
  bankMs,
}: {
  /** Until the service decides; absent if the seat is not asked. */
  left: number | undefined;
  bankMs: number | undefined;
}) {
  const { free, bank } = partsOf(left ?? 0, bankMs ?? 0);
  const usesBank = left !== undefined && free === 0 && (bankMs ?? 0) > 0;
  const face = left === undefined ? "–:––" : clockFace(usesBank ? bank : free);
  const beside = usesBank
    ? en.game.usesBank
    : bankMs === undefined || bankMs === 0
      ? undefined
      : en.game.bank(clockFace(bankMs));
  return (
    <div
      class={left !== undefined && left < SHORT_MS ? "clock is-short" : "clock"}
      role="timer"
      aria-label={en.game.clock}
    >
      <b>{face}</b>
      {beside === undefined ? null : <small> {beside}</small>}
    </div>
  );
}

/** What happens when the time of the own seat runs out, and what has happened so far. */
export function TimeNote({ session }: { session: Session }) {
  const control = session.about.value?.timeControl;
  const account = session.model.account.value;
  if (!control || session.seat === undefined) return null;
  return <p class="note time-note">{timeInWords(control, account?.strikes ?? 0)}</p>;
}

export function timeInWords(control: TimeControl, strikes: number): string {
  const { onExpiry, strikesMax, builtInAgent } = control;
  const words = en.time;
  const agent = en.agents[builtInAgent || "random"]?.[0] ?? plain(builtInAgent);
  const last = words.ends[onExpiry]?.(agent) ?? words.plays;
  const left = strikesMax - strikes;
  const isKind = onExpiry === ExpiryPolicy.UNSPECIFIED || onExpiry === ExpiryPolicy.DEFAULT_ACTION;
  const next = isKind || left <= 0 ? words.over(last) : words.strikes(left, last);
  return strikes > 0 ? `${words.so(strikes)} ${next}` : next;
}
