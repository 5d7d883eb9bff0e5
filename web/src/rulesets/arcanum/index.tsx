import type { RulesetUi } from "../contract.js";
import { headingOf } from "../generic/text.js";
import { Board } from "./Board.js";
import { Hand } from "./Hand.js";
import { mix } from "./mix.js";
import { arcanumView } from "./position.js";
import { question } from "./question.js";
import { changed, targets } from "./targets.js";
import { cardFace, figureName, LOCATIONS, SUITS, words } from "./words.js";

export const arcanum: RulesetUi = {
  Board,
  Hand,
  targets,
  changed,
  question,
  words({ ruleset }, _decision, whole) {
    const action = ruleset.case === "arcanum" ? ruleset.value.action : undefined;
    if (action?.case !== "figure") return undefined;
    const at = arcanumView(whole)?.figures[action.value] ?? 0;
    return words.figureAt(figureName(action.value), at, LOCATIONS[at - 1]?.name);
  },
  mix,
  points(whole, events) {
    const view = arcanumView(whole);
    const named = events.map(({ ruleset }) =>
      ruleset.case === "arcanum" ? ruleset.value.event : undefined,
    );
    const began = named.findLastIndex((event) => event?.case === "scoringBegan" && !event.value.reduced);
    if (!view || began < 0) return undefined;
    const paid = named.slice(began).flatMap((event) => (event?.case === "houseScored" ? [event.value] : []));
    const houses = paid.map(({ house, awards }) => ({ name: SUITS[house - 1] ?? "", values: awards }));
    const before = view.victoryPoints.map((points, seat) =>
      houses.reduce((rest, { values }) => rest - (values[seat] ?? 0), points),
    );
    return [{ name: words.before, values: before }, ...houses];
  },
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
