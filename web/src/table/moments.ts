// What the page says of a record in its own words: failures, and how long a decision took.
import { AnsweredBy, type ReplayFrame } from "../../gen/hierophant/v1/replay_pb.js";
import { ruleInWords } from "../rulesets/Broken.js";
import { en } from "../strings/en.js";
import { clockFace } from "../wire/clock.js";

/** The stable name of the rule that an illegal answer has broken. */
export function ruleOf(frame: ReplayFrame): string | undefined {
  const record = frame.entry?.record;
  return (record?.case === "illegalAnswer" && record.value.rule) || undefined;
}

/** What went wrong in a record, or came from outside the game; nothing if it is a usual one. */
export function failureText(
  frame: ReplayFrame,
  names: readonly string[],
  ruleset: string | undefined,
): string | undefined {
  const name = (seat: number): string => names[seat] ?? en.game.seat(seat);
  const record = frame.entry?.record;
  switch (record?.case) {
    case "answered":
      return record.value.by === AnsweredBy.EXPIRY
        ? en.replay.expired(name(record.value.seat))
        : undefined;
    case "illegalAnswer": {
      const { seat, decisionId, rule, actionCode } = record.value;
      if (decisionId === 0) return en.replay.illegal(name(seat));
      const action = frame.actionText || en.replay.code(actionCode);
      return en.replay.illegalTo(name(seat), decisionId, action, rule && ruleInWords(ruleset, rule));
    }
    case "seatOut":
      return en.replay.out(name(record.value.seat), en.end.ending(record.value.ending));
    case "cut":
      return en.replay.cut(record.value.reason);
    case "resumed":
      return en.replay.resumed;
    default:
      return undefined;
  }
}

/** `0.4 s`, `12 s`, `1:05`. */
export function duration(ms: number): string {
  if (ms < 50) return en.replay.instant;
  if (ms < 10_000) return en.replay.seconds((ms / 1000).toFixed(1));
  return ms < 60_000 ? en.replay.seconds(`${Math.round(ms / 1000)}`) : clockFace(ms);
}
