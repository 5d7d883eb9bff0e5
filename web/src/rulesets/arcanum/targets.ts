// Which piece stands for which answer, and which pieces a step has changed.
import type { Action } from "../../../gen/hierophant/arcanum/v1/arcanum_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { Event } from "../../../gen/hierophant/v1/ruleset_pb.js";
import { type Targets, targetsOf } from "../contract.js";

/** The piece of an action: a card in the hand, one in the hidden row, a figure, a location, a House. */
function piece(action: Action): string | undefined {
  const { action: named } = action;
  switch (named.case) {
    case "play":
    case "hide":
    case "discard":
    case "give":
    case "put":
      return `card ${named.value}`;
    case "take":
    case "turnUp":
      return `row ${named.value}`;
    case "figure":
      return `figure ${named.value}`;
    case "location":
      return `location ${named.value}`;
    case "house":
      return `house ${named.value}`;
    default:
      return undefined;
  }
}

export function targets(decision: Decision): Targets {
  return targetsOf(decision, ({ ruleset }) =>
    ruleset.case === "arcanum" ? piece(ruleset.value) : undefined,
  );
}

export function changed(events: readonly Event[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { ruleset } of events) {
    if (ruleset.case !== "arcanum") continue;
    const { event } = ruleset.value;
    switch (event.case) {
      case "figureMoved":
      case "figureReturned":
        found.add(`figure ${event.value.figure}`);
        break;
      case "prestigeChanged":
      case "houseScored":
        found.add(`house ${event.value.house}`);
        break;
      case "victoryPointsChanged":
      case "drew":
      case "hid":
      case "vaulted":
      case "discarded":
        found.add(`seat ${event.value.seat}`);
        break;
      case "minorPlayed":
      case "majorPlayed":
        found.add(`seat ${event.value.seat}`);
        found.add("playing");
        break;
      default:
        break;
    }
  }
  return found;
}
