// The faces of Res Arcana as they are printed, and numbers as the things that they stand for.
import {
  Essence,
  type Amount,
  type FaceMask,
} from "../../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import { FACES } from "./table.js";

/** The five types, in the order of the protocol. */
export const ESSENCES = [
  Essence.ELAN,
  Essence.LIFE,
  Essence.CALM,
  Essence.DEATH,
  Essence.GOLD,
] as const;

/** `elan`. */
export function essenceName(essence: Essence): string {
  return (Essence[essence] ?? "").toLowerCase();
}

/** The type that a letter of the printed table stands for. */
export function essenceOf(letter: string): Essence {
  return ESSENCES["ELCDG".indexOf(letter)] ?? Essence.UNSPECIFIED;
}

/** An amount by type, in the order of the protocol. */
export function counts(amount: Amount | undefined): number[] {
  if (!amount) return [0, 0, 0, 0, 0];
  const { elan, life, calm, death, gold } = amount;
  return [elan, life, calm, death, gold];
}

/** `2 elan, 1 gold`. */
export function amountInWords(amount: Amount | undefined): string {
  return counts(amount)
    .flatMap((count, i) => (count > 0 ? [`${count} ${essenceName(ESSENCES[i] ?? 0)}`] : []))
    .join(", ");
}

export interface Price {
  /** By type. */
  fixed: number[];
  /** Units of any type. */
  wild: number;
}

/** `2D+3*`. */
export function priceOf(text: string): Price {
  const price: Price = { fixed: [0, 0, 0, 0, 0], wild: 0 };
  for (const [, count, unit] of text.matchAll(/(\d+)([ELCDG*])/g)) {
    const type = "ELCDG".indexOf(unit ?? "");
    if (type < 0) price.wild += Number(count);
    else price.fixed[type] = (price.fixed[type] ?? 0) + Number(count);
  }
  return price;
}

export const KINDS = ["mage", "item", "artefact", "monument", "place"] as const;
export type Kind = (typeof KINDS)[number];

export function kindOf(face: number): Kind {
  if (face < 40) return "artefact";
  if (face < 50) return "mage";
  if (face < 58) return "item";
  return face < 68 ? "monument" : "place";
}

export interface Face {
  name: string;
  kind: Kind;
  tags: string;
  price: string;
  points: string;
  collects: string;
  powers: readonly string[];
}

export function faceOf(face: number): Face {
  const [name, tags, price, points, collects, ...powers] = FACES[face] ?? [
    `${face}`,
    "",
    "",
    "",
    "",
  ];
  return { name, kind: kindOf(face), tags, price, points, collects, powers };
}

export function faceName(face: number): string {
  return FACES[face]?.[0] ?? `${face}`;
}

/** The faces of a set. */
export function facesIn(mask: FaceMask | undefined): number[] {
  if (!mask) return [];
  const words = [mask.low, mask.middle, mask.high];
  return FACES.flatMap((_, face) =>
    (((words[face >> 5] ?? 0) >>> (face & 31)) & 1) === 1 ? [face] : [],
  );
}

/** Components in the order in which they are shown: mage, item, artefacts, monuments, places. */
export function byKind(faces: readonly number[]): number[] {
  const rank = (face: number): number => KINDS.indexOf(kindOf(face));
  return [...faces].sort((a, b) => rank(a) - rank(b) || a - b);
}

/** The shorthand of the printed table, in the words of a card. Essences stay letters. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/->/g, "→"],
  [/^turned: /, "while turned: "],
  [/^on loss: /, "on a life loss: "],
  [/^on dragon: /, "against a dragon: "],
  [/^on check: /, "in a check: "],
  [/\bloss (\d)/, "rivals lose $1L"],
  [/\bor destroy own/, "or destroy an artefact"],
  [/\bor discard\b/, "or discard a card"],
  [/\brivals (\d)/, "rivals gain $1"],
  [/\bdestroy self/, "destroy this"],
  [/\bdestroy own/, "destroy an own artefact"],
  [/\bdestroy other/, "destroy another own artefact"],
  [/\bdestroy beast/, "destroy an own dragon or creature"],
  [/\bdraw (\d) discard (\d)/, "draw $1 cards, discard $2"],
  [/\bdraw 1/, "draw a card"],
  [/, discard →/, ", discard a card →"],
  [/\bput paid any/, "put it on any component"],
  [/\bput paid/, "put it here"],
  [/\bput (\d[^\s,]*)/, "put $1 here"],
  [/\btake (\d[^\s,]*)/, "take $1 from here"],
  [/\bstraighten any/, "straighten a component"],
  [/\bstraighten creature/, "straighten a creature"],
  [/\bstraighten self/, "straighten this"],
  [/\bturn (dragon|creature)/, "turn another $1"],
  [/\blook (\d)/, "look at $1 cards"],
  [/\bplace hand dragon/, "place a dragon of the hand"],
  [/\bplace all-discards dragon/, "place a dragon of any discards"],
  [/\bplace discards any/, "place a card of your discards"],
  [/ free$/, " for nothing"],
  [/ -0$/, ""],
  [/^(dragon|artefact) -(\d)$/, "$1s cost $2 less"],
  [/ -(\d)$/, ", $1 cheaper"],
  [/\bcost\+(\d)/, "its price + $1"],
  [/\bgain cost/, "gain its price in "],
  [/ per ([ELCDG])$/, " per $1 of a rival"],
  [/ignore/, "ignore it"],
  [/\bcheck$/, "a check now"],
  [/\bpoints (\d)/, "$1 points"],
  [/^left G: /, "if G is left here: "],
  [/^left: grow (\d)/, "if left: $1 more of each type here"],
  [/^claimed: /, "when claimed: "],
];

/** What a power does, all in words: `turn it, pay 1 elan, then put 2 elan on it`. */
export function powerInWords(printed: string): string {
  const named = (letters: string): string => {
    const all = [...letters].map((letter) => essenceName(essenceOf(letter)));
    const last = all.pop() ?? "";
    return all.length > 0 ? `${all.join(", ")} or ${last}` : last;
  };
  return phrase(printed)
    .replace(/^(while|on|against|in) [^:]+: /, "")
    .replace(/\bturn(?=$|,| →)/, "turn it")
    .replace(/ → /, ", then ")
    .replace(/\bignore it\b/, "ignore the life loss")
    .replace(/\ba check now$/, "all points are checked at once")
    .replace(/\b\d points$/, "$& in this check")
    .replace(/\bstraighten this\b/, "straighten it")
    .replace(/\bof the hand\b/, "of your hand")
    .replace(/\blook at \d cards\b/, "$& on top of a deck")
    .replace(/\bown (dragon or creature|artefact)/, "$1 of yours")
    .replace(/\ban (dragon)/, "a $1")
    .replace(/\bfrom here\b/, "from it")
    .replace(/\b(?:put it|(put .*?)) here\b/, (_, put?: string) => (put ? `${put} on it` : "put that on it"))
    .replace(/\bput it on\b/, "put that on")
    .replace(/\bgain ([ELCDG]) per ([ELCDG])\b/, "gain 1$1 for each $2")
    .replace(/\*/g, " of any type")
    .replace(/\bits price \+ (\d)\[/, "its price and $1 more in [")
    .replace(/(\d|X)\[([ELCDG]+)\]/g, (_, count: string, letters: string) => `${count} ${letters.length > 1 ? "of " : ""}${named(letters)}`)
    .replace(/\[([ELCDG]+)\]/g, (_, letters: string) => named(letters))
    .replace(/(\d|X)([ELCDG])\b/g, (_, count: string, letter: string) => `${count} ${named(letter)}`)
    .replace(/\bfor each ([ELCDG])\b/, (_, letter: string) => `for each ${named(letter)}`)
    .replace(/(\w)\+(?=\d)/g, "$1 and ");
}

export function phrase(text: string): string {
  return PHRASES.reduce((said, [from, to]) => said.replace(from, to), text);
}
