// What the viewer alone sees: the hand and the hidden row.
import { sorted } from "../../table/tarot.js";
import type { PieceProps } from "../contract.js";
import { Card } from "./pieces.js";
import { arcanumView } from "./position.js";
import { words } from "./words.js";

export function Hand({ view: whole, theirs, targets, changed, answer }: PieceProps) {
  const view = arcanumView(whole);
  if (!view) return null;
  const own = whole.viewer.case === "seat" ? whole.viewer.value : undefined;
  const open = view.open.find(({ seat }) => seat === own)?.cards ?? [];
  const cardsOf = (place: "card" | "row", cards: readonly number[]) =>
    sorted(cards).map((card) => {
      const piece = `${place} ${card}`;
      return (
        <Card
          key={card}
          card={card}
          changed={changed.has(piece)}
          targets={targets.get(piece)}
          answer={answer}
        />
      );
    });
  return (
    <div class="arcanum-hand">
      <div class="zone">
        <h2>{words.hand(theirs)}</h2>
        <div class="cards">
          {view.hand.length === 0 ? <p class="note">{words.none}</p> : null}
          {cardsOf("card", view.hand)}
        </div>
      </div>
      <div class="zone">
        <h2>{words.hiddenRow(theirs)}</h2>
        <div class="cards small">
          {view.row.length + open.length === 0 ? <p class="note">{words.none}</p> : null}
          {cardsOf("row", view.row)}
          {open.length > 0 ? <span class="note">{words.open}:</span> : null}
          {cardsOf("row", open)}
        </div>
      </div>
    </div>
  );
}
