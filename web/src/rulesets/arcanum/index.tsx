import type { RulesetUi } from "../contract.js";
import { headingOf, questionInWords } from "../generic/text.js";
import { Board } from "./Board.js";
import { Hand } from "./Hand.js";
import { arcanumView } from "./position.js";
import { changed, targets } from "./targets.js";
import { cardFace, words } from "./words.js";

export const arcanum: RulesetUi = {
  Board,
  Hand,
  targets,
  changed,
  question: questionInWords,
  // The service's page says how long the game is, and after which turns the Houses are scored.
  heading: (view) => headingOf(view.text),
  seatFacts(whole, seat) {
    const view = arcanumView(whole);
    if (!view) return [];
    const facts = [
      { label: words.points, value: `${view.victoryPoints[seat] ?? 0}` },
      { label: words.handCount, value: `${view.handSizes[seat] ?? 0}` },
      { label: words.row, value: `${view.rowSizes[seat] ?? 0}` },
    ];
    const open = view.open.find((one) => one.seat === seat)?.cards ?? [];
    if (open.length > 0)
      facts.push({ label: words.open, value: open.map((card) => cardFace(card).name).join(", ") });
    if (view.firstPlayer === seat) facts.push({ label: words.first, value: "♟" });
    return facts;
  },
};
