// Creates a game, keeps its token and goes to it.
import type { Ruleset } from "../../gen/hierophant/v1/ruleset_pb.js";
import { account, client, keys, randomId, sleep } from "../app.js";
import { requestFor } from "../game/create.js";
import { NAMES } from "../strings/en.js";
import { go } from "../ui/router.js";
import { failureOf, type Failure } from "../wire/errors.js";
import { backoff } from "../wire/follow.js";
import type { TableChoice } from "../wire/tokens.js";
import { CALL_MS_MAX, signed } from "../wire/transport.js";

const TRIES_MAX = 4;

/** Creates the game; the same request, however often it has to be sent. */
export async function begin(ruleset: Ruleset, table: TableChoice): Promise<Failure | undefined> {
  const request = requestFor(
    ruleset,
    table,
    NAMES.filter((name) => name !== table.name),
    randomId(),
  );
  for (let tries = 1; ; tries++) {
    try {
      const created = await client.createGame(
        request,
        signed(account.value, { timeoutMs: CALL_MS_MAX }),
      );
      const id = created.game?.name.replace(/^games\//, "") ?? "";
      const own = created.seatTokens[0];
      const since = Date.now();
      if (!own) throw new Error("a response without a token");
      const spectators = created.spectatorToken;
      keys.put(id, {
        token: own.token,
        seat: own.seat,
        spectators,
        table,
        ruleset: ruleset.id,
        since,
      });
      go(`/g/${id}`);
      return undefined;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.remedy !== "retry" || tries >= TRIES_MAX) return failure;
      await sleep(backoff(tries, Math.random()), new AbortController().signal);
    }
  }
}
