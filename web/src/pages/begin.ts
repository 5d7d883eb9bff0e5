// Creates a game, keeps its token and goes to it.
import type { Ruleset } from "../../gen/hierophant/v1/ruleset_pb.js";
import { account, client, keys, randomId, tried } from "../app.js";
import { requestFor } from "../game/create.js";
import { NAMES } from "../strings/en.js";
import { go } from "../ui/router.js";
import { failureOf, type Failure } from "../wire/errors.js";
import { signing, type TableChoice } from "../wire/tokens.js";
import { CALL_MS_MAX } from "../wire/transport.js";

/** Creates the game; the same request, however often it has to be sent. */
export async function begin(ruleset: Ruleset, table: TableChoice): Promise<Failure | undefined> {
  const request = requestFor(
    ruleset,
    table,
    NAMES.filter((name) => name !== table.name),
    randomId(),
  );
  try {
    const options = signing(account.value)({ timeoutMs: CALL_MS_MAX });
    const created = await tried(() => client.createGame(request, options));
    const id = created.game?.name.replace(/^games\//, "") ?? "";
    const own = created.seatTokens[0];
    if (!own) throw new Error("a response without a token");
    keys.put(id, {
      token: own.token,
      seat: own.seat,
      spectators: created.spectatorToken,
      table,
      ruleset: ruleset.id,
      since: Date.now(),
    });
    go(`/g/${id}`);
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}
