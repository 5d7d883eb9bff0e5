// The end: who won, and the standings.
import type { ComponentChildren } from "preact";
import { GameEnding, type Outcome } from "../../gen/hierophant/v1/game_pb.js";
import type { PointsPart } from "../rulesets/contract.js";
import { en, ordinal } from "../strings/en.js";
import { Name, plain } from "../ui/names.js";

interface Props {
  /** The reader's seat. */
  own: number | undefined;
  outcome: Outcome;
  names: readonly string[];
  /** What the points are made of. */
  parts?: readonly PointsPart[] | undefined;
  /** What comes next. */
  children?: ComponentChildren;
}

/** `Swords 8, Wands 3`: what a seat's points are made of; nothing where it does not add up to them. */
function sumOf(parts: readonly PointsPart[] | undefined, seat: number, points: number): string {
  const own = (parts ?? []).map(({ name, values }) => ({ name, value: values[seat] ?? 0 }));
  const sum = own.reduce((all, { value }) => all + value, 0);
  return sum === points && own.every(({ value }) => value >= 0)
    ? own.flatMap(({ name, value }) => (value > 0 ? [`${name} ${value}`] : [])).join(" + ")
    : "";
}

export function Result({ own, outcome, names, parts, children }: Props) {
  const name = (seat: number): string => names[seat] ?? en.game.seat(seat);
  const played = outcome.ending === GameEnding.PLAYED;
  const order = outcome.standings.map((standing, seat) => ({ standing, seat }));
  if (played) order.sort((a, b) => a.standing.rank - b.standing.rank || a.seat - b.seat);

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
                  <small class="points-parts">{sumOf(parts, seat, standing.victoryPoints)}</small>
                </th>
                <td>{standing.victoryPoints}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {children}
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
