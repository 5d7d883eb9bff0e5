// Records what seat 0 of a whole game is sent, for the unit tests: each message of its stream, with its length before
// it, compressed. The seat answers with each of the legal actions in turn.
//
//   cargo run -- serve --web --store memory &
//   node test/unit/record.mjs http://127.0.0.1:50051 RULESET...
import { build } from "esbuild";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.join(here, "../out/record-stubs.mjs");
await build({
  stdin: {
    contents: `export * from "../../gen/hierophant/v1/game_service_pb.js"; export { transport } from "../../src/wire/transport.js";
      export { createClient } from "@connectrpc/connect"; export { sizeDelimitedEncode } from "@bufbuild/protobuf/wire";`,
    resolveDir: here,
    loader: "ts",
  },
  outfile: out,
  bundle: true,
  platform: "node",
  format: "esm",
  logLevel: "warning",
});
const stubs = await import(pathToFileURL(out));
const client = stubs.createClient(
  stubs.GameService,
  stubs.transport(process.argv[2] ?? "http://127.0.0.1:50051"),
);

/** Setups that bring as much of a game onto the table as there is. */
const SETUPS = {
  arcanum: { players: 3 },
  arcanoid: { players: 3, rounds: 2 },
  arcana: { players: 3, objectives: true, militia: true, tacticalRemoval: true },
  resArcana: { players: 3 },
};

const builtIn = (value) => ({ occupant: { case: "builtInAgent", value } });

async function record(ruleset) {
  const { game, seatTokens } = await client.createGame({
    setup: { ruleset: { case: ruleset, value: SETUPS[ruleset] } },
    seats: [
      { occupant: { case: "open", value: {} }, displayName: "Alba" },
      builtIn("greedy"),
      builtIn("random"),
    ],
    seed: new Uint8Array(32).fill(7),
  });
  const headers = { authorization: `Bearer ${seatTokens[0].token}` };
  const records = [];
  let asked = 0;
  const answer = async (view) => {
    const decision = view?.decision;
    if (!decision) return;
    asked += 1;
    const code = decision.legalCodes[(asked * 7) % decision.legalCodes.length];
    await client.submitAction(
      {
        game: game.name,
        decisionId: decision.decisionId,
        answer: { case: "actionCode", value: code },
      },
      { headers },
    );
  };
  const wanted = {
    game: game.name,
    includeText: true,
    includeLegalActions: true,
    includeViews: true,
  };
  for await (const message of client.watchGame(wanted, { headers })) {
    records.push(stubs.sizeDelimitedEncode(stubs.WatchGameResponseSchema, message));
    const { value } = message.message;
    await answer(message.message.case === "snapshot" ? value : value.view);
  }
  const { game: about } = await client.getGame({ game: game.name }, { headers });
  records.unshift(
    stubs.sizeDelimitedEncode(stubs.GetGameResponseSchema, {
      $typeName: "hierophant.v1.GetGameResponse",
      game: about,
    }),
  );
  const file = path.join(here, `recorded/${about.ruleset}.bin.gz`);
  await writeFile(file, gzipSync(Buffer.concat(records), { level: 9 }));
  console.log(`${records.length - 1} messages, ${asked} decisions of ${about.ruleset} in ${file}`);
}

for (const ruleset of process.argv.slice(3)) await record(ruleset);
