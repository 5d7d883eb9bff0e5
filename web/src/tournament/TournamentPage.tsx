// One tournament: how it stands, who is where, what is played, what was played.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Tournament } from "../../gen/hierophant/v1/tournament_pb.js";
import { en } from "../strings/en.js";
import { tournamentWords } from "../strings/tournament.js";
import { plain } from "../ui/names.js";
import { Controls } from "./Controls.js";
import { Files } from "./Files.js";
import type { TournamentSession } from "./session.js";
import { LiveTables, Results } from "./Games.js";
import {
  filterSearch,
  hypothesisLine,
  isOver,
  played,
  setupLine,
  titleOf,
} from "./model.js";
import { PageLink, Progress, Status } from "./parts.js";
import { Pairs, StandingsTable } from "./StandingsTable.js";
import { TokenNote } from "../ui/TokenNote.js";
import type { Reader } from "../wire/openly.js";
import { useTournament } from "./visit.js";
import { isPrincipal, reader } from "./world.js";

export function TournamentPage({ id }: { id: string }) {
  const reads = useMemo(() => reader(), [id]);
  const session = useTournament(id, reads);
  const tournament = session.tournament.value;
  const listFailure = session.listFailure.value;
  const standingsFailure = session.standingsFailure.value;
  useFilterAddress(session);
  return (
    <main id="main" class="cup">
      <PageLink to="/t" class="cup-up">
        {tournamentWords.all}
      </PageLink>
      {tournament ? (
        <>
          <Head tournament={tournament} session={session} reads={reads} id={id} />
          {listFailure ? <TokenNote failure={listFailure} /> : null}
          <section aria-labelledby="standings-title">
            <h2 id="standings-title">{tournamentWords.standings.title}</h2>
            {/* What all calls have failed for is said once. */}
            {standingsFailure &&
            (standingsFailure.reason !== listFailure?.reason ||
              standingsFailure.limit !== listFailure.limit) ? (
              <TokenNote failure={standingsFailure} />
            ) : null}
            {standingsFailure && !session.standings.value ? null : (
              <StandingsTable tournament={tournament} standings={session.standings.value} />
            )}
            <Pairs tournament={tournament} standings={session.standings.value} />
          </section>
          {isOver(tournament) && tournament.gamesLive === 0 ? null : (
            <section aria-labelledby="live-title">
              <h2 id="live-title">{tournamentWords.live.title}</h2>
              <LiveTables session={session} tournament={tournament} />
            </section>
          )}
          <section aria-labelledby="results-title">
            <h2 id="results-title">{tournamentWords.results.title}</h2>
            <Results session={session} tournament={tournament} />
          </section>
          <section aria-labelledby="files-title">
            <h2 id="files-title">{tournamentWords.files.title}</h2>
            <Files tournament={tournament} reads={reads} />
          </section>
        </>
      ) : (
        <>
          <h1>{id}</h1>
          <LinkWords session={session} />
        </>
      )}
    </main>
  );
}

function Head({
  tournament,
  session,
  reads,
  id,
}: {
  tournament: Tournament;
  session: TournamentSession;
  reads: Reader;
  id: string;
}) {
  const words = tournamentWords;
  const organises = useOrganiser(reads);
  const hypothesis = hypothesisLine(tournament);
  return (
    <>
      <div class="cup-head">
        <h1>
          <bdi>{titleOf(tournament)}</bdi>
        </h1>
        <Status status={tournament.status} />
        <LinkWords session={session} />
        <PageLink to={`/t/${id}/tv`} class="button">
          {words.tv.open}
        </PageLink>
      </div>
      {tournament.reason === "" ? null : (
        <p>
          <bdi>{words.reason(plain(tournament.reason))}</bdi>
        </p>
      )}
      <Progress tournament={tournament} name={words.facts.done} />
      <dl class="cup-facts">
        <div>
          <dt>{words.facts.done}</dt>
          <dd>
            {tournament.slotsDone}
            {tournament.slotsTotal > 0 ? ` / ${tournament.slotsTotal}` : ""}
          </dd>
        </div>
        <div>
          <dt>{words.facts.live}</dt>
          <dd>{tournament.gamesLive}</dd>
        </div>
        {tournament.playedMs > 0 ? (
          <div>
            <dt>{words.facts.played}</dt>
            <dd>{played(tournament.playedMs)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{words.facts.entrants}</dt>
          <dd>{tournament.config?.entrants.length ?? 0}</dd>
        </div>
        <div class="is-wide">
          <dt>{words.facts.game}</dt>
          <dd>{setupLine(tournament.config)}</dd>
        </div>
      </dl>
      {hypothesis === undefined ? null : (
        <p class="cup-hypothesis">
          <bdi>{hypothesis}</bdi>
        </p>
      )}
      {organises ? <Controls session={session} tournament={tournament} /> : null}
    </>
  );
}

/** Whether who reads the tournament holds it, and does not only see it because everyone may. */
function useOrganiser(reads: Reader): boolean {
  const [organises, setOrganises] = useState(false);
  const { chosen } = reads;
  useEffect(() => {
    if (!chosen) return;
    const run = new AbortController();
    void isPrincipal(chosen, run.signal).then((is) => {
      if (!run.signal.aborted) setOrganises(is);
    });
    return () => run.abort();
  }, [chosen]);
  return organises;
}

/** How the page is connected, in words. */
export function LinkWords({ session }: { session: TournamentSession }) {
  const link = session.link.value;
  switch (link.state) {
    case "polling":
      return (
        <span class="link is-polling" title={en.link[link.why]}>
          {en.link.polling}
          <span class="unseen">. {en.link[link.why]}</span>
        </span>
      );
    case "waiting":
      return (
        <span class="link is-waiting" role="status">
          {en.failure(link.failure).what} {en.link.waiting(link.seconds)}
        </span>
      );
    case "stopped":
      return (
        <div class="cup-stopped">
          <TokenNote failure={link.failure}>
            <button type="button" onClick={() => session.start()}>
              {en.link.now}
            </button>
          </TokenNote>
        </div>
      );
    case "replaced":
    case "ended":
      return null;
    default:
      return <span class={`link is-${link.state}`}>{en.link[link.state]}</span>;
  }
}

/** The address says which results are shown, so that the way back leads to them. */
function useFilterAddress(session: TournamentSession): void {
  const search = filterSearch(session.filter.value);
  useEffect(() => {
    if (location.search !== search)
      history.replaceState(history.state, "", location.pathname + search);
  }, [search]);
}
