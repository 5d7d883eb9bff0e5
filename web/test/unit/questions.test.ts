// Questions name what may be answered now, and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RulesetUi } from "../../src/rulesets/contract.js";
import { arcana } from "../../src/rulesets/arcana/index.js";
import { arcanoid } from "../../src/rulesets/arcanoid/index.js";
import { arcanum } from "../../src/rulesets/arcanum/index.js";
import { among, legalIn } from "../../src/rulesets/questions.js";
import { resArcana } from "../../src/rulesets/res_arcana/index.js";
import { steps } from "./recorded.js";

test("a question is made of the parts that are there", () => {
  assert.equal(among(["discard", "place", "pass"]), "Discard, place or pass?");
  assert.equal(among(["discard", false, "pass"]), "Discard or pass?");
  assert.equal(among([false, false, "pass"]), "Pass?");
  assert.equal(among([false]), undefined);
});

/** What a question names, and the actions of which one has to be legal then. */
const NAMED: Record<string, [RulesetUi, Parameters<typeof legalIn>[1], [RegExp, string[]][]]> = {
  arcanum: [
    arcanum,
    "arcanum",
    [
      [/end the activation|End your/, ["simple 2"]],
      [/any\?|or not|neither|leave it/, ["simple 1"]],
      [/Hide a Minor/, ["hide"]],
    ],
  ],
  arcanoid: [
    arcanoid,
    "arcanoid",
    [
      [/abdicate\b/, ["abdicate", "at"]],
      [/\bengage or|\bengage,/, ["engage"]],
      [/play a major/, ["play"]],
      [/Steal the/, ["simple 6", "simple 7"]],
    ],
  ],
  res_arcana: [
    resArcana,
    "resArcana",
    [
      [/^Place an artefact/, ["place"]],
      [/discard one for/, ["discard"]],
      [/\bclaim\b/, ["claimMonument", "claimPlace", "simple 11"]],
      [/use a power/, ["use"]],
      [/\bpass\?/, ["simple 1"]],
    ],
  ],
  arcana: [
    arcana,
    "arcana",
    [
      [/place an operative/, ["place"]],
      [/\bbribe\b/, ["bribe"]],
      [/call the militia/, ["muster"]],
      [/enact/, ["enact"]],
      [/In which zone|Where does it go/, ["zone"]],
    ],
  ],
};

for (const [ruleset, [ui, of, named]] of Object.entries(NAMED))
  test(`questions of ${ruleset} name nothing that is not legal`, async () => {
    const seen = new Set<string>();
    for await (const { view } of steps(ruleset)) {
      const { decision } = view;
      if (!decision) continue;
      const question = ui.question?.(decision, view, ["A", "B", "C", "D"]) ?? "";
      assert.match(question, /\?/);
      const { has } = legalIn(decision, of);
      for (const [words, actions] of named)
        if (words.test(question)) {
          assert.ok(has(...actions), `${question} / ${decision.legalTexts}`);
          seen.add(`${words}`);
        }
    }
    assert.ok(seen.size > 0);
  });
