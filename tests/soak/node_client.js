// A Node.js client that pings every 10 s, for some time: plays slowly, watches, and keeps a channel on which nothing happens.
//
//   node node_client.js HOST:PORT SECONDS
//
// There is no retry: every failure of a call or a connection is this script's own. Takes the libraries of examples/node.
"use strict";

const path = require("node:path");
const { createRequire } = require("node:module");
const { promisify } = require("node:util");
const { setTimeout: sleep } = require("node:timers/promises");

const EXAMPLE = path.join(__dirname, "..", "..", "examples", "node", "package.json");
const fromExample = createRequire(EXAMPLE);
const grpc = fromExample("@grpc/grpc-js");
const protoLoader = fromExample("@grpc/proto-loader");

const PROTO_FOLDER = path.join(__dirname, "..", "..", "proto");
const LOADED_AS = { includeDirs: [PROTO_FOLDER], keepCase: true, enums: String, defaults: true, oneofs: true };
const KEEPALIVE = {
  "grpc.keepalive_time_ms": 10_000,
  "grpc.keepalive_timeout_ms": 10_000,
  "grpc.keepalive_permit_without_calls": 1,
  "grpc.enable_retries": 0,
  // Channels of their own.
  "grpc.use_local_subchannel_pool": 1,
};
const PAUSE_MS = 4_000;
const LONG_PAUSE_MS = 17_000;
const CALL_MS_MAX = 40_000;

function connect(target) {
  const definition = protoLoader.loadSync("hierophant/v1/game_service.proto", LOADED_AS);
  const { GameService } = grpc.loadPackageDefinition(definition).hierophant.v1;
  const client = new GameService(target, grpc.credentials.createInsecure(), KEEPALIVE);
  const lost = [];
  const channel = client.getChannel();
  const watch = (state) => {
    channel.watchConnectivityState(state, Infinity, (error) => {
      if (error) return; // closed
      const next = channel.getConnectivityState(false);
      if (next === grpc.connectivityState.SHUTDOWN) return;
      if (next === grpc.connectivityState.TRANSIENT_FAILURE) lost.push(next);
      watch(next);
    });
  };
  watch(channel.getConnectivityState(false));
  const call = (method) => (request, metadata = new grpc.Metadata()) =>
    promisify(client[method]).call(client, request, metadata, { deadline: Date.now() + CALL_MS_MAX });
  return { client, lost, call };
}

async function play({ client, call }, end) {
  const builtIn = { built_in_agent: "random" };
  const created = await call("CreateGame")({ setup: { arcanum: {} }, seats: [{ open: {} }, builtIn, builtIn, builtIn] });
  const game = created.game.name;
  const bearer = new grpc.Metadata();
  bearer.set("authorization", `Bearer ${created.seat_tokens[0].token}`);

  const versions = [];
  let heartbeats = 0;
  const last = new Promise((resolve, reject) => {
    const stream = client.WatchGame({ game }, bearer);
    let ended = 0;
    stream.on("data", (message) => {
      if (message.heartbeat) heartbeats += 1;
      if (message.update) versions.push(message.update.view_version);
      if (message.ended) ended = message.ended.view.view_version;
    });
    stream.on("error", reject);
    stream.on("end", () => resolve(ended));
  });
  last.catch(() => {}); // it is awaited below

  let answers = 0;
  for (;;) {
    const { view } = await call("GetView")({ game, wait_for: "WAIT_FOR_MY_DECISION" }, bearer);
    if (view.status !== "GAME_STATUS_LIVE") break;
    if (!view.decision) continue;
    // Now and then for long enough that a heartbeat is due.
    const pause = answers % 10 === 5 ? LONG_PAUSE_MS : PAUSE_MS;
    await sleep(Math.max(0, Math.min(pause, end - Date.now())));
    const { decision_id, legal_codes } = view.decision;
    const action_code = legal_codes[Math.floor(Math.random() * legal_codes.length)];
    await call("SubmitAction")({ game, decision_id, action_code }, bearer);
    answers += 1;
  }
  const ended = await last;
  const complete = versions.length === ended - 1 && versions.every((version, index) => version === index + 2);
  if (!complete) throw new Error(`the stream missed something or broke off: ${versions.slice(-3)} of ${ended}`);
  return { answers, heartbeats };
}

async function main(target, seconds) {
  const end = Date.now() + seconds * 1_000;
  const [busy, idle] = [connect(target), connect(target)];
  await idle.call("ListRulesets")({});
  const total = { games: 0, answers: 0, heartbeats: 0 };
  while (Date.now() < end) {
    const { answers, heartbeats } = await play(busy, end);
    total.games += 1;
    total.answers += answers;
    total.heartbeats += heartbeats;
  }
  await idle.call("ListRulesets")({});
  if (busy.lost.length + idle.lost.length > 0) throw new Error("a connection was lost");
  console.log(`node: ${total.games} games, ${total.answers} answers, ${total.heartbeats} heartbeats, no connection lost`);
  busy.client.close();
  idle.client.close();
}

main(process.argv[2], Number(process.argv[3])).catch((error) => {
  console.error(error);
  process.exit(1);
});
