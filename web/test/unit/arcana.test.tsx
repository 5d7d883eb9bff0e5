// Arcana's board over a recorded game.
import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { test } from "node:test";
import { SpectatorSchema, ViewSchema } from "../../gen/hierophant/v1/view_pb.js";
import { cardName } from "../../src/rulesets/arcana/cards.js";
import { arcana } from "../../src/rulesets/arcana/index.js";
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
