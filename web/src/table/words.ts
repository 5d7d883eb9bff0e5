// The answers of a decision as the page says them.
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";
import type { View } from "../../gen/hierophant/v1/view_pb.js";
import { type Answer, answersOf } from "../game/choice.js";
import type { RulesetUi, Targets } from "../rulesets/contract.js";
import { named } from "../rulesets/generic/text.js";

/**
 * Seats have the names of their players, and amounts what they are amounts of. In the order of the service, but answers that
 * give something up stand last.
 */
export function worded(
  decision: Decision,
  ui: RulesetUi,
  view: View | undefined,
  names: readonly string[],
): Answer[] {
  const say = ui.words;
  const answers = answersOf(decision, say && ((action) => say(action, decision, view, names))).map(
    ({ code, text }) => ({ code, text: named(text, names) }),
  );
  const isLast = (i: number): boolean => {
    const action = decision.legalActions[i];
    return action !== undefined && (ui.standsLast?.(action) ?? false);
  };
  return [...answers.filter((_, i) => !isLast(i)), ...answers.filter((_, i) => isLast(i))];
}

/** Pieces say their answers as the list does. */
export function wordedTargets(targets: Targets, answers: readonly Answer[]): Targets {
  const texts = new Map(answers.map(({ code, text }) => [code, text]));
  return new Map(
    [...targets].map(([piece, list]) => [
      piece,
      list.map((target) => ({ ...target, text: texts.get(target.code) ?? target.text })),
    ]),
  );
}
