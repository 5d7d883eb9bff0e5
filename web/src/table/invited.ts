// Who was invited to a game from this browser, and has come.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { keys } from "../app.js";
import type { Session } from "../game/session.js";
import { en } from "../strings/en.js";
import { tell } from "../ui/live.js";
import { plain } from "../ui/names.js";

/** What is known of those who were invited from here: they are at the table once they have answered what they were asked. */
export function useInvited(
  id: string,
  session: Session,
  names: readonly string[],
): ReadonlyMap<number, string> {
  const [waits, setWaits] = useState(() => keys.get(id)?.invited ?? []);
  const [joined, setJoined] = useState<readonly number[]>([]);
  const asked = useRef<readonly number[]>([]);
  const { model } = session;
  const view = model.view.value;
  const states = model.seats.value;
  // Who has no time left may have had a default answer given for it.
  const hasTime = (seat: number): boolean =>
    !session.about.value?.timeControl || (states.find((one) => one.seat === seat)?.bankMs ?? 1) > 0;
  useEffect(() => {
    const now = view?.askedSeats ?? [];
    const came = waits.filter((seat) => asked.current.includes(seat) && !now.includes(seat) && hasTime(seat));
    asked.current = now;
    if (came.length === 0) return;
    const left = waits.filter((seat) => !came.includes(seat));
    setWaits(left);
    setJoined([...joined, ...came]);
    keys.learn(id, { invited: left });
    for (const seat of came) tell(en.guests.here(plain(names[seat] ?? en.game.seat(seat))));
  }, [view]);
  return useMemo(
    () =>
      new Map([
        ...waits.filter(hasTime).map((seat) => [seat, en.guests.invited] as const),
        ...joined.map((seat) => [seat, en.guests.joined] as const),
      ]),
    [waits, joined, states],
  );
}
