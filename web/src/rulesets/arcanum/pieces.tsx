// Cards, figures and signs, drawn here: a number, a sign and a letter, never colour alone.
import type { Target } from "../contract.js";
import { cardFace, figureName, RANK_LETTERS, SUITS } from "./words.js";

const SIGNS = [
  // A sword, a wand, a chalice, a pentacle; 16 by 16.
  "M8 1l1.6 2v6.4h3v1.7H9.2V15H6.8v-3.9H3.4V9.4h3V3z",
  "M11.8 1.2 14.6 4 5.2 13.4l-2.9.9.9-2.9zM3 3.6h3M4.5 2.1v3M11 12h3M12.5 10.5v3",
  "M3.2 1.5h9.6c0 4.4-1.6 6.7-3.7 7.2v3.4h2.7v2.2H4.2v-2.2h2.7V8.7C4.8 8.2 3.2 5.9 3.2 1.5z",
  "M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2zm0 2.1 1.3 3h3.2L10 8.3l1 3.3-3-1.9-3 1.9 1-3.3L3.5 6.3h3.2z",
];

export function Suit({ suit }: { suit: number }) {
  return (
    <svg class={`suit suit-${suit}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={SIGNS[suit] ?? ""} fill-rule="evenodd" />
    </svg>
  );
}

interface Answering {
  target: Target | undefined;
  changed?: boolean;
  answer(code: number): void;
}

export function Card({ card, target, changed, answer }: { card: number } & Answering) {
  const face = cardFace(card);
  const classes = ["card", face.suit === undefined ? "is-major" : `suit-${face.suit}`];
  if (changed) classes.push("is-changed");
  const inside = (
    <>
      <b class="corner" aria-hidden="true">
        {face.corner}
      </b>
      {face.suit === undefined ? (
        <span class="card-title" aria-hidden="true">
          {face.title}
        </span>
      ) : (
        <Suit suit={face.suit} />
      )}
      <span class="unseen">{target?.text ?? face.name}</span>
    </>
  );
  return target ? (
    <button
      type="button"
      class={[...classes, "is-target"].join(" ")}
      title={target.text}
      data-code={target.code}
      onClick={() => answer(target.code)}
    >
      {inside}
    </button>
  ) : (
    <span class={classes.join(" ")} title={face.name}>
      {inside}
    </span>
  );
}

export function Figure({ figure, target, changed, answer }: { figure: number } & Answering) {
  const suit = Math.floor(figure / 4);
  const classes = ["figure", `suit-${suit}`];
  if (changed) classes.push("is-changed");
  const inside = (
    <>
      <b aria-hidden="true">{RANK_LETTERS[figure % 4]}</b>
      <Suit suit={suit} />
      <span class="unseen">{target?.text ?? figureName(figure)}</span>
    </>
  );
  return target ? (
    <button
      type="button"
      class={[...classes, "is-target"].join(" ")}
      title={target.text}
      data-code={target.code}
      onClick={() => answer(target.code)}
    >
      {inside}
    </button>
  ) : (
    <span class={classes.join(" ")} title={figureName(figure)}>
      {inside}
    </span>
  );
}

export function suitName(suit: number): string {
  return SUITS[suit] ?? "";
}
