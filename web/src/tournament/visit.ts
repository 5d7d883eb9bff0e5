// A visit to a tournament, for as long as its page lasts.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { en } from "../strings/en.js";
import { tournamentWords } from "../strings/tournament.js";
import { tell } from "../ui/live.js";
import type { Reader } from "../wire/openly.js";
import { tournamentWorld } from "./calls.js";
import { TournamentSession } from "./session.js";
import { filterIn, titleOf } from "./model.js";

export function useTournament(id: string, reads: Reader): TournamentSession {
  const session = useMemo(
    () => new TournamentSession(tournamentWorld(id, reads), filterIn(location.search)),
    [id, reads],
  );
  useEffect(() => {
    session.start();
    return () => session.stop();
  }, [session]);
  const status = session.tournament.value?.status;
  const before = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (status === undefined) return;
    if (before.current !== undefined && before.current !== status)
      tell(tournamentWords.told(tournamentWords.status[status] ?? ""));
    before.current = status;
  }, [status]);
  const title = session.tournament.value && titleOf(session.tournament.value);
  useEffect(() => {
    document.title = `${title ?? id}: ${en.title}`;
  }, [title, id]);
  return session;
}

