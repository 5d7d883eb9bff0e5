// What a tournament's page shows, worked out of the service's messages. No statistics are made here: every figure and
// every interval came from the service.
import { SeatEnding } from "../../gen/hierophant/v1/game_pb.js";
import {
  Answer,
  DealMode,
  RankedBy,
  TournamentStatus,
  type EntrantStanding,
  type Estimate,
  type PairStanding,
  type SeatEndingCount,
  type SeatResult,
  type SlotResult,
  type Standings,
  type Tournament,
  type TournamentConfig,
  type TournamentGame,
} from "../../gen/hierophant/v1/tournament_pb.js";
import { RULESETS } from "../strings/en.js";
import { tournamentWords } from "../strings/tournament.js";
import { plain } from "../ui/names.js";
import { clockFace } from "../wire/clock.js";

export function idOf(name: string): string {
  return name.replace(/^[a-z]+\//, "");
}

export function titleOf(tournament: Tournament): string {
  return plain(tournament.config?.title ?? "") || idOf(tournament.name);
}

/** The entrant's name. Those without one are numbered from 1. */
export function nameOf(config: TournamentConfig | undefined, entrant: number): string {
  return config?.entrants[entrant]?.name || tournamentWords.entrant(entrant + 1);
}

export function isOver(tournament: Tournament): boolean {
  return (
    tournament.status === TournamentStatus.COMPLETE ||
    tournament.status === TournamentStatus.CANCELLED ||
    tournament.status === TournamentStatus.FAILED
  );
}

/** The seats of a table, where the setup says it. */
export function seatsOf(config: TournamentConfig | undefined): number | undefined {
  const value = config?.setup?.ruleset.value as { players?: number } | undefined;
  return value?.players || undefined;
}

/** An even share of the wins. */
export function parOf(config: TournamentConfig | undefined): number | undefined {
  const seats = seatsOf(config);
  return seats === undefined ? undefined : 1 / seats;
}

/** What is played, in a line. */
export function setupLine(config: TournamentConfig | undefined): string {
  const words = tournamentWords;
  const name = config?.setup?.ruleset.case?.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);
  const seats = seatsOf(config);
  return [
    name === undefined ? "" : (RULESETS[name]?.name ?? plain(name)),
    seats === undefined ? "" : words.seats(seats),
    words.format[config?.format.case ?? ""] ?? "",
    config?.dealMode === DealMode.REPEATED ? words.repeated : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** The hypothesis and its answer; nothing if there is none. */
export function hypothesisLine(tournament: Tournament): string | undefined {
  const hypothesis = tournament.config?.hypothesis;
  if (!hypothesis) return undefined;
  const { better, than, confidenceThousandths } = hypothesis;
  const words = tournamentWords.hypothesis;
  const sure = confidence(confidenceThousandths || 950);
  const [one, other] = [plain(better), plain(than)];
  if (tournament.answer === Answer.BETTER) return words.better(one, other, sure);
  if (tournament.answer === Answer.WORSE) return words.worse(one, other, sure);
  return isOver(tournament) ? words.never(one, other, sure) : words.open(one, other, sure);
}

/** `95 %`, `99.5 %`. */
export function confidence(thousandths: number): string {
  return `${thousandths / 10} %`;
}

/** `2` if the place is settled, else `1-3`. */
export function places({ placeFirst, placeLast }: EntrantStanding): string {
  if (placeFirst === 0) return tournamentWords.none;
  return placeFirst === placeLast ? `${placeFirst}` : `${placeFirst}-${placeLast}`;
}

/** Never `-0.0`. */
export function decimal(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return tournamentWords.none;
  const text = value.toFixed(decimals);
  return /^-[0.]+$/.test(text) ? text.slice(1) : text;
}

export function percent(share: number, decimals = 1): string {
  return `${decimal(share * 100, decimals)} %`;
}

/** A mean, and its interval where there is one. */
export interface Figure {
  value: string;
  interval: string | undefined;
}

export function figure(estimate: Estimate | undefined, decimals: number): Figure {
  const write = (value: number): string => decimal(value, decimals);
  return {
    value: estimate?.mean === undefined ? tournamentWords.none : write(estimate.mean),
    interval: interval(estimate?.low, estimate?.high, write),
  };
}

/** A share in percent. The ends of its interval are shares too. */
export function share(estimate: Estimate | undefined, decimals = 1): Figure {
  const { low, high } = estimate ?? {};
  const isClosed = Number.isFinite(low) && Number.isFinite(high);
  const end = (value: number): string =>
    isClosed ? decimal(within(value) * 100, decimals) : percent(within(value), decimals);
  const ends = interval(low, high, end);
  return {
    value: estimate?.mean === undefined ? tournamentWords.none : percent(estimate.mean, decimals),
    interval: ends !== undefined && isClosed ? `${ends} %` : ends,
  };
}

/** An end that is absent, or infinite, is beyond all bounds; without both there is no interval. */
export function interval(
  low: number | undefined,
  high: number | undefined,
  write: (value: number) => string,
): string | undefined {
  const [least, most] = [bound(low), bound(high)];
  if (least !== undefined && most !== undefined)
    return tournamentWords.interval(write(least), write(most));
  if (least !== undefined) return tournamentWords.orMore(write(least));
  return most === undefined ? undefined : tournamentWords.orLess(write(most));
}

function bound(end: number | undefined): number | undefined {
  return Number.isFinite(end) ? end : undefined;
}

export function within(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : share > 0 ? 1 : 0;
}

const FAILURES: ReadonlySet<SeatEnding> = new Set([
  SeatEnding.TIMED_OUT,
  SeatEnding.ILLEGAL_ANSWERS,
  SeatEnding.ABSENT,
]);

/** Whether the seat itself is to blame. */
export function isFailure(ending: SeatEnding): boolean {
  return FAILURES.has(ending);
}

/** How many seats failed, and how. */
export function failures(endings: readonly SeatEndingCount[]): { count: number; words: string } {
  const failed = endings.filter(({ ending, count }) => isFailure(ending) && count > 0);
  return {
    count: failed.reduce((sum, { count }) => sum + count, 0),
    words: failed
      .map(({ ending, count }) => `${count} × ${tournamentWords.endings[ending] ?? ""}`)
      .join(", "),
  };
}

/** What went wrong with a seat, in the service's words if it has some; nothing if it played to the end. */
export function seatFault(seat: SeatResult): string {
  return plain(seat.failure) || (tournamentWords.endings[seat.ending] ?? "");
}

/** Where in the schedule a game is: only what its tournament has more than one of. */
export function slotLine(
  config: TournamentConfig | undefined,
  { round, deal, seating }: Pick<TournamentGame, "round" | "deal" | "seating">,
): string {
  const words = tournamentWords.results;
  const hasRounds = config?.format.case === "swiss" || config?.format.case === "ladder";
  const parts = [hasRounds ? words.round(round) : "", words.deal(deal)];
  if (config?.dealMode === DealMode.REPEATED) parts.push(words.seating(seating));
  return parts.filter((part) => part !== "").join(", ");
}

/** The replay of a game; for a seat that failed in it, where it failed first. */
export function replayLink(game: string, failedSeat?: number): string {
  const path = `/g/${idOf(game)}`;
  return failedSeat === undefined ? `${path}?step=0` : `${path}?seat=${failedSeat}&failure=1`;
}

/** Whether the game shows where the seat failed: an entrant that was absent did nothing in it. */
export function showsFailure({ ending }: SeatResult): boolean {
  return (
    ending === SeatEnding.TIMED_OUT ||
    ending === SeatEnding.NEVER_JOINED ||
    ending === SeatEnding.ILLEGAL_ANSWERS ||
    ending === SeatEnding.RESIGNED
  );
}

export function voidWords({ voidReason }: SlotResult): string {
  return tournamentWords.voids[voidReason] ?? "";
}

/** `1:05`, `2:03:20`: how long it was played. */
export function played(ms: bigint): string {
  return clockFace(Number(ms));
}

/** One entrant against another, as the first sees it; the service sends each pair once. */
export function pairOf(
  standings: Standings,
  one: number,
  other: number,
): { share: Figure; settled: "more" | "less" | "open"; meetings: number } | undefined {
  const straight = standings.pairs.find((pair) => pair.entrant === one && pair.other === other);
  const pair = straight ?? standings.pairs.find((it) => it.entrant === other && it.other === one);
  if (!pair || pair.meetings === 0) return undefined;
  return { ...(straight ? seen(pair) : seen(turned(pair))), meetings: pair.meetings };
}

function seen(pair: PairStanding): { share: Figure; settled: "more" | "less" | "open" } {
  const settled = (["open", "less", "more"] as const)[pair.settled] ?? "open";
  return { share: share(pair.share, 0), settled };
}

/** The same pair from the other side: a tie is half a win, so the shares add up to one. */
function turned(pair: PairStanding): PairStanding {
  const { mean, low, high } = pair.share ?? {};
  const less = (value: number | undefined) => (value === undefined ? undefined : 1 - value);
  const ends = { mean: less(mean), low: less(high), high: less(low) };
  const present = Object.entries(ends).filter(([, value]) => value !== undefined);
  return {
    ...pair,
    share: { ...pair.share, ...Object.fromEntries(present) } as Estimate,
    settled: pair.settled === 0 ? 0 : 3 - pair.settled,
  };
}

export function ranksByRating(standings: Standings | undefined): boolean {
  return standings?.rankedBy === RankedBy.RATING;
}

/** The order of rows. While a person points at them it stays, unless others are in it. */
export function steady(before: readonly number[], now: readonly number[], held: boolean): number[] {
  const same = before.length === now.length && now.every((one) => before.includes(one));
  return held && same ? [...before] : [...now];
}

/**
 * The places of live games: each keeps its place as long as it is live, a new one takes the first that is free. Places
 * that are free stay, so that nothing below moves.
 */
export function arranged(
  before: readonly (TournamentGame | undefined)[],
  now: readonly TournamentGame[],
): (TournamentGame | undefined)[] {
  const left = new Map(now.map((game) => [game.game, game]));
  const places = before.map((game) => {
    const still = game && left.get(game.game);
    if (still) left.delete(still.game);
    return still;
  });
  for (const game of left.values()) {
    const free = places.indexOf(undefined);
    if (free < 0) places.push(game);
    else places[free] = game;
  }
  return places;
}

/** Which results are shown. */
export interface Filter {
  entrant?: number;
  failed: boolean;
}

export function filterIn(search: string): Filter {
  const fields = new URLSearchParams(search);
  const entrant = fields.get("entrant");
  const filter: Filter = { failed: fields.get("failed") === "1" };
  if (entrant !== null && /^\d{1,4}$/.test(entrant)) filter.entrant = Number(entrant);
  return filter;
}

export function filterSearch({ entrant, failed }: Filter): string {
  const fields = new URLSearchParams();
  if (entrant !== undefined) fields.set("entrant", `${entrant}`);
  if (failed) fields.set("failed", "1");
  const text = fields.toString();
  return text === "" ? "" : `?${text}`;
}
