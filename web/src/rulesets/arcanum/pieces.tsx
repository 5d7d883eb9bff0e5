// Cards and figures: a number, a sign and a letter, never colour alone.
import { type Answering, Piece } from "../../table/Piece.js";
import { RANK_LETTERS, Suit, TarotCard } from "../../table/tarot.js";
import { once } from "../../ui/once.js";
import { cardFace, figureName, SUITS } from "./words.js";

export function Card({ card, ...rest }: { card: number; changed?: boolean } & Answering) {
  return <TarotCard face={cardFace(card)} {...rest} />;
}

export const Figure = once(function Figure({
  figure,
  changed,
  targets,
  answer,
}: { figure: number; changed?: boolean } & Answering) {
  const suit = Math.floor(figure / 4);
  const classes = ["figure", `suit-${suit}`];
  if (changed) classes.push("is-changed");
  return (
    <Piece name={figureName(figure)} class={classes.join(" ")} targets={targets} answer={answer}>
      <b aria-hidden="true">{RANK_LETTERS[figure % 4]}</b>
      <Suit suit={suit} />
    </Piece>
  );
});

export function suitName(suit: number): string {
  return SUITS[suit] ?? "";
}
