// Arcanoid's board over a recorded game.
import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { test } from "node:test";
import { SpectatorSchema, ViewSchema } from "../../gen/hierophant/v1/view_pb.js";
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
