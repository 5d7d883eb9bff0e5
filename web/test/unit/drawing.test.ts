// When a page is drawn, on a clock of the test: frames, and what they cost, are made up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALONE_MS_MAX, Drawing, REST_MS, UNSEEN_LAG_MS_MAX } from "../../src/ui/drawing.js";

const FRAME_MS = 1000 / 60;

/** A page with a part out of sight. A frame costs `floor`, and what is drawn in it `cost`. */
function page(floor: number, cost: number) {
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
  const part = {
    shown: 0,
    draw: (): void => {
      drawing.drop(part);
      part.shown = main.shown;
    },
  };
  const main = {
    shown: 0,
    draw: (): void => {
      main.shown = changed;
      now += cost;
      if (drawing.follows) drawing.waitUnseen(part);
      else part.draw();
    },
  };
  return {
    drawing,
    main,
    part,
    /** The latest change. */
    get changed() {
      return changed;
    },
    change(): void {
      changed += 1;
      drawing.change(main);
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
      for (let i = 0; i < 10; i++) await null;
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
  const one = page(2, 90);
  one.change();
  assert.deepEqual([one.main.shown, one.part.shown], [1, 1]);
  for (let frames = 0; frames * FRAME_MS <= REST_MS; frames++) await one.frame();
  one.change();
  assert.deepEqual([one.main.shown, one.part.shown], [2, 2]);
});

test("a page that fits in a frame is drawn in each", async () => {
  const one = page(3, 8);
  one.change();
  for (let i = 0; i < 100; i++) {
    one.change();
    assert.ok((await one.frame()) <= FRAME_MS + 0.01);
    assert.equal(one.main.shown, one.changed);
  }
});

for (const cost of [20, 50, 90, 400])
  test(`a page that takes ${cost} ms: the usual frame is in time, and it does not stay behind`, async () => {
    const one = page(3, cost);
    const took: number[] = [];
    const times: number[] = [0];
    let now = 0;
    let behind = 0;
    for (let i = 0; i < 300; i++) {
      one.change();
      times[one.changed] = now;
      const ms = await one.frame();
      now += ms;
      took.push(ms);
      behind = Math.max(behind, now - (times[one.main.shown + 1] ?? now));
    }
    assert.ok(middle(took) <= FRAME_MS + 0.01, `${middle(took)} ms`);
    assert.ok(behind <= ALONE_MS_MAX + 2 * (cost + 2 * FRAME_MS), `${behind} ms behind`);
    // The last one is shown soon.
    for (let i = 0; i * FRAME_MS <= ALONE_MS_MAX; i++) await one.frame();
    assert.equal(one.main.shown, one.changed);
  });

test("what is out of sight follows seldom, and when changes rest", async () => {
  const one = page(3, 2);
  const seen = new Set<number>();
  for (let i = 0; i < 300; i++) {
    one.change();
    await one.frame();
    seen.add(one.part.shown);
    assert.ok(one.changed - one.part.shown <= UNSEEN_LAG_MS_MAX / FRAME_MS + 2);
  }
  assert.ok(seen.size <= 7, `${seen.size} times`);
  for (let i = 0; i * FRAME_MS <= REST_MS + ALONE_MS_MAX; i++) await one.frame();
  assert.equal(one.part.shown, one.changed);
});

test("a page that is gone is not drawn", async () => {
  const one = page(3, 2);
  one.change();
  one.change();
  one.drawing.drop(one.main);
  for (let i = 0; i < 30; i++) await one.frame();
  assert.equal(one.main.shown, 1);
});
