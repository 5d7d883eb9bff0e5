// Which piece stands for which answer, and which pieces a step has changed.
import { SimpleAction, type Action } from "../../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { Event } from "../../../gen/hierophant/v1/ruleset_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";
import { isDiscard, type Targets, targetsOf } from "../contract.js";
import { resArcanaView } from "./position.js";

/** The piece of an action. What is asked about one face is answered there too. */
function piece({ action }: Action, about: number | undefined): string | undefined {
  switch (action.case) {
    case "choose":
    case "place":
    case "discard":
    case "claimMonument":
    case "claimPlace":
      return `face ${action.value}`;
    case "use":
      return `face ${action.value.face}`;
    case "seat":
      return `seat ${action.value}`;
    case "essence":
      return `pool ${action.value}`;
    case "simple":
      switch (action.value) {
        case SimpleAction.CLAIM_TOP:
        case SimpleAction.MONUMENT_DECK:
          return "top";
        case SimpleAction.TAKE:
        case SimpleAction.LEAVE:
        case SimpleAction.PAY:
        case SimpleAction.TURN:
          return about === undefined ? undefined : `face ${about}`;
        default:
          return undefined;
      }
    default:
      return undefined;
  }
}

export function targets(decision: Decision, view: View | undefined): Targets {
  const about = resArcanaView(view)?.agenda.at(-1)?.face;
  return targetsOf(
    decision,
    ({ ruleset }) => (ruleset.case === "resArcana" ? piece(ruleset.value, about) : undefined),
    isDiscard,
  );
}

export function changed(events: readonly Event[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { ruleset } of events) {
    if (ruleset.case !== "resArcana") continue;
    const { event } = ruleset.value;
    switch (event.case) {
      case "placed":
        found.add(`face ${event.value.card}`);
        found.add(`seat ${event.value.seat}`);
        break;
      case "claimed":
        found.add(`seat ${event.value.seat}`);
        found.add(`face ${event.value.face}`);
        break;
      case "refilled":
      case "put":
      case "storePaid":
      case "turned":
      case "straightened":
        found.add(`face ${event.value.face}`);
        break;
      case "storeTaken":
        found.add(`face ${event.value.face}`);
        found.add(`pool ${event.value.seat}`);
        break;
      case "itemTaken":
        found.add(`face ${event.value.item}`);
        found.add(`seat ${event.value.seat}`);
        break;
      case "collected":
      case "paid":
      case "lost":
      case "gained":
        found.add(`pool ${event.value.seat}`);
        found.add(`seat ${event.value.seat}`);
        break;
      case "moved":
      case "drew":
      case "discarded":
      case "destroyed":
        found.add(`seat ${event.value.seat}`);
        break;
      default:
        break;
    }
  }
  return found;
}
