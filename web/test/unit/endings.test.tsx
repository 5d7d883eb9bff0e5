// How the points of a result came about: the parts of each recorded game add up to what the service says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { renderToString } from "preact-render-to-string";
import type { Event } from "../../gen/hierophant/v1/ruleset_pb.js";
import type { View } from "../../gen/hierophant/v1/view_pb.js";
import type { RulesetUi } from "../../src/rulesets/contract.js";
import { arcana } from "../../src/rulesets/arcana/index.js";
import { arcanoid } from "../../src/rulesets/arcanoid/index.js";
import { arcanum } from "../../src/rulesets/arcanum/index.js";
import { resArcana } from "../../src/rulesets/res_arcana/index.js";
import { Result } from "../../src/table/Result.js";
import { steps } from "./recorded.js";

const RULESETS: Record<string, [RulesetUi, RegExp]> = {
  arcanum: [arcanum, /before the last scoring \d+/],
  arcanoid: [arcanoid, /(Swords|Staves|Cups|Coins) \d+/],
  res_arcana: [resArcana, /(artefacts|monuments|places of power) \d+/],
  arcana: [arcana, /(persons|relics|places|objectives) \d+/],
};

for (const [ruleset, [ui, said]] of Object.entries(RULESETS))
  test(`the result of ${ruleset} says how the points of each seat came about`, async () => {
    const events: Event[] = [];
    let last: View | undefined;
    for await (const step of steps(ruleset)) {
      events.push(...step.events);
      last = step.view;
    }
    const outcome = last?.outcome;
    assert.ok(last && outcome);
    const parts = ui.points?.(last, events);
    assert.ok(parts && parts.length > 1);
    outcome.standings.forEach(({ victoryPoints }, seat) => {
      const own = parts.map(({ values }) => values[seat] ?? 0);
      assert.ok(own.every((points) => points >= 0), `${own}`);
      assert.equal(own.reduce((sum, points) => sum + points, 0), victoryPoints);
    });
    const result = (parts: Parameters<typeof Result>[0]["parts"]) =>
      renderToString(<Result own={0} outcome={outcome} names={["A", "B", "C", "D", "E"]} parts={parts} />);
    assert.match(result(parts), said);
    // What does not add up is not said.
    assert.doesNotMatch(result(parts.slice(0, -1).map((part) => ({ ...part, values: part.values.map(() => 99) }))), said);
  });
