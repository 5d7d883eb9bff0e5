// What a ruleset's folder may bring. Everything is optional but the board: `generic/` does the rest.
import type { ComponentType } from "preact";
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";
import type { Game } from "../../gen/hierophant/v1/game_pb.js";
import type { Action, Event } from "../../gen/hierophant/v1/ruleset_pb.js";
import type { View } from "../../gen/hierophant/v1/view_pb.js";

/** An answer that a piece stands for: its code, and its words. */
export interface Target {
  code: number;
  text: string;
  /** Where the piece puts a thing into a mix and takes it out again: whether it is in. */
  pressed?: boolean;
  /** The piece shows the answer before it gives it, also where it is the only one: it gives up what was pressed. */
  shownFirst?: boolean;
}

/** The answers that pieces stand for, by the piece's own name (for example "figure 3"). */
export type Targets = ReadonlyMap<string, readonly Target[]>;

export interface PieceProps {
  view: View;
  /** With open cards, the view of each seat; `view` is the spectators' then. */
  others?: readonly View[];
  /** Whether the view is of another seat than the reader's: nothing in it is the reader's own. */
  theirs?: boolean;
  game: Game | undefined;
  targets: Targets;
  /** The pieces that the latest step has changed. */
  changed: ReadonlySet<string>;
  /** Names of the seats, in seat order. */
  names: readonly string[];
  answer(code: number): void;
}

/** One kind of thing in a mix, and how many of it may be in it. */
export interface MixRow {
  name: string;
  least: number;
  most: number;
  /** The piece that stands for it, if one does: it puts the thing in, and out again. */
  piece?: string;
  /** What it stands under, together with those before and after it that have the same. */
  group?: string;
}

/** One of the answers that a mix stands for. */
export interface MixAnswer {
  code: number;
  text: string;
}

/** A choice of several things that is asked one by one, as one: how many of each. */
export interface MixChoice {
  /** What is put together, in a few words. */
  title: string;
  rows: readonly MixRow[];
  /** One row of each group is chosen: another one takes its place. */
  oneOfEach?: boolean;
  /** How many in all, at most. */
  need: number;
  /** How many are enough; all of them if absent. */
  least?: number;
  /** The codes of answers that decline the choice: they stay in the list. */
  beside?: readonly number[];
  /** What is said of amounts that the rules do not allow, in place of a general sentence. */
  notSo?: string;
  /** What is said of amounts that are complete, in a few words. */
  note?(amounts: readonly number[]): string;
  /** The answers that stand for these amounts, in the order in which they are asked; none while more is needed, nothing if none do. */
  answers(amounts: readonly number[]): MixAnswer[] | undefined;
}

/** A part of a result: its name, and the points of each seat. */
export interface PointsPart {
  name: string;
  values: readonly number[];
}

export interface RulesetUi {
  /** The public part of the position. */
  Board: ComponentType<PieceProps>;
  /** What the viewer alone sees. */
  Hand?: ComponentType<PieceProps>;
  /** Whether the hand stands before the board, which is long. */
  handFirst?: boolean;
  /** The position as headings and lists, for a screen reader. */
  Outline?: ComponentType<PieceProps>;
  targets?(decision: Decision, view: View | undefined): Targets;
  changed?(events: readonly Event[]): ReadonlySet<string>;
  /** What is asked, in a few words. */
  question?(
    decision: Decision,
    view: View | undefined,
    names: readonly string[],
  ): string | undefined;
  /** An answer in words, where the service's words need the question to be understood. */
  words?(
    action: Action,
    decision: Decision,
    view: View | undefined,
    names: readonly string[],
  ): string | undefined;
  /** Whether an answer gives up what others would use: it stands behind them in the list, so that no first key gives it. */
  standsLast?(action: Action): boolean;
  /** The choice that the decision begins or goes on with, if it is a mix. The service says whether it is complete. */
  mix?(
    decision: Decision,
    view: View | undefined,
    names: readonly string[],
  ): MixChoice | undefined;
  /** The answers that begin a mix, by their codes: nothing is sent before the whole of it is confirmed. */
  begins?(
    decision: Decision,
    view: View | undefined,
    names: readonly string[],
  ): ReadonlyMap<number, MixChoice>;
  /** Facts about a seat, for the list of seats. */
  seatFacts?(view: View, seat: number): { label: string; value: string }[];
  /** How the points came about, at the end. `events` are the latest, up to the end. */
  points?(view: View, events: readonly Event[]): PointsPart[] | undefined;
  /** Where the game stands, in a few words. */
  heading?(view: View, game: Game | undefined): string | undefined;
}

export const NO_TARGETS: Targets = new Map();
export const NOTHING_CHANGED: ReadonlySet<string> = new Set();

/** Whether an answer discards a card, in any ruleset. */
export function isDiscard({ ruleset }: Action): boolean {
  return ruleset.value?.action.case === "discard";
}

/**
 * The answers of a decision by the pieces that stand for them. Where others are asked beside them, those that give their
 * piece up are shown before they are given: a person who presses a card may want to use it.
 */
export function targetsOf(
  decision: Decision,
  pieces: (action: Action) => string | undefined,
  givesUp: (action: Action) => boolean = () => false,
): Targets {
  const given = decision.legalActions.map(givesUp);
  const hasOthers = given.includes(false);
  const found = new Map<string, Target[]>();
  decision.legalActions.forEach((action, i) => {
    const code = decision.legalCodes[i];
    const piece = pieces(action);
    if (piece === undefined || code === undefined) return;
    const target = {
      code,
      text: decision.legalTexts[i] || `${code}`,
      ...(hasOthers && given[i] ? { shownFirst: true } : {}),
    };
    found.set(piece, [...(found.get(piece) ?? []), target]);
  });
  return found;
}
