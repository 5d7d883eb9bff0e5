// Registered agents: the list, a new one, a new token, a validation, and the end. A token is shown once.
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import {
  type Agent,
  type AgentValidation,
  ValidationState,
} from "../../gen/hierophant/v1/agent_pb.js";
import { ValidateAgentRequestSchema } from "../../gen/hierophant/v1/agent_service_pb.js";
import type { Ruleset } from "../../gen/hierophant/v1/ruleset_pb.js";
import { account, client, randomId, sleep, tried } from "../app.js";
import { en, RULESETS } from "../strings/en.js";
import { organise } from "../strings/organise.js";
import { idOf } from "../tournament/model.js";
import { PageLink, Scroll } from "../tournament/parts.js";
import { agents as service, options } from "../tournament/world.js";
import { CopyField } from "../ui/CopyField.js";
import { Dialog } from "../ui/Dialog.js";
import { Broken } from "../rulesets/Broken.js";
import { Name, plain } from "../ui/names.js";
import { TokenNote } from "../ui/TokenNote.js";
import { failureOf, type Failure } from "../wire/errors.js";
import { signing } from "../wire/tokens.js";
import { CALL_MS_MAX } from "../wire/transport.js";
import { controller, useAgents } from "./calls.js";
import { Select, TextField } from "./fields.js";

/** A secret that is shown once. */
interface Shown {
  agent: string;
  token: string;
}

type Open =
  | { dialog: "rotate" | "retire" | "validate"; agent: Agent }
  | { dialog: "token"; shown: Shown };

export function Agents() {
  const words = organise.agents;
  const { agents, failure, again } = useAgents();
  const [open, setOpen] = useState<Open>();
  const close = (): void => {
    setOpen(undefined);
    again();
  };
  if (failure && !agents)
    return (
      <TokenNote failure={failure}>
        <button type="button" onClick={again}>
          {en.start.again}
        </button>
      </TokenNote>
    );
  return (
    <>
      <section aria-labelledby="agents-title">
        <h2 id="agents-title">{words.own}</h2>
        <p class="note">{words.intro}</p>
        {failure ? <TokenNote failure={failure} /> : null}
        {!agents ? (
          <p class="note">{en.pages.loading}</p>
        ) : agents.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <Table agents={agents} onOpen={setOpen} />
        )}
      </section>
      <Register onShown={(shown) => setOpen({ dialog: "token", shown })} />
      {open?.dialog === "token" ? <TokenDialog shown={open.shown} onClose={close} /> : null}
      {open?.dialog === "validate" ? <Validation agent={open.agent} onClose={close} /> : null}
      {open?.dialog === "rotate" ? (
        <Rotate
          agent={open.agent}
          onShown={(shown) => setOpen({ dialog: "token", shown })}
          onClose={close}
        />
      ) : null}
      {open?.dialog === "retire" ? <Retire agent={open.agent} onClose={close} /> : null}
    </>
  );
}

function Table({ agents, onOpen }: { agents: Agent[]; onOpen(open: Open): void }) {
  const words = organise.agents;
  return (
    <Scroll name={words.table}>
      <table class="cup-table agents">
        <caption>{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">{words.agent}</th>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.games}</th>
            <th scope="col">{words.validations}</th>
            <th scope="col">{words.actions}</th>
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <tr key={agent.name}>
              <th scope="row">
                <Name text={agent.displayName || agent.name} />
                {agent.displayName === agent.name ? null : <small>{plain(agent.name)}</small>}
              </th>
              <td>
                {agent.retiredAt ? words.retired : agent.connected ? words.connected : words.away}
              </td>
              <td>{words.plays(agent.games, agent.gamesAtOnceMax)}</td>
              <td>
                <Validations agent={agent} />
              </td>
              <td>
                {agent.retiredAt ? null : (
                  <div class="agent-actions">
                    {(["validate", "rotate", "retire"] as const).map((dialog) => (
                      <button
                        key={dialog}
                        type="button"
                        class={dialog === "retire" ? "danger" : ""}
                        aria-label={words[`${dialog}Of`](agent.name)}
                        onClick={() => onOpen({ dialog, agent })}
                      >
                        {words[dialog]}
                      </button>
                    ))}
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function gameName(ruleset: string): string {
  return RULESETS[ruleset]?.name ?? plain(ruleset);
}

function Validations({ agent }: { agent: Agent }) {
  const words = organise.agents;
  if (agent.validations.length === 0) return <>{words.noValidation}</>;
  return (
    <ul class="cup-ranks">
      {agent.validations.map((one, i) => (
        <li key={i}>
          {gameName(one.ruleset)}: {words.states[one.state]}
          <Verdict agent={agent.name} validation={one} />
        </li>
      ))}
    </ul>
  );
}

/** What went wrong in a validation, and where. */
function Verdict({ agent, validation }: { agent: string; validation: AgentValidation }) {
  const words = organise.agents;
  const { failure, seats, game, ruleset } = validation;
  if (failure === "" && seats.length === 0) return null;
  // Those that the sentence of the service does not name.
  const rules = [...new Set(seats.flatMap((seat) => seat.rules))].filter((rule) => !failure.includes(rule));
  return (
    <div class="is-bad">
      {failure === "" ? null : (
        <p>
          <Broken text={failure} ruleset={ruleset} />
        </p>
      )}
      {rules.length > 0 ? (
        <p>
          <Broken text={words.rules(rules.join(", "))} ruleset={ruleset} />
        </p>
      ) : null}
      {game === ""
        ? null
        : seats.map(({ seat, decisionId }) => (
            <PageLink
              key={seat}
              class="cup-open"
              to={`/g/${idOf(game)}?seat=${seat}${decisionId > 0 ? `&decision=${decisionId}` : "&failure=1"}`}
              label={words.seatOf(agent, gameName(ruleset), seat)}
            >
              {words.seat(seat)}
            </PageLink>
          ))}
    </div>
  );
}

const NAME = /^[a-z0-9_-]{1,64}$/;

function Register({ onShown }: { onShown(shown: Shown): void }) {
  const words = organise.agents;
  const [name, setName] = useState("");
  const [displayName, setDisplayName] = useState("");
  const [isSaid, say] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const request = useRef({ name: "", displayName: "", requestId: "" });
  const badName = NAME.test(name) ? undefined : words.badName;
  const isLong = new TextEncoder().encode(displayName).length > 64;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    say(true);
    if (isBusy || badName !== undefined || isLong) return;
    setBusy(true);
    setFailure(undefined);
    const before = request.current;
    // The same request gives the same token, however often it is sent.
    if (before.name !== name || before.displayName !== displayName)
      request.current = { name, displayName, requestId: randomId() };
    try {
      const { token } = await tried(() => service.registerAgent(request.current, options()));
      onShown({ agent: name, token });
      setName("");
      setDisplayName("");
      say(false);
      request.current = { name: "", displayName: "", requestId: "" };
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="register-title">
      <h2 id="register-title">{words.register}</h2>
      <form class="draft-row" noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label={words.name}
          value={name}
          fault={isSaid ? badName : undefined}
          onText={setName}
        />
        <TextField
          label={words.displayName}
          value={displayName}
          fault={isLong ? words.longName : undefined}
          onText={setDisplayName}
        />
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {words.registerIt}
        </button>
      </form>
      {failure ? <TokenNote failure={failure} /> : null}
    </section>
  );
}

function TokenDialog({ shown, onClose }: { shown: Shown; onClose(): void }) {
  const words = organise.agents;
  return (
    <Dialog title={words.tokenOf(shown.agent)} onClose={onClose}>
      <p>{words.tokenWhat}</p>
      <CopyField name={words.token} text={shown.token} />
      <div class="cup-files">
        <button type="button" class="primary" onClick={onClose}>
          {words.done}
        </button>
      </div>
    </Dialog>
  );
}

/** Asks once more, and calls. */
function Sure({
  title,
  what,
  yes,
  call,
  onClose,
  children,
}: {
  title: string;
  what: string;
  yes: string;
  call(): Promise<void>;
  onClose(): void;
  children?: ComponentChildren;
}) {
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await call();
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} class="cup-cancel" onClose={onClose}>
      <p>{what}</p>
      {children}
      {failure ? <TokenNote failure={failure} /> : null}
      <div class="cup-files">
        <button type="button" class="danger" aria-disabled={isBusy} onClick={() => void go()}>
          {yes}
        </button>
        <button type="button" onClick={onClose}>
          {organise.agents.no}
        </button>
      </div>
    </Dialog>
  );
}

function Rotate({
  agent: { name },
  onShown,
  onClose,
}: {
  agent: Agent;
  onShown(shown: Shown): void;
  onClose(): void;
}) {
  const words = organise.agents;
  const requestId = useRef(randomId());
  return (
    <Sure
      title={words.rotateSure(name)}
      what={words.rotateWhat}
      yes={words.rotateYes}
      call={async () => {
        const request = { agent: name, requestId: requestId.current };
        const { token } = await tried(() => service.rotateAgentToken(request, options()));
        onShown({ agent: name, token });
      }}
      onClose={onClose}
    />
  );
}

function Retire({ agent: { name }, onClose }: { agent: Agent; onClose(): void }) {
  const words = organise.agents;
  return (
    <Sure
      title={words.retireSure(name)}
      what={words.retireWhat}
      yes={words.retireYes}
      call={async () => {
        await tried(() => service.retireAgent({ agent: name }, options()));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** A call waits for half a minute, and a little longer on its way. */
const WAIT_MS_MAX = 30_000 + CALL_MS_MAX;
const AGAIN_MS = 500;

function Validation({ agent, onClose }: { agent: Agent; onClose(): void }) {
  const words = organise.agents;
  const [rulesets, setRulesets] = useState<Ruleset[]>([]);
  const [chosen, choose] = useState("");
  const [failure, setFailure] = useState<Failure>();
  const [validation, setValidation] = useState<AgentValidation>();
  const [isBusy, setBusy] = useState(false);
  const run = useRef(controller());
  useEffect(() => {
    const { signal, abort } = run.current;
    client
      .listRulesets({}, { timeoutMs: CALL_MS_MAX, signal })
      .then((response) => {
        const played = response.rulesets.filter(
          ({ id }) => agent.rulesets.length === 0 || agent.rulesets.includes(id),
        );
        setRulesets(played);
        choose(played[0]?.id ?? "");
      })
      .catch((error: unknown) => !signal.aborted && setFailure(failureOf(error)));
    return abort;
  }, []);
  const begin = async (): Promise<void> => {
    const setupCase = rulesets.find(({ id }) => id === chosen)?.defaultSetup?.ruleset.case;
    if (isBusy || setupCase === undefined) return;
    const { signal } = run.current;
    setBusy(true);
    setFailure(undefined);
    setValidation(undefined);
    const request = create(ValidateAgentRequestSchema, {
      agent: agent.name,
      requestId: randomId(),
      // The rest is what the ruleset fills in.
      setup: { ruleset: { case: setupCase, value: {} } },
    } as MessageInitShape<typeof ValidateAgentRequestSchema>);
    try {
      for (;;) {
        const sign = signing(account.value);
        const call = () =>
          service.validateAgent(request, sign({ timeoutMs: WAIT_MS_MAX, signal }));
        const answer = await tried(call, signal);
        if (signal.aborted) return;
        setValidation(answer.validation);
        if (answer.validation?.state !== ValidationState.RUNNING) break;
        await sleep(AGAIN_MS, signal);
      }
    } catch (error) {
      if (!signal.aborted) setFailure(failureOf(error));
    }
    if (!signal.aborted) setBusy(false);
  };
  const verdict = validation && words.result[validation.state];
  return (
    <Dialog title={words.validateTitle(agent.name)} class="cup-cancel" onClose={onClose}>
      <p>{words.validateWhat}</p>
      <Select label={words.validateGame} value={chosen} onChoose={choose}>
        {rulesets.map(({ id }) => (
          <option key={id} value={id}>
            {gameName(id)}
          </option>
        ))}
      </Select>
      <div role="status" class="verdict">
        {isBusy ? <p class="note">{words.validating}</p> : null}
        {verdict === undefined ? null : (
          <p>
            <b>{verdict}</b>
          </p>
        )}
        {validation ? <Verdict agent={agent.name} validation={validation} /> : null}
      </div>
      {failure ? <TokenNote failure={failure} /> : null}
      <div class="cup-files">
        <button
          type="button"
          class="primary"
          aria-disabled={isBusy}
          onClick={() => void begin()}
        >
          {words.validateIt}
        </button>
        <button type="button" onClick={onClose}>
          {en.game.close}
        </button>
      </div>
    </Dialog>
  );
}
