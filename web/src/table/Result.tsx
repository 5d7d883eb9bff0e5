// The end: who won, the standings, and another game.
import { useState } from "preact/hooks";
import { GameEnding, type Outcome } from "../../gen/hierophant/v1/game_pb.js";
import { client, keys } from "../app.js";
import { begin } from "../pages/begin.js";
import { en, ordinal } from "../strings/en.js";
import { FailureNote } from "../ui/FailureNote.js";
import { Name, plain } from "../ui/names.js";
import { follows } from "../ui/router.js";
import { failureOf, type Failure } from "../wire/errors.js";
import { CALL_MS_MAX, signed } from "../wire/transport.js";

interface Props {
  /** The reader's seat. */
  own: number | undefined;
  outcome: Outcome;
  names: readonly string[];
  ruleset: string | undefined;
  id: string;
}

export function Result({ own, outcome, names, ruleset, id }: Props) {
  const [failure, setFailure] = useState<Failure>();
  const [dealing, setDealing] = useState(false);
  const table = keys.get(id)?.table;
  const name = (seat: number): string => names[seat] ?? en.game.seat(seat);
  const played = outcome.ending === GameEnding.PLAYED;
  const order = outcome.standings.map((standing, seat) => ({ standing, seat }));
  if (played) order.sort((a, b) => a.standing.rank - b.standing.rank || a.seat - b.seat);

  const again = async (): Promise<void> => {
    if (!table || !ruleset || dealing) return;
    setDealing(true);
    setFailure(undefined);
    try {
      const options = signed(undefined, { timeoutMs: CALL_MS_MAX });
      const response = await client.getRuleset({ ruleset }, options);
      setFailure(response.ruleset && (await begin(response.ruleset, table)));
    } catch (error) {
      setFailure(failureOf(error));
    }
    setDealing(false);
  };

  return (
    <section class="result" aria-labelledby="result-title">
      <h2 id="result-title">
        {played ? headline(own, outcome, name) : en.end.game(outcome.ending)}
      </h2>
      {outcome.reason ? <p class="note">{plain(outcome.reason)}</p> : null}
      {played ? (
        <table class="standings">
          <thead>
            <tr>
              <th scope="col">{en.end.rank}</th>
              <th scope="col">{en.end.player}</th>
              <th scope="col">{en.end.points}</th>
            </tr>
          </thead>
          <tbody>
            {order.map(({ standing, seat }) => (
              <tr key={seat} class={standing.rank === 1 ? "is-first" : ""}>
                <td>{ordinal(standing.rank)}</td>
                <th scope="row">
                  <Name text={name(seat)} />
                  {own === seat ? (
                    <span class="tag">{en.game.you}</span>
                  ) : null}
                  {en.end.ending(standing.ending) ? (
                    <small> {en.end.ending(standing.ending)}</small>
                  ) : null}
                </th>
                <td>{standing.victoryPoints}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
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
    </section>
  );
}

function headline(own: number | undefined, outcome: Outcome, name: (seat: number) => string): string {
  const firsts = outcome.standings.flatMap((standing, seat) => (standing.rank === 1 ? [seat] : []));
  const standing = own === undefined ? undefined : outcome.standings[own];
  if (own !== undefined && firsts.includes(own))
    return firsts.length > 1 ? en.end.shared : en.end.won;
  const winner = en.end.wins(firsts.map(name).join(", "));
  return standing && standing.rank > 0
    ? `${winner} ${en.end.place(ordinal(standing.rank))}`
    : winner;
}
