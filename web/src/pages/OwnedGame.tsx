// A game that this browser has no token of, for who holds the token of its owner or of an operator: they watch a live game
// of a tournament as spectators do, and see the replay of any game that has ended.
import { type ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { GameStatus, type Game } from "../../gen/hierophant/v1/game_pb.js";
import { account, client, keys, randomId, sessionWorld } from "../app.js";
import { Session } from "../game/session.js";
import type { RulesetUi } from "../rulesets/contract.js";
import { rulesetUi } from "../rulesets/registry.js";
import { en, RULESETS } from "../strings/en.js";
import { FailureNote } from "../ui/FailureNote.js";
import { Brand } from "../ui/head.js";
import { plain } from "../ui/names.js";
import { failureOf, type Failure } from "../wire/errors.js";
import { CALL_MS_MAX, signed } from "../wire/transport.js";
import { watchId, watchToken } from "../wire/watch.js";
import { ReplayTable } from "./ReplayTable.js";

type State =
  | { state: "asking" }
  | { state: "ended"; game: Game }
  | { state: "failed"; failure: Failure }
  /** The service knows no such caller. */
  | { state: "stranger" };

interface Props {
  id: string;
  /** What the page says to who may not see the game. */
  stranger: ComponentChildren;
  /** The page has a token of spectators now. */
  onWatch(): void;
}

export function OwnedGame({ id, stranger, onWatch }: Props) {
  const [state, setState] = useState<State>({ state: "asking" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let here = true;
    const ask = async (again = false): Promise<State | undefined> => {
      try {
        const options = signed(account.value, { timeoutMs: CALL_MS_MAX });
        const name = `games/${id}`;
        const { game } = await client.getGame({ game: name }, options);
        if (!game) throw new Error("a response without a game");
        if (game.status === GameStatus.ENDED) return { state: "ended", game };
        // A spectators' token that somebody has been given is not taken from them.
        if (game.labels["tournament"] === undefined) return { state: "stranger" };
        const rotate = async (requestId: string): Promise<string> => {
          const request = { game: name, spectators: true, requestId };
          return (await client.rotateToken(request, options)).token;
        };
        const token = await watchToken(await watchId(name, account.value), randomId, rotate);
        keys.keepInPage(id, { token, since: Date.now() });
        return undefined;
      } catch (error) {
        const failure = failureOf(error);
        // It has ended between the two calls.
        if (failure.reason === "GAME_OVER" && !again) return ask(true);
        return STRANGERS.has(failure.reason)
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
      return <Ended id={id} game={state.game} />;
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

const STRANGERS = new Set(["TOKEN_UNKNOWN", "UNAUTHENTICATED"]);

/** The replay alone: the game's owner has seen nothing of it before. */
function Ended({ id, game }: { id: string; game: Game }) {
  const token = account.value;
  // It is never begun: there is nothing to follow.
  const session = useMemo(() => new Session(sessionWorld(), id, token, undefined), [id, token]);
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
      token={token}
      ui={ui}
      names={names}
      ruleset={game.ruleset}
      id={id}
      bar={() => bar}
    />
  );
}
