// The first page: a game, its opponents, the number of players.
import { useEffect, useState } from "preact/hooks";
import type { Ruleset } from "../../gen/hierophant/v1/ruleset_pb.js";
import { account, client, keys, tokens } from "../app.js";
import { CLOCKS, defaultTable } from "../game/create.js";
import { en, HOW_TO_PLAY, RULESETS } from "../strings/en.js";
import { CopyField } from "../ui/CopyField.js";
import { FailureNote } from "../ui/FailureNote.js";
import { GameChoice, SeatChoice } from "../ui/GameChoice.js";
import { HowToPlay } from "../ui/HowToPlay.js";
import { plain } from "../ui/names.js";
import { prefs } from "../ui/prefs.js";
import { follows } from "../ui/router.js";
import { KeepToken } from "../ui/TokenNote.js";
import { failureOf, type Failure } from "../wire/errors.js";
import type { ClockName, TableChoice } from "../wire/tokens.js";
import { CALL_MS_MAX } from "../wire/transport.js";
import {
  accept,
  begin,
  clockOf,
  invitation,
  invitations,
  learnTerms,
  leaveInvitation,
  ownSeat,
  takeInvitation,
  terms,
} from "./begin.js";

const CLOCK_NAMES = Object.keys(CLOCKS) as ClockName[];

export function Start({ chosen }: { chosen: string | undefined }) {
  const [rulesets, setRulesets] = useState<Ruleset[]>();
  const [failure, setFailure] = useState<Failure>();
  const [tries, setTries] = useState(0);

  useEffect(() => {
    document.title = en.title;
    addEventListener("hashchange", takeInvitation);
    return () => removeEventListener("hashchange", takeInvitation);
  }, []);
  const token = account.value;
  useEffect(() => {
    void learnTerms();
  }, [token]);
  useEffect(() => {
    let here = true;
    client
      .listRulesets({}, { timeoutMs: CALL_MS_MAX })
      .then((response) => here && setRulesets(response.rulesets))
      .catch((error: unknown) => here && setFailure(failureOf(error)));
    return () => {
      here = false;
    };
  }, [tries]);

  return (
    <main id="main" class="start">
      <div class="hero">
        <h1>{en.title}</h1>
        <p>{en.tagline}</p>
      </div>
      {invitation.value ? <Invited key={invitation.value.token} /> : null}
      {invitations.value ? (
        <Invite />
      ) : rulesets ? (
        <Choose rulesets={rulesets} chosen={chosen} />
      ) : failure ? (
        <FailureNote failure={failure}>
          <button
            type="button"
            onClick={() => {
              setFailure(undefined);
              setTries(tries + 1);
            }}
          >
            {en.start.again}
          </button>
        </FailureNote>
      ) : (
        <p class="loading">{en.start.loading}</p>
      )}
      <Yours />
    </main>
  );
}

function Choose({ rulesets, chosen }: { rulesets: Ruleset[]; chosen: string | undefined }) {
  const first =
    rulesets.find(({ id }) => id === chosen) ??
    rulesets.find(({ id }) => id === "arcanum") ??
    rulesets[0];
  const [table, setTable] = useState<TableChoice | undefined>(
    () => first && defaultTable(first, prefs.name.value),
  );
  const [dealing, setDealing] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const ruleset = rulesets.find(({ id }) => id === table?.ruleset);
  if (!ruleset || !table) return <p>{en.notFound}</p>;

  const change = (part: Partial<TableChoice>): void => setTable({ ...table, ...part });
  const deal = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (dealing) return;
    setDealing(true);
    setFailure(undefined);
    const name = table.name.trim() || "Guest";
    prefs.name.value = name;
    const failed = await begin(ruleset, { ...table, name });
    setDealing(false);
    setFailure(failed);
  };
  const title = RULESETS[ruleset.id]?.name ?? ruleset.id;

  return (
    <form class="choose" onSubmit={(event) => void deal(event)}>
      <GameChoice
        rulesets={rulesets}
        chosen={ruleset.id}
        onChoose={(one) => setTable({ ...defaultTable(one, table.name), clock: table.clock ?? "none" })}
      />

      <div class="options">
        <fieldset class="option">
          <legend>{en.start.opponents}</legend>
          <div class="pills">
            {ruleset.builtInAgents.filter(({ name }) => mayMeet(name)).map((agent) => {
              const [name, line] = en.agents[agent.name] ?? [agent.name, agent.description];
              return (
                <label key={agent.name} class="pill">
                  <input
                    type="radio"
                    name="opponent"
                    value={agent.name}
                    checked={agent.name === table.opponent}
                    onChange={() => change({ opponent: agent.name })}
                  />
                  <span>
                    <b>{plain(name)}</b>
                    <small>{plain(line)}</small>
                  </span>
                </label>
              );
            })}
          </div>
        </fieldset>

        <SeatChoice
          ruleset={ruleset}
          seats={table.seats}
          onChoose={(seats) => change({ seats })}
        />

        <fieldset class="option">
          <legend>{en.start.clock}</legend>
          <div class="pills">
            {CLOCK_NAMES.filter((clock) => clock !== "none" || !terms.value).map((clock) => {
              const [name, line] = en.start.clocks[clock] ?? [clock, ""];
              return (
                <label key={clock} class="pill">
                  <input
                    type="radio"
                    name="clock"
                    value={clock}
                    checked={clock === clockOf(table)}
                    onChange={() => change({ clock })}
                  />
                  <span>
                    <b>{name}</b>
                    <small>{line}</small>
                  </span>
                </label>
              );
            })}
          </div>
        </fieldset>

        <label class="option name-field">
          <span>{en.guests.friends}</span>
          <select
            name="friends"
            value={`${Math.min(table.friends ?? 0, table.seats - 1)}`}
            onChange={(event) => change({ friends: Number(event.currentTarget.value) })}
          >
            {Array.from({ length: table.seats }, (_, count) => (
              <option key={count} value={`${count}`}>
                {en.guests.people(count)}
              </option>
            ))}
          </select>
        </label>

        {Array.from({ length: Math.min(table.friends ?? 0, table.seats - 1) }, (_, i) => (
          <label key={i} class="option name-field">
            <span>{en.guests.friendName(i + 1)}</span>
            <input
              type="text"
              value={table.friendNames?.[i] ?? ""}
              placeholder={en.guests.friend(i + 1)}
              maxLength={20}
              autocomplete="off"
              onInput={(event) => {
                const friendNames = [...(table.friendNames ?? [])];
                friendNames[i] = event.currentTarget.value;
                change({ friendNames });
              }}
            />
          </label>
        ))}

        <label class="option name-field">
          <span>{en.start.name}</span>
          <input
            type="text"
            name="name"
            value={table.name}
            maxLength={20}
            autocomplete="off"
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        </label>
      </div>

      {terms.value ? <p class="note guest-terms">{en.guests.terms(terms.value)}</p> : null}
      {failure ? <FailureNote failure={asAccount(failure)} /> : null}
      {failure && NEEDS_ACCOUNT.has(failure.reason) ? (
        <>
          <label class="field token">
            {en.start.token}
            <input
              type="password"
              autocomplete="off"
              value={account.value ?? ""}
              onInput={(event) => {
                tokens.hold(event.currentTarget.value.trim() || undefined);
              }}
            />
          </label>
          <KeepToken />
        </>
      ) : null}
      <button type="submit" class="primary big" aria-disabled={dealing}>
        {dealing ? en.start.beginning : en.start.begin(title)}
      </button>
      {HOW_TO_PLAY[ruleset.id] ? (
        <details class="about" key={`how-${ruleset.id}`}>
          <summary>{en.start.howTo}</summary>
          <HowToPlay ruleset={ruleset.id} />
        </details>
      ) : null}
      <details class="about" key={ruleset.id}>
        <summary>{en.start.about}</summary>
        <p>{plain(ruleset.description)}</p>
      </details>
    </form>
  );
}

/** Whether the person may play against this built-in agent. */
function mayMeet(agent: string): boolean {
  return terms.value?.builtInAgents.includes(agent) ?? true;
}

/** The links to the other seats of the game that was created just now. */
function Invite() {
  const { value: made } = invitations;
  if (!made) return null;
  const path = `/g/${made.game}`;
  return (
    <section class="yours" aria-labelledby="invite">
      <h2 id="invite">{en.guests.invite}</h2>
      <p>{en.guests.inviteNote}</p>
      {made.links.map(({ name, link }) => (
        <CopyField key={link} name={en.guests.link(plain(name))} text={link} />
      ))}
      <p>
        <a
          class="button primary"
          href={path}
          onClick={(event) => {
            invitations.value = undefined;
            follows(event, path);
          }}
        >
          {en.guests.toTable}
        </a>
      </p>
    </section>
  );
}

/** Takes the seat of the invitation that the address has brought. */
function Invited() {
  const [asked] = useState(invitation.value);
  const [failure, setFailure] = useState<Failure>();
  const [tries, setTries] = useState(0);
  const own = asked && ownSeat(asked);
  useEffect(() => {
    let here = true;
    if (asked && own === undefined)
      void accept(asked).then((failed) => here && setFailure(failed));
    return () => {
      here = false;
    };
  }, [tries]);
  if (!asked) return null;
  if (own !== undefined)
    return (
      <div class="failure" role="alert">
        <p>
          <strong>{en.guests.notYours(own)}</strong> {en.guests.notYoursNext}
        </p>
        <button type="button" onClick={leaveInvitation}>
          {en.guests.leave}
        </button>
      </div>
    );
  if (!failure) return <p class="loading">{en.guests.taking}</p>;
  return (
    <FailureNote failure={failure}>
      {failure.remedy === "stop" ? (
        <button type="button" onClick={leaveInvitation}>
          {en.guests.leave}
        </button>
      ) : (
        <button
          type="button"
          onClick={() => {
            setFailure(undefined);
            setTries(tries + 1);
          }}
        >
          {en.start.again}
        </button>
      )}
    </FailureNote>
  );
}

const NEEDS_ACCOUNT = new Set(["TOKEN_UNKNOWN", "UNAUTHENTICATED", "TOKEN_NOT_PERMITTED"]);

/** Here a missing or wrong token is that of a principal, not that of a game. */
function asAccount(failure: Failure): Failure {
  return NEEDS_ACCOUNT.has(failure.reason) ? { ...failure, reason: "NEEDS_ACCOUNT" } : failure;
}

function Yours() {
  const [games, setGames] = useState(() => keys.games());
  if (games.length === 0) return null;
  return (
    <section class="yours" aria-labelledby="yours">
      <h2 id="yours">{en.start.yours}</h2>
      <ul>
        {games.slice(0, 8).map(({ game, key }) => (
          <li key={game}>
            <a href={`/g/${game}`} onClick={(event) => follows(event, `/g/${game}`)}>
              {key.ruleset ? `${RULESETS[key.ruleset]?.name ?? plain(key.ruleset)} ` : ""}
              <code>{game}</code>
            </a>
            <span class="note">
              {key.over
                ? en.start.over
                : key.seat === undefined
                  ? en.start.watching
                  : en.start.seatOf(key.seat)}
              , {when(key.since)}
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={en.start.forgetGame(game)}
              onClick={() => {
                keys.forget(game);
                setGames(keys.games());
              }}
            >
              {en.start.forget}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function when(ms: number): string {
  const minutes = Math.round((ms - Date.now()) / 60_000);
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes > -60) return minutes === 0 ? "just now" : words.format(minutes, "minute");
  if (minutes > -1440) return words.format(Math.round(minutes / 60), "hour");
  return words.format(Math.round(minutes / 1440), "day");
}
