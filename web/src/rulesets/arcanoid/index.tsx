import { DecisionKind, SimpleAction } from "../../../gen/hierophant/arcanoid/v1/arcanoid_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";
import type { RulesetUi } from "../contract.js";
import { headingOf, questionInWords } from "../generic/text.js";
import { Board } from "./Board.js";
import { Hand } from "./Hand.js";
import { among, legalIn } from "../questions.js";
import { begins, mix } from "./mix.js";
import { arcanoidView, BATTLEFIELDS, suitName, victories, winnersOf } from "./position.js";
import { changed, givesUp, targets } from "./targets.js";
import { words } from "./words.js";

/** What is asked, and for whom. */
function question(decision: Decision, whole: View | undefined): string | undefined {
  const asked = askedOf(decision, whole);
  return decision.actor.case === "virtualPlayer" && asked !== undefined
    ? words.asked.forDevil(asked)
    : asked;
}

/** What is asked: of what can be answered now, and nothing else. */
function askedOf(decision: Decision, whole: View | undefined): string | undefined {
  const said = questionInWords(decision, whole);
  const { has, only } = legalIn(decision, "arcanoid");
  const { asked } = words;
  switch (decision.kind.value) {
    case DecisionKind.ACT:
      return (
        among([
          has("discard") && asked.discard,
          has("engage") && asked.engage,
          has("abdicate") && asked.abdicate,
          has("play") && asked.play,
          has(`simple ${SimpleAction.ADD_TO_RESERVE}`) && asked.add,
          has(`simple ${SimpleAction.DISCARD_RESERVE}`) && asked.discardReserve,
        ]) ?? said
      );
    case DecisionKind.STEAL:
      return only(`simple ${SimpleAction.PASS}`) ? asked.noFool : said;
    default:
      return said;
  }
}

export const arcanoid: RulesetUi = {
  Board,
  Hand,
  handFirst: true,
  targets,
  standsLast: givesUp,
  changed,
  question,
  mix,
  begins,
  words({ ruleset }, decision) {
    const isDone =
      ruleset.case === "arcanoid" &&
      ruleset.value.action.case === "simple" &&
      ruleset.value.action.value === SimpleAction.DONE;
    const isFirst = decision.kind.value === DecisionKind.LAY_RESERVE && !decision.continues;
    return isDone && isFirst ? words.noReserve : undefined;
  },
  points(whole) {
    const view = arcanoidView(whole);
    if (!view) return undefined;
    return BATTLEFIELDS.map((field, i) => ({
      name: suitName(field),
      values: view.handSizes.map(
        (_, seat) => view.results.filter((round) => winnersOf(round)[i] === seat).length,
      ),
    }));
  },
  heading: (view) => headingOf(view.text),
  seatFacts(whole, seat) {
    const view = arcanoidView(whole);
    if (!view) return [];
    const won = victories(view)[seat] ?? 0;
    const facts = [
      { label: words.won(won), value: `${won}` },
      { label: words.handCount, value: `${view.handSizes[seat] ?? 0}` },
    ];
    if (view.retired.includes(seat)) facts.push({ label: words.retired, value: "✓" });
    if (view.starter === seat) facts.push({ label: words.starter, value: "♟" });
    return facts;
  },
};
