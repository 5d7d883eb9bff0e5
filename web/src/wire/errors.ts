// Failures of calls, as what the page does about them.
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { Code, ConnectError } from "@connectrpc/connect";

/** What to do about a failure. */
export type Remedy = "retry" | "begin-anew" | "replaced" | "stop";

export interface Failure {
  /** The reason's stable name, or the name of the status code. */
  reason: string;
  /** What the service said, in its own words; may be empty. */
  detail: string;
  remedy: Remedy;
  /** The limit that was reached, if it is one. */
  limit?: string;
  /** The fields of the request that are not valid, by their paths. */
  fields?: FieldFault[];
}

/** What is wrong with a field of a request. */
export interface FieldFault {
  path: string;
  what: string;
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

/** Limits that stay reached however long one waits. */
const FINAL_LIMITS = new Set(["standings_slots_max"]);

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
  const failure: Failure = {
    reason,
    detail: failed.rawMessage,
    remedy: remedyFor(reason, failed.code),
  };
  const fields = faultsOf(failed);
  if (fields.length > 0) failure.fields = fields;
  const limit = limitOf(failed);
  if (limit === undefined) return failure;
  return { ...failure, limit, remedy: FINAL_LIMITS.has(limit) ? "stop" : failure.remedy };
}

/** Whether a limit was reached that no later call is below. */
export function isBeyond({ limit }: Failure): boolean {
  return limit !== undefined && FINAL_LIMITS.has(limit);
}

/** `google.rpc.BadRequest`: `repeated FieldViolation field_violations = 1`, each with `field = 1`, `description = 2`. */
function faultsOf(failed: ConnectError): FieldFault[] {
  const found: FieldFault[] = [];
  for (const detail of failed.details) {
    if (!("type" in detail) || detail.type !== "google.rpc.BadRequest") continue;
    try {
      for (const entry of fieldsOf(detail.value, 1)) {
        const [path, what] = [1, 2].map((field) => fieldsOf(entry, field)[0]);
        if (path) found.push({ path: text(path), what: what ? text(what) : "" });
      }
    } catch {
      // The failure's own words say it too.
    }
  }
  return found;
}

/** What the details of a failure, `google.rpc.ErrorInfo`, have as `limit`: `map<string, string> metadata = 3`. */
function limitOf(failed: ConnectError): string | undefined {
  for (const detail of failed.details) {
    if (!("type" in detail) || detail.type !== "google.rpc.ErrorInfo") continue;
    try {
      for (const entry of fieldsOf(detail.value, 3)) {
        const [key, value] = [1, 2].map((field) => fieldsOf(entry, field)[0]);
        if (key && value && text(key) === "limit") return text(value);
      }
    } catch {
      // A failure without details is one too.
    }
  }
  return undefined;
}

/** The values of a field that has a length. */
function fieldsOf(message: Uint8Array, wanted: number): Uint8Array[] {
  const reader = new BinaryReader(message);
  const found: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field === wanted && type === WireType.LengthDelimited) found.push(reader.bytes());
    else reader.skip(type, field);
  }
  return found;
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function remedyFor(reason: string, code: Code): Remedy {
  if (reason === "VERSION_UNKNOWN") return "begin-anew";
  if (reason === "STREAM_REPLACED") return "replaced";
  if (FINAL.has(reason)) return "stop";
  return TRANSIENT.has(code) ? "retry" : "stop";
}
