// What the panel of a bot's notes says by itself.
export const noteWords = {
  title: "Notes of a bot",
  what: "Drop a file of notes here, one JSON object a line: {\"seat\": 2, \"decision_id\": 45, \"note\": \"…\"}. It stays in this page: nothing of it is sent or stored.",
  file: "Choose a file",
  other: "Choose another file",
  next: "Next note",
  away: "Put them away",
  none: "No note on this moment.",
  read: (count: number, steps: number) =>
    `${count} ${count === 1 ? "note" : "notes"} on ${steps} ${steps === 1 ? "step" : "steps"}.`,
  elsewhere: (count: number) =>
    count === 1
      ? "1 note is on a decision that this game has no answer to."
      : `${count} notes are on decisions that this game has no answers to.`,
  faulty: (count: number) => (count === 1 ? "1 line is no note:" : `${count} lines are no notes:`),
  fault: (line: number, what: string) => `line ${line} ${what}`,
  faults: {
    json: "is no JSON object",
    seat: "has no seat",
    decision: "has no decision_id",
    note: "has no note",
  },
  cut: "The file has more lines than the page reads.",
  long: (mib: number) => `The file is longer than ${mib} MiB.`,
  unreadable: "The file cannot be read.",
};
