// What everyone may see, for a frame of another page: a game or a tournament, without a control but those of a replay.
// It knows of no secrets: build.mjs checks that nothing of them is in this bundle.
import { render, type ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Session } from "./game/session.js";
import { ReplayTable } from "./pages/ReplayTable.js";
import { named } from "./rulesets/generic/text.js";
import { NO_TARGETS } from "./rulesets/contract.js";
import { en, RULESETS } from "./strings/en.js";
import { tournamentWords } from "./strings/tournament.js";
import { Log } from "./table/Log.js";
import { Seats } from "./table/Seats.js";
import { useTable } from "./table/visit.js";
import { SeatNames } from "./tournament/Games.js";
import { titleOf } from "./tournament/model.js";
import { Progress, Status } from "./tournament/parts.js";
import { StandingsTable } from "./tournament/StandingsTable.js";
import { useTournament } from "./tournament/visit.js";
import { FailureNote } from "./ui/FailureNote.js";
import { LiveRegions } from "./ui/live.js";
import { plain } from "./ui/names.js";
import type { Failure } from "./wire/errors.js";
import type { Link } from "./wire/follow.js";
import { Reader, STRANGERS } from "./wire/openly.js";
import { unsigned } from "./wire/transport.js";
import { sessionWorld } from "./world.js";

/** Leads to the whole page, in a tab of its own. */
function Whole({ to }: { to: string }) {
  return (
    <a class="embed-whole" href={to} target="_blank" rel="noopener noreferrer">
      {en.embed.whole}
      <span class="unseen"> {en.embed.tab}</span>
    </a>
  );
}

/** How the frame is connected, where there is something to say. */
function Connection({ link, again }: { link: Link; again(): void }) {
  switch (link.state) {
    case "stopped":
      return <Stopped failure={link.failure} again={again} />;
    case "waiting":
      return (
        <span class="link is-waiting" role="status">
          {en.failure(link.failure).what} {en.link.waiting(link.seconds)}
        </span>
      );
    case "polling":
    case "replaced":
    case "ended":
      return null;
    default:
      return <span class={`link is-${link.state}`}>{en.link[link.state]}</span>;
  }
}

function Stopped({ failure, again }: { failure: Failure; again(): void }) {
  if (STRANGERS.has(failure.reason)) return <p class="failure">{en.embed.closed}</p>;
  return (
    <FailureNote failure={failure}>
      <button type="button" onClick={again}>
        {en.link.now}
      </button>
    </FailureNote>
  );
}

function EmbeddedGame({ id }: { id: string }) {
  const session = useMemo(() => new Session(sessionWorld(unsigned), id, undefined), [id]);
  useEffect(() => {
    session.start();
    return () => session.stop();
  }, [session]);
  const { ruleset, ui, names, changed } = useTable(session);
  const { model } = session;
  const view = model.view.value;
  const about = session.about.value;
  const name = ruleset === undefined ? en.title : (RULESETS[ruleset]?.name ?? plain(ruleset));
  useEffect(() => {
    document.title = `${name}: ${id}`;
  }, [name, id]);
  const link = session.link.value;
  const bar = (at: typeof view): ComponentChildren => {
    const heading = at && ui?.heading?.(at, about);
    return (
      <header class="bar">
        <div class="bar-title">
          <h1>{name}</h1>
          {heading ? <span class="heading">{plain(named(heading, names))}</span> : null}
        </div>
        <div class="bar-side">
          <Connection link={link} again={() => session.start()} />
          <Whole to={`/g/${id}`} />
        </div>
      </header>
    );
  };
  if (!view || !ui)
    return (
      <div class="page">
        {bar(view)}
        <main id="main" class="table" />
      </div>
    );
  if (view.outcome)
    return (
      <ReplayTable
        session={session}
        sign={unsigned}
        ui={ui}
        names={names}
        ruleset={ruleset}
        id={id}
        bar={bar}
      />
    );
  const { Board } = ui;
  return (
    <div class="page">
      {bar(view)}
      <main id="main" class={`table ruleset-${ruleset ?? "none"}`}>
        <div class="columns is-embedded">
          <section class="area-board" aria-labelledby="board-title">
            <h2 id="board-title" class="unseen">
              {en.game.board}
            </h2>
            <Board
              view={view}
              game={about}
              targets={NO_TARGETS}
              changed={changed}
              names={names}
              answer={() => {}}
            />
          </section>
          <section class="area-seats" aria-labelledby="seats-title">
            <Seats
              view={view}
              about={about}
              states={model.seats.value}
              ui={ui}
              names={names}
              changed={changed}
              own={en.game.you}
            />
          </section>
          <section class="area-log" aria-labelledby="log-title">
            <Log lines={model.log.value} />
          </section>
        </div>
      </main>
    </div>
  );
}

function EmbeddedTournament({ id }: { id: string }) {
  const reads = useMemo(() => new Reader([unsigned]), [id]);
  const session = useTournament(id, reads);
  const tournament = session.tournament.value;
  const connection = <Connection link={session.link.value} again={() => session.start()} />;
  const words = tournamentWords;
  if (!tournament)
    return (
      <main id="main" class="cup is-embedded">
        <div class="cup-head">
          <h1>{id}</h1>
          {connection}
          <Whole to={`/t/${id}`} />
        </div>
      </main>
    );
  const failure = session.standingsFailure.value;
  const standings = session.standings.value;
  const live = session.live.value.flatMap((game) => game ?? []);
  return (
    <main id="main" class="cup is-embedded">
      <div class="cup-head">
        <h1>
          <bdi>{titleOf(tournament)}</bdi>
        </h1>
        <Status status={tournament.status} />
        <span>{words.progress(tournament.slotsDone, tournament.slotsTotal)}</span>
        {connection}
        <Whole to={`/t/${id}`} />
      </div>
      <Progress tournament={tournament} name={words.facts.done} />
      <section aria-labelledby="standings-title">
        <h2 id="standings-title">{words.standings.title}</h2>
        {failure ? <FailureNote failure={failure} /> : null}
        {failure && !standings ? null : (
          <StandingsTable tournament={tournament} standings={standings} />
        )}
      </section>
      {live.length === 0 ? null : (
        <section aria-labelledby="live-title">
          <h2 id="live-title">{words.live.title}</h2>
          <ul class="cup-tables">
            {live.map((game) => (
              <li key={game.game} class="cup-live">
                <h3>{words.live.table(game.slot)}</h3>
                <SeatNames game={game} tournament={tournament} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

function Page() {
  const [, kind, id] = /^\/embed\/([gt])\/([a-z0-9_-]{1,64})$/.exec(location.pathname) ?? [];
  if (kind === "g" && id !== undefined) return <EmbeddedGame id={id} />;
  if (kind === "t" && id !== undefined) return <EmbeddedTournament id={id} />;
  return (
    <main id="main">
      <p>{en.notFound}</p>
    </main>
  );
}

const theme = new URLSearchParams(location.search).get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(
    <>
      <Page />
      <LiveRegions />
    </>,
    root,
  );
}
