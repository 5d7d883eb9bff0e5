import type { RulesetUi } from "../contract.js";
import { headingOf, questionInWords } from "../generic/text.js";
import { Board } from "./Board.js";
import { Hand } from "./Hand.js";
import { arcanoidView, victories } from "./position.js";
import { changed, targets } from "./targets.js";
import { words } from "./words.js";

export const arcanoid: RulesetUi = {
  Board,
  Hand,
  handFirst: true,
  targets,
  changed,
  question: questionInWords,
  heading: (view) => headingOf(view.text),
  seatFacts(whole, seat) {
    const view = arcanoidView(whole);
    if (!view) return [];
    const facts = [
      { label: words.won, value: `${victories(view)[seat] ?? 0}` },
      { label: words.handCount, value: `${view.handSizes[seat] ?? 0}` },
    ];
    if (view.retired.includes(seat)) facts.push({ label: words.retired, value: "✓" });
    if (view.starter === seat) facts.push({ label: words.starter, value: "♟" });
    return facts;
  },
};
