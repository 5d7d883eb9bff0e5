// The own seat's time. The grace is not promised; others' banks stand still between steps.
import { useEffect, useState } from "preact/hooks";
import type { Session } from "../game/session.js";
import { en } from "../strings/en.js";
import { tellNow } from "../ui/live.js";
import { clockFace } from "../wire/clock.js";

const WARNINGS_S = [30, 10];

export function Clock({ session }: { session: Session }) {
  const [, tick] = useState(0);
  const account = session.model.account.value;
  const decision = session.model.decision.value;
  const decideBy = decision ? (decision.decideBy ?? account?.decideBy) : undefined;
  const left = decideBy && session.clock.left(decideBy);
  useEffect(() => {
    if (!decideBy) return;
    const warned = new Set<number>();
    const first = session.clock.left(decideBy) ?? 0;
    for (const seconds of WARNINGS_S) if (first < seconds * 1000) warned.add(seconds);
    const timer = setInterval(() => {
      const now = session.clock.left(decideBy) ?? 0;
      for (const seconds of WARNINGS_S) {
        if (now <= seconds * 1000 && !warned.has(seconds)) {
          warned.add(seconds);
          tellNow(en.live.left(seconds));
        }
      }
      tick((count) => count + 1);
    }, 200);
    return () => clearInterval(timer);
  }, [decideBy]);
  if (!session.about.value?.timeControl || session.seat === undefined) return null;
  return (
    <div
      class={left !== undefined && left < 10_000 ? "clock is-short" : "clock"}
      role="timer"
      aria-label={en.game.clock}
    >
      <b>{left === undefined ? "–:––" : clockFace(left)}</b>
      {account ? <small> {en.game.bank(clockFace(account.bankMs))}</small> : null}
    </div>
  );
}
