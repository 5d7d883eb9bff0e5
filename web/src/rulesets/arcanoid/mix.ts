// Engagements, reserves and what the Wheel discards, as one choice each. Cards are picked one by one in ascending order;
// which of them can be part of it follows from the documentation of the game. The service has the last word.
import { DecisionKind, type View as ArcanoidView } from "../../../gen/hierophant/arcanoid/v1/arcanoid_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";
import type { MixAnswer, MixChoice } from "../contract.js";
import { type Some, someOf, stillAsked, type Thing } from "../some.js";
import { arcanoidView, cardFace, DEVIL, suitName, usable, worth } from "./position.js";
import { words } from "./words.js";

const HAND_LIMIT = 6;
/** How many cards a reserve can be given in a turn. */
const ADDED_MAX = 2;
/** The codes of answers, or the first of a block of them, as the protocol documents them. */
const CODES = { done: 2, add: 10, reserve: 12, engage: 32, pick: 384 };
const NUMERALS = 10;
const [KNIGHT, QUEEN] = [12, 13];
const [MAGICIAN, LOVERS, WORLD] = [57, 62, 77];
/** Lovers, Empress, Emperor: two of them are a couple, on one battlefield or on two. */
const ROVERS = [59, 60, LOVERS];

const DONE: MixAnswer = { code: CODES.done, text: words.done };
const pick = (card: number): Thing => ({
  code: CODES.pick + card,
  text: cardFace(card).name,
  piece: `card ${card}`,
});
const RESERVE: Thing = { code: CODES.reserve, text: words.wholeReserve, piece: "chariot" };

const suitOf = (card: number): number => Math.floor(card / 14);
const valueOf = (card: number): number => (card % 14) + 1;
const isMinor = (card: number): boolean => card < 56;
const isNumeral = (card: number): boolean => isMinor(card) && valueOf(card) <= NUMERALS;

/** The suits of a mask, whose lowest bit is Swords. */
const suitsOf = (mask: number): number[] => [0, 1, 2, 3].filter((suit) => (mask >> suit) & 1);

/** Whether a card can be part of an engagement there that is made of some of these cards. */
function belongs(card: number, cards: readonly number[], suits: readonly number[], isNew: boolean): boolean {
  const [suit, ...more] = suits;
  const mates = ROVERS.some((rover) => rover !== card && cards.includes(rover));
  if (more.length > 0 || suit === undefined) return ROVERS.includes(card) && mates;
  const isOwn = (one: number): boolean => isMinor(one) && suitOf(one) === suit;
  if (card === WORLD) return isNew;
  if (card === MAGICIAN) return cards.some((one) => isNumeral(one) && !isOwn(one));
  if (ROVERS.includes(card))
    return mates || (card === LOVERS && cards.some((one) => isOwn(one) && !isNumeral(one)));
  if (!isOwn(card)) return isNumeral(card) && cards.includes(MAGICIAN);
  const isSingle = valueOf(card) <= KNIGHT;
  return isSingle || cards.includes(LOVERS) || cards.some((one) => one !== card && isOwn(one) && valueOf(one) >= QUEEN);
}

/** An engagement on the battlefields of a mask. */
function engagement(view: ArcanoidView, own: readonly number[], mask: number): Omit<Some, "chosen"> {
  const suits = suitsOf(mask);
  const reserve = view.chariot?.owner === view.turn ? view.chariot.reserve : [];
  const isNew = !view.everEngaged.some((field) => suits.includes(field - 1));
  const partOf = (cards: readonly number[]) => (card: number): boolean => belongs(card, cards, suits, isNew);
  const all = [...own, ...reserve];
  const takesReserve = reserve.length > 0 && reserve.every(partOf(all));
  const part = partOf(takesReserve ? all : own);
  return {
    title: () => words.several.engage(suits.map((suit) => suitName(suit + 1)).join(", ")),
    things: [...(takesReserve ? [RESERVE] : []), ...own.filter(part).map(pick)],
    least: 1,
    most: Infinity,
    end: DONE,
    from: 1,
    notSo: words.noEngagement,
    note: (chosen) => {
      const cards = chosen.flatMap(({ code }) => (code === CODES.reserve ? reserve : [code - CODES.pick]));
      return words.worth(worth(cards));
    },
  };
}

function added(own: readonly number[]): Omit<Some, "chosen"> {
  return { title: words.several.add, things: own.map(pick), least: 1, most: ADDED_MAX, end: DONE, from: 1 };
}

/** What is asked of this decision; nothing where the view is of another moment. */
function asked(decision: Decision, whole: View | undefined): ArcanoidView | undefined {
  const isOpen = whole?.decision?.decisionId === decision.decisionId;
  return isOpen ? arcanoidView(whole) : undefined;
}

/** The choice that the decision goes on with, or is. */
export function mix(decision: Decision, whole: View | undefined): MixChoice | undefined {
  const view = asked(decision, whole);
  if (!view) return undefined;
  const goOn = (some: Omit<Some, "chosen">): MixChoice | undefined =>
    someOf({
      ...some,
      from: 2,
      things: stillAsked(some.things, decision),
      chosen: view.answer?.cards.length ?? 0,
      beside: decision.legalCodes.filter((code) => code === CODES.done),
    });
  const own = usable(view);
  switch (decision.kind.value) {
    case DecisionKind.ENGAGE: {
      const mask = (view.answer?.battlefields ?? []).reduce((all, field) => all | (1 << (field - 1)), 0);
      return goOn(engagement(view, own, mask));
    }
    case DecisionKind.ADD_TO_RESERVE:
      return goOn(added(own));
    case DecisionKind.LAY_RESERVE:
      return goOn({
        title: () => words.several.lay,
        things: own.map(pick),
        least: 0,
        most: Infinity,
        end: DONE,
      });
    case DecisionKind.WHEEL: {
      const { turn, strength } = view;
      const extra = strength?.on === turn && (turn === DEVIL || strength.extra === 1) ? strength.extra : 0;
      const hand = turn === DEVIL ? view.devilHand : view.hand;
      const most = hand.length - HAND_LIMIT - extra;
      return goOn({ title: words.several.wheel, things: hand.map(pick), least: most, most });
    }
    default:
      return undefined;
  }
}

/** The answers of a turn that begin a choice of cards. */
export function begins(decision: Decision, whole: View | undefined): ReadonlyMap<number, MixChoice> {
  const found = new Map<number, MixChoice>();
  const view = asked(decision, whole);
  if (!view || decision.kind.value !== DecisionKind.ACT) return found;
  const own = usable(view);
  decision.legalCodes.forEach((code, i) => {
    const isEngage = code >= CODES.engage && code < CODES.engage + 16;
    if (!isEngage && code !== CODES.add) return;
    const some = isEngage ? engagement(view, own, code - CODES.engage) : added(own);
    const begin = { code, text: decision.legalTexts[i] || `${code}` };
    const choice = someOf({ ...some, begin, chosen: 0 });
    if (choice) found.set(code, choice);
  });
  return found;
}
