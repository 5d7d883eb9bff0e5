// What the viewer alone sees: its hidden hand.
import { sorted, TarotCard } from "../../table/tarot.js";
import type { PieceProps } from "../contract.js";
import { arcanoidView, cardFace } from "./position.js";
import { words } from "./words.js";

export function Hand({ view: whole, theirs, targets, answer }: PieceProps) {
  const view = arcanoidView(whole);
  if (!view) return null;
  const picked = new Set(view.answer?.complete ? [] : view.answer?.cards);
  return (
    <>
      <h2>{words.hand(theirs)}</h2>
      <div class="cards">
        {view.hand.length === 0 ? <p class="note">{words.none}</p> : null}
        {sorted(view.hand).map((card) => (
          <TarotCard
            key={card}
            face={cardFace(card)}
            changed={picked.has(card)}
            targets={targets.get(`card ${card}`)}
            answer={answer}
          />
        ))}
      </div>
    </>
  );
}
