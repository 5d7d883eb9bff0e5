// Results and standings as files. Cells are defused: a spreadsheet takes none of them for a formula.
import { toJson } from "@bufbuild/protobuf";
import {
  RankedBy,
  SlotResultSchema,
  StandingsSchema,
  TournamentSchema,
  type Estimate,
  type SlotResult,
  type Standings,
  type Tournament,
  type TournamentConfig,
} from "../../gen/hierophant/v1/tournament_pb.js";
import { plain } from "../ui/names.js";
import { failures, nameOf } from "./model.js";

/** The endings and reasons as the exports of `hierophant arena` name them. */
const ENDINGS: Record<number, string> = {
  1: "played",
  2: "resigned",
  3: "timed out",
  4: "never joined",
  5: "illegal answers",
  6: "aborted",
  7: "infrastructure",
  8: "absent",
};
const VOIDS: Record<number, string> = { 1: "no-show", 2: "failures", 3: "infrastructure" };

/** A text as a cell: no formula, no control characters, quoted where that is needed. */
export function cell(text: string): string {
  const shown = plain(text);
  // Before quoting, and also behind spaces, which spreadsheets skip.
  const harmless = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\u2409\u240d]/.test(shown)
    ? `'${shown}`
    : shown;
  return /[",\n\r;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

type Cell = string | number | bigint | boolean | undefined;

/** Figures stay as they are; a text becomes a cell. */
function row(cells: readonly Cell[]): string {
  return cells
    .map((one) => (typeof one === "string" ? cell(one) : one === undefined ? "" : `${one}`))
    .join(",");
}

function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [headings, ...rows].map((one) => `${row(one)}\r\n`).join("");
}

const RESULTS = [
  "slot",
  "round",
  "deal",
  "seating",
  "seat",
  "entrant",
  "name",
  "rank",
  "points",
  "ending",
  "thinking_ms",
  "decisions",
  "game",
  "attempts",
  "void",
  "failure",
];

/** A row for each seat of each slot, as `hierophant arena` writes it. */
export function resultsCsv(
  results: readonly SlotResult[],
  config: TournamentConfig | undefined,
): string {
  const rows = results.flatMap((slot) =>
    slot.seats.map((seat, number): Cell[] => {
      const isVoid = slot.voidReason !== 0;
      return [
        slot.slot,
        slot.round,
        slot.deal,
        slot.seating,
        number,
        seat.entrant,
        nameOf(config, seat.entrant),
        isVoid ? undefined : seat.rank,
        isVoid ? undefined : seat.victoryPoints,
        ENDINGS[seat.ending] ?? "",
        seat.thinkingMs,
        seat.decisions,
        slot.game,
        slot.attempts,
        VOIDS[slot.voidReason] ?? "",
        seat.failure,
      ];
    }),
  );
  return table(RESULTS, rows);
}

const STANDINGS = [
  "place",
  "entrant",
  "name",
  "ranked_by",
  "place_first",
  "place_last",
  "provisional",
  "incomplete",
  "games",
  "deals",
  "failed",
  "win_share",
  "win_share_low",
  "win_share_high",
  "rating",
  "rating_uncertainty",
  "rating_low",
  "rating_high",
  "rank",
  "rank_low",
  "rank_high",
  "utility",
  "utility_low",
  "utility_high",
  "points",
  "points_low",
  "points_high",
  "points_games",
  "score",
];

/** A row for each entrant, the best first. */
export function standingsCsv(standings: Standings, config: TournamentConfig | undefined): string {
  const rows = standings.entrants.map((one, above): Cell[] => [
    above + 1,
    one.entrant,
    nameOf(config, one.entrant),
    standings.rankedBy === RankedBy.RATING ? "rating" : "win share",
    one.placeFirst || undefined,
    one.placeLast || undefined,
    one.provisional,
    one.incomplete,
    one.games,
    one.deals,
    failures(one.endings).count,
    ...estimate(one.winShare),
    finite(one.rating?.value),
    finite(one.rating?.uncertainty),
    finite(one.rating?.low),
    finite(one.rating?.high),
    ...estimate(one.rank),
    ...estimate(one.utility),
    ...estimate(one.points),
    one.pointsGames,
    one.score,
  ]);
  return table(STANDINGS, rows);
}

function estimate(one: Estimate | undefined): Cell[] {
  return [finite(one?.mean), finite(one?.low), finite(one?.high)];
}

function finite(figure: number | undefined): number | undefined {
  return figure !== undefined && Number.isFinite(figure) ? figure : undefined;
}

/** The tournament, its results and its standings, as the service sent them. */
export function resultsJson(
  tournament: Tournament,
  results: readonly SlotResult[],
  standings: Standings | undefined,
): string {
  const file = {
    tournament: toJson(TournamentSchema, tournament),
    standings: standings && toJson(StandingsSchema, standings),
    results: results.map((slot) => toJson(SlotResultSchema, slot)),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
