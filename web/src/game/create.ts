// A game as a person has chosen it, as a request.
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type CreateGameRequest,
  CreateGameRequestSchema,
} from "../../gen/hierophant/v1/game_service_pb.js";
import type { Ruleset } from "../../gen/hierophant/v1/ruleset_pb.js";
import { ExpiryPolicy } from "../../gen/hierophant/v1/game_pb.js";
import type { ClockName, TableChoice } from "../wire/tokens.js";

/** The clocks that a person can choose. Who is too slow plays on by default answers: a game against agents is for fun. */
export const CLOCKS = {
  none: undefined,
  relaxed: { decisionMs: 60_000, bankMs: 300_000, firstChoiceMs: 60_000 },
  quick: { decisionMs: 10_000, bankMs: 60_000, firstChoiceMs: 20_000 },
} as const satisfies Record<ClockName, object | undefined>;

/** The table that a ruleset's form begins with. */
export function defaultTable(ruleset: Ruleset, name: string): TableChoice {
  const agents = ruleset.builtInAgents.map((agent) => agent.name);
  const opponent = agents.includes("greedy") ? "greedy" : (agents[0] ?? "");
  return { ruleset: ruleset.id, opponent, seats: defaultSeats(ruleset), name };
}

export function defaultSeats(ruleset: Ruleset): number {
  // Every setup has `players`.
  const { players } = (ruleset.defaultSetup?.ruleset.value ?? {}) as { players?: number };
  return Math.min(ruleset.seatsMax, Math.max(ruleset.seatsMin, players || 4));
}

/** Builds the request: all defaults of the ruleset but the number of players. */
export function requestFor(
  ruleset: Ruleset,
  table: TableChoice,
  names: readonly string[],
  requestId: string,
): CreateGameRequest {
  const setup = {
    ruleset: { case: ruleset.defaultSetup?.ruleset.case, value: { players: table.seats } },
  };
  const seats = Array.from({ length: table.seats }, (_, seat) =>
    seat === 0
      ? { occupant: { case: "open", value: {} } as const, displayName: table.name }
      : {
          occupant: { case: "builtInAgent", value: table.opponent } as const,
          displayName: names[seat % names.length] ?? "",
        },
  );
  const clock = CLOCKS[table.clock ?? "none"];
  const timeControl = clock && { ...clock, onExpiry: ExpiryPolicy.DEFAULT_ACTION };
  const request = { requestId, setup, seats, ...(timeControl && { timeControl }) } as MessageInitShape<typeof CreateGameRequestSchema>;
  return create(CreateGameRequestSchema, request);
}
