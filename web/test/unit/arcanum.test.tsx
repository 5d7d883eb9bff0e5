// Arcanum's board over a recorded game: each step is drawn, and each answer is reachable.
import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { test } from "node:test";
import { type View, ViewSchema } from "../../gen/hierophant/v1/view_pb.js";
import type { GameModel } from "../../src/game/model.js";
import { answersOf } from "../../src/game/choice.js";
import { NO_TARGETS } from "../../src/rulesets/contract.js";
import { arcanum } from "../../src/rulesets/arcanum/index.js";
import { cardFace } from "../../src/rulesets/arcanum/words.js";
import { generic } from "../../src/rulesets/generic/index.js";
import {
  askedOfOthers,
  blocks,
  headingOf,
  kindInWords,
  named,
} from "../../src/rulesets/generic/text.js";
import { answersByPieces, count, drawn, recorded, steps } from "./recorded.js";

test("every view of a whole game is drawn: all figures, all cards, nothing twice", async () => {
  let views = 0;
  for await (const { game, view, events } of steps("arcanum")) {
    views += 1;
    const html = drawn(arcanum, view, game, NO_TARGETS, arcanum.changed?.(events));
    assert.equal(count(html, /class="figure /g), 16);
    assert.equal(count(html, /class="location /g), 10);
    assert.ok(view.ruleset.case === "arcanum");
    const { hand, row, discards, playing } = view.ruleset.value;
    const cards = hand.length + row.length + discards.length + (playing === undefined ? 0 : 1);
    assert.ok(count(html, /class="card /g) >= cards);
  }
  assert.ok(views > 50, `${views} views`);
});

test("pieces answer with codes of the list, and the list has words for all of them", async () => {
  const { asked, byPiece } = await answersByPieces(arcanum, "arcanum");
  assert.ok(asked > 20 && byPiece > 40, `${asked} decisions, ${byPiece} answers by pieces`);
  for await (const { view } of steps("arcanum"))
    if (view.decision) assert.ok(kindInWords(view.decision));
});

test("a choice of several things is one: its rows have pieces, and its codes are legal one after the other", async () => {
  const titles = new Set<string>();
  for await (const { game, view } of steps("arcanum")) {
    const { decision } = view;
    if (!decision) continue;
    const choice = arcanum.mix?.(decision, view, []);
    if (!choice) continue;
    titles.add(choice.title);
    const { least = choice.need } = choice;
    assert.ok(2 <= choice.need && 1 <= least && least <= choice.need && choice.need <= choice.rows.length, choice.title);
    const pieces = choice.rows.map(({ piece }) => piece ?? "");
    assert.equal(new Set(pieces).size, choice.rows.length);
    const targets = new Map(pieces.map((piece, code) => [piece, [{ code, text: "x" }]]));
    assert.equal(count(drawn(arcanum, view, game, targets), /is-target/g), pieces.length, choice.title);
    // The first answer of every set that is complete is legal now, and what is legal stands in a row or beside.
    const firsts = new Set<number>();
    choice.rows.forEach((_, from) => {
      const amounts = choice.rows.map(({ least }, i) => Math.max(least, i >= from && i < from + choice.need ? 1 : 0));
      const answers = choice.answers(amounts);
      if (amounts.reduce((sum, one) => sum + one, 0) !== choice.need || !answers || answers.length === 0) return;
      firsts.add(answers[0]?.code ?? -1);
    });
    for (const code of firsts) assert.ok(decision.legalCodes.includes(code), `${choice.title}: ${code}`);
    assert.ok(choice.beside?.every((code) => decision.legalCodes.includes(code)));
  }
  assert.ok(titles.size > 0, "the recording has such choices");
});

test("the log tells the game, without a gap, to its end", async () => {
  let last: GameModel | undefined;
  for await (const { model } of steps("arcanum")) last = model;
  assert.ok(last?.ended.value);
  assert.ok(last.log.value.length > 100);
  assert.ok(last.log.value.slice(0, -1).every((line) => line.kind === "event"));
  assert.ok(last.view.value?.outcome);
});

test("a figure is called by its name, with where it stands", async () => {
  let figures = 0;
  for await (const { view } of steps("arcanum")) {
    const { decision } = view;
    if (!decision) continue;
    for (const { text } of answersOf(decision, (action) => arcanum.words?.(action, decision, view, [])))
      if (/^(Knave|Knight|Queen|King) of/.test(text)) {
        figures += 1;
        assert.match(text, /^\w+ of \w+ \(\d+ [A-Z][\w ]+\)$/);
      } else assert.ok(!/figure/i.test(text), text);
  }
  assert.ok(figures > 4, `${figures} figures`);
});

test("names of strangers are text", async () => {
  const { game, messages } = await recorded("arcanum");
  const first = messages[0]?.message;
  assert.ok(first?.case === "snapshot");
  const seats = game.seats.map((seat) => ({ ...seat, displayName: "<script>" }));
  const view = first.value;
  assert.ok(view.ruleset.case === "arcanum");
  view.ruleset.value.tower = {
    $typeName: "hierophant.arcanum.v1.Tower",
    owner: 1,
    covered: [1, 2],
  };
  assert.ok(!drawn(arcanum, view, { ...game, seats }).includes("<script"));
});

test("the service's page is cut into tables, rows that wrap, and prose; what others say is left out", () => {
  const text =
    "ARCANA   round 2   started by you\n\n A   1\n B   2\n\nYour hand:  A, B,\n            C\nseat 1:     D\n\n" +
    "You decide. Which card?\nAsked together with you: seat 1.\n\nYour answers to decision 6, by code:\n8: zone 0\n";
  assert.equal(headingOf(text), "Round 2, started by you");
  const found = blocks(text);
  assert.deepEqual(
    found.map(({ kind }) => kind),
    ["page", "rows", "rows"],
  );
  assert.deepEqual(found[1]?.rows, [
    { label: "Your hand", text: "A, B, C" },
    { label: "seat 1", text: "D" },
  ]);
  const view = (text: string): View => create(ViewSchema, { text });
  assert.equal(askedOfOthers(view("x\nAsked: seats 1, 2. Which card?\n")), "Which card?");
  assert.equal(askedOfOthers(view("Asked together with you: seat 1.\n")), undefined);
  assert.equal(named("seat 1 and seat 10", ["X", "Y"]), "Y and seat 10");
  assert.deepEqual(
    blocks("one line\nanother\n").map(({ kind }) => kind),
    ["prose"],
  );
  assert.ok(generic.Board);
});

test("cards have the names of the rules", () => {
  assert.equal(cardFace(0).name, "1 of Swords");
  assert.equal(cardFace(14 + 10).name, "Knave of Wands");
  assert.equal(cardFace(55).name, "King of Pentacles");
  assert.equal(cardFace(56).name, "0 Fool");
  assert.equal(cardFace(77).name, "XXI World");
  assert.deepEqual(
    [56, 60, 70].map((card) => cardFace(card).corner),
    ["0", "IV", "XIV"],
  );
});
