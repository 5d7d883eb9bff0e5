// A visit to a game: answers are repeated unchanged, and what is shown follows what arrives.
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Decision, DecisionSchema } from "../../gen/hierophant/v1/decision_pb.js";
import { GameStatus } from "../../gen/hierophant/v1/game_pb.js";
import {
  WatchGameResponseSchema,
  type WatchGameResponse,
} from "../../gen/hierophant/v1/game_service_pb.js";
import { ViewSchema, type View } from "../../gen/hierophant/v1/view_pb.js";
import { Session, type SessionWorld } from "../../src/game/session.js";
import { signing } from "../../src/wire/tokens.js";
import type { GameClient } from "../../src/wire/transport.js";

function asked(viewVersion: number, decisionId: number): View {
  return create(ViewSchema, {
    viewVersion,
    status: GameStatus.LIVE,
    decision: create(DecisionSchema, { decisionId, legalCodes: [5], legalTexts: ["pass"] }),
  });
}

interface Call {
  request: {
    decisionId?: number;
    answer?: { case: string; value: number };
    game?: string;
    followingCodes?: number[];
    validateOnly?: boolean;
  };
  options: { headers?: Record<string, string> } | undefined;
}

interface Answered {
  viewVersion: number;
  nextDecision?: Decision;
  choiceComplete?: boolean;
}

/** A session against a scripted service, whose stream begins with one view and then says nothing. */
function session(answers: (ConnectError | Answered)[], views: View[] = [], past: WatchGameResponse[] = []) {
  const submitted: Call[] = [];
  const watched: { resumeAfterViewVersion?: number; watcherId: string }[] = [];
  const client = {
    async *watchGame(
      request: { resumeAfterViewVersion?: number; watcherId: string },
      options: { signal: AbortSignal },
    ): AsyncIterable<WatchGameResponse> {
      watched.push(request);
      if (request.resumeAfterViewVersion !== undefined) return yield* past.splice(0);
      yield create(WatchGameResponseSchema, { message: { case: "snapshot", value: asked(1, 1) } });
      await new Promise((resolve) =>
        options.signal.addEventListener("abort", resolve, { once: true }),
      );
    },
    getView: () => Promise.resolve({ view: views.shift() }),
    getGame: () => Promise.resolve({ game: undefined }),
    submitAction(request: Call["request"], options: Call["options"]) {
      submitted.push({ request, options });
      const next = answers.shift();
      assert.ok(next, "no more answers are expected");
      return next instanceof ConnectError ? Promise.reject(next) : Promise.resolve(next);
    },
  } as unknown as GameClient;
  const world: SessionWorld = {
    client,
    sign: signing("secret"),
    leases: () => Promise.resolve({ release: () => {} }),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(ms, 2_000) / 20);
        signal.addEventListener("abort", () => resolve(clearTimeout(timer)), { once: true });
      }),
    random: () => 0.5,
    monotonic: () => performance.now(),
    visible: () => true,
    onVisibility: () => () => {},
    watcherId: "w",
    gapText: "gap",
  };
  return { session: new Session(world, "g", 0), submitted, watched };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

test("what happened before the visit is told too, by a stream of its own", async () => {
  const heartbeat = create(WatchGameResponseSchema, { message: { case: "heartbeat", value: {} } });
  const update = (viewVersion: number, text: string) =>
    create(WatchGameResponseSchema, {
      message: { case: "update", value: { viewVersion, events: [{ text }, { text: "" }] } },
    });
  const { session: visit, watched } = session([], [], [heartbeat, update(1, "cards are dealt"), update(2, "too new")]);
  visit.start();
  while (visit.model.log.value.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(visit.model.log.value.map(({ number, text }) => [number, text]), [[-1, "cards are dealt"]]);
  assert.deepEqual(
    watched.map(({ resumeAfterViewVersion, watcherId }) => [resumeAfterViewVersion, watcherId]),
    [[undefined, "w"], [0, "w-past"]],
  );
  visit.stop();
});

test("an answer is repeated unchanged until the service has taken it", async () => {
  const gone = new ConnectError("gone", Code.Unavailable);
  const { session: one, submitted } = session([gone, gone, { viewVersion: 2 }], [asked(2, 2)]);
  one.start();
  await settled();
  const decision = one.model.decision.value;
  assert.ok(decision);
  await one.answer(decision, 5, "pass");
  assert.equal(submitted.length, 3);
  for (const { request, options } of submitted) {
    assert.deepEqual(request, {
      game: "games/g",
      decisionId: 1,
      answer: { case: "actionCode", value: 5 },
    });
    assert.equal(options?.headers?.["authorization"], "Bearer secret");
  }
  assert.equal(one.sending.value.state, "idle");
  // The stream is silent, so the page asks for the view that the answer has led to.
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.equal(one.model.decision.value?.decisionId, 2);
  one.stop();
});

test("a refused answer says why, and the list is that of the present view", async () => {
  const refusal = new ConnectError("x", Code.FailedPrecondition, {
    "hierophant-reason": "ALREADY_ANSWERED",
  });
  const { session: one } = session([refusal], [asked(3, 2)]);
  one.start();
  await settled();
  const decision = one.model.decision.value;
  assert.ok(decision);
  await one.answer(decision, 5, "pass");
  const sending = one.sending.value;
  assert.equal(sending.state === "refused" && sending.failure.reason, "ALREADY_ANSWERED");
  await settled();
  assert.equal(one.model.decision.value?.decisionId, 2);
  one.stop();
});

test("a decision is answered once, however often its button is pressed", async () => {
  const { session: one, submitted } = session([{ viewVersion: 1 }]);
  one.start();
  await settled();
  const decision = one.model.decision.value;
  assert.ok(decision);
  await Promise.all([one.answer(decision, 5, "pass"), one.answer(decision, 5, "pass")]);
  await one.answer(decision, 5, "pass");
  assert.equal(submitted.length, 1);
  one.stop();
});

test("a whole choice is checked without a trace, then answered code by code", async () => {
  const gone = new ConnectError("gone", Code.Unavailable);
  const then = (decisionId: number, legalCodes: number[]): Decision =>
    create(DecisionSchema, { decisionId, legalCodes, continues: true });
  const { session: one, submitted } = session([
    { viewVersion: 0, choiceComplete: true },
    { viewVersion: 2, nextDecision: then(2, [7, 8]) },
    gone,
    { viewVersion: 3, nextDecision: then(3, [9]) },
    { viewVersion: 4 },
  ]);
  one.start();
  await settled();
  const decision = one.model.decision.value;
  assert.ok(decision);
  assert.equal(await one.check(decision, [5, 8, 9]), true);
  assert.equal(one.model.decision.value?.decisionId, 1, "it is still asked");
  const answers = [5, 8, 9].map((code) => ({ code, text: `${code}` }));
  await one.answerAll(decision, answers);
  const [check, ...sent] = submitted.map(({ request }) => request);
  assert.deepEqual(check?.followingCodes, [8, 9]);
  assert.equal(check?.validateOnly, true);
  assert.deepEqual(
    sent.map(({ decisionId, answer, validateOnly }) => [decisionId, answer?.value, validateOnly]),
    [
      [1, 5, undefined],
      [2, 8, undefined],
      [2, 8, undefined],
      [3, 9, undefined],
    ],
  );
  assert.equal(one.sending.value.state, "idle");
  one.stop();
});

test("within a choice that is answered as a whole nobody is asked what goes on with it", async () => {
  const goesOn = (viewVersion: number, decisionId: number): View =>
    create(ViewSchema, {
      viewVersion,
      status: GameStatus.LIVE,
      decision: create(DecisionSchema, { decisionId, legalCodes: [8], continues: true }),
    });
  const refusal = new ConnectError("x", Code.FailedPrecondition, { "hierophant-reason": "ILLEGAL_ACTION" });
  const next = create(DecisionSchema, { decisionId: 2, legalCodes: [8], continues: true });
  const { session: one } = session([{ viewVersion: 2, nextDecision: next }, refusal], [goesOn(2, 2)]);
  one.start();
  await settled();
  const decision = one.model.decision.value;
  assert.ok(decision);
  const asked: (number | undefined)[] = [];
  const stop = one.model.decision.subscribe((now) => asked.push(now?.decisionId));
  const answered = one.answerAll(decision, [5, 8].map((code) => ({ code, text: "" })));
  // Its view comes before its answer is known.
  one.model.snapshot(goesOn(2, 2));
  await answered;
  await settled();
  // Refused half-way: the rest is asked.
  assert.deepEqual(asked, [1, undefined, 2]);
  stop();
  one.stop();
});

test("a choice that goes another way than it was checked stops: the list has the rest", async () => {
  const other = create(DecisionSchema, { decisionId: 2, legalCodes: [1], continues: true });
  const { session: one, submitted } = session([{ viewVersion: 2, nextDecision: other }]);
  one.start();
  await settled();
  const decision = one.model.decision.value;
  assert.ok(decision);
  await one.answerAll(decision, [5, 8].map((code) => ({ code, text: "" })));
  assert.equal(submitted.length, 1);
  assert.equal(one.sending.value.state, "idle");
  one.stop();
});

test("a check that is refused says why", async () => {
  const refusal = new ConnectError("x", Code.FailedPrecondition, {
    "hierophant-reason": "ILLEGAL_ACTION",
  });
  const { session: one } = session([refusal]);
  one.start();
  await settled();
  const decision = one.model.decision.value;
  assert.ok(decision);
  const found = await one.check(decision, [5]);
  assert.equal(typeof found === "object" && found.reason, "ILLEGAL_ACTION");
  assert.equal(one.sending.value.state, "idle");
  one.stop();
});
