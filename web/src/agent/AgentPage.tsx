// One agent, for its author: whether it is connected, its validations, and its games, those in which it failed first. Each
// failure leads to the step at which it happened.
import { createClient } from "@connectrpc/connect";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Agent, type AgentValidation, ValidationState } from "../../gen/hierophant/v1/agent_pb.js";
import { AgentService } from "../../gen/hierophant/v1/agent_service_pb.js";
import type { Game } from "../../gen/hierophant/v1/game_pb.js";
import { account, client, tokens } from "../app.js";
import { en, ordinal, RULESETS } from "../strings/en.js";
import { agentWords, tournamentWords } from "../strings/tournament.js";
import { idOf, replayLink } from "../tournament/model.js";
import { PageLink, Scroll } from "../tournament/parts.js";
import { FailureNote } from "../ui/FailureNote.js";
import { Broken } from "../rulesets/Broken.js";
import { Name, plain } from "../ui/names.js";
import { type Failure, failureOf } from "../wire/errors.js";
import { Reader } from "../wire/openly.js";
import { signing } from "../wire/tokens.js";
import { CALL_MS_MAX, type Sign, transport, unsigned } from "../wire/transport.js";
import { hasFailure, isLive, isSealed, newestFirst, ownSeats } from "./model.js";

const agents = createClient(AgentService, transport(location.origin));

/** What the page says where a token is missing or opens something else. */
const TOKENS: Record<string, string> = {
  TOKEN_UNKNOWN: "NEEDS_AGENT",
  UNAUTHENTICATED: "NEEDS_AGENT",
  TOKEN_NOT_PERMITTED: "WRONG_AGENT",
};
/** Games of one call, and calls until the person asks for more. */
const PAGE = 200;
const PAGES = 5;

interface Listed {
  games: Game[];
  /** Where the rest begins; empty if all are here. */
  next: string;
}

export function AgentPage({ name }: { name: string }) {
  const words = agentWords;
  const [agent, setAgent] = useState<Agent>();
  const [failed, setFailed] = useState<Listed>();
  const [all, setAll] = useState<Listed>();
  const [failure, setFailure] = useState<Failure>();
  const [tries, setTries] = useState(0);
  // The agent's own token, else that of its owner.
  const reader = useMemo(() => {
    const ways = [tokens.agent.value, account.value].flatMap((token) =>
      token === undefined ? [] : [signing(token)],
    );
    return new Reader(ways.length === 0 ? [unsigned] : ways);
  }, [tries]);
  const options = (sign: Sign, signal?: AbortSignal) =>
    sign({ timeoutMs: CALL_MS_MAX, ...(signal ? { signal } : {}) });

  const read = async (onlyFailed: boolean, before: Listed, signal?: AbortSignal): Promise<Listed> => {
    let { games, next } = before;
    for (let page = 0; page < PAGES && (page === 0 || next !== ""); page++) {
      const request = { agent: name, failed: onlyFailed, pageSize: PAGE, pageToken: next };
      const response = await reader.read((sign) => client.listGames(request, options(sign, signal)));
      games = [...games, ...response.games];
      next = response.nextPageToken;
    }
    return { games, next };
  };
  const begin: Listed = { games: [], next: "" };
  useEffect(() => {
    document.title = `${name}: ${en.title}`;
    const run = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const own = await reader.read((sign) =>
          agents.getAgent({ agent: name }, options(sign, run.signal)),
        );
        setAgent(own.agent);
        setFailed(await read(true, begin, run.signal));
        setAll(await read(false, begin, run.signal));
        setFailure(undefined);
      } catch (error) {
        if (!run.signal.aborted) setFailure(failureOf(error));
      }
    };
    void ask();
    return () => run.abort();
  }, [tries]);
  const more = async (onlyFailed: boolean, before: Listed): Promise<void> => {
    try {
      (onlyFailed ? setFailed : setAll)(await read(onlyFailed, before));
    } catch (error) {
      setFailure(failureOf(error));
    }
  };

  return (
    <main id="main" class="cup">
      <h1>
        <Name text={agent?.displayName || name} />
      </h1>
      {failure ? (
        <FailureNote failure={{ ...failure, reason: TOKENS[failure.reason] ?? failure.reason }}>
          <button type="button" onClick={() => setTries(tries + 1)}>
            {en.start.again}
          </button>
        </FailureNote>
      ) : null}
      {agent ? (
        <About agent={agent} />
      ) : failure ? null : (
        <p class="note">{en.pages.loading}</p>
      )}
      {failed ? (
        <section aria-labelledby="failed-title">
          <h2 id="failed-title">{words.failed}</h2>
          <Games listed={failed} name={name} caption={words.failedCaption} none={words.noneFailed} />
          <More listed={failed} onMore={() => void more(true, failed)} />
        </section>
      ) : null}
      {all ? (
        <section aria-labelledby="games-title">
          <h2 id="games-title">{words.games}</h2>
          <Games listed={all} name={name} caption={words.gamesCaption} none={words.noGames} />
          <More listed={all} onMore={() => void more(false, all)} />
        </section>
      ) : null}
    </main>
  );
}

function About({ agent }: { agent: Agent }) {
  const words = agentWords;
  return (
    <>
      <p>
        {agent.retiredAt ? words.retired : agent.connected ? words.connected : words.away}{" "}
        {words.playing(agent.games)}
      </p>
      <section aria-labelledby="validations-title">
        <h2 id="validations-title">{words.validations}</h2>
        {agent.validations.length === 0 ? (
          <p class="note cup-none">{words.noValidations}</p>
        ) : (
          <ul class="cup-validations">
            {agent.validations.map((one) => (
              <Validation key={`${one.ruleset} ${one.rulesVersion}`} one={one} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Validation({ one }: { one: AgentValidation }) {
  const words = agentWords;
  const game = RULESETS[one.ruleset]?.name ?? plain(one.ruleset);
  return (
    <li>
      {words.validation(game, words.states[one.state] ?? "")}
      {one.failure === "" ? null : (
        <span class="cup-fault">
          {" "}
          <Broken text={one.failure} ruleset={one.ruleset} />
        </span>
      )}{" "}
      {one.game === "" || one.state === ValidationState.RUNNING ? null : one.seats.length === 0 ? (
        <PageLink to={replayLink(one.game)}>{words.replay}</PageLink>
      ) : (
        one.seats.map(({ seat }) => (
          <PageLink key={seat} to={replayLink(one.game, seat)} label={words.whereOf(seat, idOf(one.game))}>
            {words.where(seat)}
          </PageLink>
        ))
      )}
    </li>
  );
}

function Games({
  listed,
  name,
  caption,
  none,
}: {
  listed: Listed;
  name: string;
  caption: string;
  none: string;
}) {
  const words = agentWords;
  if (listed.games.length === 0) return <p class="note cup-none">{none}</p>;
  return (
    <Scroll name={caption}>
      <table class="cup-table cup-results">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.heads.game}</th>
            <th scope="col">{words.heads.seats}</th>
            <th scope="col">{words.heads.replay}</th>
          </tr>
        </thead>
        <tbody>
          {newestFirst(listed.games).map((game) => (
            <Row key={game.name} game={game} name={name} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Row({ game, name }: { game: Game; name: string }) {
  const words = agentWords;
  const id = idOf(game.name);
  const opens = !isLive(game) && !isSealed(game);
  return (
    <tr>
      <th scope="row">
        {id}
        {game.ruleset === "" ? null : (
          <small>{RULESETS[game.ruleset]?.name ?? plain(game.ruleset)}</small>
        )}
      </th>
      <td>
        <ul class="cup-ranks">
          {ownSeats(game, name).map((own) => (
            <li key={own.seat}>
              {en.game.seat(own.seat)}{" "}
              {own.rank > 0 ? <small>{ordinal(own.rank)}</small> : null}
              {hasFailure(own) ? (
                <span class="cup-fault">
                  {tournamentWords.endings[own.ending]}{" "}
                  {opens ? (
                    <PageLink to={replayLink(game.name, own.seat)} label={words.whereOf(own.seat, id)}>
                      {tournamentWords.results.failure}
                    </PageLink>
                  ) : null}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </td>
      <td>
        {opens ? (
          <PageLink to={replayLink(game.name)} class="cup-open" label={words.replayOf(id)}>
            {words.replay}
          </PageLink>
        ) : (
          <small>{isLive(game) ? words.live : tournamentWords.results.sealed}</small>
        )}
      </td>
    </tr>
  );
}

function More({ listed, onMore }: { listed: Listed; onMore(): void }) {
  if (listed.next === "") return null;
  return (
    <p>
      <span class="note">{agentWords.more}</span>{" "}
      <button type="button" onClick={onMore}>
        {tournamentWords.more}
      </button>
    </p>
  );
}
