// Notes of a bot's author: what is read of a file, and what of it is not.
import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { test } from "node:test";
import { GetReplayIndexResponseSchema } from "../../gen/hierophant/v1/game_service_pb.js";
import {
  nextNote,
  NOTE_LETTERS_MAX,
  NOTES_LINES_MAX,
  readNotes,
} from "../../src/game/notes.js";
import { stepOf } from "../../src/game/replay.js";

/** A game in which seats 0 and 1 answer in turn: decisions 1 to 5 of each. */
const INDEX = create(GetReplayIndexResponseSchema, {
  stepCount: 11,
  steps: [
    {},
    ...Array.from({ length: 10 }, (_, i) => ({ seat: i % 2, decisionId: 1 + Math.floor(i / 2) })),
  ],
});

const line = (seat: unknown, decision_id: unknown, note: unknown): string =>
  JSON.stringify({ seat, decision_id, note });

test("a note stands at the moment before its decision was answered", () => {
  const text = [line(1, 2, "two"), "", line(0, 1, "first"), `  ${line(1, 2, "again")}\r`].join("\n");
  const notes = readNotes(text, INDEX);
  assert.deepEqual(notes.steps, [0, stepOf(INDEX, { seat: 1, decision: 2 })]);
  assert.deepEqual(
    notes.byStep.get(3)?.map((note) => note.text),
    ["two", "again"],
  );
  assert.deepEqual([notes.count, notes.faultCount, notes.elsewhere], [3, 0, 0]);
  assert.equal(nextNote(notes, 0), 3);
  assert.equal(nextNote(notes, 3), 0, "after the last one the first");
});

test("what is no note is counted, and the first are named", () => {
  const bad = [
    "{",
    "[]",
    "null",
    '"text"',
    line(-1, 1, "n"),
    line("0", 1, "n"),
    line(0, 0, "n"),
    line(0, 1.5, "n"),
    line(0, 1, ""),
    line(0, 1, { toString: "n" }),
    '{"__proto__": {"seat": 0, "decision_id": 1, "note": "n"}}',
  ];
  const notes = readNotes([line(0, 1, "good"), ...bad].join("\n"), INDEX);
  assert.deepEqual([notes.count, notes.faultCount], [1, bad.length]);
  assert.deepEqual(notes.faults.map(({ line }) => line), [2, 3, 4, 5, 6]);
  assert.deepEqual(notes.faults[4], { line: 6, fault: "seat" });
});

test("a note on a decision that was not answered here is nowhere", () => {
  const notes = readNotes([line(2, 1, "n"), line(0, 99, "n")].join("\n"), INDEX);
  assert.deepEqual([notes.count, notes.elsewhere, notes.steps.length], [0, 2, 0]);
  assert.equal(nextNote(notes, 0), undefined);
});

test("lines and letters have limits", () => {
  const many = readNotes(Array(NOTES_LINES_MAX + 5).fill(line(0, 1, "n")).join("\n"), INDEX);
  assert.deepEqual([many.count, many.isCut], [NOTES_LINES_MAX, true]);
  const long = readNotes(line(0, 1, "x".repeat(NOTE_LETTERS_MAX + 1)), INDEX);
  assert.equal(long.byStep.get(0)?.[0]?.text.length, NOTE_LETTERS_MAX + 1);
  assert.equal(long.isCut, false);
});
