// Which piece stands for which answer, and which pieces a step has changed.
import type { Action } from "../../../gen/hierophant/arcana/v1/arcana_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { Event } from "../../../gen/hierophant/v1/ruleset_pb.js";
import { isDiscard, type Targets, targetsOf } from "../contract.js";

/** The piece of an action: a card in the hand, at a stake or in a pile; a zone, a seat, an objective. */
function piece({ action }: Action): string | undefined {
  switch (action.case) {
    case "discard":
    case "place":
    case "bribe":
    case "muster":
    case "enact":
    case "pick":
      return `card ${action.value}`;
    case "zone":
    case "seat":
    case "objective":
      return `${action.case} ${action.value}`;
    default:
      return undefined;
  }
}

export function targets(decision: Decision): Targets {
  return targetsOf(
    decision,
    ({ ruleset }) => (ruleset.case === "arcana" ? piece(ruleset.value) : undefined),
    isDiscard,
  );
}

export function changed(events: readonly Event[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (kind: string, number: number | undefined): void => {
    if (number !== undefined) found.add(`${kind} ${number}`);
  };
  for (const { ruleset } of events) {
    if (ruleset.case !== "arcana") continue;
    const { event } = ruleset.value;
    switch (event.case) {
      case "turnedUp":
      case "gameEndCame":
      case "cycled":
      case "locked":
      case "peeked":
      case "struggled":
        add("zone", event.value.zone);
        break;
      case "placed":
      case "militiaPlaced":
        add("seat", event.value.seat);
        // Its zone too, for a card whose face is not known.
        if (event.value.card === undefined) add("zone", event.value.zone);
        else add("card", event.value.card);
        break;
      case "moved":
        if (event.value.card === undefined) add("zone", event.value.to);
        else add("card", event.value.card);
        break;
      case "expelled":
        add("zone", event.value.slot?.zone);
        break;
      case "recalled":
        add("zone", event.value.slot?.zone);
        add("seat", event.value.seat);
        add("card", event.value.card);
        break;
      case "bribed":
      case "stakeTaken":
        add("zone", event.value.zone);
        add("seat", event.value.seat);
        break;
      case "swapped":
        for (const zone of event.value.zones) add("zone", zone);
        break;
      case "retrieved":
        add("card", event.value.card);
        add("seat", event.value.seat);
        break;
      case "guildTaken":
      case "drew":
      case "discarded":
      case "enacted":
      case "raided":
      case "covered":
      case "mustered":
        add("seat", event.value.seat);
        break;
      default:
        break;
    }
  }
  return found;
}
