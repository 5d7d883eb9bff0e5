// Choices of several cards or figures as one. They are asked one by one in ascending order, so that a choice is a set; how
// many belong to it follows from the kind of decision, as the documentation of the game says. The service has the last word.
import {
  DecisionKind,
  Location,
  type View as ArcanumView,
} from "../../../gen/hierophant/arcanum/v1/arcanum_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";
import type { MixChoice, MixRow } from "../contract.js";
import { someOf, stillAsked, type Thing } from "../some.js";
import { arcanumView } from "./position.js";
import { cardFace, figureName, words } from "./words.js";

const HAND_LIMIT = 7;
const MINORS = 56;
/** The first code of each action, as the protocol documents them. */
const CODES = { pass: 0, figure: 32, hide: 256, discard: 384, give: 512, take: 640, put: 768, turnUp: 896 };

type Verb = Exclude<keyof typeof CODES, "pass">;
/** What stands on the board for the things that a verb is done with. */
const PIECES: Record<Verb, string> = {
  figure: "figure",
  hide: "card",
  discard: "card",
  give: "card",
  put: "card",
  take: "row",
  turnUp: "row",
};

/** What a kind of decision asks for. */
interface Wanted {
  verb: Verb;
  things: readonly number[];
  least: number;
  most: number;
}

const isMinor = (card: number): boolean => card < MINORS;

function wanted(kind: DecisionKind, view: ArcanumView, seat: number): Wanted | undefined {
  const { hand, row } = view;
  const of = (verb: Verb, things: readonly number[], most: number, least = most): Wanted => ({
    verb,
    things,
    least,
    most,
  });
  switch (kind) {
    case DecisionKind.DISCARD_TO_LIMIT:
      return of("discard", hand, hand.length - HAND_LIMIT);
    case DecisionKind.GIVE_TWO:
      return of("give", hand, Math.min(2, hand.length));
    case DecisionKind.TURN_UP:
      return of("turnUp", row, Math.min(3, row.length));
    case DecisionKind.REMOVE_FIGURES: {
      const covered = new Set(view.tower?.covered);
      const there = view.figures.flatMap((at, figure) =>
        at === Location.UNSPECIFIED || covered.has(at) ? [] : [figure],
      );
      return of("figure", there, Math.min(3, there.length));
    }
    case DecisionKind.HIDE_SOME:
      return of("hide", hand.filter(isMinor), view.active === seat ? 2 : 1, 0);
    case DecisionKind.DEATH:
      return of("discard", hand.filter(isMinor), 2, 1);
    default:
      return undefined;
  }
}

function answer(verb: Verb, thing: number): Thing {
  const name = verb === "figure" ? figureName(thing) : cardFace(thing).name;
  return { code: CODES[verb] + thing, text: words.picks[verb](name), piece: `${PIECES[verb]} ${thing}` };
}
const NO_MORE = { code: CODES.pass, text: words.noMore };

const ascending = (things: readonly number[]): number[] => [...things].sort((a, b) => a - b);

/** The choice that the decision begins or goes on with. */
export function mix(decision: Decision, whole: View | undefined): MixChoice | undefined {
  const view = arcanumView(whole);
  const seat = whole?.viewer.case === "seat" ? whole.viewer.value : undefined;
  if (!view || seat === undefined || whole?.decision?.decisionId !== decision.decisionId)
    return undefined;
  if (decision.kind.value === DecisionKind.EXCHANGE) return exchange(decision, view, seat);
  const asked = wanted(decision.kind.value as DecisionKind, view, seat);
  if (!asked) return undefined;
  const { verb, least, most } = asked;
  const picked = decision.continues ? [...(view.answer?.cards ?? []), ...(view.answer?.figures ?? [])] : [];
  return someOf({
    title: words.several[verb],
    things: stillAsked(ascending(asked.things).map((thing) => answer(verb, thing)), decision),
    least,
    most,
    chosen: picked.length,
    ...(least < most ? { end: NO_MORE } : {}),
    beside: decision.legalCodes.filter((code) => code === CODES.pass),
  });
}

/** Temperance: as many cards from the row as into it, one or two. */
function exchange(decision: Decision, view: ArcanumView, seat: number): MixChoice | undefined {
  const legal = new Set(decision.legalCodes);
  const open = view.open.find((one) => one.seat === seat)?.cards ?? [];
  const takes = ascending([...view.row, ...open].filter((card) => legal.has(CODES.take + card)));
  const puts = ascending(view.hand.filter((card) => card <= MINORS));
  if (decision.continues || takes.length === 0 || puts.length === 0) return undefined;
  const row = (verb: Verb) => (card: number): MixRow => {
    const { text, piece } = answer(verb, card);
    return { name: text, piece, least: 0, most: 1 };
  };
  return {
    title: words.exchange,
    least: 2,
    need: 2 * Math.min(2, takes.length, puts.length),
    rows: [...takes.map(row("take")), ...puts.map(row("put"))],
    beside: decision.legalCodes.filter((code) => code === CODES.pass),
    answers: (amounts) => {
      const isChosen = (at: number): boolean => (amounts[at] ?? 0) > 0;
      const taken = takes.filter((_, i) => isChosen(i));
      const put = puts.filter((_, i) => isChosen(takes.length + i));
      if (taken.length > 2 || put.length > 2) return undefined;
      if (taken.length !== put.length) return [];
      return [
        ...taken.map((card) => answer("take", card)),
        ...(taken.length < 2 ? [NO_MORE] : []),
        ...put.map((card) => answer("put", card)),
      ];
    },
  };
}
