// Notes that the author of a bot has written while it played: one JSON object a line. They stay in the page.
import type { GetReplayIndexResponse } from "../../gen/hierophant/v1/game_service_pb.js";

/** The longest file of notes. */
export const NOTES_BYTES_MAX = 8 * 1024 * 1024;
/** The most lines of a file of notes that are read. */
export const NOTES_LINES_MAX = 20_000;
/** The most letters of a note that are shown. */
export const NOTE_LETTERS_MAX = 4_000;
/** How many faulty lines are named. */
const FAULTS_NAMED_MAX = 5;

export type NoteFault = "json" | "seat" | "decision" | "note";

export interface Note {
  seat: number;
  decision: number;
  text: string;
}

export interface Notes {
  /** By step, in the order of the file. */
  byStep: ReadonlyMap<number, readonly Note[]>;
  /** The steps that have notes, ascending. */
  steps: readonly number[];
  count: number;
  /** The first lines that are no notes, from 1. */
  faults: readonly { line: number; fault: NoteFault }[];
  faultCount: number;
  /** Notes on decisions that were not answered in this game. */
  elsewhere: number;
  /** Whether the file has more lines than are read. */
  isCut: boolean;
}

export function readNotes(text: string, index: GetReplayIndexResponse): Notes {
  // The moment before an answer, as `stepOf` has it.
  const stepBy = new Map<string, number>();
  index.steps.forEach(({ seat, decisionId }, step) => {
    if (seat !== undefined && decisionId > 0)
      stepBy.set(`${seat} ${decisionId}`, Math.max(0, step - 1));
  });
  const byStep = new Map<number, Note[]>();
  const faults: { line: number; fault: NoteFault }[] = [];
  let [count, faultCount, elsewhere] = [0, 0, 0];
  const lines = text.split("\n");
  lines.slice(0, NOTES_LINES_MAX).forEach((line, i) => {
    if (line.trim() === "") return;
    const note = noteOf(line);
    if (typeof note === "string") {
      faultCount += 1;
      if (faults.length < FAULTS_NAMED_MAX) faults.push({ line: i + 1, fault: note });
      return;
    }
    const step = stepBy.get(`${note.seat} ${note.decision}`);
    if (step === undefined) {
      elsewhere += 1;
      return;
    }
    count += 1;
    byStep.set(step, [...(byStep.get(step) ?? []), note]);
  });
  return {
    byStep,
    steps: [...byStep.keys()].sort((a, b) => a - b),
    count,
    faults,
    faultCount,
    elsewhere,
    isCut: lines.length > NOTES_LINES_MAX,
  };
}

function noteOf(line: string): Note | NoteFault {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return "json";
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) return "json";
  const { seat, decision_id: decision, note } = read as Record<string, unknown>;
  if (!isWhole(seat)) return "seat";
  if (!isWhole(decision) || decision === 0) return "decision";
  if (typeof note !== "string" || note === "") return "note";
  const text = note.length > NOTE_LETTERS_MAX ? `${note.slice(0, NOTE_LETTERS_MAX)}…` : note;
  return { seat, decision, text };
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** The next step with a note; after the last one the first. */
export function nextNote({ steps }: Notes, step: number): number | undefined {
  return steps.find((one) => one > step) ?? steps[0];
}
