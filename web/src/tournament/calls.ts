// The calls that read a tournament, on the page's own origin, for every page that shows one.
import { createClient } from "@connectrpc/connect";
import { TournamentService } from "../../gen/hierophant/v1/tournament_service_pb.js";
import type { Reader } from "../wire/openly.js";
import { CALL_MS_MAX, transport, unsigned, type Sign } from "../wire/transport.js";
import { sessionWorld } from "../world.js";
import type { TournamentWorld } from "./session.js";

export const tournaments = createClient(TournamentService, transport(location.origin));

export function timed(sign: Sign, signal?: AbortSignal) {
  return sign({ timeoutMs: CALL_MS_MAX, ...(signal ? { signal } : {}) });
}

export function tournamentWorld(id: string, reads: Reader): TournamentWorld {
  const tournament = `tournaments/${id}`;
  const { leases, sleep, random, monotonic, visible, onVisibility } = sessionWorld(unsigned);
  return {
    leases,
    sleep,
    random,
    monotonic,
    visible,
    onVisibility,
    watch: (signal) =>
      reads.stream((sign) =>
        tournaments.watchTournament({ tournament, withoutResults: true }, sign({ signal })),
      ),
    tournament: async (signal) => {
      const response = await reads.read((sign) =>
        tournaments.getTournament({ tournament }, timed(sign, signal)),
      );
      if (!response.tournament) throw new Error("a response without a tournament");
      return response.tournament;
    },
    standings: (signal) =>
      reads.read((sign) => tournaments.getStandings({ tournament }, timed(sign, signal))),
    games: (wanted, signal) =>
      reads.read((sign) =>
        tournaments.listTournamentGames({ tournament, ...wanted }, timed(sign, signal)),
      ),
  };
}
