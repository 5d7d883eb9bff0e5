// The choice of several things that is put together at the moment, as the list of answers and the board share it: answers
// begin it, pieces put things into it and show what is in it.
import { type Signal, signal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";
import type { View } from "../../gen/hierophant/v1/view_pb.js";
import type { MixChoice, RulesetUi, Target, Targets } from "../rulesets/contract.js";

/** What a mix and the board have in common. */
export interface MixBoard {
  /** Puts one of a row in, or takes it out again; there while a mix is open. */
  pick: ((row: number) => void) | undefined;
  /** The rows that are in it. */
  readonly picked: Signal<ReadonlySet<number>>;
}

const NOTHING: ReadonlySet<number> = new Set();
const NO_BEGINS: ReadonlyMap<number, MixChoice> = new Map();

function mixBoard(): MixBoard {
  return { pick: undefined, picked: signal(NOTHING) };
}

export function put(to: MixBoard, rows: readonly number[]): void {
  to.picked.value = rows.length === 0 ? NOTHING : new Set(rows);
}

export interface Mixing {
  /** What is put together, if anything is. */
  choice: MixChoice | undefined;
  /** The answer that has begun it in the page, of which nothing is sent. */
  begun: number | undefined;
  /** Whether the service has said that it cannot check it: then it can be answered one by one. */
  isUnchecked: boolean;
  board: MixBoard;
  /** Whether this answer begins a mix in place of being sent. */
  isBegin(code: number): boolean;
  begin(code: number): void;
  /** Back to the answers, of which one has begun it. */
  back(): void;
  onUnchecked(): void;
}

export function useMixing(
  ui: RulesetUi,
  decision: Decision | undefined,
  view: View | undefined,
  names: readonly string[],
): Mixing {
  const id = decision?.decisionId;
  const [begun, setBegun] = useState<{ id: number | undefined; code: number }>();
  const [unchecked, setUnchecked] = useState<number>();
  const board = useMemo(mixBoard, []);
  const asked = useMemo(
    () => decision && ui.mix?.(decision, view, names),
    [decision, ui, view, names],
  );
  const begins = useMemo(
    () => (decision && ui.begins?.(decision, view, names)) ?? NO_BEGINS,
    [decision, ui, view, names],
  );
  const code = begun !== undefined && begun.id === id ? begun.code : undefined;
  const began = code === undefined ? undefined : begins.get(code);
  const isUnchecked = id !== undefined && unchecked === id;
  return {
    choice: asked ?? began,
    begun: began === undefined ? undefined : code,
    isUnchecked,
    board,
    isBegin: (code) => !isUnchecked && begins.has(code),
    begin: (code) => setBegun({ id, code }),
    back: () => {
      setBegun(undefined);
      setUnchecked(undefined);
    },
    onUnchecked: () => setUnchecked(id),
  };
}

/** Pieces put things into a mix by the number of their row; one that stands for several rows has a list of them. */
export function mixTargets({ rows }: MixChoice, picked: ReadonlySet<number>): Targets {
  const found = new Map<string, Target[]>();
  rows.forEach(({ piece, name }, row) => {
    if (piece === undefined) return;
    const target = { code: row, text: name, pressed: picked.has(row) };
    found.set(piece, [...(found.get(piece) ?? []), target]);
  });
  return found;
}
