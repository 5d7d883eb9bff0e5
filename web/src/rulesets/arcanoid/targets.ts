// Which piece stands for which answer, and which pieces a step has changed.
import { type Action, SimpleAction } from "../../../gen/hierophant/arcanoid/v1/arcanoid_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { Action as AnyAction, Event } from "../../../gen/hierophant/v1/ruleset_pb.js";
import { isDiscard, type Targets, targetsOf } from "../contract.js";
import { DEVIL } from "./position.js";

/** The piece of an action of this player: a card that it can use, a battlefield, a player there. */
function piece({ action }: Action, actor: number): string | undefined {
  switch (action.case) {
    case "play":
    case "discard":
    case "pick":
      return `card ${action.value}`;
    case "abdicate":
      return `at ${actor} ${action.value}`;
    case "engage":
      return `at ${actor} ${action.value.battlefields[0] ?? 0}`;
    case "at":
      return `at ${action.value.player} ${action.value.battlefield}`;
    case "battlefield":
      return `field ${action.value}`;
    case "player":
      return `player ${action.value}`;
    case "simple":
      switch (action.value) {
        case SimpleAction.ADD_TO_RESERVE:
        case SimpleAction.DISCARD_RESERVE:
        case SimpleAction.USE_RESERVE:
          return "chariot";
        case SimpleAction.TAKE_TURN:
        case SimpleAction.PASS_ON:
          return "hermit";
        case SimpleAction.POOL:
          return "pool";
        default:
          return undefined;
      }
    default:
      return undefined;
  }
}

/** Whether an answer gives its piece up. */
export function givesUp(action: AnyAction): boolean {
  return isDiscard(action) || action.ruleset.value?.action.case === "abdicate";
}

export function targets(decision: Decision): Targets {
  const actor = decision.actor.case === "seat" ? decision.actor.value : DEVIL;
  return targetsOf(
    decision,
    ({ ruleset }) => (ruleset.case === "arcanoid" ? piece(ruleset.value, actor) : undefined),
    givesUp,
  );
}

export function changed(events: readonly Event[]): ReadonlySet<string> {
  const found = new Set<string>();
  const by = (player: number): void => {
    found.add(`player ${player}`);
    found.add(`seat ${player}`);
  };
  for (const { ruleset } of events) {
    if (ruleset.case !== "arcanoid") continue;
    const { event } = ruleset.value;
    switch (event.case) {
      case "engaged":
        for (const field of event.value.battlefields)
          found.add(`at ${event.value.player} ${field}`);
        break;
      case "abdicated":
      case "destroyed":
        found.add(`at ${event.value.player} ${event.value.battlefield}`);
        break;
      case "temperanceLaid":
        found.add(`field ${event.value.battlefield}`);
        break;
      case "declared":
        found.add("declared");
        by(event.value.player);
        break;
      case "stolen":
        found.add("declared");
        by(event.value.thief);
        break;
      case "played":
        found.add("playing");
        by(event.value.player);
        break;
      case "discarded":
      case "retired":
      case "reserveLaid":
      case "reserveGrew":
      case "reserveDiscarded":
      case "hermitLaid":
      case "extraTurnTaken":
      case "called":
        by(event.value.player);
        break;
      case "drew":
      case "shown":
      case "voted":
        by(event.value.seat);
        break;
      case "poolFilled":
        found.add("pool");
        break;
      case "devilCame":
        by(DEVIL);
        break;
      default:
        break;
    }
  }
  return found;
}
