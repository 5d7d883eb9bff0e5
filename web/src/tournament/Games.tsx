// The games of a tournament: those that are live, and results with their filter and pages.
import type { TournamentGame, Tournament } from "../../gen/hierophant/v1/tournament_pb.js";
import { en, ordinal } from "../strings/en.js";
import { tournamentWords } from "../strings/tournament.js";
import { Name, plain } from "../ui/names.js";
import type { TournamentSession } from "./session.js";
import { isOver, nameOf, replayLink, seatFault, showsFailure, slotLine, voidWords } from "./model.js";
import { PageLink, Scroll } from "./parts.js";

export function LiveTables({
  session,
  tournament,
}: {
  session: TournamentSession;
  tournament: Tournament;
}) {
  const words = tournamentWords.live;
  const live = session.live.value;
  // After the end no table comes any more: nothing has to be kept free.
  const shown = isOver(tournament) ? live.filter((game) => game !== undefined) : live;
  if (shown.every((game) => game === undefined)) return <p class="note cup-none">{words.none}</p>;
  return (
    <>
      <ul class="cup-tables">
        {shown.map((game, place) => (
          <li key={place} class={game ? "cup-live" : "cup-live is-free"}>
            {game ? <Live game={game} tournament={tournament} /> : <p class="note">{words.free}</p>}
          </li>
        ))}
      </ul>
      {session.moreLive.value ? <p class="note">{words.more}</p> : null}
    </>
  );
}

/** Who sits where. */
export function SeatNames({ game, tournament }: { game: TournamentGame; tournament: Tournament }) {
  return (
    <ol start={0} class="cup-seats">
      {game.entrants.map((entrant, seat) => (
        <li key={seat}>
          <Name text={nameOf(tournament.config, entrant)} />
        </li>
      ))}
    </ol>
  );
}

function Live({ game, tournament }: { game: TournamentGame; tournament: Tournament }) {
  const words = tournamentWords.live;
  return (
    <>
      <h3>
        {words.table(game.slot)}
        {game.attempt > 1 ? <small> {words.attempt(game.attempt)}</small> : null}
      </h3>
      <SeatNames game={game} tournament={tournament} />
      {game.sealed ? (
        <p class="note">{words.sealed}</p>
      ) : (
        <PageLink class="button" to={replayLink(game.game)} label={words.watchTable(game.slot)}>
          {words.watch}
        </PageLink>
      )}
    </>
  );
}

export function Results({
  session,
  tournament,
}: {
  session: TournamentSession;
  tournament: Tournament;
}) {
  const words = tournamentWords.results;
  const page = session.page.value;
  const filter = session.filter.value;
  const isTurning = session.turning.value;
  const { config } = tournament;
  return (
    <>
      <div class="cup-filter">
        <label>
          <span>{words.entrant}</span>
          <select
            value={filter.entrant === undefined ? "" : `${filter.entrant}`}
            onChange={(event) => {
              const { value } = event.currentTarget;
              const { failed } = filter;
              session.show(value === "" ? { failed } : { entrant: Number(value), failed });
            }}
          >
            <option value="">{words.everyone}</option>
            {config?.entrants.map((_, entrant) => (
              <option key={entrant} value={`${entrant}`}>
                {plain(nameOf(config, entrant))}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={filter.failed}
            onChange={(event) => session.show({ ...filter, failed: event.currentTarget.checked })}
          />
          {words.failed}
        </label>
      </div>
      {page && page.games.length > 0 ? (
        <div aria-busy={isTurning} class={isTurning ? "is-late" : undefined}>
          <Scroll name={words.caption}>
            <table class="cup-table cup-results">
              <caption>{words.caption}</caption>
              <thead>
                <tr>
                  <th scope="col">{words.table}</th>
                  <th scope="col">{words.seats}</th>
                  <th scope="col">{words.replay}</th>
                </tr>
              </thead>
              <tbody>
                {page.games.map((game) => (
                  <Result key={game.slot} game={game} tournament={tournament} />
                ))}
              </tbody>
            </table>
          </Scroll>
        </div>
      ) : page && page.next === "" ? (
        <p class="note cup-none">
          {filter.failed || filter.entrant !== undefined ? words.noneSuch : words.none}
        </p>
      ) : (
        <p class="note cup-none">{page && !isTurning ? words.noneYet : en.pages.loading}</p>
      )}
      {page && (page.next !== "" || page.before.length > 0) ? (
        <nav class="cup-pager" aria-label={words.pages}>
          <button
            type="button"
            aria-disabled={page.before.length === 0}
            onClick={() => session.turnBack()}
          >
            {words.back}
          </button>
          <span>{words.page(page.before.length + 1)}</span>
          <button type="button" aria-disabled={page.next === ""} onClick={() => session.turnOn()}>
            {words.on}
          </button>
        </nav>
      ) : null}
    </>
  );
}

function Result({ game, tournament }: { game: TournamentGame; tournament: Tournament }) {
  const words = tournamentWords.results;
  const { config } = tournament;
  const { result } = game;
  const isVoid = result !== undefined && result.voidReason !== 0;
  const seats = (result?.seats ?? []).map((seat, number) => ({ seat, number }));
  if (!isVoid) seats.sort((a, b) => a.seat.rank - b.seat.rank || a.number - b.number);
  const opens = game.game !== "" && !game.sealed;
  return (
    <tr>
      <th scope="row">
        {game.slot + 1}
        <small>{slotLine(config, game)}</small>
        {result && result.attempts > 1 ? <small>{words.attempts(result.attempts)}</small> : null}
      </th>
      <td>
        {isVoid ? <p class="is-bad">{voidWords(result)}</p> : null}
        <ul class="cup-ranks">
          {seats.map(({ seat, number }) => {
            const fault = seatFault(seat);
            const name = nameOf(config, seat.entrant);
            return (
              <li key={number}>
                <Name text={name} />{" "}
                {isVoid ? null : (
                  <small>{words.rank(ordinal(seat.rank), seat.victoryPoints)}</small>
                )}
                {fault === "" ? null : (
                  <span class="cup-fault">
                    {fault}{" "}
                    {opens && showsFailure(seat) ? (
                      <PageLink
                        to={replayLink(game.game, number)}
                        label={words.failureOf(plain(name), game.slot)}
                      >
                        {words.failure}
                      </PageLink>
                    ) : null}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </td>
      <td>
        {game.game === "" ? (
          <small>{words.noGame}</small>
        ) : game.sealed ? (
          <small>{words.sealed}</small>
        ) : (
          <PageLink to={replayLink(game.game)} class="cup-open" label={words.openTable(game.slot)}>
            {words.open}
          </PageLink>
        )}
      </td>
    </tr>
  );
}
