import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import assert from "node:assert/strict";
import { test } from "node:test";
import { GameStatus } from "../../gen/hierophant/v1/game_pb.js";
import {
  WatchGameResponseSchema,
  type WatchGameResponse,
} from "../../gen/hierophant/v1/game_service_pb.js";
import { ViewSchema, type View } from "../../gen/hierophant/v1/view_pb.js";
import {
  backoff,
  BACKOFF_MS,
  FIRST_MESSAGE_MS_MAX,
  follow,
  type Link,
  POLL_MS,
  POLLS_BEFORE_STREAM,
  SILENCE_MS_MAX,
  type World,
} from "../../src/wire/follow.js";

type Message = MessageInitShape<typeof WatchGameResponseSchema>["message"];

const live = (viewVersion: number): View =>
  create(ViewSchema, { viewVersion, status: GameStatus.LIVE });
const over = (viewVersion: number): View =>
  create(ViewSchema, { viewVersion, status: GameStatus.ENDED });
const snapshot = (version: number): Message => ({ case: "snapshot", value: live(version) });
const update = (viewVersion: number): Message => ({ case: "update", value: { viewVersion } });
const heartbeat: Message = { case: "heartbeat", value: {} };
const ended = (version: number): Message => ({ case: "ended", value: { view: over(version) } });

function refused(reason: string, code: Code): ConnectError {
  return new ConnectError(reason, code, { "hierophant-reason": reason });
}

/** One stream: messages, then an error, an end, or silence. */
interface Script {
  messages: Message[];
  then?: ConnectError | "silence" | "close";
}

interface Told {
  links: Link[];
  snapshots: number[];
  updates: number[];
  resumes: (number | undefined)[];
  /** Waits that ran out, in milliseconds. */
  waits: number[];
  polls: number;
}

/** Runs `follow` against scripted streams; time passes only when nothing else happens. */
async function run(
  scripts: Script[],
  given: {
    polls?: (View | ConnectError)[];
    leases?: boolean[];
    mayRest?: () => boolean;
    awake?: () => void;
    reached?: () => Promise<void>;
  } = {},
): Promise<Told> {
  const told: Told = { links: [], snapshots: [], updates: [], resumes: [], waits: [], polls: 0 };
  const stop = new AbortController();
  const world: World = {
    async *watch(resumeAfter, signal): AsyncIterable<WatchGameResponse> {
      told.resumes.push(resumeAfter);
      const script = scripts.shift();
      if (!script) {
        stop.abort();
        throw refused("DONE", Code.Canceled);
      }
      for (const message of script.messages)
        yield create(WatchGameResponseSchema, { message: message as never });
      if (script.then instanceof ConnectError) throw script.then;
      if (script.then === "silence") {
        await new Promise((_, reject) => {
          signal.addEventListener(
            "abort",
            () => reject(new ConnectError("aborted", Code.Canceled)),
            { once: true },
          );
        });
      }
    },
    view: () => {
      told.polls += 1;
      const next = given.polls?.shift();
      if (next === undefined) {
        stop.abort();
        return Promise.reject(refused("DONE", Code.Canceled));
      }
      return next instanceof ConnectError ? Promise.reject(next) : Promise.resolve(next);
    },
    lease: () =>
      Promise.resolve((given.leases?.shift() ?? true) ? { release: () => {} } : undefined),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        // Messages that are ready come before time does.
        setTimeout(() => {
          if (!signal.aborted) told.waits.push(ms);
          resolve();
        }, 5);
        signal.addEventListener("abort", () => resolve(), { once: true });
      }),
    random: () => 1,
    ...(given.reached ? { reached: given.reached } : {}),
    mayRest: given.mayRest ?? (() => false),
    awake: () => {
      given.awake?.();
      return Promise.resolve();
    },
  };
  await follow(
    world,
    {
      snapshot: (view) => told.snapshots.push(view.viewVersion),
      update: (update) => told.updates.push(update.viewVersion),
      account: () => {},
      link: (link) => told.links.push(link),
    },
    stop.signal,
  );
  return told;
}

const states = (told: Told): string[] => told.links.map((link) => link.state);

test("a game is followed from its first view to its end", async () => {
  const told = await run([{ messages: [snapshot(3), update(4), heartbeat, update(5), ended(6)] }]);
  assert.deepEqual(told.snapshots, [3, 6]);
  assert.deepEqual(told.updates, [4, 5]);
  assert.deepEqual(told.resumes, [undefined]);
  assert.equal(states(told).at(-1), "ended");
  assert.deepEqual(told.waits, []);
});

test("an ended game is told by its first view", async () => {
  const told = await run([{ messages: [{ case: "snapshot", value: over(9) }], then: "silence" }]);
  assert.equal(states(told).at(-1), "ended");
});

test("a lost stream is resumed after the last version, without a new snapshot", async () => {
  const told = await run([
    { messages: [snapshot(3), update(4)], then: new ConnectError("gone", Code.Unavailable) },
    { messages: [update(5), ended(6)] },
  ]);
  assert.deepEqual(told.resumes, [undefined, 4]);
  assert.deepEqual(told.updates, [4, 5]);
  assert.deepEqual(told.waits, [500]);
});

test("a stream that cannot be resumed begins anew, at once", async () => {
  const told = await run([
    { messages: [snapshot(7)], then: "close" },
    { messages: [], then: refused("VERSION_UNKNOWN", Code.OutOfRange) },
    { messages: [snapshot(2), ended(3)] },
  ]);
  assert.deepEqual(told.resumes, [undefined, 7, undefined]);
  assert.deepEqual(told.snapshots, [7, 2, 3]);
});

test("a replaced stream is not opened again", async () => {
  const told = await run([
    { messages: [snapshot(1)], then: refused("STREAM_REPLACED", Code.Aborted) },
  ]);
  assert.equal(states(told).at(-1), "replaced");
  assert.equal(told.resumes.length, 1);
});

test("a refused token is final and says why", async () => {
  const told = await run([{ messages: [], then: refused("TOKEN_UNKNOWN", Code.Unauthenticated) }]);
  const last = told.links.at(-1);
  assert.equal(last?.state === "stopped" && last.failure.reason, "TOKEN_UNKNOWN");
});

test("waits double from half a second to fifteen, and a message ends them", async () => {
  const lost = (): Script => ({ messages: [], then: new ConnectError("gone", Code.Unavailable) });
  const told = await run([
    lost(),
    lost(),
    lost(),
    { messages: [snapshot(1)], then: "close" },
    { messages: [ended(2)] },
  ]);
  assert.deepEqual(told.waits, [500, 1000, 2000, 500]);
  assert.equal(backoff(40, 1), BACKOFF_MS[1]);
  assert.equal(backoff(1, 0), BACKOFF_MS[0] / 2);
});

test("fifty seconds of silence are the end of a stream", async () => {
  const told = await run([{ messages: [snapshot(1)], then: "silence" }, { messages: [ended(2)] }]);
  const silent = told.waits.slice(0, -1).reduce((sum, ms) => sum + ms, 0);
  assert.equal(silent, SILENCE_MS_MAX);
  const waited = told.links.find((link) => link.state === "waiting");
  assert.equal(waited?.failure.reason, "SILENT");
});

test("a proxy that holds the stream back is noticed, and the page polls; later it tries again", async () => {
  const polls = Array.from({ length: POLLS_BEFORE_STREAM }, (_, i) => live(i + 1));
  const told = await run([{ messages: [], then: "silence" }, { messages: [ended(99)] }], { polls });
  assert.equal(told.waits[0], FIRST_MESSAGE_MS_MAX);
  assert.equal(told.waits[1], POLL_MS);
  assert.equal(told.polls, POLLS_BEFORE_STREAM);
  const polling = told.links.find((link) => link.state === "polling");
  assert.equal(polling?.why, "buffered");
  assert.equal(states(told).at(-1), "ended");
});

test("a proxy that holds every stream back is polled behind for good", async () => {
  const silent = { messages: [], then: "silence" } as const;
  const told = await run([{ ...silent, messages: [] }, { ...silent, messages: [] }], {
    polls: Array.from({ length: 2 * POLLS_BEFORE_STREAM }, (_, i) => live(i + 1)),
  });
  assert.equal(told.polls, 2 * POLLS_BEFORE_STREAM);
  // Each stream is asked for a view, which would come at once.
  assert.deepEqual(told.resumes, [undefined, undefined, undefined]);
});

test("without a lease the page polls until it has one", async () => {
  const told = await run([{ messages: [ended(3)] }], {
    polls: [live(1), live(2)],
    leases: [false, false, true],
  });
  assert.deepEqual(told.snapshots, [1, 2, 3]);
  const polling = told.links.find((link) => link.state === "polling");
  assert.equal(polling?.why, "tabs");
});

test("a page that polls sees the end, and waits longer after failures", async () => {
  const told = await run([], {
    polls: [new ConnectError("gone", Code.Unavailable), over(8)],
    leases: [false, false],
  });
  assert.deepEqual(told.waits, [500]);
  assert.equal(states(told).at(-1), "ended");
});

test("a page that nobody sees rests, gives its stream up, and resumes", async () => {
  let rests = false;
  const told = await run(
    [{ messages: [snapshot(1)], then: "silence" }, { messages: [update(2), ended(3)] }],
    {
      mayRest: () => {
        rests = !rests && told0.rested === 0;
        return rests;
      },
      awake: () => {
        told0.rested += 1;
      },
    },
  );
  assert.ok(states(told).includes("hidden"));
  assert.deepEqual(told.updates, [2]);
});

const told0 = { rested: 0 };

test("a call that has reached the service ends the wait before the next attempt", async () => {
  const scripts = (): Script[] => [
    { messages: [], then: refused("UNAVAILABLE", Code.Unavailable) },
    { messages: [snapshot(1), ended(2)] },
  ];
  assert.deepEqual((await run(scripts())).waits, [BACKOFF_MS[0]]);
  const told = await run(scripts(), { reached: () => Promise.resolve() });
  assert.deepEqual(told.waits, []);
  assert.equal(told.links.at(-1)?.state, "ended");
});
