// Answers in words for a person who does not know the cards by heart: what a power does, what is lost, what is offered.
import {
  type Action as ResArcanaAction,
  DecisionKind,
  SimpleAction,
  type View as ResArcanaView,
} from "../../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import { amountInWords, faceName, faceOf, powerInWords } from "./faces.js";
import { words } from "./words.js";

/** The orders of three cards, by their numbers on the wire: which of them comes first, second, third. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** What an attack takes, and what may be given in its place: `loss 2 or pay 1D`. */
const ATTACK = /\bloss (\d)(?: or (.*))?$/;

function attackOf(face: number): RegExpExecArray | undefined {
  for (const power of faceOf(face).powers) {
    const found = ATTACK.exec(power);
    if (found) return found;
  }
  return undefined;
}

function order(view: ResArcanaView, number: number): string | undefined {
  const power = view.agenda.at(-1)?.power;
  const cards = view.knowledge?.orders.find(({ deck }) => deck === power?.deck)?.cards.slice(0, power?.x) ?? [];
  const among = (ORDERS[number] ?? []).filter((card) => card < cards.length);
  return cards.length < 2 ? undefined : words.order(among.map((card) => faceName(cards[card] ?? 0)));
}

/** An answer without an object. */
function simple(action: SimpleAction, decision: Decision, view: ResArcanaView): string | undefined {
  const face = view.agenda.at(-1)?.face ?? 0;
  const { answers } = words;
  switch (action) {
    case SimpleAction.PASS:
      return answers.pass;
    case SimpleAction.DECLINE:
      switch (decision.kind.value) {
        case DecisionKind.STRAIGHTEN:
          return answers.straightenNone;
        case DecisionKind.PLACE_BY_POWER:
          return answers.placeNone;
        case DecisionKind.STATUE:
          return answers.useNone;
        default:
          return undefined;
      }
    case SimpleAction.TAKE:
    case SimpleAction.LEAVE: {
      const held = amountInWords(view.stores.find((store) => store.face === face)?.amount);
      return held && (action === SimpleAction.TAKE ? answers.take : answers.leave)(held, faceName(face));
    }
    case SimpleAction.PAY:
      return answers.pay;
    case SimpleAction.TURN:
      return answers.turn;
    case SimpleAction.SUFFER: {
      const count = attackOf(face)?.[1];
      return count && answers.suffer(Number(count));
    }
    case SimpleAction.ALTERNATIVE: {
      const offer = attackOf(face)?.[2];
      return offer && answers.instead(powerInWords(`or ${offer}`).replace(/^or /, ""));
    }
    case SimpleAction.OWN_DECK:
      return answers.ownDeck;
    case SimpleAction.MONUMENT_DECK:
      return answers.monumentDeck;
    case SimpleAction.CLAIM_TOP:
      return answers.claimTop;
    default:
      return undefined;
  }
}

/** An answer in words; nothing where those of the service say it all. */
export function answerInWords(
  action: ResArcanaAction["action"],
  decision: Decision,
  view: ResArcanaView,
): string | undefined {
  switch (action.case) {
    case "use": {
      const { face, power } = action.value;
      const printed = faceOf(face).powers[power - 1];
      return printed && words.answers.use(faceName(face), powerInWords(printed));
    }
    case "simple":
      return simple(action.value, decision, view);
    case "choose": {
      // What comes to stay is often not in sight: its name alone says little.
      const { kind } = decision;
      if (kind.value !== DecisionKind.ITEM && kind.value !== DecisionKind.MAGE) return undefined;
      const { name, collects, powers } = faceOf(action.value);
      const does = [
        ...(collects === "" ? [] : [powerInWords(collects).replace(/^gain/, words.collects)]),
        ...powers.map(powerInWords),
      ];
      return words.answers.choose(name, does.join("; "));
    }
    case "order":
      return order(view, action.value);
    case "discard":
      return words.answers.discard(faceName(action.value));
    default:
      return undefined;
  }
}
