// After the end: the same table again, or another game.
import { useState } from "preact/hooks";
import { client, keys } from "../app.js";
import { en } from "../strings/en.js";
import { FailureNote } from "../ui/FailureNote.js";
import { follows } from "../ui/router.js";
import { failureOf, type Failure } from "../wire/errors.js";
import { CALL_MS_MAX } from "../wire/transport.js";
import { begin } from "./begin.js";

export function Again({ id, ruleset }: { id: string; ruleset: string | undefined }) {
  const [failure, setFailure] = useState<Failure>();
  const [dealing, setDealing] = useState(false);
  const table = keys.get(id)?.table;

  const again = async (): Promise<void> => {
    if (!table || !ruleset || dealing) return;
    setDealing(true);
    setFailure(undefined);
    try {
      const response = await client.getRuleset({ ruleset }, { timeoutMs: CALL_MS_MAX });
      setFailure(response.ruleset && (await begin(response.ruleset, table)));
    } catch (error) {
      setFailure(failureOf(error));
    }
    setDealing(false);
  };

  return (
    <>
      {failure ? <FailureNote failure={failure} /> : null}
      <div class="result-next">
        {table ? (
          <button
            type="button"
            class="primary"
            aria-disabled={dealing}
            onClick={() => void again()}
          >
            {dealing ? en.start.beginning : en.end.again}
          </button>
        ) : null}
        <a class="button" href="/" onClick={(event) => follows(event, "/")}>
          {en.end.other}
        </a>
      </div>
    </>
  );
}
