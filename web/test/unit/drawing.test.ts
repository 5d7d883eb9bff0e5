// When the parts of a page are drawn, on a clock of the test: frames, and what they cost, are made up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Drawing, LAG_MS_MAX, REST_MS, UNSEEN_LAG_MS_MAX } from "../../src/ui/drawing.js";

const FRAME_MS = 1000 / 60;

/** A page with parts. A frame costs `floor`, and each part that is drawn in it its cost. */
function page(floor: number, costs: readonly number[], unseen: readonly number[] = []) {
  let now = 1_000;
  let frame: (() => void) | undefined;
  let painted: (() => void) | undefined;
  const timers: { at: number; then: () => void }[] = [];
  const drawing = new Drawing({
    now: () => now,
    onFrame: (then) => (frame = then),
    afterFrame: (then) => (painted = then),
    after: (ms, then) => timers.push({ at: now + ms, then }),
  });
  let changed = 0;
  let given = 0;
  /** All that is known to be shown. */
  let whole = 0;
  const parts = costs.map((cost, i) => {
    const part = {
      given: 0,
      shown: 0,
      draw: (): void => {
        drawing.drop(part);
        part.shown = part.given;
        now += cost;
      },
      isInSight: !unseen.includes(i),
    };
    return part;
  });
  const steps: number[] = [];
  const main = {
    draw: (): void => {
      given = changed;
      now += 0.5;
      for (const part of parts) {
        part.given = given;
        if (drawing.inTurns) drawing.wait(part, part.isInSight);
        else part.draw();
      }
    },
    drawn: (next: number): void => {
      whole = steps.findLast((change) => change < next) ?? whole;
    },
  };
  return {
    drawing,
    main,
    parts,
    get whole() {
      return whole;
    },
    /** The latest change. */
    get changed() {
      return changed;
    },
    change(): void {
      changed += 1;
      steps.push(drawing.change(main));
    },
    /** Makes the next frame; gives how long it took from the one before. */
    async frame(): Promise<number> {
      const began = now;
      for (const timer of timers.splice(0)) {
        if (timer.at <= now) timer.then();
        else timers.push(timer);
      }
      const then = frame;
      frame = undefined;
      then?.();
      // What is drawn ends in microtasks.
      for (let i = 0; i < 100; i++) await null;
      now += floor;
      const after = painted;
      painted = undefined;
      after?.();
      now = began + Math.ceil((now - began) / FRAME_MS - 1e-9) * FRAME_MS;
      return now - began;
    },
  };
}

const middle = (numbers: number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

test("a change that stands alone is drawn at once, all of it", async () => {
  const one = page(2, [30, 30, 30], [2]);
  one.change();
  assert.deepEqual(one.parts.map(({ shown }) => shown), [1, 1, 1]);
  for (let frames = 0; frames * FRAME_MS <= REST_MS; frames++) await one.frame();
  assert.equal(one.whole, 1);
  one.change();
  assert.deepEqual(one.parts.map(({ shown }) => shown), [2, 2, 2]);
});

for (const [what, floor, costs] of [
  ["a fast machine", 3, [2, 1, 1, 3, 2, 1, 2, 2]],
  ["one on which a frame has little room", 13, [12, 4, 6, 8, 3, 3, 8, 12]],
] as const)
  test(`changes in each frame, on ${what}: the usual frame is in time, and no part stays behind`, async () => {
    const one = page(floor, costs);
    const took: number[] = [];
    const behind: number[] = [];
    const times: number[] = [0];
    let now = 0;
    for (let i = 0; i < 300; i++) {
      one.change();
      times[one.changed] = now;
      const ms = await one.frame();
      now += ms;
      took.push(ms);
      const oldest = Math.min(...one.parts.map(({ shown }) => shown));
      assert.ok(one.whole <= oldest, `${one.whole} is said to be shown, and ${oldest} is`);
      // What was late when a frame began is drawn in it, or in the next ones if those are left alone.
      behind.push(now - (times[oldest + 1] ?? now));
    }
    assert.ok(middle(took) <= FRAME_MS + 0.01, `${middle(took)} ms`);
    assert.ok(Math.max(...behind) <= LAG_MS_MAX + 10 * FRAME_MS, `${Math.max(...behind)} ms behind`);
    assert.ok(one.whole > 250);
    for (let i = 0; i < 30; i++) await one.frame();
    assert.deepEqual(new Set(one.parts.map(({ shown }) => shown)), new Set([one.changed]));
    assert.equal(one.whole, one.changed);
  });

test("what is out of sight follows seldom, and when changes rest", async () => {
  const one = page(3, [2, 2], [1]);
  let now = 0;
  let latest = 0;
  for (let i = 0; i < 300; i++) {
    one.change();
    now += await one.frame();
    const shown = one.parts[1]?.shown ?? 0;
    if (shown !== latest) latest = shown;
    assert.ok(one.changed - latest <= (UNSEEN_LAG_MS_MAX + LAG_MS_MAX) / FRAME_MS + 2);
  }
  assert.ok(latest < one.changed);
  for (let i = 0; i * FRAME_MS <= REST_MS + LAG_MS_MAX; i++) await one.frame();
  assert.equal(one.parts[1]?.shown, one.changed);
});

test("a part that is gone is not drawn, and neither is a page", async () => {
  const one = page(3, [2, 2]);
  one.change();
  one.change();
  await one.frame();
  const [first, second] = one.parts;
  assert.ok(first && second);
  while (first.given < 2) await one.frame();
  one.change();
  one.drawing.stop(one.main);
  one.drawing.drop(second);
  for (let i = 0; i < 30; i++) await one.frame();
  assert.deepEqual([first.given, second.given], [2, 2]);
});
