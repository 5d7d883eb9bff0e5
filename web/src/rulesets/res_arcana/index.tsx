import {
  type Action as ResArcanaAction,
  DecisionKind,
  SimpleAction,
  StepKind,
} from "../../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { Action } from "../../../gen/hierophant/v1/ruleset_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";
import { en } from "../../strings/en.js";
import { isDiscard, type MixChoice, type RulesetUi } from "../contract.js";
import { headingOf, questionInWords } from "../generic/text.js";
import { among, legalIn } from "../questions.js";
import { answerInWords } from "./answers.js";
import { Board } from "./Board.js";
import { amountInWords, counts, ESSENCES, essenceName, faceName } from "./faces.js";
import { Hand } from "./Hand.js";
import { asked as askedTypes, askedType, bounds, due, mixOf } from "./mix.js";
import { pointsOf } from "./points.js";
import { pointsNow, resArcanaView } from "./position.js";
import { changed, targets } from "./targets.js";
import { words } from "./words.js";

const VERBS: Partial<Record<DecisionKind, string>> = {
  [DecisionKind.GAIN]: "gain",
  [DecisionKind.PAYMENT]: "pay",
  [DecisionKind.X_AMOUNT]: "pay",
  [DecisionKind.LOSE]: "lose",
};

function ofResArcana(action: Action | undefined): ResArcanaAction["action"] | undefined {
  return action?.ruleset.case === "resArcana" ? action.ruleset.value.action : undefined;
}

/** The type whose amount is asked, in words. */
function typeOfAmounts(decision: Decision, whole: View | undefined): string | undefined {
  const view = resArcanaView(whole);
  const first = ofResArcana(decision.legalActions[0]);
  const last = ofResArcana(decision.legalActions.at(-1));
  if (!view || first?.case !== "amount" || last?.case !== "amount") return undefined;
  const essence =
    decision.kind.value === DecisionKind.X_AMOUNT
      ? view.agenda.at(-1)?.power?.essence
      : askedType(view, first.value, last.value);
  return essence ? essenceName(essence) : undefined;
}

/** The question, of what can be answered now and nothing else. */
function asked(decision: Decision, whole: View | undefined): string | undefined {
  const said = questionInWords(decision, whole);
  const { has, only } = legalIn(decision, "resArcana");
  if (only(`simple ${SimpleAction.DECLINE}`)) return words.asked.nothing;
  switch (decision.kind.value) {
    case DecisionKind.MOVE:
      return (
        among([
          has("place") && words.asked.place,
          has("discard") && words.asked.discard,
          has("claimMonument", "claimPlace", `simple ${SimpleAction.CLAIM_TOP}`) && words.asked.claim,
          has("use") && words.asked.use,
          has(`simple ${SimpleAction.PASS}`) && words.asked.pass,
        ]) ?? said
      );
    case DecisionKind.FORGE:
      return only(`simple ${SimpleAction.TURN}`) ? words.asked.turn : said;
    default:
      return said;
  }
}

function question(
  decision: Decision,
  whole: View | undefined,
  names: readonly string[],
): string | undefined {
  const said = asked(decision, whole);
  const view = resArcanaView(whole);
  const step = view?.agenda.at(-1);
  if (!view || !step || whole?.decision?.decisionId !== decision.decisionId) return said;
  if (step.kind === StepKind.TAKE_OR_LEAVE) {
    const store = view.stores.find(({ face }) => face === step.face)?.amount;
    return words.take(amountInWords(store), faceName(step.face));
  }
  if (step.kind === StepKind.LIFE_LOSS) {
    const mayAnswer = !legalIn(decision, "resArcana").only(`simple ${SimpleAction.SUFFER}`);
    return words.attacked(faceName(step.face), names[step.by] ?? en.game.seat(step.by), mayAnswer);
  }
  // Where all types are put together, the question is about all of them.
  const essence = mixChoice(decision, whole) ? undefined : typeOfAmounts(decision, whole);
  const verb = VERBS[decision.kind.value as DecisionKind];
  const much = essence && verb ? words.much(essence, verb) : (said ?? "");
  const about =
    step.kind === StepKind.PAY_CARD
      ? step.face
      : step.kind === StepKind.POWER
        ? step.power?.face
        : undefined;
  return about === undefined ? much : words.by(much, faceName(about));
}

/** A mix that is asked type by type, as one choice. */
function mixChoice(decision: Decision, whole: View | undefined): MixChoice | undefined {
  const view = resArcanaView(whole);
  const step = view?.agenda.at(-1);
  const verb = VERBS[decision.kind.value as DecisionKind];
  if (!view || !step || verb === undefined) return undefined;
  if (decision.kind.value === DecisionKind.X_AMOUNT || typeOfAmounts(decision, whole) === undefined)
    return undefined;
  const mix = mixOf(view, step);
  const first = ofResArcana(decision.legalActions[0]);
  const [code] = decision.legalCodes;
  if (!mix || first?.case !== "amount" || code === undefined) return undefined;
  // The codes of amounts follow one another.
  const none = code - first.value;
  const decided = view.answer?.decided ?? 0;
  const picked = counts(view.answer?.amount).slice(0, decided);
  return {
    title: words.mix(verb, due(mix)),
    need: due(mix),
    rows: bounds(mix, picked).map(([least, most], i) => ({
      name: essenceName(ESSENCES[i] ?? 0),
      least,
      most,
    })),
    answers: (amounts) =>
      askedTypes(mix, decided, amounts)?.map((type) => {
        const amount = amounts[type] ?? 0;
        return { code: none + amount, text: words.amount(amount, essenceName(ESSENCES[type] ?? 0)) };
      }),
  };
}

export const resArcana: RulesetUi = {
  Board,
  Hand,
  handFirst: true,
  targets,
  standsLast: (action) => {
    const answer = ofResArcana(action);
    return isDiscard(action) || (answer?.case === "simple" && answer.value === SimpleAction.PASS);
  },
  changed,
  question,
  words(action, decision, whole) {
    const own = ofResArcana(action);
    if (own?.case === "amount") {
      const essence = typeOfAmounts(decision, whole);
      return essence && words.amount(own.value, essence);
    }
    const view = resArcanaView(whole);
    return own && view && answerInWords(own, decision, view);
  },
  mix: mixChoice,
  points(whole) {
    const view = resArcanaView(whole);
    const total = whole.outcome?.standings.map(({ victoryPoints }) => victoryPoints);
    return view && total && pointsOf(view, total);
  },
  heading: (view) => headingOf(view.text),
  seatFacts(whole, seat) {
    const view = resArcanaView(whole);
    if (!view) return [];
    const points = pointsNow(whole)[seat] ?? 0;
    const facts = [
      { label: words.pointsOf(points), value: `${points}` },
      { label: words.handCount, value: `${view.handSizes[seat] ?? 0}` },
      { label: words.deckCount, value: `${view.deckSizes[seat] ?? 0}` },
      { label: words.discardCount, value: `${view.discards[seat]?.faces.length ?? 0}` },
    ];
    if (view.tile === seat) facts.push({ label: words.tile, value: "♟" });
    if (view.passed.includes(seat)) facts.push({ label: words.passed, value: "✓" });
    return facts;
  },
};
