// A tournament as it is written down: what the form says before it sends, and what it sends.
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import assert from "node:assert/strict";
import { test } from "node:test";
import { AgentSchema } from "../../gen/hierophant/v1/agent_pb.js";
import { RulesetSchema } from "../../gen/hierophant/v1/ruleset_pb.js";
import { DealMode, FailurePolicy, Seatings } from "../../gen/hierophant/v1/tournament_pb.js";
import {
  configOf,
  type Draft,
  draftFor,
  entrantOf,
  faultAt,
  faultsFrom,
  faultsIn,
  freeName,
} from "../../src/organise/draft.js";
import { failureOf } from "../../src/wire/errors.js";

const RULESET = create(RulesetSchema, {
  id: "arcanum",
  seatsMin: 3,
  seatsMax: 5,
  builtInAgents: ["random", "greedy", "search"].map((name) => ({ name })),
  defaultSetup: { ruleset: { case: "arcanum", value: { players: 4 } } },
});
const AGENTS = [
  create(AgentSchema, { name: "mine" }),
  create(AgentSchema, { name: "old", retiredAt: timestampFromMs(1) }),
];

function draft(part: Partial<Draft> = {}): Draft {
  return { ...draftFor(RULESET, 4), title: "A cup", ...part };
}

const paths = (part: Partial<Draft>): string[] => [
  ...new Set(faultsIn(draft(part), AGENTS).map(({ path }) => path)),
];

test("it begins as a tournament that can be sent once it has a title: built-in agents, as many as a table has seats", () => {
  assert.deepEqual(paths({ title: "" }), ["title"]);
  assert.deepEqual(paths({ title: " " }), ["title"]);
  const begun = draft();
  assert.deepEqual(
    begun.entrants.map(({ name }) => name),
    ["random", "greedy", "search", "random-2"],
  );
  assert.equal(begun.builtInAgent, "greedy");
  assert.deepEqual(faultsIn(begun, AGENTS), []);
});

test("another number of seats keeps what was written and adds what is missing", () => {
  const begun = draft({ title: "Cup", deals: "3" });
  const wider = draftFor(RULESET, 5, begun);
  assert.deepEqual([wider.title, wider.deals, wider.seats], ["Cup", "3", 5]);
  assert.equal(wider.entrants.length, 5);
  assert.deepEqual(wider.entrants.slice(0, 4), begun.entrants);
  // A ruleset without one of the agents loses those entrants alone.
  const other = create(RulesetSchema, { id: "other", builtInAgents: [{ name: "random" }] });
  const mine = entrantOf("agent", "mine");
  const kept = draftFor(other, 2, { ...begun, entrants: [...begun.entrants, mine] });
  assert.deepEqual(
    kept.entrants.map(({ name }) => name),
    ["random", "random-2", "mine"],
  );
});

test("each field that is not right is named by the service's own path", () => {
  assert.deepEqual(paths({ title: "ü".repeat(65) }), ["title"]);
  assert.deepEqual(paths({ title: "a\tb" }), ["title"]);
  assert.deepEqual(paths({ entrants: [] }), ["entrants"]);
  assert.deepEqual(paths({ entrants: draft().entrants.slice(0, 3) }), ["entrants"]);
  const [one, two, ...others] = draft().entrants;
  assert.ok(one && two);
  assert.deepEqual(paths({ entrants: [one, { ...two, name: one.name }, ...others] }), [
    "entrants[1].name",
  ]);
  assert.deepEqual(paths({ entrants: [one, { ...two, name: "" }, ...others] }), ["entrants[1].name"]);
  const old = [one, two, ...others, entrantOf("agent", "old")];
  assert.deepEqual(paths({ entrants: old, hasClock: true }), ["entrants[4].agent"]);
  assert.deepEqual(paths({ entrants: [one, two, ...others, entrantOf("agent", "mine")] }), [
    "time_control",
  ]);
  assert.deepEqual(paths({ format: "fixedField", candidate: "none" }), ["fixed_field.candidate"]);
  assert.deepEqual(paths({ format: "fixedField", candidate: "greedy" }), []);
  assert.deepEqual(paths({ format: "swiss", rounds: "0" }), ["swiss.rounds"]);
  assert.deepEqual(paths({ format: "ladder", rounds: "10001" }), ["ladder.rounds"]);
  for (const deals of ["", "0", "1.5", "-1", "10001", "ten", "1e3"])
    assert.deepEqual(paths({ deals }), ["deals"], deals);
  const clock = { decision: "0", bank: "0", increment: "0", first: "0" };
  assert.deepEqual(paths({ hasClock: true, clock }), ["time_control.decision_ms"]);
  assert.deepEqual(paths({ hasClock: true, clock: { ...clock, bank: "86401" } }), [
    "time_control.bank_ms",
  ]);
  assert.deepEqual(paths({ clock }), [], "without a clock its times do not matter");
  assert.deepEqual(paths({ isPublic: true, delay: "3601" }), ["spectator_delay_ms"]);
});

test("the request has what was written, times in milliseconds", () => {
  const config = configOf(
    draft({
      title: " Cup ",
      format: "swiss",
      rounds: "7",
      deals: "12",
      dealMode: DealMode.INDEPENDENT,
      seatings: Seatings.BALANCED,
      hasClock: true,
      clock: { decision: "1.5", bank: "60", increment: "0.25", first: "10" },
      onFailure: FailurePolicy.BUILT_IN_AGENT,
      entrants: [entrantOf("builtInAgent", "greedy"), entrantOf("agent", "mine")],
    }),
    RULESET,
  );
  assert.equal(config.title, "Cup");
  assert.deepEqual([config.setup?.ruleset.case, config.deals], ["arcanum", 12]);
  assert.equal((config.setup?.ruleset.value as { players: number }).players, 4);
  assert.equal(config.format.case === "swiss" && config.format.value.rounds, 7);
  const { timeControl } = config;
  assert.deepEqual(
    [timeControl?.decisionMs, timeControl?.bankMs, timeControl?.incrementMs],
    [1500, 60_000, 250],
  );
  assert.deepEqual(
    config.entrants.map(({ player }) => [player.case, player.value]),
    [
      ["builtInAgent", "greedy"],
      ["agent", "mine"],
    ],
  );
  assert.equal(configOf(draft(), RULESET).timeControl, undefined);
});

test("what the service says of a field is read from the details of the failure", () => {
  const field = (number: number, text: string): number[] => {
    const bytes = [...new TextEncoder().encode(text)];
    return [(number << 3) | 2, bytes.length, ...bytes];
  };
  const violation = [...field(1, "config.entrants[1].agent"), ...field(2, "not validated")];
  const value = new Uint8Array([(1 << 3) | 2, violation.length, ...violation]);
  const error = new ConnectError("no", Code.InvalidArgument, { "hierophant-reason": "INVALID_FIELD" });
  error.details = [{ type: "google.rpc.BadRequest", value }];
  const { fields } = failureOf(error);
  const faults = faultsFrom(fields);
  assert.deepEqual(faults, [{ path: "entrants[1].agent", what: "not validated" }]);
  assert.equal(faultAt(faults, "entrants[1].name", "entrants[1].agent"), "not validated");
  assert.equal(faultAt(faults, "title"), undefined);
  error.details = [{ type: "google.rpc.BadRequest", value: new Uint8Array([255, 255]) }];
  assert.equal(failureOf(error).fields, undefined);
});

test("a new name is not one that is taken", () => {
  const entrants = ["a", "a-2", "b"].map((name) => entrantOf("agent", name));
  assert.equal(freeName(entrants, "a"), "a-3");
  assert.equal(freeName(entrants, "c"), "c");
});
