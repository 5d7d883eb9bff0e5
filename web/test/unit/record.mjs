// Records what seat 0 of a whole game of Arcanum is sent, for the unit tests: each message of its stream, with its
// length before it, compressed. The seat answers with the middle one of the legal actions.
//
//   cargo run -- serve --web --store memory &
//   node test/unit/record.mjs http://127.0.0.1:50051
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

const builtIn = (value) => ({ occupant: { case: "builtInAgent", value } });
const { game, seatTokens } = await client.createGame({
  setup: { ruleset: { case: "arcanum", value: { players: 3 } } },
  seats: [
    { occupant: { case: "open", value: {} }, displayName: "Alba" },
    builtIn("greedy"),
    builtIn("random"),
  ],
  seed: new Uint8Array(32).fill(7),
});
const headers = { authorization: `Bearer ${seatTokens[0].token}` };
const records = [];
const answer = async (view) => {
  const decision = view?.decision;
  if (!decision) return;
  const code = decision.legalCodes[decision.legalCodes.length >> 1];
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
const file = path.join(here, "recorded/arcanum.bin.gz");
await writeFile(file, gzipSync(Buffer.concat(records), { level: 9 }));
console.log(`${records.length - 1} messages of ${game.name} in ${file}`);
