// Arcanoid's board over a recorded game.
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ChariotSchema,
  DecisionKind,
  ViewSchema as ArcanoidViewSchema,
} from "../../gen/hierophant/arcanoid/v1/arcanoid_pb.js";
import { DecisionSchema } from "../../gen/hierophant/v1/decision_pb.js";
import { SpectatorSchema, ViewSchema } from "../../gen/hierophant/v1/view_pb.js";
import type { MixChoice } from "../../src/rulesets/contract.js";
import { arcanoid } from "../../src/rulesets/arcanoid/index.js";
import {
  arcanoidView,
  cardFace,
  DEVIL,
  players,
  victories,
  worth,
} from "../../src/rulesets/arcanoid/position.js";
import { NAMES } from "../../src/rulesets/arcanoid/table.js";
import { answersByPieces, count, drawn, recorded, steps } from "./recorded.js";

test("every view of a whole game is drawn: each engagement, each open card, the own hand", async () => {
  let views = 0;
  for await (const { game, view: whole, events } of steps("arcanoid")) {
    views += 1;
    const view = arcanoidView(whole);
    assert.ok(view);
    const html = drawn(arcanoid, whole, game, undefined, arcanoid.changed?.(events));
    const rows = view.handSizes.length + (view.devil === undefined ? 0 : 1);
    assert.equal(count(html, /<li class="cell /g), rows * 4);
    const engaged = view.engagements.filter(({ cards }) => cards.length > 0);
    assert.equal(count(html, /class="cell [^"]*is-engaged/g), engaged.length);
    assert.equal(
      count(html, /class="card /g),
      [
        view.hand,
        view.discards,
        view.pool,
        view.annex,
        view.devilHand,
        view.chariot?.reserve ?? [],
      ].reduce((sum, cards) => sum + cards.length, 0) + (view.playing === undefined ? 0 : 1),
    );
  }
  assert.ok(views > 60, `${views} views`);
});

test("a spectator's board has no hand", async () => {
  for await (const { game, view: whole } of steps("arcanoid")) {
    const spectator = create(ViewSchema, {
      ...whole,
      viewer: { case: "spectator", value: create(SpectatorSchema) },
    });
    const html = drawn(arcanoid, spectator, game);
    for (const card of arcanoidView(whole)?.hand ?? [])
      assert.ok(!html.includes(`>${cardFace(card).name}<`), cardFace(card).name);
  }
});

test("pieces answer, and each decision is a question", async () => {
  const { asked, byPiece } = await answersByPieces(arcanoid, "arcanoid");
  assert.ok(asked > 20 && byPiece > 80, `${asked} decisions, ${byPiece} answers by pieces`);
});

const [PICK, DONE, RESERVE] = [384, 2, 12];

test("a turn's engagements and additions to a reserve are choices that it begins, of all cards that are legal next", async () => {
  let began = 0;
  for await (const { game, view } of steps("arcanoid")) {
    const { decision } = view;
    if (!decision) continue;
    const begins = arcanoid.begins?.(decision, view, []) ?? new Map<number, MixChoice>();
    const wanted = decision.legalActions.flatMap(({ ruleset }, i) => {
      const action = ruleset.case === "arcanoid" ? ruleset.value.action : undefined;
      return action?.case === "engage" ? [decision.legalCodes[i] ?? -1] : [];
    });
    for (const code of wanted) assert.ok(begins.has(code), `${code}`);
    for (const [code, choice] of begins) {
      began += 1;
      assert.ok(decision.legalCodes.includes(code));
      assert.ok(choice.rows.length >= choice.need && choice.need >= 1, choice.title);
      const pieces = choice.rows.map(({ piece }) => piece ?? "");
      assert.equal(new Set(pieces).size, pieces.length);
      const targets = new Map(pieces.map((piece, code) => [piece, [{ code, text: "x", pressed: code === 0 }]]));
      const html = drawn(arcanoid, view, game, targets);
      assert.equal(count(html, /aria-pressed/g), pieces.length, choice.title);
      const all = choice.rows.map(() => 1);
      const answers = choice.answers(all)?.map((one) => one.code) ?? [];
      assert.equal(answers[0], code, "it begins with the answer of the turn");
      assert.equal(answers.at(-1), DONE);
      const picked = answers.filter((one) => one >= PICK);
      assert.deepEqual(picked, [...picked].sort((a, b) => a - b), "in ascending order");
    }
  }
  assert.ok(began > 20, `${began} choices`);
});

test("a choice that has begun goes on with the cards that are left", async () => {
  let goesOn = 0;
  for await (const { view } of steps("arcanoid")) {
    const { decision } = view;
    if (!decision) continue;
    const choice = arcanoid.mix?.(decision, view, []);
    if (!choice) continue;
    goesOn += 1;
    const pieces = new Set(choice.rows.map(({ piece }) => piece));
    for (const code of decision.legalCodes) {
      const isThere = code === RESERVE ? pieces.has("chariot") : pieces.has(`card ${code - PICK}`);
      assert.ok(isThere || choice.beside?.includes(code), `${choice.title}: ${code}`);
    }
    const answers = choice.answers(choice.rows.map(() => 1));
    assert.ok(answers?.every(({ code }) => code === DONE || code === RESERVE || code >= PICK));
  }
  assert.ok(goesOn > 0, "the recording has such choices");
});

/** What a seat with these cards is offered for these battlefields. */
function offered(battlefields: readonly number[], names: readonly string[], about: MessageInitShape<typeof ArcanoidViewSchema> = {}) {
  const number = (name: string): number => {
    const found = NAMES.indexOf(name);
    assert.ok(found >= 0, name);
    return found;
  };
  const code = 32 + battlefields.reduce((mask, field) => mask | (1 << (field - 1)), 0);
  const decision = create(DecisionSchema, { decisionId: 1, kind: { case: "arcanoid", value: DecisionKind.ACT }, legalCodes: [code], legalTexts: ["engage"] });
  const view = create(ViewSchema, {
    decision,
    viewer: { case: "seat", value: 0 },
    ruleset: { case: "arcanoid", value: create(ArcanoidViewSchema, { hand: names.map(number), handSizes: [6, 6], ...about }) },
  });
  return arcanoid.begins?.(decision, view, []).get(code);
}

test("an engagement is of cards that can be part of one there", () => {
  const of = (...given: Parameters<typeof offered>): string[] | undefined => offered(...given)?.rows.map(({ name }) => name);
  const [swords, cups] = [1, 3];
  const hand = ["8 of Swords", "Knave of Swords", "King of Swords", "7 of Coins", "Knave of Coins", "XI Strength"];
  assert.deepEqual(of([swords], hand), ["8 of Swords", "Knave of Swords"]);
  assert.deepEqual(of([swords], [...hand, "Queen of Swords"]), ["8 of Swords", "Knave of Swords", "King of Swords", "Queen of Swords"].sort((a, b) => NAMES.indexOf(a) - NAMES.indexOf(b)));
  assert.deepEqual(of([swords], [...hand, "I Magician"]), ["8 of Swords", "Knave of Swords", "7 of Coins", "I Magician"]);
  assert.deepEqual(of([swords], [...hand, "VI Lovers"]), ["8 of Swords", "Knave of Swords", "King of Swords", "VI Lovers"]);
  assert.deepEqual(of([swords, cups], ["8 of Swords", "III Empress", "VI Lovers"]), ["III Empress", "VI Lovers"]);
  assert.equal(of([swords], ["King of Swords", "XI Strength", "IV Emperor"]), undefined);
  assert.deepEqual(of([cups], ["XXI World"]), ["XXI World"]);
  assert.equal(of([cups], ["XXI World"], { everEngaged: [cups] }), undefined);
  // Of the Chariot's owner, the whole reserve.
  const chariot = create(ChariotSchema, { owner: 0, reserve: [NAMES.indexOf("9 of Cups")] });
  const choice = offered([cups], ["8 of Cups"], { chariot });
  assert.deepEqual(choice?.rows.map(({ piece }) => piece), ["chariot", `card ${NAMES.indexOf("8 of Cups")}`]);
  assert.deepEqual(choice.answers([1, 1])?.map(({ code }) => code), [36, RESERVE, PICK + NAMES.indexOf("8 of Cups"), DONE]);
  assert.equal(choice.note?.([1, 1]), "Worth: 17.");
  assert.equal(of([cups], ["8 of Swords"], { chariot: create(ChariotSchema, { owner: 1, reserve: [30] }) }), undefined);
  // Open cards that all may use.
  assert.deepEqual(of([cups], [], { pool: [NAMES.indexOf("9 of Cups")] }), ["9 of Cups"]);
});

test("what engagements are worth", () => {
  const of = (...names: string[]): string => worth(names.map((name) => NAMES.indexOf(name)));
  assert.equal(of("8 of Swords", "7 of Coins", "I Magician"), "15");
  assert.equal(of("Knave of Cups", "Ace of Cups"), "15");
  assert.equal(of("Knight of Cups"), "18");
  assert.equal(of("Queen of Coins", "King of Coins"), "couple");
  assert.equal(of("Knave of Coins", "VI Lovers"), "couple");
  assert.equal(of("III Empress", "IV Emperor"), "couple");
  assert.equal(of("XXI World"), "World");
});

test("the battles won are those of the result, and the Devil sits after its controller", async () => {
  let ended = false;
  for await (const { view: whole } of steps("arcanoid")) {
    const view = arcanoidView(whole);
    assert.ok(view);
    if (whole.outcome) {
      ended = true;
      assert.deepEqual(
        victories(view),
        whole.outcome.standings.map(({ victoryPoints }) => victoryPoints),
      );
    }
    assert.deepEqual(players({ ...view, devil: 1 }, 1), [1, DEVIL, 2, 0]);
  }
  assert.ok(ended);
});

test("names of others are text", async () => {
  const { game, messages } = await recorded("arcanoid");
  const first = messages[0]?.message;
  assert.ok(first?.case === "snapshot");
  const seats = game.seats.map((seat) => ({ ...seat, displayName: "<script>" }));
  assert.ok(!drawn(arcanoid, first.value, { ...game, seats }).includes("<script"));
});
