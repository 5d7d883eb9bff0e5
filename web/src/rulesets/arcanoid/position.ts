// A view of Arcanoid as what the board shows.
import {
  type Battlefield,
  type Engagement,
  Justice,
  type RoundResult,
  type View as ArcanoidView,
} from "../../../gen/hierophant/arcanoid/v1/arcanoid_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";
import { en } from "../../strings/en.js";
import { type TarotFace, tarotFace } from "../../table/tarot.js";
import { NAMES } from "./table.js";
import { words } from "./words.js";

/** The player without a seat. */
export const DEVIL = 10;
export const BATTLEFIELDS: readonly Battlefield[] = [1, 2, 3, 4];

export function arcanoidView(view: View | undefined): ArcanoidView | undefined {
  return view?.ruleset.case === "arcanoid" ? view.ruleset.value : undefined;
}

export function ownSeat(view: View): number | undefined {
  return view.viewer.case === "seat" ? view.viewer.value : undefined;
}

export function suitName(field: Battlefield): string {
  return words.suits[field - 1] ?? "";
}

export function cardFace(card: number): TarotFace {
  return tarotFace(NAMES, card);
}

export function playerName(player: number, names: readonly string[]): string {
  return player === DEVIL ? words.devil : (names[player] ?? en.game.seat(player));
}

/** All players, the own seat first, then clockwise; the Devil after the seat that decides for it. */
export function players(view: ArcanoidView, own: number | undefined): number[] {
  const seats = view.handSizes.map((_, seat) => seat);
  const from = own ?? 0;
  return [...seats.slice(from), ...seats.slice(0, from)].flatMap((seat) =>
    seat === view.devil ? [seat, DEVIL] : [seat],
  );
}

/** The cards that whose turn it is may use, ascending: its own and the open ones that it shares. */
export function usable({ turn, hand, pool, annex, strength, devilHand, justice }: ArcanoidView): number[] {
  const isDevil = turn === DEVIL;
  const cards = [
    ...(isDevil ? [] : hand),
    ...pool,
    ...(strength?.on === turn ? annex : []),
    ...(isDevil || justice === Justice.SHARED ? devilHand : []),
  ];
  return cards.sort((a, b) => a - b);
}

export function engagementOf(
  view: ArcanoidView,
  player: number,
  field: Battlefield,
): Engagement | undefined {
  return view.engagements.find((one) => one.player === player && one.battlefield === field);
}

const NUMERALS = 10;
const [KNAVE, KNIGHT] = [11, 12];
const [EMPRESS, EMPEROR, LOVERS, WORLD] = [59, 60, 62, 77];

/** What an engagement is worth in a word: its number, or its kind where that beats numbers. */
export function worth(cards: readonly number[]): string {
  if (cards.includes(WORLD)) return words.world;
  if (cards.some((card) => [EMPRESS, EMPEROR, LOVERS].includes(card))) return words.couple;
  const values = cards.filter((card) => card < 56).map((card) => (card % 14) + 1);
  if (values.some((value) => value > KNIGHT)) return words.couple;
  if (values.includes(KNIGHT)) return "18";
  if (values.includes(KNAVE)) return "15";
  return `${values.filter((value) => value <= NUMERALS).reduce((sum, value) => sum + value, 0)}`;
}

/** The winners of a round, by battlefield. */
export function winnersOf({ swords, staves, cups, coins }: RoundResult): (number | undefined)[] {
  return [swords, staves, cups, coins];
}

/** How many battles each seat has won. */
export function victories(view: ArcanoidView): number[] {
  const won = view.results.flatMap(winnersOf);
  return view.handSizes.map((_, seat) => won.filter((winner) => winner === seat).length);
}
