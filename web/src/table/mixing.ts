// What a mix and the board have in common: pieces put things into it, and show what is in it.
import { type Signal, signal } from "@preact/signals";

export interface Mixing {
  /** Puts one of a row in, or takes it out again; there while a mix is open. */
  pick: ((row: number) => void) | undefined;
  /** The pieces of what is in it. */
  readonly picked: Signal<ReadonlySet<string>>;
}

const NOTHING: ReadonlySet<string> = new Set();

export function mixing(): Mixing {
  return { pick: undefined, picked: signal(NOTHING) };
}

export function put(to: Mixing, pieces: readonly string[]): void {
  to.picked.value = pieces.length === 0 ? NOTHING : new Set(pieces);
}
