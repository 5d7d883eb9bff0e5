// A replay: windows of frames, one position for each picture, eyes that change in place, addresses.
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type GetReplayIndexResponse,
  GetReplayIndexResponseSchema,
} from "../../gen/hierophant/v1/game_service_pb.js";
import {
  ReplayFailure,
  type ReplayFrame,
  ReplayFrameSchema,
} from "../../gen/hierophant/v1/replay_pb.js";
import {
  type FramesWanted,
  type Place,
  placeIn,
  Replay,
  type ReplayWorld,
  searchOf,
  stepOf,
  type Viewers,
  WINDOW,
} from "../../src/game/replay.js";

const STEPS = 3 * WINDOW + 37;
/** The service cuts long responses: here after so many frames. */
const CUT = 60;

function index(): GetReplayIndexResponse {
  return create(GetReplayIndexResponseSchema, {
    game: { seats: [{}, {}] },
    hasPositions: true,
    stepCount: STEPS,
    chapters: [0, 50, 210].map((step, i) => ({ step, title: `Round ${i + 1}` })),
    steps: [...Array(STEPS).keys()].map((step) => ({
      seat: step % 2,
      decisionId: Math.ceil(step / 2),
      failure: [70, 300].includes(step) ? ReplayFailure.EXPIRED : ReplayFailure.UNSPECIFIED,
    })),
  });
}

/** The frame of a step as the service makes it; the view of a viewer has the viewer's number as version. */
function frame(step: number, viewers: FramesWanted["viewers"]): ReplayFrame {
  return create(ReplayFrameSchema, {
    step,
    views: viewers.map(({ viewer }) => ({
      view: { viewer: viewer ?? { case: undefined }, viewVersion: step },
    })),
    decisions: [
      { seat: 1, decision: { decisionId: step, legalCodes: [4, 9] }, actionCode: 9, thinkingMs: 5 },
    ],
  });
}

function framesOf({ firstStep, count, viewers }: FramesWanted): ReplayFrame[] {
  const steps = [...Array(Math.min(count, CUT, STEPS - firstStep)).keys()];
  return steps.map((step) => frame(firstStep + step, viewers));
}

/** A replay whose pictures are drawn when the test says so. */
async function replay(
  place: Place = {},
  eyes: Viewers = 1,
  failures: ConnectError[] = [],
  world: Partial<ReplayWorld> = {},
) {
  const wanted: FramesWanted[] = [];
  let drawing: (() => void)[] = [];
  const shown = new Replay(
    {
      index: () => Promise.resolve(index()),
      frames: (request) => {
        const failure = failures.shift();
        if (failure) return Promise.reject(failure);
        wanted.push(request);
        return Promise.resolve(framesOf(request));
      },
      sleep: () => Promise.resolve(),
      random: () => 0.5,
      beforeDrawing: (then) => drawing.push(then),
      ...world,
    },
    place,
    eyes,
  );
  const draw = async (): Promise<number> => {
    // What was asked for arrives.
    await new Promise((resolve) => setTimeout(resolve, 1));
    const now = drawing;
    drawing = [];
    now.forEach((then) => then());
    await new Promise((resolve) => setTimeout(resolve, 1));
    return now.length;
  };
  await shown.start();
  await draw();
  return { shown, wanted, draw };
}

test("it begins at the end; the windows before and after come with the one that is shown", async () => {
  const { shown, wanted, draw } = await replay();
  assert.equal(shown.moment.value?.step, STEPS - 1);
  assert.deepEqual(
    new Set(wanted.map(({ firstStep }) => Math.floor(firstStep / WINDOW))),
    new Set([2, 3]),
  );
  shown.moveTo(150);
  await draw();
  await draw();
  assert.equal(shown.moment.value?.step, 150);
  const before = wanted.length;
  for (let step = 100; step < 200; step++) {
    shown.moveTo(step);
    await draw();
    assert.equal(shown.moment.value?.step, step);
  }
  assert.equal(wanted.length, before, "all of it was here");
  assert.equal(shown.past(shown.moment.value!, 1_000).frames.length, 200, "the log reaches back to the deal");
});

test("however fast steps are asked for, there is one position for each picture", async () => {
  const { shown, draw } = await replay({ step: 10 });
  let positions = 0;
  const end = shown.moment.subscribe(() => (positions += 1));
  positions = 0;
  for (let step = 11; step <= 60; step++) shown.moveTo(step);
  assert.equal(await draw(), 1);
  assert.equal(positions, 1);
  assert.equal(shown.moment.value?.step, 60);
  end();
});

test("eyes change in place: a seat has its own decision, open cards have all views", async () => {
  const { shown, draw } = await replay({ step: 20 });
  assert.equal(shown.moment.value?.view?.decision?.decisionId, 20);
  const order: Viewers[] = [1];
  for (let i = 0; i < 4; i++) {
    shown.lookOn();
    await draw();
    await draw();
    assert.equal(shown.moment.value?.step, 20);
    order.push(shown.moment.value?.eyes ?? 9);
    if (shown.eyes.value === "spectator")
      assert.equal(shown.moment.value?.view?.decision, undefined);
    if (shown.eyes.value === "open") {
      assert.equal(shown.moment.value?.view?.viewer.case, "spectator");
      const seats: unknown[] | undefined = shown.moment.value?.seats.map((view) => view.decision?.decisionId);
      assert.deepEqual(seats, [undefined, 20]);
    }
  }
  assert.deepEqual(order, [1, "spectator", "open", 0, 1]);
});

test("chapters and failures are jumped to", async () => {
  const { shown, draw } = await replay({ step: 60 });
  const steps: number[] = [];
  const then = async (go: () => void): Promise<void> => {
    go();
    await draw();
    steps.push(shown.step.value);
  };
  await then(() => shown.moveByChapter(-1));
  await then(() => shown.moveByChapter(-1));
  await then(() => shown.moveByChapter(1));
  await then(() => shown.moveByChapter(1));
  await then(() => shown.moveByChapter(1));
  await then(() => shown.toNextFailure());
  await then(() => shown.toNextFailure());
  await then(() => shown.moveBy(-1_000));
  assert.deepEqual(steps, [50, 0, 50, 210, STEPS - 1, 70, 300, 0]);
});

test("an address names a moment, by its step or as a log knows it", async () => {
  assert.deepEqual(placeIn("?step=120&eyes=2"), { step: 120, eyes: 2 });
  assert.deepEqual(placeIn("?eyes=open"), { eyes: "open" });
  assert.deepEqual(placeIn("?seat=2&decision=45"), { asked: { seat: 2, decision: 45 } });
  assert.deepEqual(placeIn("?step=-1&eyes=all&seat=1&decision=x"), {});
  assert.deepEqual(placeIn(searchOf(7, "spectator")), { step: 7, eyes: "spectator" });
  // Decision 35 of seat 0 is answered by record 70: it was open right before.
  const { shown } = await replay({ asked: { seat: 0, decision: 35 } });
  assert.equal(shown.moment.value?.step, 69);
  assert.equal(shown.eyes.value, 0);
  assert.equal((await replay({ step: 99_999, eyes: 7 })).shown.moment.value?.step, STEPS - 1);
});

test("a call that fails for now is repeated; one that fails for good says so", async () => {
  const busy = new ConnectError("busy", Code.ResourceExhausted);
  const { shown, draw } = await replay({ step: 3 }, "spectator", [busy, busy]);
  await draw();
  assert.equal(shown.moment.value?.step, 3);
  assert.equal(shown.callFailure.value, undefined);
  const sealed = new ConnectError("no", Code.FailedPrecondition, { "hierophant-reason": "SEALED" });
  const other = await replay({ step: 3 }, "spectator", [sealed, sealed, sealed]);
  assert.equal(other.shown.callFailure.value?.reason, "SEALED");
  assert.equal(other.shown.moment.value, undefined);
});

/** Calls for frames that come, or fail, when the test says so. */
function held() {
  interface Held {
    window: number;
    viewers: FramesWanted["viewers"];
    signal: AbortSignal;
    comes(): void;
    answers(frames: ReplayFrame[]): void;
    fails(error: ConnectError): void;
  }
  const all: Held[] = [];
  const frames: ReplayWorld["frames"] = (request, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new ConnectError("", Code.Canceled)));
      all.push({
        window: Math.floor(request.firstStep / WINDOW),
        viewers: request.viewers,
        signal,
        comes: () => resolve(framesOf(request)),
        answers: resolve,
        fails: reject,
      });
    });
  let done = 0;
  const open = (): Held[] => all.slice(done).filter(({ signal }) => !signal.aborted);
  /** All that is under way comes, until nothing is. */
  const come = async (): Promise<void> => {
    while (open().length > 0) {
      const now = open();
      done = all.length;
      now.forEach((one) => one.comes());
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  return { world: { frames }, all, open, come };
}

test("what is not shown and is no neighbour is given up; neighbours come after what is shown", async () => {
  const { world, all, open, come } = held();
  const { shown, draw } = await replay({ step: 3 }, 1, [], world);
  assert.deepEqual(open().map(({ window }) => window), [0]);
  // The track is dragged to the end: each picture gives up what the picture before asked for.
  for (let at = 0; at < STEPS; at += 25) {
    shown.moveTo(at);
    await draw();
    assert.ok(open().length <= 2, `${open().length} calls at once`);
  }
  // Through all choices and around, thrice.
  for (let presses = 0; presses < 12; presses++) {
    shown.lookOn();
    await draw();
    assert.equal(open().length, 1);
  }
  assert.ok(all.length > 12);
  const step = (): number | undefined => shown.moment.value?.step;
  assert.equal(step(), undefined);
  assert.deepEqual(open().map(({ window }) => window), [3]);
  await come();
  await draw();
  assert.equal(step(), 325);
  assert.deepEqual(open().map(({ window }) => window), [2]);
  await come();
  shown.moveTo(150);
  await draw();
  assert.deepEqual(open().map(({ window }) => window), [1]);
  await come();
  await draw();
  assert.deepEqual(open().map(({ window }) => window), [0], "window 2 is here");
  shown.stop();
  assert.equal(open().length, 0);
});

test("a failure shows if it is of what is to be shown, and not if it is of a neighbour", async () => {
  const { world, open, come } = held();
  const sleep = (_: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  const { shown, draw } = await replay({ step: 150 }, 1, [], { ...world, sleep });
  const reason = (): string | undefined => shown.callFailure.value?.reason;
  await come();
  await draw();
  const [before, after] = open();
  assert.deepEqual([before?.window, after?.window], [0, 2]);
  before?.fails(new ConnectError("busy", Code.ResourceExhausted));
  await draw();
  assert.equal(reason(), undefined, "the moment that is shown is whole");
  // Now the window that waits is what is to be shown; that another comes does not change that.
  shown.moveTo(50);
  await draw();
  assert.equal(reason(), "RESOURCEEXHAUSTED");
  assert.equal(after?.signal.aborted, true);
  shown.moveTo(150);
  await draw();
  assert.equal(reason(), undefined);
  const [again] = open().filter(({ window }) => window === 2);
  shown.moveTo(50);
  await draw();
  assert.equal(reason(), "RESOURCEEXHAUSTED");
  assert.equal(again?.signal.aborted, true);
});

test("an answer without frames is a failure; the next move asks again", async () => {
  const { world, all, open, come } = held();
  const { shown, draw } = await replay({ step: 150 }, 1, [], world);
  open()[0]?.answers([]);
  await draw();
  assert.equal(shown.callFailure.value?.reason, "FRAMES_MISSING");
  const step = (): number | undefined => shown.moment.value?.step;
  assert.equal(step(), undefined);
  shown.moveBy(1);
  await draw();
  assert.equal(all.length, 2);
  all[1]?.comes();
  await come();
  await draw();
  assert.equal(step(), 151);
  assert.equal(shown.callFailure.value, undefined);
  // A neighbour without frames is asked for once as long as it is a neighbour.
  const before = all.length;
  all.slice(2).forEach((one) => one.answers([]));
  for (let at = 120; at < 160; at++) {
    shown.moveTo(at);
    await draw();
  }
  assert.equal(all.length, before);
  assert.equal(shown.callFailure.value, undefined);
});

test("an address with a decision that was not answered leads to the end and says so", async () => {
  const ended = index();
  // Attendance and a seat that goes out are records of a seat, about no decision.
  const attended = create(GetReplayIndexResponseSchema, { steps: [{ seat: 0 }] });
  assert.equal(stepOf(attended, { seat: 0, decision: 0 }), undefined);
  assert.equal(stepOf(ended, { seat: 0, decision: 35 }), 69);
  for (const asked of [
    { seat: 0, decision: 0 },
    { seat: 0, decision: 4_000 },
    { seat: 7, decision: 1 },
  ]) {
    const { shown, draw } = await replay({ asked });
    assert.equal(shown.moment.value?.step, STEPS - 1);
    assert.deepEqual(shown.notFound.value, asked);
    shown.moveBy(-1);
    await draw();
    assert.equal(shown.notFound.value, undefined);
  }
  assert.equal((await replay({ asked: { seat: 0, decision: 35 } })).shown.notFound.value, undefined);
});

test("where nobody has a view, there are no cards to choose", async () => {
  const { shown, draw } = await replay({ step: 20 }, 0, [], {
    index: () => Promise.resolve({ ...index(), hasPositions: false }),
  });
  assert.deepEqual(shown.choices(), []);
  shown.lookOn();
  await draw();
  assert.equal(shown.eyes.value, 0);
});
