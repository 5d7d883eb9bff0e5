// Arcana's board over a recorded game.
import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { test } from "node:test";
import { SpectatorSchema, ViewSchema } from "../../gen/hierophant/v1/view_pb.js";
import { DecisionKind } from "../../gen/hierophant/arcana/v1/arcana_pb.js";
import type { MixChoice } from "../../src/rulesets/contract.js";
import { cardName, cardOf, kindOf } from "../../src/rulesets/arcana/cards.js";
import { arcana } from "../../src/rulesets/arcana/index.js";
import { isKnownEffect } from "../../src/rulesets/arcana/mix.js";
import {
  arcanaView,
  lying,
  ownersOf,
  ownSeat,
  pointsOf,
  totals,
  zoneName,
} from "../../src/rulesets/arcana/position.js";
import { answersByPieces, count, drawn, recorded, steps } from "./recorded.js";

test("every view of a whole game is drawn: each zone, each slot, each card of the hand", async () => {
  let views = 0;
  for await (const { game, view: whole, events } of steps("arcana")) {
    views += 1;
    const view = arcanaView(whole);
    assert.ok(view);
    const html = drawn(arcana, whole, game, undefined, arcana.changed?.(events));
    assert.equal(count(html, /<li class="zone[ "]/g), view.piles.length);
    assert.equal(count(html, /class="slot[ "]/g), view.rows.length);
    for (const card of view.own?.hand ?? []) assert.ok(html.includes(cardName(card)));
    for (const { stake } of view.piles)
      if (stake !== undefined) assert.ok(html.includes(cardName(stake)), cardName(stake));
  }
  assert.ok(views > 100, `${views} views`);
});

test("a spectator's board names no card that lies face down for it", async () => {
  let hidden = 0;
  for await (const { game, view: whole } of steps("arcana")) {
    // Each is drawn by the test before.
    if (whole.viewVersion % 5 > 0) continue;
    const view = arcanaView(whole);
    const spectator = create(ViewSchema, {
      ...whole,
      viewer: { case: "spectator", value: create(SpectatorSchema) },
      ruleset: {
        case: "arcana",
        value: { ...(view as object), own: undefined, knowledge: undefined } as never,
      },
    });
    const html = drawn(arcana, spectator, game);
    const down = view?.rows.filter(({ shown }) => shown.case !== "card").length ?? 0;
    assert.equal(count(html, /class="slot is-down/g), down);
    hidden += down;
  }
  assert.ok(hidden > 0);
});

test("pieces answer, zones have names, and each decision is a question", async () => {
  const { asked, byPiece } = await answersByPieces(arcana, "arcana");
  assert.ok(asked > 50 && byPiece > 200, `${asked} decisions, ${byPiece} answers by pieces`);
});

const NAMES = ["A", "B", "C", "D"];
const NOTHING: ReadonlyMap<number, MixChoice> = new Map();

test("a card is one choice with all that it needs: what is asked next is what can be chosen", async () => {
  let begun = NOTHING;
  let [began, followed] = [0, 0];
  for await (const { game, view: whole } of steps("arcana")) {
    const { decision } = whole;
    const view = arcanaView(whole);
    if (!decision || !view) continue;
    const { begun: card } = view.answer ?? {};
    const zones = view.answer?.zones.length ?? 0;
    const picks = view.answer?.picks.length ?? 0;
    if (card?.case !== undefined && zones + picks === 0) {
      const firsts = { place: 200, bribe: 280 - 73, enact: 344 - 101 };
      const next = begun.get(firsts[card.case] + card.value);
      assert.ok(next, `${card.case} ${cardName(card.value)}`);
      const second = new Set<number>();
      next.rows.forEach((_, row) => {
        // A row with all others that it needs: the first of each other group.
        const groups = new Set([next.rows[row]?.group]);
        const amounts = next.rows.map(({ group }, i) => {
          if (i === row) return 1;
          if (next.oneOfEach !== true || groups.has(group)) return 0;
          groups.add(group);
          return 1;
        });
        const [, answer] = next.answers(amounts) ?? [];
        if (answer) second.add(answer.code);
      });
      if (next.least === undefined || next.least < 2)
        assert.deepEqual([...second].sort((a, b) => a - b), [...decision.legalCodes].sort((a, b) => a - b), next.title);
      followed += 1;
    }
    begun = arcana.begins?.(decision, whole, NAMES) ?? NOTHING;
    decision.legalActions.forEach(({ ruleset }, i) => {
      const action = ruleset.case === "arcana" ? ruleset.value.action : undefined;
      const code = decision.legalCodes[i] ?? -1;
      const asksMore = action?.case === "enact" && !/^(draw two|place the next)/.test(cardOf(action.value).effect);
      assert.equal(begun.has(code), action?.case === "place" || action?.case === "bribe" || asksMore, `${action?.case}`);
    });
    for (const [code, choice] of begun) {
      began += 1;
      assert.ok(choice.rows.length >= choice.need || choice.least === 1, choice.title);
      const targets = new Map<string, { code: number; text: string; pressed: boolean }[]>();
      choice.rows.forEach(({ piece = "", name }, row) => {
        assert.ok(!/undefined|seat \d/.test(name), name);
        targets.set(piece, [...(targets.get(piece) ?? []), { code: row, text: name, pressed: false }]);
      });
      const html = drawn(arcana, whole, game, targets);
      for (const [piece, list] of targets) {
        const at = list.length === 1 ? `data-code="${list[0]?.code}"` : `data-codes="${list.map((one) => one.code).join(" ")}"`;
        assert.equal(count(html, new RegExp(at, "g")), 1, `${choice.title}: ${piece}`);
      }
      const answers = choice.answers(choice.rows.map(({ most }) => most));
      assert.ok(answers === undefined || answers[0]?.code === code, "it begins with the answer of the turn");
    }
  }
  assert.ok(began > 100 && followed > 20, `${began} choices, ${followed} followed`);
});

test("a place says how the operative will lie there: face down in an own zone", async () => {
  let placed = 0;
  for await (const { view } of steps("arcana")) {
    const { decision } = view;
    const own = arcanaView(view);
    const seat = view.viewer.value;
    if (!decision || !own || typeof seat !== "number") continue;
    for (const [code, choice] of arcana.begins?.(decision, view, NAMES) ?? NOTHING) {
      if (code < 200 || code >= 280) continue;
      for (const { name, piece } of choice.rows) {
        const isOwn = ownersOf(Number(piece?.slice(5)), own.players.length).includes(seat);
        assert.match(name, isOwn || own.covers.includes(seat) ? /\(face down\)$/ : /\(face up\)$/);
        placed += 1;
      }
    }
  }
  assert.ok(placed > 100, `${placed} places`);
});

test("every location that asks for more has a choice", () => {
  for (let card = 101; card < 129; card++) assert.ok(isKnownEffect(cardOf(card).effect), cardOf(card).effect);
});

test("objectives are kept as one choice", async () => {
  let kept = 0;
  for await (const { view } of steps("arcana")) {
    const { decision } = view;
    if (decision?.kind.value !== DecisionKind.OBJECTIVES || decision.continues) continue;
    const choice = arcana.mix?.(decision, view, NAMES);
    assert.ok(choice);
    assert.equal(choice.rows.length, 4);
    const answers = choice.answers([1, 0, 0, 1])?.map(({ code }) => code) ?? [];
    assert.equal(answers.length, 2);
    assert.ok(decision.legalCodes.includes(answers[0] ?? -1));
    kept += 1;
  }
  assert.equal(kept, 1);
});

test("a bribe is of operatives of one zone, and says what it is worth", async () => {
  let bribes = 0;
  for await (const { view } of steps("arcana")) {
    const { decision } = view;
    if (!decision) continue;
    for (const [code, choice] of arcana.begins?.(decision, view, NAMES) ?? NOTHING) {
      if (code < 280 || code >= 308) continue;
      bribes += 1;
      assert.equal(kindOf(code - 280 + 73), "relic");
      const groups = new Set(choice.rows.map(({ group }) => group));
      const all = choice.rows.map(() => 1);
      assert.equal(choice.answers(all) === undefined, groups.size > 1);
      const first = choice.rows.map((_, i) => (i === 0 ? 1 : 0));
      const codes = choice.answers(first)?.map((one) => one.code) ?? [];
      assert.equal(codes.length, 4);
      assert.equal(codes.at(-1), 0);
      assert.match(choice.note?.(first) ?? "", /^\d+, (and|but) the price is \d+: /);
    }
  }
  assert.ok(bribes > 0, "the recording has bribes");
});

test("zones are between seats, with two seats beside them, and one is free", () => {
  const names = ["A", "B", "C", "D"];
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((zone) => zoneName(zone, names, 2)),
    ["Left of A", "Right of A", "Left of B", "Right of B", "Free zone"],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((zone) => zoneName(zone, names, 3)),
    ["A – B", "B – C", "C – A", "Free zone"],
  );
  assert.deepEqual(ownersOf(3, 4), [3, 0]);
  assert.deepEqual(ownersOf(4, 4), []);
});

test("what the viewer knows of slots adds up, and what it does not is open", async () => {
  let own = 0;
  let open = 0;
  for await (const { view: whole } of steps("arcana")) {
    const view = arcanaView(whole);
    const seat = ownSeat(whole);
    for (const slot of view?.rows ?? []) {
      assert.ok(view);
      const one = lying(view, slot, seat);
      if (slot.owner === seat) {
        own += 1;
        assert.notEqual(one.card, undefined);
      }
      if (totals([one]).open) open += 1;
    }
  }
  assert.ok(own > 0 && open > 0);
  assert.deepEqual(
    totals([
      { card: 0, up: true, militia: false },
      { card: undefined, up: false, militia: false },
    ]),
    { values: [3, 0, 1], open: true },
  );
});

test("points are those of the service's page, and with objectives those of the result", async () => {
  for await (const { view: whole } of steps("arcana")) {
    const view = arcanaView(whole);
    if (!view) continue;
    const page = [...whole.text.replace(/\n {6,}/g, " ").matchAll(/(-?\d+) VP in cards/g)];
    page.forEach(([, points], seat) => {
      const kept = view.ended ? 8 : 0;
      const more = Number(points) - pointsOf(view, seat);
      assert.ok(
        more >= 0 && more <= kept && more % 4 === 0,
        `seat ${seat}: ${more} in ${whole.text}`,
      );
    });
  }
});

test("names of others are text", async () => {
  const { game, messages } = await recorded("arcana");
  const first = messages[0]?.message;
  assert.ok(first?.case === "snapshot");
  const seats = game.seats.map((seat) => ({ ...seat, displayName: "<script>" }));
  assert.ok(!drawn(arcana, first.value, { ...game, seats }).includes("<script"));
});
