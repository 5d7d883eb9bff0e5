// Cards of a tarot deck, drawn here: a number, a sign and a letter, never colour alone.
import { once } from "../ui/once.js";
import { type Answering, Piece } from "./Piece.js";

export const RANK_LETTERS = ["Kv", "Kn", "Q", "K"] as const;
const MINORS = 56;
const SUIT_SIZE = 14;

const SIGNS = [
  // A sword, a staff, a cup, a coin; 16 by 16.
  "M8 1l1.6 2v6.4h3v1.7H9.2V15H6.8v-3.9H3.4V9.4h3V3z",
  "M11.8 1.2 14.6 4 5.2 13.4l-2.9.9.9-2.9zM3 3.6h3M4.5 2.1v3M11 12h3M12.5 10.5v3",
  "M3.2 1.5h9.6c0 4.4-1.6 6.7-3.7 7.2v3.4h2.7v2.2H4.2v-2.2h2.7V8.7C4.8 8.2 3.2 5.9 3.2 1.5z",
  "M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2zm0 2.1 1.3 3h3.2L10 8.3l1 3.3-3-1.9-3 1.9 1-3.3L3.5 6.3h3.2z",
];

export const Suit = once(({ suit }: { suit: number }) => (
  <svg class={`suit suit-${suit}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={SIGNS[suit] ?? ""} fill-rule="evenodd" />
  </svg>
));

export interface TarotFace {
  /** Suit of a Minor, 0..3. */
  suit: number | undefined;
  /** What stands in the corner: `7`, `Kn`, `XIV`. */
  corner: string;
  /** The whole name: `7 of Wands`, `XIV Temperance`. */
  name: string;
  /** Below the corner of a Major: `Temperance`; of a court: its rank. */
  title: string;
}

/** The faces of each ruleset, made once. */
const FACES = new WeakMap<readonly string[], Map<number, TarotFace>>();

/** A card's face by its number, from the names of its ruleset. */
export function tarotFace(names: readonly string[], card: number): TarotFace {
  const faces = FACES.get(names) ?? new Map<number, TarotFace>();
  FACES.set(names, faces);
  const face = faces.get(card) ?? made(names, card);
  faces.set(card, face);
  return face;
}

function made(names: readonly string[], card: number): TarotFace {
  const name = names[card] ?? `${card}`;
  if (card >= MINORS) {
    const [, corner, title] = /^([0IVX]+) (.+)$/.exec(name) ?? ["", "0", name];
    return { suit: undefined, corner: corner ?? "", name, title: title ?? "" };
  }
  const suit = Math.floor(card / SUIT_SIZE);
  const value = (card % SUIT_SIZE) + 1;
  const letter = RANK_LETTERS[value - 11];
  return {
    suit,
    corner: letter ?? `${value}`,
    name,
    title: letter === undefined ? "" : (name.split(" ")[0] ?? ""),
  };
}

export const TarotCard = once(function TarotCard({
  face,
  changed,
  targets,
  answer,
}: { face: TarotFace; changed?: boolean } & Answering) {
  const classes = ["card", face.suit === undefined ? "is-major" : `suit-${face.suit}`];
  if (changed) classes.push("is-changed");
  return (
    <Piece name={face.name} class={classes.join(" ")} targets={targets} answer={answer}>
      <b class="corner" aria-hidden="true">
        {face.corner}
      </b>
      {face.suit === undefined ? (
        <span class={face.title.length > 9 ? "card-title is-long" : "card-title"} aria-hidden="true">
          {face.title}
        </span>
      ) : (
        <Suit suit={face.suit} />
      )}
    </Piece>
  );
});

/** Cards in the order of a hand: Minors by suit and value, then Majors. */
export function sorted(cards: readonly number[]): number[] {
  return [...cards].sort((a, b) => a - b);
}
