import { DecisionKind, SimpleAction } from "../../../gen/hierophant/arcanum/v1/arcanum_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";
import { questionInWords } from "../generic/text.js";
import { among, legalIn } from "../questions.js";
import { arcanumView } from "./position.js";
import { SUITS, words } from "./words.js";

const MINORS = 56;
const PASS = `simple ${SimpleAction.PASS}`;

/** What is asked: of what can be answered now, and nothing else. */
export function question(decision: Decision, whole: View | undefined): string | undefined {
  const said = questionInWords(decision, whole);
  if (decision.kind.case !== "arcanum" || decision.legalActions.length === 0) return said;
  const { has, only } = legalIn(decision, "arcanum");
  const asked = words.asked;
  switch (decision.kind.value) {
    case DecisionKind.PLAY:
      if (only(`simple ${SimpleAction.END}`)) return asked.end;
      return has(`simple ${SimpleAction.END}`) ? asked.playOrEnd : said;
    case DecisionKind.CHOOSE_FIGURE:
      return has(PASS) ? asked.mayMove : said;
    case DecisionKind.HIDE_ONE:
    case DecisionKind.MAY_HIDE:
    case DecisionKind.HIDE_SOME:
      if (!only(PASS)) return said;
      return decision.continues ? asked.noMore : asked.noneToHide;
    case DecisionKind.CATHEDRAL:
      return has("hide") ? said : asked.cathedral;
    case DecisionKind.DEATH:
      if (!only(PASS)) return said;
      return decision.continues ? asked.noMore : asked.noneToDiscard;
    case DecisionKind.EXCHANGE:
      if (only(PASS)) return decision.continues ? asked.noMore : asked.noneToExchange;
      return has("put") ? asked.put : said;
    case DecisionKind.MARKET: {
      const cards = decision.legalActions.flatMap(({ ruleset }) =>
        ruleset.case === "arcanum" && ruleset.value.action.case === "discard"
          ? [ruleset.value.action.value]
          : [],
      );
      const minor = cards.some((card) => card < MINORS) && asked.minor;
      const major = cards.some((card) => card >= MINORS) && asked.major;
      return minor && major ? said : (among([minor, major]) ?? asked.noneToExchange);
    }
    case DecisionKind.FIELDS: {
      const house = arcanumView(whole)?.agenda.at(-1)?.house ?? 0;
      const isOpen = whole?.decision?.decisionId === decision.decisionId;
      return isOpen && house > 0 ? asked.field(SUITS[house - 1] ?? "") : said;
    }
    default:
      return said;
  }
}
