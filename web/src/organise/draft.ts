// A tournament as it is being written down: what is wrong with it, and its request.
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Agent } from "../../gen/hierophant/v1/agent_pb.js";
import type { Ruleset } from "../../gen/hierophant/v1/ruleset_pb.js";
import {
  DealMode,
  FailurePolicy,
  Seatings,
  TournamentConfigSchema,
  type TournamentConfig,
} from "../../gen/hierophant/v1/tournament_pb.js";
import { organise } from "../strings/organise.js";
import type { FieldFault } from "../wire/errors.js";

export type FormatName = "roundRobin" | "fixedField" | "swiss" | "ladder";

export interface EntrantDraft {
  /** Tells rows apart while they are written. */
  key: number;
  name: string;
  player: { kind: "builtInAgent" | "agent"; name: string };
}

/** Numbers are as they were typed. */
export interface Draft {
  title: string;
  ruleset: string;
  seats: number;
  entrants: EntrantDraft[];
  format: FormatName;
  candidate: string;
  rounds: string;
  deals: string;
  dealMode: DealMode;
  seatings: Seatings;
  /** Seconds. */
  clock: { decision: string; bank: string; increment: string; first: string };
  hasClock: boolean;
  onFailure: FailurePolicy;
  builtInAgent: string;
  allowUnvalidated: boolean;
  isPublic: boolean;
  /** Seconds. */
  delay: string;
  replays: number;
}

/** `ReplayAccess` of the protocol. */
export const REPLAYS = { AFTER_GAME: 2, AFTER_TOURNAMENT: 3, PRIVATE: 1 } as const;

const TITLE_BYTES_MAX = 128;
const NAME_BYTES_MAX = 64;
export const ENTRANTS_MAX = 64;
const DEALS_MAX = 10_000;
const ROUNDS_MAX = 10_000;
const DAY_S = 86_400;
const HOUR_S = 3_600;

let keysGiven = 0;

export function entrantOf(kind: EntrantDraft["player"]["kind"], name: string): EntrantDraft {
  return { key: ++keysGiven, name, player: { kind, name } };
}

/** What the form begins with: all built-in agents of the ruleset, as many as a table has seats at least. */
export function draftFor(ruleset: Ruleset, seats: number, before?: Draft): Draft {
  const agents = ruleset.builtInAgents.map(({ name }) => name);
  const fits = before?.entrants.filter(
    ({ player }) => player.kind === "agent" || agents.includes(player.name),
  );
  const entrants = fits && fits.length > 0 ? fits : agents.map((name) => entrantOf("builtInAgent", name));
  return {
    title: "",
    format: "roundRobin",
    candidate: "",
    rounds: "5",
    deals: "10",
    dealMode: DealMode.REPEATED,
    seatings: Seatings.ALL,
    hasClock: false,
    clock: { decision: "5", bank: "60", increment: "0", first: "10" },
    onFailure: FailurePolicy.FORFEIT,
    allowUnvalidated: false,
    isPublic: false,
    delay: "0",
    replays: REPLAYS.AFTER_GAME,
    ...before,
    ruleset: ruleset.id,
    seats,
    builtInAgent: agents.includes("greedy") ? "greedy" : (agents[0] ?? ""),
    entrants: filled(entrants, agents, seats),
  };
}

/** At least as many as there are seats: an entrant meets others alone. */
function filled(entrants: EntrantDraft[], agents: readonly string[], seats: number): EntrantDraft[] {
  const full = [...entrants];
  for (let i = 0; full.length < seats && agents.length > 0; i++) {
    const name = agents[i % agents.length] ?? "";
    full.push({ ...entrantOf("builtInAgent", name), name: freeName(full, name) });
  }
  return full;
}

/** `greedy`, `greedy-2`, `greedy-3`. */
export function freeName(entrants: readonly EntrantDraft[], name: string): string {
  const taken = new Set(entrants.map((one) => one.name));
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!taken.has(free)) return free;
  }
}

export function hasAgents({ entrants }: Draft): boolean {
  return entrants.some(({ player }) => player.kind === "agent");
}

/** What the page sees to be wrong, by the paths that the service uses. The service checks all of it again. */
export function faultsIn(draft: Draft, agents: readonly Agent[] | undefined): FieldFault[] {
  const words = organise.faults;
  const found: FieldFault[] = [];
  const wrong = (path: string, what: string): void => void found.push({ path, what });
  const text = (path: string, value: string, most: number): void => {
    if (bytesOf(value) > most) wrong(path, words.long(most));
    if (/[\u0000-\u001f\u007f-\u009f]/.test(value)) wrong(path, words.control);
  };
  const number = (path: string, value: string, least: number, most: number): void => {
    const typed = whole(value);
    if (typed === undefined || typed < least || typed > most) wrong(path, words.number(least, most));
  };
  if (draft.title.trim() === "") wrong("title", words.title);
  text("title", draft.title, TITLE_BYTES_MAX);
  const { entrants } = draft;
  if (entrants.length === 0 || entrants.length > ENTRANTS_MAX)
    wrong("entrants", words.entrants(ENTRANTS_MAX));
  else if (draft.format === "roundRobin" && entrants.length < draft.seats)
    wrong("entrants", words.few(draft.seats));
  entrants.forEach(({ name, player }, i) => {
    const path = `entrants[${i}].name`;
    if (name === "") wrong(path, words.empty);
    text(path, name, NAME_BYTES_MAX);
    if (name !== "" && entrants.findIndex((one) => one.name === name) < i) wrong(path, words.taken);
    if (player.name === "") wrong(`entrants[${i}].agent`, words.noAgent);
    const agent = agents?.find((one) => one.name === player.name);
    if (player.kind === "agent" && agent?.retiredAt) wrong(`entrants[${i}].agent`, words.retired);
  });
  if (draft.format === "fixedField" && !entrants.some(({ name }) => name === draft.candidate))
    wrong("fixed_field.candidate", words.candidate);
  if (draft.format === "swiss" || draft.format === "ladder")
    number(`${draft.format}.rounds`, draft.rounds, 1, ROUNDS_MAX);
  number("deals", draft.deals, 1, DEALS_MAX);
  if (draft.hasClock) {
    const { decision, bank, increment, first } = draft.clock;
    seconds("time_control.decision_ms", decision, DAY_S, wrong);
    seconds("time_control.bank_ms", bank, DAY_S, wrong);
    seconds("time_control.increment_ms", increment, HOUR_S, wrong);
    seconds("time_control.first_choice_ms", first, HOUR_S, wrong);
    if (ms(decision) === 0 && ms(bank) === 0) wrong("time_control.decision_ms", words.noTime);
  } else if (hasAgents(draft)) wrong("time_control", words.clock);
  if (draft.isPublic) seconds("spectator_delay_ms", draft.delay, HOUR_S, wrong);
  return found;
}

function seconds(
  path: string,
  value: string,
  most: number,
  wrong: (path: string, what: string) => void,
): void {
  const typed = ms(value);
  if (typed === undefined || typed > most * 1000) wrong(path, organise.faults.seconds(most));
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function whole(typed: string): number | undefined {
  return /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : undefined;
}

/** Seconds, with decimals, as milliseconds. */
function ms(typed: string): number | undefined {
  return /^\s*\d{1,6}(?:\.\d{1,3})?\s*$/.test(typed) ? Math.round(Number(typed) * 1000) : undefined;
}

/** Whether this service's tournaments can be public. */
export function knowsPublic(): boolean {
  return TournamentConfigSchema.fields.some(({ localName }) => localName === "visibility");
}

const PUBLIC = 2;
const PRIVATE = 1;

export function configOf(draft: Draft, ruleset: Ruleset): TournamentConfig {
  const { clock } = draft;
  const rounds = whole(draft.rounds) ?? 0;
  const formats = {
    roundRobin: { case: "roundRobin", value: {} },
    fixedField: { case: "fixedField", value: { candidate: draft.candidate } },
    swiss: { case: "swiss", value: { rounds } },
    ladder: { case: "ladder", value: { rounds } },
  } as const;
  const open = {
    visibility: draft.isPublic ? PUBLIC : PRIVATE,
    spectatorDelayMs: draft.isPublic ? (ms(draft.delay) ?? 0) : 0,
    replays: draft.isPublic ? draft.replays : REPLAYS.PRIVATE,
  };
  const config = {
    title: draft.title.trim(),
    setup: {
      ruleset: { case: ruleset.defaultSetup?.ruleset.case, value: { players: draft.seats } },
    },
    entrants: draft.entrants.map(({ name, player }) => ({
      name,
      player: { case: player.kind, value: player.name },
    })),
    format: formats[draft.format],
    dealMode: draft.dealMode,
    seatings: draft.seatings,
    deals: whole(draft.deals) ?? 0,
    ...(draft.hasClock
      ? {
          timeControl: {
            decisionMs: ms(clock.decision) ?? 0,
            bankMs: ms(clock.bank) ?? 0,
            incrementMs: ms(clock.increment) ?? 0,
            firstChoiceMs: ms(clock.first) ?? 0,
          },
        }
      : {}),
    onFailure: draft.onFailure,
    builtInAgent: draft.builtInAgent,
    allowUnvalidated: draft.allowUnvalidated,
    ...(knowsPublic() ? open : {}),
  } as unknown as MessageInitShape<typeof TournamentConfigSchema>;
  return create(TournamentConfigSchema, config);
}

/** What the service says of the fields, by the paths of the form. */
export function faultsFrom(fields: readonly FieldFault[] | undefined): FieldFault[] {
  return (fields ?? []).map(({ path, what }) => ({ path: path.replace(/^config\./, ""), what }));
}

/** The fault of a field, or of what is in it where the form shows no closer field. */
export function faultAt(faults: readonly FieldFault[], ...paths: string[]): string | undefined {
  const found = faults.filter(({ path }) => paths.includes(path));
  return found.length > 0 ? found.map(({ what }) => what).join("; ") : undefined;
}
