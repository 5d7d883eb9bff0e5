// A replay's boards: with open cards nothing is drawn twice, and what another seat has is not the reader's.
import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { test } from "node:test";
import { SpectatorSchema, ViewSchema } from "../../gen/hierophant/v1/view_pb.js";
import type { RulesetUi } from "../../src/rulesets/contract.js";
import { arcana } from "../../src/rulesets/arcana/index.js";
import { arcanoid } from "../../src/rulesets/arcanoid/index.js";
import { arcanum } from "../../src/rulesets/arcanum/index.js";
import { resArcana } from "../../src/rulesets/res_arcana/index.js";
import { count, drawn, steps } from "./recorded.js";

const ALL: Record<string, RulesetUi> = { arcanum, arcanoid, arcana, res_arcana: resArcana };

/** Every tenth view of a recorded game. */
async function* some(ruleset: string) {
  for await (const step of steps(ruleset)) if (step.view.viewVersion % 10 === 0) yield step;
}

for (const [ruleset, ui] of Object.entries(ALL))
  test(`${ruleset}: what another seat has is not called the reader's`, async () => {
    let views = 0;
    for await (const { game, view } of some(ruleset)) {
      views += 1;
      assert.match(drawn(ui, view, game), />Your hand<|>Your packet</);
      const theirs = drawn(ui, view, game, undefined, undefined, { theirs: true });
      assert.match(theirs, />Hand<|>Packet</);
      // Cards have the word in their texts.
      assert.doesNotMatch(theirs, />(Your |In your |On top of your |yours<)/);
    }
    assert.ok(views > 3, `${views} views`);
  });

const BEFORE_A_SEAT = /class="tableau[" ]/g;
for (const ruleset of ["arcana", "res_arcana"])
  test(`${ruleset}: with open cards, what lies before a seat is drawn with its hand alone`, async () => {
    const ui = ALL[ruleset];
    assert.ok(ui);
    for await (const { game, view } of some(ruleset)) {
      const spectator = create(ViewSchema, {
        ...view,
        viewer: { case: "spectator", value: create(SpectatorSchema) },
      });
      assert.equal(count(drawn(ui, spectator, game), BEFORE_A_SEAT), game.seats.length);
      const others = game.seats.map(() => view);
      const open = drawn(ui, spectator, game, undefined, undefined, { others });
      assert.equal(count(open, BEFORE_A_SEAT), 0);
    }
  });
