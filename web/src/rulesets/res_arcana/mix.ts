// Which type of essence a mix asks for now. The answers are bare amounts; what they are amounts of follows from what is
// due, as the documentation of the game says under "Mixes". What does not agree with the answers is not said.
import {
  Essence,
  StepKind,
  type PowerInUse,
  type Step,
} from "../../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import type { View as ResArcanaView } from "../../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import { counts, ESSENCES, essenceOf, faceOf, type Price, priceOf } from "./faces.js";

/** Of a price, `reduction` units are not paid; the others come from what is held. */
export interface Mix {
  price: Price;
  reduction: number;
  held: number[];
}

const GOLD = 4;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function gain(count: number, types: readonly Essence[]): Mix {
  const held = ESSENCES.map((essence) => (types.includes(essence) ? count : 0));
  return { price: { fixed: [0, 0, 0, 0, 0], wild: count }, reduction: 0, held };
}

/** How many units a price has. */
function units({ fixed, wild }: Price): number {
  return sum(fixed) + wild;
}

/** The part of a power that is done next: `pay 4*`, `gain 3[ELCD]`. */
function part(power: PowerInUse): string {
  const text = faceOf(power.face).powers[power.power - 1] ?? "";
  const parts = text.replace(/^[a-z ]+: /, "").split(/ -> |, /);
  return parts[power.done] ?? "";
}

/** What the step asks to put together, if it does. */
export function mixOf(view: ResArcanaView, step: Step): Mix | undefined {
  const pool = (seat: number): number[] => counts(view.pools[seat]);
  switch (step.kind) {
    case StepKind.PAY_CARD:
      return {
        price: priceOf(faceOf(step.face).price),
        reduction: step.count,
        held: pool(step.seat),
      };
    case StepKind.GAIN:
      return gain(step.count, step.types);
    case StepKind.LOSE:
      return {
        price: { fixed: [0, 0, 0, 0, 0], wild: step.count },
        reduction: 0,
        held: pool(step.seat),
      };
    case StepKind.POWER: {
      if (!step.power) return undefined;
      const text = part(step.power);
      const [, own, count, types] = /^(?:gain|put) (cost)?\+?(\d*)\[([ELCDG]+)\]$/.exec(text) ?? [];
      if (types !== undefined) {
        const cost =
          step.power.card === undefined ? 0 : units(priceOf(faceOf(step.power.card).price));
        return gain(Number(count) + (own ? cost : 0), [...types].map(essenceOf));
      }
      return /^pay \S*\d\*/.test(text)
        ? { price: priceOf(text), reduction: 0, held: pool(step.power.seat) }
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The values that a type can have after amounts of the types before it, least and most. */
export function values(
  { price, reduction: less, held }: Mix,
  picked: readonly number[],
  type: number,
): [number, number] {
  const fixed = price.fixed;
  const at = (list: readonly number[], i: number): number => list[i] ?? 0;
  const reducible = sum(fixed.slice(0, GOLD)) + price.wild;
  const whole = Math.min(less, reducible);
  const before = picked.slice(0, type);
  const due = reducible + at(fixed, GOLD) - whole - sum(before);
  const removed = sum(before.map((count, i) => Math.max(0, at(fixed, i) - count)));
  const lacking = sum(fixed.map((count, i) => (i > type ? Math.max(0, count - at(held, i)) : 0)));
  const reduction = whole - removed;
  const gold = at(fixed, GOLD);
  const least = Math.max(
    due - sum(held.slice(type + 1)),
    at(fixed, type) - (reduction - lacking),
    type === GOLD ? gold : 0,
    0,
  );
  const most = Math.min(
    at(held, type),
    due - (type === GOLD ? 0 : gold),
    due + reduction - sum(fixed.slice(type + 1)),
  );
  return [least, most];
}

/** How many units are put together. */
export function due({ price, reduction }: Mix): number {
  const reducible = sum(price.fixed.slice(0, GOLD)) + price.wild;
  return reducible + (price.fixed[GOLD] ?? 0) - Math.min(reduction, reducible);
}

/** The amounts that a type can have in any mix at all, after those that are decided. */
export function bounds(mix: Mix, decided: readonly number[]): [number, number][] {
  const all = due(mix);
  const most = ESSENCES.map((_, type) => decided[type] ?? Math.min(mix.held[type] ?? 0, all));
  return most.map((count, type) => {
    if (type < decided.length) return [count, count];
    const gold = type === GOLD ? (mix.price.fixed[GOLD] ?? 0) : 0;
    const others = sum(most) - count;
    return [Math.max(gold, all - others, 0), Math.min(count, all - sum(decided))];
  });
}

/** The types that are asked on the way to these amounts; nothing if a type that is clear has another amount. */
export function asked(mix: Mix, decided: number, amounts: readonly number[]): number[] | undefined {
  const types: number[] = [];
  const picked = amounts.slice(0, decided);
  for (let type = decided; type < ESSENCES.length; type++) {
    const amount = amounts[type] ?? 0;
    const [from, to] = values(mix, picked, type);
    if (from < to) types.push(type);
    else if (amount !== from) return undefined;
    picked.push(amount);
  }
  return types;
}

/** The type whose amount is asked, where the answers are the amounts from `least` to `most`. */
export function askedType(view: ResArcanaView, least: number, most: number): Essence | undefined {
  const step = view.agenda.at(-1);
  const mix = step && mixOf(view, step);
  if (!mix) return undefined;
  const decided = view.answer?.decided ?? 0;
  const picked = counts(view.answer?.amount).slice(0, decided);
  for (let type = decided; type < ESSENCES.length; type++) {
    const [from, to] = values(mix, picked, type);
    if (from < to) return from === least && to === most ? ESSENCES[type] : undefined;
    picked.push(from);
  }
  return undefined;
}
