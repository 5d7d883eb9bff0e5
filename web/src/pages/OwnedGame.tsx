// A game that this browser has no token of: it may be open to everyone. Who holds the token of its owner or of an operator
// watches a live game of a tournament as spectators do, and sees the replay of any game that has ended.
import { type ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { GameStatus, type Game } from "../../gen/hierophant/v1/game_pb.js";
import { account, client, keys, randomId, tokens } from "../app.js";
import { Session } from "../game/session.js";
import type { RulesetUi } from "../rulesets/contract.js";
import { rulesetUi } from "../rulesets/registry.js";
import { en, RULESETS } from "../strings/en.js";
import { FailureNote } from "../ui/FailureNote.js";
import { Brand } from "../ui/head.js";
import { plain } from "../ui/names.js";
import { failureOf, type Failure } from "../wire/errors.js";
import { Reader, STRANGERS } from "../wire/openly.js";
import { signing } from "../wire/tokens.js";
import { CALL_MS_MAX, unsigned, type Sign } from "../wire/transport.js";
import { watchId, watchToken } from "../wire/watch.js";
import { sessionWorld } from "../world.js";
import { Again } from "./Again.js";
import { TournamentLink } from "./TournamentLink.js";
import { ReplayTable } from "./ReplayTable.js";

type State =
  | { state: "asking" }
  | { state: "ended"; game: Game; sign: Sign }
  /** It is live, and everyone may watch it. */
  | { state: "open" }
  | { state: "failed"; failure: Failure }
  /** The service knows no such caller. */
  | { state: "stranger" };

interface Props {
  id: string;
  /** What the page says to who may not see the game. */
  stranger: ComponentChildren;
  /** The page of a live game whose calls are signed like this. */
  open(sign: Sign): ComponentChildren;
  /** The page has a token of spectators now. */
  onWatch(): void;
}

export function OwnedGame({ id, stranger, open, onWatch }: Props) {
  const [state, setState] = useState<State>({ state: "asking" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let here = true;
    const ask = async (again = false): Promise<State | undefined> => {
      try {
        const name = `games/${id}`;
        const { value: token } = account;
        // The author of an agent sees the replays of its games.
        const held = [token, tokens.agent.value].filter((one) => one !== undefined);
        const reader = new Reader([...held.map(signing), unsigned]);
        const { game } = await reader.read((sign) =>
          client.getGame({ game: name }, sign({ timeoutMs: CALL_MS_MAX })),
        );
        const sign = reader.chosen ?? unsigned;
        if (!game) throw new Error("a response without a game");
        if (game.status === GameStatus.ENDED) return { state: "ended", game, sign };
        if (await isOpen(name)) return { state: "open" };
        // A spectators' token that somebody has been given is not taken from them.
        if (game.labels["tournament"] === undefined) return { state: "stranger" };
        const rotate = async (requestId: string): Promise<string> => {
          const request = { game: name, spectators: true, requestId };
          return (await client.rotateToken(request, sign({ timeoutMs: CALL_MS_MAX }))).token;
        };
        const spectators = await watchToken(await watchId(name, token), randomId, rotate);
        keys.keepInPage(id, { token: spectators, since: Date.now() });
        return undefined;
      } catch (error) {
        const failure = failureOf(error);
        // It has ended between the two calls.
        if (failure.reason === "GAME_OVER" && !again) return ask(true);
        return STRANGERS.has(failure.reason) && failure.reason !== "GAME_UNKNOWN"
          ? { state: "stranger" }
          : { state: "failed", failure };
      }
    };
    void ask().then((next) => {
      if (!here) return;
      if (next) setState(next);
      else onWatch();
    });
    return () => {
      here = false;
    };
  }, [id, tries]);

  switch (state.state) {
    case "stranger":
      return <>{stranger}</>;
    case "ended":
      return <Ended id={id} game={state.game} sign={state.sign} />;
    case "open":
      return <>{open(unsigned)}</>;
    case "failed":
      return (
        <main id="main">
          <Brand />
          <h1>{en.game.none}</h1>
          <FailureNote failure={state.failure}>
            <button
              type="button"
              onClick={() => {
                setState({ state: "asking" });
                setTries(tries + 1);
              }}
            >
              {en.start.again}
            </button>
          </FailureNote>
        </main>
      );
    default:
      return (
        <main id="main">
          <Brand />
          <h1>{en.link.connecting}</h1>
        </main>
      );
  }
}

/** Whether everyone may watch the game. */
async function isOpen(game: string): Promise<boolean> {
  try {
    await client.getView({ game }, { timeoutMs: CALL_MS_MAX });
    return true;
  } catch (error) {
    if (STRANGERS.has(failureOf(error).reason)) return false;
    throw error;
  }
}

/** The replay alone: the game's owner has seen nothing of it before. */
function Ended({ id, game, sign }: { id: string; game: Game; sign: Sign }) {
  // It is never begun: there is nothing to follow.
  const session = useMemo(() => new Session(sessionWorld(sign), id, undefined), [id, sign]);
  const [ui, setUi] = useState<RulesetUi>();
  useEffect(() => {
    let here = true;
    void rulesetUi(game.ruleset).then((loaded) => here && setUi(loaded));
    return () => {
      here = false;
    };
  }, [game]);
  const names = useMemo(
    () => game.seats.map((one) => plain(one.displayName) || en.game.seat(one.seat)),
    [game],
  );
  const bar = (
    <header class="bar">
      <div class="bar-title">
        <Brand />
        <h1>{RULESETS[game.ruleset]?.name ?? plain(game.ruleset)}</h1>
        <TournamentLink game={game} />
      </div>
    </header>
  );
  if (!ui)
    return (
      <div class="page">
        {bar}
        <main id="main" class="table" />
      </div>
    );
  return (
    <ReplayTable
      session={session}
      sign={sign}
      ui={ui}
      names={names}
      ruleset={game.ruleset}
      id={id}
      next={<Again id={id} ruleset={game.ruleset} />}
      isWhole
      bar={() => bar}
    />
  );
}
