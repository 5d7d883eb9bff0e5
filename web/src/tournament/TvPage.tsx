// A tournament for a big screen: standings and live tables in large type, page by page.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Standings, Tournament } from "../../gen/hierophant/v1/tournament_pb.js";
import { tournamentWords } from "../strings/tournament.js";
import { FailureNote } from "../ui/FailureNote.js";
import { Name } from "../ui/names.js";
import type { Failure } from "../wire/errors.js";
import { SeatNames } from "./Games.js";
import { nameOf, places, share, titleOf, figure, ranksByRating, decimal, interval } from "./model.js";
import { FigureCell, PageLink, Progress, Scroll, Status } from "./parts.js";
import { LinkWords } from "./TournamentPage.js";
import { useTournament } from "./visit.js";
import { reader } from "./world.js";

/** How long a page stays. */
const PAGE_MS = 12_000;
/** How many entrants or tables a page has. */
const ROWS = 8;
const TABLES = 6;

export function TvPage({ id }: { id: string }) {
  const reads = useMemo(() => reader(), [id]);
  const session = useTournament(id, reads);
  const [at, setAt] = useState(0);
  // Who does not want motion begins with a page that stands still.
  const [moves, setMoves] = useState(
    () => !matchMedia("(prefers-reduced-motion: reduce)").matches,
  );
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => setAt((page) => page + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, [moves]);
  const words = tournamentWords;
  const tournament = session.tournament.value;
  if (!tournament)
    return (
      <main id="main" class="cup">
        <h1>{id}</h1>
        <LinkWords session={session} />
      </main>
    );
  const standings = session.standings.value;
  const live = session.live.value.flatMap((game) => game ?? []);
  const standingPages = Math.max(1, Math.ceil((standings?.entrants.length ?? 0) / ROWS));
  const livePages = Math.ceil(live.length / TABLES);
  const pages = standingPages + livePages;
  const page = at % pages;
  return (
    <main id="main" class="cup is-tv">
      <div class="cup-head">
        <h1>
          <bdi>{titleOf(tournament)}</bdi>
        </h1>
        <Status status={tournament.status} />
        <span class="tv-done">{words.progress(tournament.slotsDone, tournament.slotsTotal)}</span>
      </div>
      <Progress tournament={tournament} name={words.facts.done} />
      {page < standingPages ? (
        <TvStandings
          tournament={tournament}
          standings={standings}
          failure={session.standingsFailure.value}
          page={page}
        />
      ) : (
        <section aria-labelledby="tv-live">
          <h2 id="tv-live">{words.live.title}</h2>
          <ul class="cup-tables">
            {live
              .slice((page - standingPages) * TABLES, (page - standingPages + 1) * TABLES)
              .map((game) => (
                <li key={game.game} class="cup-live">
                  <h3>{words.live.table(game.slot)}</h3>
                  <SeatNames game={game} tournament={tournament} />
                </li>
              ))}
          </ul>
        </section>
      )}
      <div class="tv-foot">
        <span>{words.tv.page(page + 1, pages)}</span>
        <button type="button" aria-pressed={moves} onClick={() => setMoves(!moves)}>
          {moves ? words.tv.stop : words.tv.go}
        </button>
        <button type="button" onClick={() => setAt(at + 1)}>
          {words.results.on}
        </button>
        <PageLink to={`/t/${id}`} class="button">
          {words.tv.leave}
        </PageLink>
        <LinkWords session={session} />
      </div>
    </main>
  );
}

function TvStandings({
  tournament,
  standings,
  failure,
  page,
}: {
  tournament: Tournament;
  standings: Standings | undefined;
  failure: Failure | undefined;
  page: number;
}) {
  const words = tournamentWords.standings;
  if (!standings) return failure ? <FailureNote failure={failure} /> : <p>{words.none}</p>;
  const byRating = ranksByRating(standings);
  return (
    <Scroll name={words.caption(standings.games, standings.deals)}>
      <table class="cup-table tv-standings">
        <caption>{words.caption(standings.games, standings.deals)}</caption>
        <thead>
          <tr>
            <th scope="col">{words.place}</th>
            <th scope="col">{words.entrant}</th>
            <th scope="col">{byRating ? words.rating : words.wins}</th>
            <th scope="col">{words.points}</th>
          </tr>
        </thead>
        <tbody>
          {standings.entrants.slice(page * ROWS, (page + 1) * ROWS).map((one) => (
            <tr key={one.entrant}>
              <td class="cup-place">{places(one)}</td>
              <th scope="row">
                <Name text={nameOf(tournament.config, one.entrant)} />
              </th>
              {byRating ? (
                <FigureCell
                  figure={{
                    value: decimal(one.rating?.value ?? NaN, 1),
                    interval: interval(one.rating?.low, one.rating?.high, (end) => decimal(end, 1)),
                  }}
                />
              ) : (
                <FigureCell figure={share(one.winShare)} />
              )}
              <FigureCell figure={figure(one.points, 1)} />
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
