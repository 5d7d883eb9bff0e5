// A choice of several things, as the decisions that it is made of: what was picked so far.
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";
import type { Action } from "../../gen/hierophant/v1/ruleset_pb.js";

export interface Answer {
  code: number;
  text: string;
}

/** The answers of a decision in the service's order and words, or in those of `say`, where it has any. */
export function answersOf(
  decision: Decision,
  say: (action: Action) => string | undefined = () => undefined,
): Answer[] {
  return decision.legalCodes.map((code, i) => {
    const action = decision.legalActions[i];
    return { code, text: (action && say(action)) || decision.legalTexts[i] || `${code}` };
  });
}

/** Remembers the picks of the choice that is being made. */
export class Trail {
  #picks: { decisionId: number; text: string }[] = [];

  answered(decision: Decision, text: string): void {
    if (!decision.continues) this.#picks = [];
    this.#picks = this.#picks.filter((pick) => pick.decisionId < decision.decisionId);
    this.#picks.push({ decisionId: decision.decisionId, text });
  }

  /** The picks that belong to this decision's choice, in order. */
  before(decision: Decision): string[] {
    if (!decision.continues) return [];
    return this.#picks
      .filter((pick) => pick.decisionId < decision.decisionId)
      .map((pick) => pick.text);
  }
}

/** The answers whose words hold every word of the filter, whatever their case. */
export function filtered(answers: Answer[], filter: string): Answer[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return answers.filter(({ text }) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
}
