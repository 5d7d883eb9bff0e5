// Creates a game with three built-in agents, plays its own seat at random to the end, prints the result.
//
//   npm ci && node random_bot.js [HOST:PORT [RULESET]]
//
// The proto files are loaded as it starts; nothing is generated. All it takes: create a game, keep the token of the seat; then
// wait for a decision, answer it, until the game is over. Calls that fail with UNAVAILABLE may be sent again as they are.
"use strict";

const path = require("node:path");
const { promisify } = require("node:util");
const grpc = require("@grpc/grpc-js");
const protoLoader = require("@grpc/proto-loader");

const PROTO_FOLDER = path.join(__dirname, "..", "..", "proto");
// Names as they are in the proto files, enums by name, unset fields at their defaults.
const LOADED_AS = { includeDirs: [PROTO_FOLDER], keepCase: true, enums: String, defaults: true, oneofs: true };
// GetView waits for 30 seconds at most.
const WAIT_MS_MAX = 40_000;
const CALL_MS_MAX = 10_000;

function connect(target) {
  const definition = protoLoader.loadSync("hierophant/v1/game_service.proto", LOADED_AS);
  const { GameService } = grpc.loadPackageDefinition(definition).hierophant.v1;
  const client = new GameService(target, grpc.credentials.createInsecure());
  // (request, metadata, options) -> a promise of the response.
  const call = (method) => promisify(client[method]).bind(client);
  return {
    createGame: call("CreateGame"),
    getView: call("GetView"),
    submitAction: call("SubmitAction"),
    close: () => client.close(),
  };
}

async function createGame(service, ruleset) {
  const request = {
    setup: { [ruleset]: {} }, // present, with nothing in it: all defaults
    seats: [{ open: {} }, { built_in_agent: "random" }, { built_in_agent: "random" }, { built_in_agent: "random" }],
  };
  const response = await service.createGame(request, new grpc.Metadata(), { deadline: Date.now() + CALL_MS_MAX });
  return { game: response.game.name, seat: response.seat_tokens[0].seat, token: response.seat_tokens[0].token };
}

// Plays the seat that the token opens to the end; gives its last view.
async function play(service, game, token) {
  const credentials = new grpc.Metadata();
  credentials.set("authorization", `Bearer ${token}`);
  for (;;) {
    const question = { game, wait_for: "WAIT_FOR_MY_DECISION" };
    const { view } = await service.getView(question, credentials, { deadline: Date.now() + WAIT_MS_MAX });
    if (view.status !== "GAME_STATUS_LIVE") return view;
    if (!view.decision) continue; // the wait ran out
    const { decision_id, legal_codes } = view.decision;
    const action_code = legal_codes[Math.floor(Math.random() * legal_codes.length)];
    const answer = { game, decision_id, action_code };
    await service.submitAction(answer, credentials, { deadline: Date.now() + CALL_MS_MAX });
  }
}

async function main(target, ruleset) {
  const service = connect(target);
  try {
    const { game, seat, token } = await createGame(service, ruleset);
    const view = await play(service, game, token);
    console.log(`${game} is over`);
    view.outcome.standings.forEach((standing, number) => {
      const who = number === seat ? "I" : "built-in agent";
      console.log(`seat ${number} (${who}): ${standing.victory_points} VP, rank ${standing.rank}`);
    });
  } finally {
    service.close();
  }
}

main(process.argv[2] ?? "127.0.0.1:50051", process.argv[3] ?? "arcanum").catch((error) => {
  // The reason is in the trailing metadata; there are richer details in grpc-status-details-bin (google.rpc.Status).
  const reason = error.metadata?.get("hierophant-reason")[0];
  console.error(reason ? `${reason}: ${error.details}` : error);
  process.exitCode = 1;
});
