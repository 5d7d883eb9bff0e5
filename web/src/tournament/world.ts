// The calls of tournaments, on the page's own origin.
import { createClient } from "@connectrpc/connect";
import { TournamentService } from "../../gen/hierophant/v1/tournament_service_pb.js";
import { account, sessionWorld } from "../app.js";
import { CALL_MS_MAX, signed, transport } from "../wire/transport.js";
import type { TournamentWorld } from "./follow.js";

export const tournaments = createClient(TournamentService, transport(location.origin));

/** The options of a call with the page's token. */
export function options(signal?: AbortSignal) {
  return signed(account.value, { timeoutMs: CALL_MS_MAX, ...(signal ? { signal } : {}) });
}

export function tournamentWorld(id: string): TournamentWorld {
  const tournament = `tournaments/${id}`;
  const { leases, sleep, random, monotonic, visible, onVisibility } = sessionWorld();
  return {
    leases,
    sleep,
    random,
    monotonic,
    visible,
    onVisibility,
    watch: (signal) =>
      tournaments.watchTournament(
        { tournament, withoutResults: true },
        signed(account.value, { signal }),
      ),
    tournament: async (signal) => {
      const response = await tournaments.getTournament({ tournament }, options(signal));
      if (!response.tournament) throw new Error("a response without a tournament");
      return response.tournament;
    },
    standings: (signal) => tournaments.getStandings({ tournament }, options(signal)),
    games: (wanted, signal) =>
      tournaments.listTournamentGames({ tournament, ...wanted }, options(signal)),
  };
}
