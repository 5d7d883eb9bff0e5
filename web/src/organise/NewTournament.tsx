// A form for a tournament. It says before anything is sent what is not right, and shows at its field what the service says.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Agent } from "../../gen/hierophant/v1/agent_pb.js";
import type { Ruleset } from "../../gen/hierophant/v1/ruleset_pb.js";
import { DealMode, FailurePolicy, Seatings } from "../../gen/hierophant/v1/tournament_pb.js";
import { client, randomId, tried } from "../app.js";
import { defaultSeats } from "../game/create.js";
import { en } from "../strings/en.js";
import { organise } from "../strings/organise.js";
import { idOf } from "../tournament/model.js";
import { options, tournaments } from "../tournament/world.js";
import { FailureNote } from "../ui/FailureNote.js";
import { GameChoice, SeatChoice } from "../ui/GameChoice.js";
import { plain } from "../ui/names.js";
import { go } from "../ui/router.js";
import { TokenNote } from "../ui/TokenNote.js";
import { failureOf, type Failure, type FieldFault } from "../wire/errors.js";
import { CALL_MS_MAX } from "../wire/transport.js";
import { useAgents } from "./calls.js";
import {
  configOf,
  type Draft,
  draftFor,
  entrantOf,
  ENTRANTS_MAX,
  faultAt,
  faultsFrom,
  faultsIn,
  freeName,
  hasAgents,
  knowsPublic,
  REPLAYS,
  type EntrantDraft,
  type FormatName,
} from "./draft.js";
import { Fault, type Option, Pills, Select, TextField } from "./fields.js";

export function NewTournament() {
  const [rulesets, setRulesets] = useState<Ruleset[]>();
  const [failure, setFailure] = useState<Failure>();
  const { agents, failure: refused } = useAgents();
  useEffect(() => {
    let here = true;
    tried(() => client.listRulesets({}, { timeoutMs: CALL_MS_MAX }))
      .then((response) => here && setRulesets(response.rulesets))
      .catch((error: unknown) => here && setFailure(failureOf(error)));
    return () => {
      here = false;
    };
  }, []);
  // Who may not list agents may not create tournaments either.
  if (refused) return <TokenNote failure={refused} />;
  if (failure) return <FailureNote failure={failure} />;
  const first = rulesets?.find(({ id }) => id === "arcanum") ?? rulesets?.[0];
  if (!rulesets || !first || !agents) return <p class="note">{en.pages.loading}</p>;
  return <Form rulesets={rulesets} first={first} agents={agents} />;
}

const FORMATS: FormatName[] = ["roundRobin", "fixedField", "swiss", "ladder"];

function optionsOf<Value extends number | string>(
  values: readonly Value[],
  words: Partial<Record<Value, [string, string]>>,
): Option[] {
  return values.map((value) => {
    const [text, line] = words[value] ?? [`${value}`, ""];
    return { value: `${value}`, text, line };
  });
}

function Form({
  rulesets,
  first,
  agents,
}: {
  rulesets: Ruleset[];
  first: Ruleset;
  agents: Agent[];
}) {
  const words = organise;
  const [draft, setDraft] = useState(() => draftFor(first, defaultSeats(first)));
  const [shown, setShown] = useState<FieldFault[]>([]);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  /** The same request keeps its id, so that it makes one tournament however often it is sent. */
  const sent = useRef<{ draft: Draft; requestId: string } | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const ruleset = rulesets.find(({ id }) => id === draft.ruleset) ?? first;

  const change = (part: Partial<Draft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    setFailure(undefined);
    // What was said stays at its field until it is right.
    if (shown.length > 0) {
      const now = faultsIn(next, agents);
      setShown(shown.flatMap(({ path }) => now.find((one) => one.path === path) ?? []));
    }
  };
  const say = (faults: FieldFault[]): void => {
    setShown(faults);
    // The first field that is not right has the focus once it is marked.
    setTimeout(() => {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    }, 0);
  };
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setFailure(undefined);
    const faults = faultsIn(draft, agents);
    if (faults.length > 0) return say(faults);
    if (sent.current?.draft !== draft) sent.current = { draft, requestId: randomId() };
    const { requestId } = sent.current;
    setBusy(true);
    try {
      const config = configOf(draft, ruleset);
      const call = () => tournaments.createTournament({ requestId, config }, options());
      const { tournament } = await tried(call);
      if (!tournament) throw new Error("a response without a tournament");
      go(`/t/${idOf(tournament.name)}`);
      return;
    } catch (error) {
      const failed = failureOf(error);
      setFailure(failed);
      say(faultsFrom(failed.fields));
    }
    setBusy(false);
  };
  const at = (...paths: string[]): string | undefined => faultAt(shown, ...paths);
  const builtIn = ruleset.builtInAgents.map(({ name }) => name);
  const perRound = draft.format === "swiss" || draft.format === "ladder";

  return (
    <form class="draft" ref={form} noValidate onSubmit={(event) => void send(event)}>
      <h2>{words.heading}</h2>
      <TextField
        label={words.name}
        class="is-wide"
        value={draft.title}
        fault={at("title")}
        onText={(title) => change({ title })}
      />
      <GameChoice
        rulesets={rulesets}
        chosen={ruleset.id}
        onChoose={(one) => change(draftFor(one, defaultSeats(one), draft))}
      />
      <SeatChoice
        ruleset={ruleset}
        seats={draft.seats}
        onChoose={(seats) => change(draftFor(ruleset, seats, draft))}
      />
      <Entrants draft={draft} agents={agents} builtIn={builtIn} at={at} change={change} />
      <Pills
        legend={words.format}
        name="format"
        options={optionsOf(FORMATS, words.formats)}
        value={draft.format}
        fault={at("format")}
        onChoose={(value) => change({ format: FORMATS.find((one) => one === value) ?? "roundRobin" })}
      />
      <div class="draft-row">
        {draft.format === "fixedField" ? (
          <Select
            label={words.candidate}
            value={draft.candidate}
            fault={at("fixed_field.candidate")}
            onChoose={(candidate) => change({ candidate })}
          >
            <option value="">{words.choose}</option>
            {draft.entrants.map(({ key, name }) => (
              <option key={key} value={name}>
                {plain(name)}
              </option>
            ))}
          </Select>
        ) : null}
        {perRound ? (
          <TextField
            label={words.rounds}
            isNumber
            value={draft.rounds}
            fault={at("swiss.rounds", "ladder.rounds")}
            onText={(rounds) => change({ rounds })}
          />
        ) : null}
        <TextField
          label={words.deals(perRound)}
          isNumber
          value={draft.deals}
          fault={at("deals")}
          onText={(deals) => change({ deals })}
        />
      </div>
      <Pills
        legend={words.dealMode}
        name="deal-mode"
        options={optionsOf([DealMode.REPEATED, DealMode.INDEPENDENT], words.dealModes)}
        value={`${draft.dealMode}`}
        fault={at("deal_mode")}
        onChoose={(value) => change({ dealMode: Number(value) })}
      />
      {draft.dealMode === DealMode.REPEATED ? (
        <>
          <Pills
            legend={words.seatings}
            name="seatings"
            options={optionsOf([Seatings.ALL, Seatings.BALANCED], words.seatingNames)}
            value={`${draft.seatings}`}
            fault={at("seatings")}
            onChoose={(value) => change({ seatings: Number(value) })}
          />
          <p class="note">{words.sealed}</p>
        </>
      ) : null}
      <Time draft={draft} at={at} change={change} />
      <Pills
        legend={words.failure}
        name="on-failure"
        options={optionsOf(
          [FailurePolicy.FORFEIT, FailurePolicy.BUILT_IN_AGENT, FailurePolicy.VOID_AND_REPLAY],
          words.failures,
        )}
        value={`${draft.onFailure}`}
        fault={at("on_failure")}
        onChoose={(value) => change({ onFailure: Number(value) })}
      />
      <div class="draft-row">
        <Select
          label={words.standIn}
          value={draft.builtInAgent}
          fault={at("built_in_agent")}
          onChoose={(builtInAgent) => change({ builtInAgent })}
        >
          {builtIn.map((name) => (
            <option key={name} value={name}>
              {plain(name)}
            </option>
          ))}
        </Select>
      </div>
      {knowsPublic() ? <Publicity draft={draft} at={at} change={change} /> : null}
      {shown.length > 0 && !failure ? (
        <p class="fault" role="alert">
          {words.faulty(shown.length)}
        </p>
      ) : null}
      {failure ? <Refused failure={failure} /> : null}
      <button type="submit" class="primary big" aria-disabled={isBusy}>
        {isBusy ? words.creating : words.create}
      </button>
    </form>
  );
}

/** Everything that the service says of the fields: some have no field in the form. */
function Refused({ failure }: { failure: Failure }) {
  if (!failure.fields) return <TokenNote failure={failure} />;
  return (
    <div class="failure" role="alert">
      <p>
        <strong>{organise.refused}</strong>
      </p>
      <ul>
        {failure.fields.map(({ path, what }, i) => (
          <li key={i}>
            <code>{plain(path)}</code>: {plain(what)}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PartProps {
  draft: Draft;
  at(...paths: string[]): string | undefined;
  change(part: Partial<Draft>): void;
}

function Entrants({
  draft,
  agents,
  builtIn,
  at,
  change,
}: PartProps & { agents: Agent[]; builtIn: string[] }) {
  const words = organise;
  const { entrants } = draft;
  const usable = agents.filter(({ retiredAt }) => !retiredAt);
  const put = (i: number, part: Partial<EntrantDraft>): void => {
    const next = entrants.map((one, j) => (j === i ? { ...one, ...part } : one));
    // Who sits at every table keeps the place under a new name.
    const before = entrants[i]?.name;
    const candidate = draft.candidate === before ? (next[i]?.name ?? "") : draft.candidate;
    const hasClock = draft.hasClock || hasAgents({ ...draft, entrants: next });
    change({ entrants: next, candidate, hasClock });
  };
  const play = (i: number, value: string): void => {
    const kind = value.startsWith("agent ") ? "agent" : "builtInAgent";
    const name = value.slice(value.indexOf(" ") + 1);
    const before = entrants[i];
    // A name that follows its player goes on following it.
    const follows = before && new RegExp(`^${escaped(before.player.name)}(-\\d+)?$`).test(before.name);
    const others = entrants.filter((_, j) => j !== i);
    put(i, { player: { kind, name }, ...(follows ? { name: freeName(others, name) } : {}) });
  };
  const fault = at("entrants");
  return (
    <fieldset class="option draft-entrants">
      <legend>{words.entrants}</legend>
      <p class="note">{words.entrantsNote}</p>
      {fault === undefined ? null : (
        <p class="fault" tabIndex={-1} aria-invalid="true">
          {plain(fault)}
        </p>
      )}
      <ol>
        {entrants.map((one, i) => (
          <li key={one.key}>
            <div role="group" class="draft-entrant" aria-label={words.entrant(i + 1)}>
              <Select
                label={words.player}
                value={`${one.player.kind} ${one.player.name}`}
                fault={at(`entrants[${i}].agent`, `entrants[${i}].built_in_agent`)}
                onChoose={(value) => play(i, value)}
              >
                <optgroup label={words.builtIn}>
                  {builtIn.map((name) => (
                    <option key={name} value={`builtInAgent ${name}`}>
                      {plain(name)}
                    </option>
                  ))}
                </optgroup>
                <optgroup label={words.registered}>
                  {usable.length === 0 ? <option disabled>{words.noAgents}</option> : null}
                  {usable.map(({ name, connected }) => (
                    <option key={name} value={`agent ${name}`}>
                      {plain(words.agentOf(name, connected))}
                    </option>
                  ))}
                </optgroup>
              </Select>
              <TextField
                label={words.entrantName}
                value={one.name}
                fault={at(`entrants[${i}].name`)}
                onText={(name) => put(i, { name })}
              />
              <button
                type="button"
                class="quiet"
                aria-label={words.removeEntrant(one.name)}
                onClick={() => change({ entrants: entrants.filter((_, j) => j !== i) })}
              >
                {words.remove}
              </button>
            </div>
          </li>
        ))}
      </ol>
      <button
        type="button"
        aria-disabled={entrants.length >= ENTRANTS_MAX}
        onClick={() => {
          if (entrants.length >= ENTRANTS_MAX) return;
          const name = builtIn[0] ?? "";
          const one = { ...entrantOf("builtInAgent", name), name: freeName(entrants, name) };
          change({ entrants: [...entrants, one] });
        }}
      >
        {words.add}
      </button>
    </fieldset>
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const CLOCK = ["decision", "bank", "increment", "first"] as const;
const CLOCK_PATHS = {
  decision: "time_control.decision_ms",
  bank: "time_control.bank_ms",
  increment: "time_control.increment_ms",
  first: "time_control.first_choice_ms",
};

function Time({ draft, at, change }: PartProps) {
  const words = organise;
  const fault = at("time_control");
  return (
    <fieldset class="option">
      <legend>{words.clock}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={draft.hasClock}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : "clock-fault"}
          onChange={(event) => change({ hasClock: event.currentTarget.checked })}
        />
        {words.hasClock}
      </label>
      <Fault id="clock-fault" text={fault} />
      {draft.hasClock ? (
        <div class="draft-row">
          {CLOCK.map((part) => (
            <TextField
              key={part}
              label={words.clockFields[part]}
              isNumber
              value={draft.clock[part]}
              fault={at(CLOCK_PATHS[part])}
              onText={(text) => change({ clock: { ...draft.clock, [part]: text } })}
            />
          ))}
        </div>
      ) : null}
      {hasAgents(draft) ? (
        <label class="check">
          <input
            type="checkbox"
            checked={draft.allowUnvalidated}
            onChange={(event) => change({ allowUnvalidated: event.currentTarget.checked })}
          />
          {words.unvalidated}
        </label>
      ) : null}
    </fieldset>
  );
}

/** Who may see the tournament, how late, and when its replays open. */
function Publicity({ draft, at, change }: PartProps) {
  const words = organise;
  return (
    <fieldset class="option">
      <legend>{words.open}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={draft.isPublic}
          onChange={(event) => change({ isPublic: event.currentTarget.checked })}
        />
        {words.isPublic}
      </label>
      <Fault id="public-fault" text={at("visibility")} />
      {draft.isPublic ? (
        <div class="draft-row">
          <TextField
            label={words.delay}
            isNumber
            value={draft.delay}
            fault={at("spectator_delay_ms")}
            onText={(delay) => change({ delay })}
          />
          <Select
            label={words.replays}
            value={`${draft.replays}`}
            fault={at("replays")}
            onChoose={(value) => change({ replays: Number(value) })}
          >
            {[REPLAYS.AFTER_GAME, REPLAYS.AFTER_TOURNAMENT, REPLAYS.PRIVATE].map((when) => (
              <option key={when} value={`${when}`}>
                {words.replaysWhen[when]}
              </option>
            ))}
          </Select>
        </div>
      ) : null}
    </fieldset>
  );
}
