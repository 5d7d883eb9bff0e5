// The answers of a decision in the words of the page.
import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DecisionSchema } from "../../gen/hierophant/v1/decision_pb.js";
import { ActionSchema } from "../../gen/hierophant/v1/ruleset_pb.js";
import { isDiscard, targetsOf } from "../../src/rulesets/contract.js";
import { generic } from "../../src/rulesets/generic/index.js";
import { targets } from "../../src/rulesets/res_arcana/targets.js";
import { en } from "../../src/strings/en.js";
import { mixTargets } from "../../src/table/mixing.js";
import { worded, wordedTargets } from "../../src/table/words.js";

const decision = create(DecisionSchema, {
  decisionId: 1,
  legalCodes: [3, 4, 9],
  legalTexts: ["seat 1", "seat 2 and 2", ""],
  legalActions: [1, 1, 2].map((seat) =>
    create(ActionSchema, {
      ruleset: {
        case: "resArcana",
        value: { action: { case: "seat", value: seat } },
      },
    }),
  ),
});

test("seats have names, a ruleset's own words come first, and a code stands for itself at last", () => {
  assert.deepEqual(
    worded(decision, generic, undefined, ["A", "B", "C"]).map(({ text }) => text),
    ["B", "C and 2", "9"],
  );
  const own = { ...generic, words: () => "seat 0 here" };
  assert.equal(worded(decision, own, undefined, ["A"])[0]?.text, "A here");
});

test("a piece has all answers that stand for it, in the order and words of the list", () => {
  const targets = targetsOf(decision, ({ ruleset }) =>
    ruleset.case === "resArcana" && ruleset.value.action.case === "seat"
      ? `seat ${ruleset.value.action.value}`
      : undefined,
  );
  const said = wordedTargets(targets, worded(decision, generic, undefined, ["A", "B", "C"]));
  assert.deepEqual(
    [...said],
    [
      [
        "seat 1",
        [
          { code: 3, text: "B" },
          { code: 4, text: "C and 2" },
        ],
      ],
      ["seat 2", [{ code: 9, text: "9" }]],
    ],
  );
});

test("an answer that gives its piece up is shown first where something else is asked too", () => {
  const turn = (...cases: ("discard" | "place")[]) =>
    create(DecisionSchema, {
      decisionId: 1,
      legalCodes: cases.map((_, i) => i),
      legalTexts: cases.map((of, i) => `${of} ${i}`),
      legalActions: cases.map((of, i) =>
        create(ActionSchema, { ruleset: { case: "resArcana", value: { action: { case: of, value: i } } } }),
      ),
    });
  const shownFirst = (decision: ReturnType<typeof turn>) => {
    const answers = worded(decision, generic, undefined, []);
    const said = wordedTargets(targets(decision, undefined), answers);
    return [...said.values()].flat().map((target) => target.shownFirst ?? false);
  };
  assert.deepEqual(shownFirst(turn("place", "discard")), [false, true]);
  assert.deepEqual(shownFirst(turn("discard", "discard")), [false, false]);
});

test("what gives something up stands last, so that the first key does not give it", () => {
  const decision = create(DecisionSchema, {
    legalCodes: [5, 6, 7],
    legalTexts: ["discard 5", "place 6", "discard 7"],
    legalActions: (["discard", "place", "discard"] as const).map((of, i) =>
      create(ActionSchema, { ruleset: { case: "arcana", value: { action: { case: of, value: i } } } }),
    ),
  });
  const codes = (ui: Pick<typeof generic, "standsLast">) =>
    worded(decision, { ...generic, ...ui }, undefined, []).map(({ code }) => code);
  assert.deepEqual(codes({ standsLast: isDiscard }), [6, 5, 7]);
  assert.deepEqual(codes({}), [5, 6, 7]);
});

test("a piece of a mix puts its rows in, and says which are", () => {
  const rows = ["card 1", "card 2", undefined, "card 1"].map((piece, i) => ({
    name: `${i}`,
    least: 0,
    most: 1,
    ...(piece === undefined ? {} : { piece }),
  }));
  assert.deepEqual(
    [...mixTargets({ title: "", rows, need: 1, answers: () => [] }, new Set([2, 3]))],
    [
      [
        "card 1",
        [
          { code: 0, text: "0", pressed: false },
          { code: 3, text: "3", pressed: true },
        ],
      ],
      ["card 2", [{ code: 1, text: "1", pressed: false }]],
    ],
  );
});

test("what is seen before the script is there has the words of the first page", () => {
  const html = readFileSync("src/index.html", "utf8");
  assert.ok(html.includes(`<h1>${en.title}</h1>`));
  assert.ok(html.includes(`<p>${en.tagline}</p>`));
  assert.ok(html.includes(`<a class="top-link" href="/t">${en.pages.tournaments}</a>`));
});
