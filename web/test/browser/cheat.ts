// An agent that breaks a rule in some of its games: it gives the first legal answer, after a while, until it answers with
// codes that are not in the list. Over gRPC-Web, so that it needs nothing that the pages do not.
import { writeFileSync } from "node:fs";
import { createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { AgentService } from "../../gen/hierophant/v1/agent_service_pb.js";

const { HIEROPHANT_SERVER: baseUrl = "", HIEROPHANT_AGENT_TOKEN: token = "" } = process.env;
/** Where a test finds the agent's token. */
const { CHEAT_TOKEN_FILE } = process.env;
if (CHEAT_TOKEN_FILE !== undefined) writeFileSync(CHEAT_TOKEN_FILE, token);
const SLOW_MS = Number(process.env["CHEAT_SLOW_MS"] ?? 25);
/** It cheats in one game of so many, from this decision on. */
const GAMES = 2;
const FROM_DECISION = 6;

const agent = createClient(AgentService, createGrpcWebTransport({ baseUrl }));
const options = { headers: { authorization: `Bearer ${token}` } };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const games: string[] = [];

for (;;) {
  try {
    const { decisions } = await agent.pollDecisions(
      { terms: { gamesAtOnceMax: 4 }, waitMsMax: 5_000 },
      options,
    );
    if (decisions.length > 0) await pause(SLOW_MS);
    for (const { game, seat, view } of decisions) {
      const decision = view?.decision;
      if (!decision) continue;
      if (!games.includes(game)) games.push(game);
      const cheats = games.indexOf(game) % GAMES === 0 && decision.decisionId >= FROM_DECISION;
      const legal = new Set(decision.legalCodes);
      let actionCode = decision.legalCodes[0] ?? 0;
      if (cheats) for (actionCode = 0; legal.has(actionCode);) actionCode += 1;
      const answer = { case: "actionCode", value: actionCode } as const;
      const { decisionId } = decision;
      await agent.submitActions({ answers: [{ game, seat, decisionId, answer }] }, options);
    }
  } catch (error) {
    console.error(String(error));
    await pause(500);
  }
}
