// What the page of an agent shows of its games, worked out of the service's messages.
import { type Game, GameStatus, SeatEnding } from "../../gen/hierophant/v1/game_pb.js";

/** A seat of the agent in a game. */
export interface OwnSeat {
  seat: number;
  ending: SeatEnding;
  /** 0 unless the game was played to its end. */
  rank: number;
}

/** The agent's seats in a game, in their order. */
export function ownSeats(game: Game, agent: string): OwnSeat[] {
  return game.seats
    .filter((one) => one.agent === agent)
    .map(({ seat }) => {
      const standing = game.outcome?.standings[seat];
      return {
        seat,
        ending: standing?.ending ?? SeatEnding.UNSPECIFIED,
        rank: standing?.rank ?? 0,
      };
    });
}

const SHOWN: ReadonlySet<SeatEnding> = new Set([
  SeatEnding.RESIGNED,
  SeatEnding.TIMED_OUT,
  SeatEnding.NEVER_JOINED,
  SeatEnding.ILLEGAL_ANSWERS,
]);

/** Whether the game has a step at which the seat failed. */
export function hasFailure({ ending }: OwnSeat): boolean {
  return SHOWN.has(ending);
}

export function isLive(game: Game): boolean {
  return game.status === GameStatus.LIVE;
}

/** A game that has ended and is not shown yet: its deal is still played in another game. */
export function isSealed(game: Game): boolean {
  return !isLive(game) && game.outcome === undefined;
}

/** The games that were read, newest first: those that go wrong now are what the author looks for. */
export function newestFirst(games: readonly Game[]): Game[] {
  return [...games].reverse();
}
