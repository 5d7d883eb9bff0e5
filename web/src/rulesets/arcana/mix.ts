// A card of the hand with everything that it needs, as one choice: where an operative goes, what a relic bribes, what a
// location does; and the objectives that are kept. What may be chosen follows from the documentation of the game. The
// service has the last word.
import {
  Arcanum,
  DecisionKind,
  type Slot,
  type View as ArcanaView,
} from "../../../gen/hierophant/arcana/v1/arcana_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";
import { en } from "../../strings/en.js";
import type { MixAnswer, MixChoice, MixRow } from "../contract.js";
import { someOf, stillAsked, type Thing } from "../some.js";
import { ARCANA, arcanumName, cardName, cardOf, fiefName, kindOf } from "./cards.js";
import { arcanaView, lying, ownersOf, ownSeat, totals, zoneName } from "./position.js";
import { words } from "./words.js";

/** The first code of each action, as the protocol documents them; those of cards are less the first card that can do it. */
const CODES = { done: 0, zone: 8, seat: 16, objective: 32, place: 200, bribe: 280 - 73, enact: 344 - 101, pick: 376 };
/** How many objectives a seat keeps. */
const KEPT = 2;

const DONE: MixAnswer = { code: CODES.done, text: words.noMore };

const ascending = (cards: readonly number[]): number[] => [...cards].sort((a, b) => a - b);

/** What can fight: the cards of a guild, and the persons that were won. */
const isOperative = (card: number): boolean => ["operative", "personality"].includes(kindOf(card));

/** An operative whose face the viewer sees, and where it lies. */
interface Lies {
  card: number;
  zone: number;
  owner: number;
}

/** The position, as far as what may be chosen follows from it. */
class Position {
  readonly view: ArcanaView;
  readonly seat: number;
  readonly names: readonly string[];
  /** The zones in which something can be done: with a stake, and not locked. */
  readonly open: readonly number[];

  constructor(view: ArcanaView, seat: number, names: readonly string[]) {
    this.view = view;
    this.seat = seat;
    this.names = names;
    this.open = view.piles.flatMap(({ stake }, zone) =>
      stake === undefined || view.locked.includes(zone) ? [] : [zone],
    );
  }

  /** Where a zone lies, and its stake: `zone 2, between A and B: Ayane`. */
  where(zone: number): string {
    const name = words.zone(zone, zoneName(zone, this.names, this.view.players.length));
    const stake = this.stake(zone);
    return stake === undefined ? name : words.zoneOf(name, cardName(stake));
  }

  stake(zone: number): number | undefined {
    return this.view.piles[zone]?.stake;
  }

  zone(zone: number): Thing {
    return { code: CODES.zone + zone, text: this.where(zone), piece: `zone ${zone}` };
  }

  zones(among: readonly number[] = this.open): Thing[] {
    return among.map((zone) => this.zone(zone));
  }

  pick(card: number, text = cardName(card)): Thing {
    return { code: CODES.pick + card, text, piece: `card ${card}` };
  }

  #operatives(are: (slot: Slot) => boolean): Lies[] {
    const found = this.view.rows.flatMap((slot) => {
      const { card, militia } = lying(this.view, slot, this.seat);
      const { zone, owner } = slot;
      const isOne = card !== undefined && !militia && isOperative(card);
      return isOne && this.open.includes(zone) && are(slot) ? [{ card, zone, owner }] : [];
    });
    return found.sort((one, other) => one.card - other.card);
  }

  /** The own operatives in open zones, face up or down. */
  own(): Lies[] {
    return this.#operatives(({ owner }) => owner === this.seat);
  }

  /** Those of others that lie face up there. */
  rivals(): Lies[] {
    return this.#operatives(({ owner, shown }) => owner !== this.seat && shown.case === "card");
  }

  /** An operative, with where it lies and whose it is: `Crossbowman of Bruno (zone 3)`. */
  who({ card, zone, owner }: Lies): string {
    const name = this.names[owner] ?? en.game.seat(owner);
    return words.lies(cardName(card), zone, owner === this.seat ? undefined : name);
  }

  /** Operatives to pick from. */
  picks(among: readonly Lies[]): Thing[] {
    return among.map((one) => this.pick(one.card, this.who(one)));
  }

  /** The zones in which an operative can be placed, and how it will lie there. */
  places(): Thing[] {
    const covered = this.view.covers.includes(this.seat);
    const isDown = (zone: number): boolean =>
      covered || ownersOf(zone, this.view.players.length).includes(this.seat);
    return this.open.map((zone) => ({ ...this.zone(zone), text: words.placed(this.where(zone), isDown(zone)) }));
  }

  /** What the own cards of a zone and one more sum up to, of what its stake asks for. */
  reach(zone: number, card: number): string {
    const stake = this.stake(zone);
    if (stake === undefined) return "";
    const { main, threshold } = cardOf(stake);
    const there = this.view.rows.filter((slot) => slot.zone === zone && slot.owner === this.seat);
    const cards = there.map((slot) => lying(this.view, slot, this.seat));
    const { values } = totals([...cards, { card, up: true, militia: false }]);
    const index = ARCANA.indexOf(main as (typeof ARCANA)[number]);
    const sum = index < 0 ? Math.max(...values) : (values[index] ?? 0);
    return words.reach(sum, threshold, main === Arcanum.UNSPECIFIED ? "" : arcanumName(main));
  }
}

interface List {
  group?: string;
  things: readonly Thing[];
}

interface More {
  /** Whether these go together. */
  fit?(chosen: readonly Thing[]): boolean;
  notSo?: string;
  note?(chosen: readonly Thing[]): string;
}

/** One of each list, in the order of the lists; nothing where a list has none. */
function oneOfEach(title: string, begin: MixAnswer, lists: readonly List[], more: More = {}): MixChoice | undefined {
  if (lists.some(({ things }) => things.length === 0)) return undefined;
  const all = lists.flatMap(({ things }) => things);
  const rows = lists.flatMap(({ group, things }) =>
    things.map(
      ({ text: name, piece }): MixRow => ({
        name,
        piece,
        least: things.length === 1 ? 1 : 0,
        most: 1,
        ...(group === undefined ? {} : { group }),
      }),
    ),
  );
  const among = (amounts: readonly number[]): Thing[] => all.filter((_, i) => (amounts[i] ?? 0) > 0);
  const { fit = () => true, notSo, note } = more;
  return {
    title,
    rows,
    need: lists.length,
    oneOfEach: true,
    ...(notSo === undefined ? {} : { notSo }),
    ...(note === undefined ? {} : { note: (amounts) => note(among(amounts)) }),
    answers: (amounts) => {
      const chosen = among(amounts);
      if (chosen.length < lists.length) return [];
      return fit(chosen) ? [begin, ...chosen] : undefined;
    },
  };
}

const placing = (at: Position, card: number, begin: MixAnswer): MixChoice | undefined =>
  oneOfEach(words.several.place(cardName(card)), begin, [{ things: at.places() }], {
    note: ([zone]) => (zone ? at.reach(zone.code - CODES.zone, card) : ""),
  });

/** What a relic and operatives are worth to a person: the sum, and what it costs. */
function offer(relic: number, person: number, operatives: readonly number[]): { sum: number; price: number } {
  const { main, price } = cardOf(person);
  const sums = ARCANA.map((_, i) => operatives.reduce((sum, card) => sum + (cardOf(card).values[i] ?? 0), 0));
  const index = ARCANA.indexOf(main as (typeof ARCANA)[number]);
  return { sum: cardOf(relic).gift + (sums[index] ?? Math.max(...sums)), price };
}

/** A bribe: operatives, whose zone says who is bribed. */
function bribing(at: Position, relic: number, begin: MixAnswer): MixChoice | undefined {
  const lie = at.own().filter(({ zone }) => {
    const stake = at.stake(zone);
    return stake !== undefined && kindOf(stake) === "personality" && cardOf(stake).price > 0;
  });
  // Zone by zone, so that those of one stand together.
  lie.sort((one, other) => one.zone - other.zone || one.card - other.card);
  const choice = someOf({
    title: () => words.several.bribe(cardName(relic), cardOf(relic).gift),
    things: lie.map(({ card }) => at.pick(card)),
    least: 1,
    most: Infinity,
    chosen: 0,
    begin,
    end: DONE,
    from: 1,
    notSo: words.oneZone,
    note: (chosen) => {
      const cards = chosen.map(({ code }) => code - CODES.pick);
      const person = at.stake(lie.find(({ card }) => card === cards[0])?.zone ?? -1);
      if (person === undefined) return "";
      const { sum, price } = offer(relic, person, cards);
      return words.offer(sum, price, cardName(person));
    },
  });
  if (!choice) return undefined;
  return {
    ...choice,
    rows: choice.rows.map((row, i) => ({ ...row, group: at.where(lie[i]?.zone ?? 0) })),
    answers: (amounts) => {
      const [first, ...more] = lie.filter((_, i) => (amounts[i] ?? 0) > 0);
      const answers = choice.answers(amounts);
      if (!first || !answers) return answers;
      if (more.some(({ zone }) => zone !== first.zone)) return undefined;
      const [bribe, ...rest] = answers;
      return bribe && [bribe, at.zone(first.zone), ...rest];
    },
  };
}

/** Operatives that go to other zones: one, whosever it is. */
const moving = (at: Position, title: string, among: readonly Lies[], begin: MixAnswer): MixChoice | undefined =>
  oneOfEach(
    title,
    begin,
    [
      { group: words.who, things: at.picks(among) },
      { group: words.asked.where, things: at.zones() },
    ],
    {
      notSo: words.otherZone,
      fit: ([card, zone]) =>
        among.some((one) => at.pick(one.card).code === card?.code && at.zone(one.zone).code !== zone?.code),
    },
  );

/** Up to two own operatives, each to another zone. */
function movingTwo(at: Position, title: string, begin: MixAnswer): MixChoice | undefined {
  const moves = at.own().flatMap((one) =>
    at.open.filter((to) => to !== one.zone).map((to) => ({ card: one.card, group: at.who(one), to })),
  );
  if (moves.length === 0) return undefined;
  return {
    title,
    least: 1,
    need: 2,
    notSo: words.onceEach,
    rows: moves.map(({ card, group, to }) => ({
      name: words.goes(at.where(to)),
      group,
      piece: `card ${card}`,
      least: 0,
      most: 1,
    })),
    answers: (amounts) => {
      const chosen = moves.filter((_, i) => (amounts[i] ?? 0) > 0);
      const [first, second, ...more] = chosen;
      if (!first) return [];
      if (more.length > 0 || first.card === second?.card) return undefined;
      const answers = chosen.flatMap(({ card, to }): MixAnswer[] => [at.pick(card), at.zone(to)]);
      return [begin, ...answers, ...(second ? [] : [DONE])];
    },
  };
}

type Effect = (at: Position, title: (what: string) => string, begin: MixAnswer) => MixChoice | undefined;

/** One of some things. */
const one =
  (what: string, things: (at: Position) => readonly Thing[]): Effect =>
  (at, title, begin) =>
    oneOfEach(title(what), begin, [{ things: things(at) }]);

const resources = (at: Position, are: (card: number) => boolean): Thing[] =>
  ascending(at.view.players[at.seat]?.resources ?? [])
    .filter(are)
    .map((card) => at.pick(card));

/** What locations ask for, by what is printed on them; the others ask nothing. */
const EFFECTS: Record<string, Effect> = {
  "swap two stakes": (at, title, begin) =>
    someOf({
      title: () => title(words.which.swap),
      things: at.zones(),
      least: 2,
      most: 2,
      chosen: 0,
      begin,
    }),
  "move an own operative": (at, title, begin) => moving(at, title(words.which.move), at.own(), begin),
  "move up to two own operatives": (at, title, begin) => movingTwo(at, title(words.which.moveTwo), begin),
  "move another's operative": (at, title, begin) => moving(at, title(words.which.moveRival), at.rivals(), begin),
  "recall an own operative": one(words.which.recall, (at) => at.picks(at.own())),
  "expel another's operative": one(words.which.expel, (at) => at.picks(at.rivals())),
  "look at two zones": one(words.which.peek, (at) =>
    at.zones(
      at.open.filter((zone) =>
        at.view.rows.some((slot) => slot.zone === zone && slot.owner !== at.seat && slot.shown.case !== "card"),
      ),
    ),
  ),
  "put a stake under its pile": one(words.which.cycle, (at) =>
    at.zones(
      at.open.filter(
        (zone) => (at.view.piles[zone]?.size ?? 0) > 0 && !at.view.rows.some((slot) => slot.zone === zone),
      ),
    ),
  ),
  "retrieve an operative": one(words.which.retrieve, (at) => resources(at, isOperative)),
  "retrieve an operative or a relic": one(words.which.retrieve, (at) =>
    resources(at, (card) => isOperative(card) || kindOf(card) === "relic"),
  ),
  "lock a zone": one(words.which.lock, (at) => at.zones()),
  "raid a hand": one(words.which.raid, (at) =>
    at.view.players.flatMap(({ hand }, seat) =>
      seat === at.seat || hand === 0
        ? []
        : [{ code: CODES.seat + seat, text: at.names[seat] ?? en.game.seat(seat), piece: `seat ${seat}` }],
    ),
  ),
};

/** Whether a location asks for more, or asks nothing and is known to. */
export const isKnownEffect = (effect: string): boolean =>
  effect in EFFECTS || ["draw two", "place the next operative face down"].includes(effect);

/** The position of this decision; nothing where the view is of another moment. */
function positionOf(decision: Decision, whole: View | undefined, names: readonly string[]): Position | undefined {
  if (!whole || whole.decision?.decisionId !== decision.decisionId) return undefined;
  const [view, seat] = [arcanaView(whole), ownSeat(whole)];
  return view && seat !== undefined ? new Position(view, seat, names) : undefined;
}

/** The answers of a turn that need more than their card. */
export function begins(decision: Decision, whole: View | undefined, names: readonly string[]): ReadonlyMap<number, MixChoice> {
  const found = new Map<number, MixChoice>();
  const at = positionOf(decision, whole, names);
  if (!at || decision.kind.value !== DecisionKind.ACT) return found;
  decision.legalActions.forEach(({ ruleset }, i) => {
    const action = ruleset.case === "arcana" ? ruleset.value.action : undefined;
    const code = decision.legalCodes[i];
    if (action === undefined || code === undefined) return;
    const begin = { code, text: decision.legalTexts[i] || `${code}` };
    const choice = (): MixChoice | undefined => {
      switch (action.case) {
        case "place":
          return placing(at, action.value, begin);
        case "bribe":
          return bribing(at, action.value, begin);
        case "enact":
          return EFFECTS[cardOf(action.value).effect]?.(
            at,
            (what) => words.zoneOf(cardName(action.value), what),
            begin,
          );
        default:
          return undefined;
      }
    };
    const made = choice();
    if (made) found.set(code, made);
  });
  return found;
}

/** The choice that the decision is, or goes on with. */
export function mix(decision: Decision, whole: View | undefined, names: readonly string[]): MixChoice | undefined {
  const at = positionOf(decision, whole, names);
  if (!at) return undefined;
  const { own, answer } = at.view;
  switch (decision.kind.value) {
    case DecisionKind.OBJECTIVES: {
      const things = (own?.dealt ?? []).map((fief) => ({
        code: CODES.objective + fief - 1,
        text: fiefName(fief),
        piece: `objective ${fief}`,
      }));
      const chosen = answer?.objectives.length ?? 0;
      return chosen > 0 ? undefined : someOf({ title: () => words.several.objectives, things, least: KEPT, most: KEPT, chosen });
    }
    case DecisionKind.BRIBE: {
      const [zone] = answer?.zones ?? [];
      if (zone === undefined || answer?.begun.case !== "bribe") return undefined;
      const there = at.own().filter((one) => one.zone === zone);
      return someOf({
        title: () => words.several.bribe(cardName(answer.begun.value ?? 0), cardOf(answer.begun.value ?? 0).gift),
        things: stillAsked(there.map(({ card }) => at.pick(card)), decision),
        least: 1,
        most: Infinity,
        chosen: answer.picks.length,
        end: DONE,
        beside: decision.legalCodes.filter((code) => code === CODES.done),
      });
    }
    default:
      return undefined;
  }
}
