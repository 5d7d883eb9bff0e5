// Failures of calls, as what the page does about them.
import { Code, ConnectError } from "@connectrpc/connect";

/** What to do about a failure. */
export type Remedy = "retry" | "begin-anew" | "replaced" | "stop";

export interface Failure {
  /** The reason's stable name, or the name of the status code. */
  reason: string;
  /** What the service said, in its own words; may be empty. */
  detail: string;
  remedy: Remedy;
}

const FINAL = new Set([
  "TOKEN_UNKNOWN",
  "TOKEN_NOT_PERMITTED",
  "GAME_UNKNOWN",
  "GAME_QUARANTINED",
  "SEALED",
  "CALLER_NOT_LOCAL",
  "INVALID_FIELD",
]);

const TRANSIENT = new Set([
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.ResourceExhausted,
  Code.Unknown,
  Code.Internal,
  Code.Canceled,
  Code.Aborted,
  Code.DataLoss,
]);

export function failureOf(error: unknown): Failure {
  const failed = ConnectError.from(error);
  const reason =
    failed.metadata.get("hierophant-reason") ?? Code[failed.code]?.toUpperCase() ?? "UNKNOWN";
  return { reason, detail: failed.rawMessage, remedy: remedyFor(reason, failed.code) };
}

function remedyFor(reason: string, code: Code): Remedy {
  if (reason === "VERSION_UNKNOWN") return "begin-anew";
  if (reason === "STREAM_REPLACED") return "replaced";
  if (FINAL.has(reason)) return "stop";
  return TRANSIENT.has(code) ? "retry" : "stop";
}
