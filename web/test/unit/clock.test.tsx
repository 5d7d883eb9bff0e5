// Clocks of a timed game, by a faked clock: what is left, what is said of it, and what happens when it is over.
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import assert from "node:assert/strict";
import { test } from "node:test";
import { renderToString } from "preact-render-to-string";
import { ExpiryPolicy, TimeControlSchema } from "../../gen/hierophant/v1/game_pb.js";
import { RulesetSchema } from "../../gen/hierophant/v1/ruleset_pb.js";
import { CLOCKS, defaultTable, requestFor } from "../../src/game/create.js";
import { ClockFace, timeInWords } from "../../src/table/Clock.js";
import { partsOf, ServiceClock, Warnings } from "../../src/wire/clock.js";

const at = (ms: number) => timestampFromMs(ms);

test("what is left is told by the service's time, whatever the machine's own clock says", () => {
  let now = 5_000;
  const clock = new ServiceClock(() => now);
  assert.equal(clock.left(at(1_060_000)), undefined, "nothing was heard yet");
  // The message was sent 80 ms before it arrived.
  clock.heard(at(1_000_000 - 80));
  assert.equal(clock.left(at(1_060_000)), 60_080);
  now += 1_000;
  assert.equal(clock.left(at(1_060_000)), 59_080);
  // One that was faster on its way is truer; one that was slower changes nothing.
  clock.heard(at(1_001_000 - 5));
  assert.equal(clock.left(at(1_060_000)), 59_005);
  now += 1_000;
  clock.heard(at(1_002_000 - 700));
  assert.equal(clock.left(at(1_060_000)), 58_005);
  // The service's time has made a step: after a restart, for example.
  clock.heard(at(1_032_000));
  assert.equal(clock.left(at(1_060_000)), 28_000);
});

test("the free time is used before the bank, which is counted once", () => {
  assert.deepEqual(partsOf(70_000, 60_000), { free: 10_000, bank: 60_000 });
  assert.deepEqual(partsOf(59_500, 60_000), { free: 0, bank: 59_500 });
  assert.deepEqual(partsOf(-200, 60_000), { free: 0, bank: 0 });
  const face = (left: number | undefined, bankMs: number | undefined): string =>
    renderToString(<ClockFace left={left} bankMs={bankMs} />).replace(/<[^>]+>/g, "");
  assert.equal(face(70_000, 60_000), "0:10 bank 1:00");
  assert.equal(face(42_000, 60_000), "0:42 of your bank");
  assert.equal(face(9_000, 0), "0:09");
  assert.equal(face(-300, 60_000), "0:00 of your bank");
  assert.equal(face(undefined, 60_000), "–:–– bank 1:00");
  const isShort = (left: number): boolean =>
    renderToString(<ClockFace left={left} bankMs={0} />).includes("is-short");
  assert.deepEqual([isShort(10_000), isShort(9_999)], [false, true]);
});

test("30 s and 10 s are said, each once, and neither when it was over before", () => {
  const said = (left: number, steps: readonly number[]): number[] => {
    const warnings = new Warnings(left);
    return steps.flatMap((now) => warnings.due(now) ?? []);
  };
  assert.deepEqual(said(45_000, [45_000, 30_200, 30_000, 29_800, 10_000, 9_800, 200]), [30, 10]);
  assert.deepEqual(said(25_000, [25_000, 10_200, 9_990, 9_000]), [10]);
  assert.deepEqual(said(8_000, [8_000, 100]), []);
  // A page that has slept says what is true now.
  assert.deepEqual(said(45_000, [40_000, 7_000, 6_800]), [10]);
  assert.deepEqual(said(45_000, [40_000, -1]), []);
});

test("the page says what happens when the time runs out", () => {
  const words = (onExpiry: ExpiryPolicy, strikesMax = 0, strikes = 0, builtInAgent = ""): string =>
    timeInWords(create(TimeControlSchema, { onExpiry, strikesMax, builtInAgent }), strikes);
  const plays = "If your time runs out, the service gives a default answer for you, and you play on.";
  assert.equal(words(ExpiryPolicy.DEFAULT_ACTION), plays);
  assert.equal(words(ExpiryPolicy.UNSPECIFIED, 3), plays);
  assert.match(words(ExpiryPolicy.FORFEIT), /^If your time runs out, you are out and rank last\.$/);
  assert.match(words(ExpiryPolicy.FORFEIT, 2), /up to 2 times more; after that, you are out/);
  assert.match(words(ExpiryPolicy.FORFEIT, 2, 1), /has run out once: .* once more; after that/);
  assert.match(words(ExpiryPolicy.FORFEIT, 2, 2), /2 times: .* If your time runs out, you are out/);
  assert.match(words(ExpiryPolicy.VOID), /the game ends without a result/);
  assert.match(words(ExpiryPolicy.BUILT_IN_AGENT, 0, 0, "greedy"), /the agent Greedy plays/);
  assert.match(words(ExpiryPolicy.BUILT_IN_AGENT), /the agent Random plays/);
});

test("a clock is asked for as it was chosen, and none without it", () => {
  const ruleset = create(RulesetSchema, { id: "arcanum", seatsMin: 3, seatsMax: 5 });
  const table = defaultTable(ruleset, "Guest");
  assert.equal(requestFor(ruleset, table, [], "1").timeControl, undefined);
  assert.equal(requestFor(ruleset, { ...table, clock: "none" }, [], "1").timeControl, undefined);
  for (const clock of ["relaxed", "quick"] as const) {
    const { timeControl } = requestFor(ruleset, { ...table, clock }, [], "1");
    assert.equal(timeControl?.decisionMs, CLOCKS[clock].decisionMs);
    assert.equal(timeControl?.bankMs, CLOCKS[clock].bankMs);
    assert.equal(timeControl?.onExpiry, ExpiryPolicy.DEFAULT_ACTION);
  }
});
