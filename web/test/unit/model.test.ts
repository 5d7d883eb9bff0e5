import { create, type MessageInitShape } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { test } from "node:test";
import { DecisionSchema, type Decision } from "../../gen/hierophant/v1/decision_pb.js";
import {
  GameUpdateSchema,
  ViewSchema,
  type GameUpdate,
  type View,
} from "../../gen/hierophant/v1/view_pb.js";
import { answersOf, filtered, Trail } from "../../src/game/choice.js";
import { GameModel, LOG_MAX } from "../../src/game/model.js";
import { Pacing } from "../../src/game/pacing.js";

const view = (viewVersion: number, more: MessageInitShape<typeof ViewSchema> = {}): View =>
  create(ViewSchema, { viewVersion, ...(more as object) });
const update = (viewVersion: number, texts: string[], shown = true): GameUpdate =>
  create(GameUpdateSchema, {
    viewVersion,
    events: texts.map((text) => ({ text })),
    ...(shown ? { view: { viewVersion } } : {}),
  });
const decision = (decisionId: number, continues = false): Decision =>
  create(DecisionSchema, {
    decisionId,
    continues,
    legalCodes: [4, 9],
    legalTexts: ["hide 4 of Wands", ""],
  });
const texts = (model: GameModel): string[] => model.log.value.map((line) => line.text);

test("the log has each event once, in order, and no empty line", () => {
  const model = new GameModel("gap");
  model.snapshot(view(1));
  model.update(update(2, ["a", "", "b"]));
  model.update(update(2, ["a", "b"]));
  model.update(update(3, ["c"]));
  assert.deepEqual(texts(model), ["a", "b", "c"]);
  assert.equal(model.view.value?.viewVersion, 3);
});

test("steps that were missed leave one line that says so", () => {
  const model = new GameModel("gap");
  model.snapshot(view(1));
  model.snapshot(view(1));
  assert.deepEqual(texts(model), []);
  model.snapshot(view(4));
  model.snapshot(view(5));
  assert.deepEqual(texts(model), ["gap"]);
});

test("a view beside the stream takes nothing from the log", () => {
  const model = new GameModel("gap");
  model.snapshot(view(1));
  model.refresh(view(3));
  model.update(update(2, ["a"], false));
  model.update(update(3, ["b"], false));
  assert.deepEqual(texts(model), ["a", "b"]);
  assert.equal(model.view.value?.viewVersion, 3);
  model.refresh(view(2));
  assert.equal(model.view.value?.viewVersion, 3, "an older view is not shown");
});

test("an answered decision is asked no more, whatever an older view says", () => {
  const model = new GameModel("gap");
  model.snapshot(view(1, { decision: decision(1) }));
  assert.equal(model.decision.value?.decisionId, 1);
  model.answered(1);
  assert.equal(model.decision.value, undefined);
  model.refresh(view(1, { decision: decision(1) }));
  assert.equal(model.decision.value, undefined);
  model.refresh(view(2, { decision: decision(2) }));
  assert.equal((model.decision.value as Decision | undefined)?.decisionId, 2);
});

test("a view of the past does not take clocks away", () => {
  const model = new GameModel("gap");
  model.snapshot(view(1, { seats: [{ seat: 0, bankMs: 5 }] }));
  model.update(update(2, []));
  assert.equal(model.seats.value[0]?.bankMs, 5);
});

test("the log keeps its newest lines", () => {
  const model = new GameModel("gap");
  model.snapshot(view(1));
  for (let i = 0; i < LOG_MAX + 7; i++) model.update(update(i + 2, [`${i}`]));
  assert.equal(texts(model).length, LOG_MAX);
  assert.equal(texts(model).at(-1), `${LOG_MAX + 6}`);
});

test("answers are in the service's order and words, and a code without words is shown", () => {
  const answers = answersOf(decision(1));
  assert.deepEqual(answers, [
    { code: 4, text: "hide 4 of Wands" },
    { code: 9, text: "9" },
  ]);
  assert.deepEqual(
    filtered(answers, " WANDS 4 ").map(({ code }) => code),
    [4],
  );
  assert.deepEqual(filtered(answers, "cups"), []);
});

test("the picks of a choice are those of its earlier decisions", () => {
  const trail = new Trail();
  trail.answered(decision(1), "before");
  trail.answered(decision(2), "a");
  trail.answered(decision(3, true), "b");
  assert.deepEqual(trail.before(decision(4, true)), ["a", "b"]);
  assert.deepEqual(trail.before(decision(4)), []);
});

test("steps are shown one after another within a bound, and at once when a clock runs", () => {
  const shown: string[] = [];
  const waits: { ms: number; then: () => void }[] = [];
  const pacing = new Pacing<string>(
    (step) => shown.push(step),
    (step) => step === "asked",
    { step: 700, behind: 4_000 },
    (ms, then) => {
      const wait = { ms, then };
      waits.push(wait);
      return () => waits.splice(waits.indexOf(wait), 1);
    },
  );
  pacing.push("a");
  pacing.push("b");
  pacing.push("c");
  assert.deepEqual(shown, ["a"]);
  waits.shift()?.then();
  assert.deepEqual(shown, ["a", "b"]);
  assert.equal(pacing.waiting.value, 1);
  assert.ok(waits.every(({ ms }) => ms <= 700));
  pacing.push("asked");
  assert.deepEqual(shown, ["a", "b", "c", "asked"]);
  assert.equal(waits.length, 0);
});
