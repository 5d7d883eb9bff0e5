// A view of Arcanum as what the board shows. All of it is in the view; nothing is worked out by rules.
import type {
  Symbols,
  View as ArcanumView,
} from "../../../gen/hierophant/arcanum/v1/arcanum_pb.js";
import type { Game } from "../../../gen/hierophant/v1/game_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";

export function arcanumView(view: View | undefined): ArcanumView | undefined {
  return view?.ruleset.case === "arcanum" ? view.ruleset.value : undefined;
}

/** The signs of a location: how often each rank and each suit is there. */
export interface Signs {
  ranks: number[];
  suits: number[];
}

export interface Place {
  /** The printed number, from 1. */
  number: number;
  signs: Signs;
  figures: number[];
  covered: boolean;
}

export function places(view: ArcanumView, game: Game | undefined): Place[] {
  const setup = game?.setup?.ruleset;
  const symbols = setup?.case === "arcanum" ? (setup.value.board?.locations ?? []) : [];
  return Array.from({ length: 10 }, (_, i) => ({
    number: i + 1,
    signs: signs(symbols[i]),
    figures: view.figures.flatMap((at, figure) => (at === i + 1 ? [figure] : [])),
    covered: view.tower?.covered.includes(i + 1) === true,
  }));
}

function signs(symbols: Symbols | undefined): Signs {
  if (!symbols) return { ranks: [0, 0, 0, 0], suits: [0, 0, 0, 0] };
  const { knaves, knights, queens, kings, swords, wands, chalices, pentacles } = symbols;
  return { ranks: [knaves, knights, queens, kings], suits: [swords, wands, chalices, pentacles] };
}

/** The place of each House, from 1; equal Houses share the better one. */
export function housePlaces(prestige: readonly number[]): number[] {
  return prestige.map((level) => 1 + prestige.filter((other) => other > level).length);
}
