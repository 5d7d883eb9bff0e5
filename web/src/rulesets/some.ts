// A choice of some of several things, asked one by one in a fixed order, as one choice.
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";
import type { MixAnswer, MixChoice, MixRow } from "./contract.js";

/** A thing that may be chosen: the answer that stands for it, and its piece. */
export interface Thing extends MixAnswer {
  piece: string;
}

export interface Some {
  /** What is put together, of the fewest and the most things that are still to be chosen. */
  title(least: number, most: number): string;
  /** What may be chosen, in the order in which it is asked. */
  things: readonly Thing[];
  /** How many of them, with those that are chosen already; `most` may be infinite. */
  least: number;
  most: number;
  /** How many are chosen already. */
  chosen: number;
  /** The answer that begins the choice, where it is not begun. */
  begin?: MixAnswer;
  /** The answer that ends the choice before `most` are chosen. */
  end?: MixAnswer;
  /** How few things left to choose from are a choice; 2 if absent. */
  from?: number;
  /** Answers that decline the choice. */
  beside?: readonly number[];
  notSo?: string;
  note?(chosen: readonly Thing[]): string;
}

/** Of the things of a choice that has begun, those whose turn has not passed; all of them if it has not. */
export function stillAsked(things: readonly Thing[], decision: Decision): Thing[] {
  const first = things.findIndex(({ code }) => decision.legalCodes.includes(code));
  return first < 0 ? [] : things.slice(first);
}

export function someOf(some: Some): MixChoice | undefined {
  const { things, begin, end, chosen, from = 2, notSo, note } = some;
  const most = some.most - chosen;
  const need = Math.min(most, things.length);
  if (need < from) return undefined;
  const least = end === undefined ? need : Math.max(1, some.least - chosen);
  const isWhole = least === need && things.length === need;
  const rows = things.map(({ text, piece }): MixRow => ({ name: text, piece, least: isWhole ? 1 : 0, most: 1 }));
  const among = (amounts: readonly number[]): Thing[] => things.filter((_, i) => (amounts[i] ?? 0) > 0);
  return {
    title: some.title(least, need),
    least,
    need,
    rows,
    beside: some.beside ?? [],
    ...(notSo === undefined ? {} : { notSo }),
    ...(note === undefined ? {} : { note: (amounts) => note(among(amounts)) }),
    answers: (amounts) => {
      const given = among(amounts);
      if (given.length > need) return undefined;
      return [
        ...(begin === undefined ? [] : [begin]),
        ...given,
        ...(end !== undefined && given.length < most ? [end] : []),
      ];
    },
  };
}
