// A view of Arcana as what the board shows.
import {
  type Slot,
  StepKind,
  type View as ArcanaView,
} from "../../../gen/hierophant/arcana/v1/arcana_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";
import { en } from "../../strings/en.js";
import { cardOf } from "./cards.js";
import { words } from "./words.js";

export function arcanaView(view: View | undefined): ArcanaView | undefined {
  return view?.ruleset.case === "arcana" ? view.ruleset.value : undefined;
}

export function ownSeat(view: View): number | undefined {
  return view.viewer.case === "seat" ? view.viewer.value : undefined;
}

/** Whose zone it is, by the number of seats: the last one is free. */
export function ownersOf(zone: number, seats: number): number[] {
  if (seats === 2) return zone < 4 ? [Math.floor(zone / 2)] : [];
  return zone < seats ? [zone, (zone + 1) % seats] : [];
}

export function zoneName(zone: number, names: readonly string[], seats: number): string {
  const [one, other] = ownersOf(zone, seats).map((seat) => names[seat] ?? en.game.seat(seat));
  if (one === undefined) return words.free;
  return other === undefined ? words.side(zone % 2 === 0, one) : words.between(one, other);
}

/** A card at a stake, as the viewer knows it. */
export interface Lying {
  card: number | undefined;
  up: boolean;
  militia: boolean;
}

/** What lies in a slot: its card where it is face up, the viewer's own, or known for certain. */
export function lying(view: ArcanaView, slot: Slot, own: number | undefined): Lying {
  const { shown, owner } = slot;
  if (shown.case === "card") return { card: shown.value, up: true, militia: shown.value >= 129 };
  const militia = shown.case === "militia";
  const number = shown.value ?? 0;
  if (owner === own) {
    const card = view.own?.covers.find((cover) => cover.number === number)?.card;
    return { card, up: false, militia };
  }
  if (militia) {
    const known = view.knowledge?.militia.find(
      (one) => one.owner === owner && one.number === number,
    );
    return { card: known?.card, up: false, militia };
  }
  const hidden = new Set(view.players[owner]?.hidden);
  const maybe = view.knowledge?.covers[number]?.cards.filter((card) => hidden.has(card)) ?? [];
  return { card: maybe.length === 1 ? maybe[0] : undefined, up: false, militia };
}

/** What a seat has at a stake, as far as the viewer knows: by arcanum, and whether more may lie there. */
export function totals(cards: readonly Lying[]): { values: number[]; open: boolean } {
  const values = [0, 0, 0];
  for (const { card } of cards)
    if (card !== undefined)
      cardOf(card).values.forEach((value, i) => (values[i] = (values[i] ?? 0) + value));
  return { values, open: cards.some(({ card }) => card === undefined) };
}

/** A seat's cards, wherever they are. */
export function ownedBy(view: ArcanaView, seat: number): number[] {
  const player = view.players[seat];
  if (!player) return [];
  const user = view.agenda.find(({ kind }) => kind === StepKind.EFFECT_OVER)?.seat;
  return [
    ...player.hidden,
    ...player.resources,
    ...player.base,
    ...view.rows.flatMap(({ owner, shown }) =>
      owner === seat && shown.case === "card" ? [shown.value] : [],
    ),
    ...(view.inUse !== undefined && user === seat ? [view.inUse] : []),
  ];
}

/** Victory points of a seat's cards. */
export function pointsOf(view: ArcanaView, seat: number): number {
  return ownedBy(view, seat).reduce((sum, card) => sum + cardOf(card).points, 0);
}
