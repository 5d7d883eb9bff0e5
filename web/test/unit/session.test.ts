// A visit to a game: answers are repeated unchanged, and what is shown follows what arrives.
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import assert from "node:assert/strict";
import { test } from "node:test";
import { DecisionSchema } from "../../gen/hierophant/v1/decision_pb.js";
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
  request: { decisionId?: number; answer?: unknown; game?: string };
  options: { headers?: Record<string, string> } | undefined;
}

/** A session against a scripted service, whose stream begins with one view and then says nothing. */
function session(answers: (ConnectError | { viewVersion: number })[], views: View[] = []) {
  const submitted: Call[] = [];
  const client = {
    async *watchGame(
      _: unknown,
      options: { signal: AbortSignal },
    ): AsyncIterable<WatchGameResponse> {
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
  return { session: new Session(world, "g", 0), submitted };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

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
