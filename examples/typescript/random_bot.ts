// Creates a game with three built-in agents, plays its own seat at random to the end, prints the result.
//
//   npm ci && npm run build && npm start [http://HOST:PORT [RULESET]]
//
// All it takes: create a game, keep the token of the seat; then wait for a decision, answer it, until the game is over. Calls that
// fail with Code.Unavailable may be sent again as they are.
import { Code, ConnectError, createClient, type CallOptions, type Client } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { GameStatus } from "./generated/hierophant/v1/game_pb.js";
import { GameService, WaitFor } from "./generated/hierophant/v1/game_service_pb.js";
import type { View } from "./generated/hierophant/v1/view_pb.js";

// GetView waits for 30 seconds at most.
const WAIT_MS_MAX = 40_000;
const CALL_MS_MAX = 10_000;

type Service = Client<typeof GameService>;

// Names of rulesets, and of their fields.
const RULESETS = { arcanum: "arcanum", arcanoid: "arcanoid", res_arcana: "resArcana", arcana: "arcana" } as const;
type Ruleset = keyof typeof RULESETS;

async function createGame(service: Service, ruleset: Ruleset) {
  const builtIn = { occupant: { case: "builtInAgent", value: "random" } } as const;
  const response = await service.createGame(
    {
      setup: { ruleset: { case: RULESETS[ruleset], value: {} } }, // present, with nothing in it: all defaults
      seats: [{ occupant: { case: "open", value: {} } }, builtIn, builtIn, builtIn],
    },
    { timeoutMs: CALL_MS_MAX },
  );
  const { seat, token } = response.seatTokens[0];
  return { game: response.game!.name, seat, token };
}

// Plays the seat that the token opens to the end; gives its last view.
async function play(service: Service, game: string, token: string): Promise<View> {
  const signed: CallOptions = { headers: { authorization: `Bearer ${token}` } };
  for (;;) {
    const waiting = { ...signed, timeoutMs: WAIT_MS_MAX };
    const view = (await service.getView({ game, waitFor: WaitFor.MY_DECISION }, waiting)).view!;
    if (view.status !== GameStatus.LIVE) return view;
    if (!view.decision) continue; // the wait ran out
    const { decisionId, legalCodes } = view.decision;
    const code = legalCodes[Math.floor(Math.random() * legalCodes.length)];
    const answer = { case: "actionCode", value: code } as const;
    await service.submitAction({ game, decisionId, answer }, { ...signed, timeoutMs: CALL_MS_MAX });
  }
}

async function main(baseUrl: string, ruleset: string) {
  const service = createClient(GameService, createGrpcTransport({ baseUrl }));
  const { game, seat, token } = await createGame(service, ruleset as Ruleset);
  const view = await play(service, game, token);
  console.log(`${game} is over`);
  view.outcome!.standings.forEach((standing, number) => {
    const who = number === seat ? "I" : "built-in";
    console.log(`seat ${number} (${who}): ${standing.victoryPoints} VP, rank ${standing.rank}`);
  });
}

const [target = "127.0.0.1:50051", ruleset = "arcanum"] = process.argv.slice(2);
main(target.includes("://") ? target : `http://${target}`, ruleset).catch((error: unknown) => {
  const failure = ConnectError.from(error);
  // The reason is plain metadata; there are richer details in `failure.details` (google.rpc.Status).
  const reason = failure.metadata.get("hierophant-reason") ?? Code[failure.code];
  console.error(`${reason}: ${failure.rawMessage}`);
  process.exit(1);
});
