// Arcanum's board over a recorded game: each step is drawn, and each answer is reachable.
import { sizeDelimitedDecodeStream } from "@bufbuild/protobuf/wire";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { fromBinary } from "@bufbuild/protobuf";
import { renderToString } from "preact-render-to-string";
import type { Game } from "../../gen/hierophant/v1/game_pb.js";
import {
  GetGameResponseSchema,
  type WatchGameResponse,
  WatchGameResponseSchema,
} from "../../gen/hierophant/v1/game_service_pb.js";
import type { View } from "../../gen/hierophant/v1/view_pb.js";
import { answersOf } from "../../src/game/choice.js";
import { GameModel } from "../../src/game/model.js";
import { NO_TARGETS, NOTHING_CHANGED } from "../../src/rulesets/contract.js";
import { arcanum } from "../../src/rulesets/arcanum/index.js";
import { cardFace, roman } from "../../src/rulesets/arcanum/words.js";
import { generic } from "../../src/rulesets/generic/index.js";
import { blocks, headingOf, kindInWords, named } from "../../src/rulesets/generic/text.js";

async function recorded(): Promise<{ game: Game; messages: WatchGameResponse[] }> {
  const bytes = gunzipSync(readFileSync(path.resolve("test/unit/recorded/arcanum.bin.gz")));
  // The first record is the game in its public form.
  let length = 0;
  let at = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  const { game } = fromBinary(GetGameResponseSchema, bytes.subarray(at, at + length));
  assert.ok(game);
  const messages: WatchGameResponse[] = [];
  async function* rest() {
    yield bytes.subarray(at + length);
  }
  for await (const message of sizeDelimitedDecodeStream(WatchGameResponseSchema, rest()))
    messages.push(message);
  return { game, messages };
}

/** The views of the recording, in order, each with its step's events. */
async function* steps() {
  const { game, messages } = await recorded();
  const model = new GameModel("gap");
  for (const { message } of messages) {
    if (message.case === "snapshot") model.snapshot(message.value);
    else if (message.case === "update") model.update(message.value);
    else if (message.case === "ended" && message.value.view) model.snapshot(message.value.view);
    else continue;
    const view = model.view.value;
    assert.ok(view);
    yield { game, view, model, events: model.changed.value };
  }
}

function drawn(view: View, game: Game, targets = NO_TARGETS, changed = NOTHING_CHANGED): string {
  const props = {
    view,
    game,
    targets,
    changed,
    names: game.seats.map((seat) => seat.displayName),
    answer: () => {},
  };
  const { Board, Hand } = arcanum;
  assert.ok(Hand);
  return renderToString(<Board {...props} />) + renderToString(<Hand {...props} />);
}

const count = (text: string, part: RegExp): number => [...text.matchAll(part)].length;

test("every view of a whole game is drawn: all figures, all cards, nothing twice", async () => {
  let views = 0;
  for await (const { game, view, events } of steps()) {
    views += 1;
    const html = drawn(view, game, NO_TARGETS, arcanum.changed?.(events));
    assert.equal(count(html, /class="figure /g), 16);
    assert.equal(count(html, /class="location /g), 10);
    assert.ok(view.ruleset.case === "arcanum");
    const { hand, row, discards, playing } = view.ruleset.value;
    const cards = hand.length + row.length + discards.length + (playing === undefined ? 0 : 1);
    assert.ok(count(html, /class="card /g) >= cards);
    assert.ok(!html.includes("undefined") && !html.includes("NaN"), html);
  }
  assert.ok(views > 50, `${views} views`);
});

test("pieces answer with codes of the list, and the list has words for all of them", async () => {
  let asked = 0;
  let byPiece = 0;
  for await (const { game, view } of steps()) {
    const { decision } = view;
    if (!decision) continue;
    asked += 1;
    const answers = answersOf(decision);
    assert.ok(answers.every(({ text }) => !/^\d*$/.test(text)));
    const targets = arcanum.targets?.(decision) ?? NO_TARGETS;
    const codes = [...targets.values()].map(({ code }) => code);
    assert.equal(new Set(codes).size, codes.length, "a code has one piece");
    assert.ok(codes.every((code) => decision.legalCodes.includes(code)));
    const html = drawn(view, game, targets);
    for (const code of codes)
      assert.equal(count(html, new RegExp(`data-code="${code}"`, "g")), 1, `code ${code}`);
    byPiece += codes.length;
    assert.match(arcanum.question?.(decision, view) ?? "", /\?$/);
    assert.ok(kindInWords(decision));
  }
  assert.ok(asked > 20 && byPiece > 40, `${asked} decisions, ${byPiece} answers by pieces`);
});

test("the log tells the game, without a gap, to its end", async () => {
  let last: GameModel | undefined;
  for await (const { model } of steps()) last = model;
  assert.ok(last?.ended.value);
  assert.ok(last.log.value.length > 100);
  assert.ok(last.log.value.slice(0, -1).every((line) => line.kind === "event"));
  assert.ok(last.view.value?.outcome);
});

test("names of strangers are text", async () => {
  const { game, messages } = await recorded();
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
  assert.ok(!drawn(view, { ...game, seats }).includes("<script"));
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
  assert.deepEqual([4, 9, 14, 19].map(roman), ["IV", "IX", "XIV", "XIX"]);
});
