// Who is where: places, figures and their intervals, and who beats whom.
import { useRef, useState } from "preact/hooks";
import {
  Comparison,
  type EntrantStanding,
  type Estimate,
  type Standings,
  type Tournament,
} from "../../gen/hierophant/v1/tournament_pb.js";
import { tournamentWords } from "../strings/tournament.js";
import { Name } from "../ui/names.js";
import {
  confidence,
  decimal,
  failures,
  figure,
  interval,
  nameOf,
  pairOf,
  parOf,
  percent,
  places,
  ranksByRating,
  share,
  steady,
  within,
} from "./model.js";
import { FigureCell, Scroll } from "./parts.js";

const words = tournamentWords.standings;

interface Props {
  tournament: Tournament;
  standings: Standings | undefined;
}

export function StandingsTable({ tournament, standings }: Props) {
  const [isHeld, hold] = useState(false);
  const shown = useRef<readonly number[]>([]);
  if (!standings || standings.entrants.length === 0) return <p class="note">{words.none}</p>;
  const now = standings.entrants.map(({ entrant }) => entrant);
  shown.current = steady(shown.current, now, isHeld);
  const isWaiting = shown.current.some((entrant, i) => entrant !== now[i]);
  const rows = shown.current.flatMap(
    (entrant) => standings.entrants.find((one) => one.entrant === entrant) ?? [],
  );
  const par = parOf(tournament.config);
  const byRating = ranksByRating(standings);
  const hasScore = rows.some(({ score }) => score !== undefined);
  const caption = words.caption(standings.games, standings.deals);
  const rating = <th scope="col">{words.rating}</th>;
  const wins = <th scope="col">{words.wins}</th>;
  return (
    <>
      <div
        onPointerEnter={(event) => hold(event.pointerType === "mouse")}
        onPointerLeave={() => hold(false)}
      >
        <Scroll name={caption}>
          <table class="cup-table cup-standings">
            <caption>{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{words.place}</th>
                <th scope="col">{words.entrant}</th>
                {byRating ? rating : wins}
                <th scope="col">{words.games}</th>
                {hasScore ? <th scope="col">{words.score}</th> : null}
                <th scope="col">{words.points}</th>
                {byRating ? wins : rating}
                <th scope="col">{words.failures}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <Row
                  key={one.entrant}
                  one={one}
                  name={nameOf(tournament.config, one.entrant)}
                  par={byRating ? undefined : par}
                  byRating={byRating}
                  hasScore={hasScore}
                />
              ))}
            </tbody>
          </table>
        </Scroll>
      </div>
      <Meaning standings={standings} par={par} isWaiting={isWaiting} />
    </>
  );
}

function Row({
  one,
  name,
  par,
  byRating,
  hasScore,
}: {
  one: EntrantStanding;
  name: string;
  par: number | undefined;
  byRating: boolean;
  hasScore: boolean;
}) {
  const failed = failures(one.endings);
  const value = one.rating && {
    value: decimal(one.rating.value, 1),
    interval: interval(one.rating.low, one.rating.high, (end) => decimal(end, 1)),
  };
  const rating =
    value && one.games > 0 ? (
      <FigureCell figure={value}>
        {byRating ? (
          <small>{words.uncertainty(decimal(one.rating?.uncertainty ?? NaN, 1))}</small>
        ) : null}
      </FigureCell>
    ) : (
      <td>{tournamentWords.none}</td>
    );
  const wins = (
    <FigureCell figure={share(one.winShare)}>
      {one.winShare?.mean === undefined ? null : <Bar estimate={one.winShare} par={par} />}
      {one.againstPar === Comparison.GREATER ? <small>{words.above}</small> : null}
      {one.againstPar === Comparison.LESS ? <small>{words.below}</small> : null}
    </FigureCell>
  );
  return (
    <tr>
      <td class="cup-place">{places(one)}</td>
      <th scope="row">
        <Name text={name} />
        {one.provisional && one.games > 0 ? <span class="tag">{words.provisional}</span> : null}
        {one.incomplete ? <span class="tag is-bad">{words.incomplete}</span> : null}
      </th>
      {byRating ? rating : wins}
      <td>{one.games}</td>
      {hasScore ? (
        <td>{one.score === undefined ? "" : `${one.score > 0 ? "+" : ""}${one.score}`}</td>
      ) : null}
      <FigureCell figure={figure(one.points, 1)} />
      {byRating ? wins : rating}
      <td class={failed.count > 0 ? "cup-figure is-bad" : "cup-figure"}>
        <span class="figure-value">{failed.count}</span>
        {failed.words === "" ? null : <small>{failed.words}</small>}
      </td>
    </tr>
  );
}

/** The interval as a bar, the mean as a dot, par as a line. The same is there in numbers. */
function Bar({ estimate, par }: { estimate: Estimate; par: number | undefined }) {
  const at = (share: number): number => 2 + within(share) * 96;
  const mean = at(estimate.mean ?? 0);
  // One end alone is absent where the interval has no bound there.
  const isNone = estimate.low === undefined && estimate.high === undefined;
  const low = isNone ? mean : at(estimate.low ?? 0);
  const high = isNone ? mean : at(estimate.high ?? 1);
  return (
    <svg class="cup-bar" viewBox="0 0 100 12" aria-hidden="true" focusable="false">
      <line class="bar-track" x1="2" y1="6" x2="98" y2="6" />
      <rect class="bar-interval" x={low} y="3.500" width={Math.max(0.5, high - low)} height="5" rx="2" />
      {par === undefined ? null : <line class="bar-par" x1={at(par)} y1="0" x2={at(par)} y2="12" />}
      <circle class="bar-mean" cx={mean} cy="6" r="2.600" />
    </svg>
  );
}

function Meaning({
  standings,
  par,
  isWaiting,
}: {
  standings: Standings;
  par: number | undefined;
  isWaiting: boolean;
}) {
  const byRating = ranksByRating(standings);
  return (
    <div class="note cup-meaning">
      <p>
        {byRating ? words.byRating : words.byWins(par === undefined ? "" : percent(par))}{" "}
        {words.meaning(confidence(standings.confidenceThousandths))}
      </p>
      <p>
        {standings.entrants.some((one) => one.provisional && one.games > 0) ? `${words.isProvisional} ` : ""}
        {standings.entrants.some((one) => one.incomplete) ? `${words.isIncomplete} ` : ""}
        {isWaiting ? words.steady : ""}
      </p>
    </div>
  );
}

/** Each entrant against each other one, folded at first. */
export function Pairs({ tournament, standings }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!standings || standings.pairs.length === 0) return null;
  const pairs = tournamentWords.pairs;
  const order = standings.entrants.map(({ entrant }) => entrant);
  return (
    <details
      class="cup-fold"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{pairs.title}</summary>
      {isOpen ? (
        <>
          <Scroll name={pairs.caption}>
            <table class="cup-table cup-pairs">
              <caption>{pairs.caption}</caption>
              <thead>
                <tr>
                  <th scope="col">{pairs.entrant}</th>
                  {order.map((entrant, i) => (
                    <th key={entrant} scope="col">
                      <span aria-hidden="true">{i + 1}</span>
                      <span class="unseen">
                        <Name text={nameOf(tournament.config, entrant)} />
                      </span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {order.map((one, i) => (
                  <tr key={one}>
                    <th scope="row">
                      <span class="cup-number">{i + 1}</span>{" "}
                      <Name text={nameOf(tournament.config, one)} />
                    </th>
                    {order.map((other) => (
                      <PairCell key={other} standings={standings} one={one} other={other} />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          <p class="note">{pairs.meaning(confidence(standings.confidenceThousandths))}</p>
        </>
      ) : null}
    </details>
  );
}

function PairCell({
  standings,
  one,
  other,
}: {
  standings: Standings;
  one: number;
  other: number;
}) {
  const pair = one === other ? undefined : pairOf(standings, one, other);
  if (!pair) return <td class="cup-figure">{one === other ? "" : "–"}</td>;
  const pairs = tournamentWords.pairs;
  return (
    <td class={`cup-figure is-${pair.settled}`} title={pairs.meetings(pair.meetings)}>
      <span class="figure-value">
        {pair.settled === "open" ? null : (
          <span role="img" aria-label={pairs[pair.settled]}>
            {pair.settled === "more" ? "▲" : "▼"}{" "}
          </span>
        )}
        {pair.share.value}
      </span>
      {pair.share.interval === undefined ? null : <small>{pair.share.interval}</small>}
    </td>
  );
}
