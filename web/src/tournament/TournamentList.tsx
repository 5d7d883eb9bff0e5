// All tournaments that the caller may see.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Tournament } from "../../gen/hierophant/v1/tournament_pb.js";
import { en } from "../strings/en.js";
import { tournamentWords } from "../strings/tournament.js";
import { failureOf, type Failure } from "../wire/errors.js";
import { idOf, setupLine, titleOf } from "./model.js";
import { PageLink, Progress, Scroll, Status } from "./parts.js";
import { TokenNote } from "../ui/TokenNote.js";
import { options, tournaments } from "./world.js";

const PAGE = 50;
/** The newest tournaments are on the last page, so all pages are read, up to what a person looks through. */
const SHOWN_MAX = 1_000;

export function TournamentList() {
  useEffect(() => {
    document.title = `${en.pages.tournaments}: ${en.title}`;
  }, []);
  return (
    <main id="main" class="cup">
      <h1>{en.pages.tournaments}</h1>
      <TournamentTable />
    </main>
  );
}

/** The tournaments, as they come. */
export function TournamentTable() {
  const words = tournamentWords;
  const [shown, setShown] = useState<Tournament[]>();
  const [next, setNext] = useState("");
  const [failure, setFailure] = useState<Failure>();
  const [tries, setTries] = useState(0);
  const run = useRef<AbortController | undefined>(undefined);

  const read = async (pageToken: string, before: Tournament[]): Promise<void> => {
    run.current?.abort();
    const { signal } = (run.current = new AbortController());
    try {
      const request = { pageSize: PAGE, pageToken };
      const page = await tournaments.listTournaments(request, options(signal));
      setShown([...before, ...page.tournaments].slice(0, SHOWN_MAX));
      setNext(page.nextPageToken);
      setFailure(undefined);
    } catch (error) {
      if (!signal.aborted) setFailure(failureOf(error));
    }
  };
  useEffect(() => {
    void read("", []);
    return () => run.current?.abort();
  }, [tries]);

  return (
    <>
      {failure ? (
        <TokenNote failure={failure}>
          <button type="button" onClick={() => setTries(tries + 1)}>
            {en.start.again}
          </button>
        </TokenNote>
      ) : null}
      {shown === undefined ? (
        failure ? null : (
          <p class="note">{en.pages.loading}</p>
        )
      ) : shown.length === 0 ? (
        <p>{words.noneHere}</p>
      ) : (
        <Scroll name={words.listCaption}>
          <table class="cup-table cup-list">
            <caption>{words.listCaption}</caption>
            <thead>
              <tr>
                <th scope="col">{words.heads.title}</th>
                <th scope="col">{words.heads.status}</th>
                <th scope="col">{words.heads.progress}</th>
                <th scope="col">{words.heads.game}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <tr key={one.name}>
                  <th scope="row">
                    <PageLink to={`/t/${idOf(one.name)}`} class="cup-open">
                      <bdi>{titleOf(one)}</bdi>
                    </PageLink>
                    {titleOf(one) === idOf(one.name) ? null : <small>{idOf(one.name)}</small>}
                  </th>
                  <td>
                    <Status status={one.status} />
                  </td>
                  <td class="cup-done">
                    {words.progress(one.slotsDone, one.slotsTotal)}
                    <Progress tournament={one} name={titleOf(one)} />
                  </td>
                  <td>{setupLine(one.config)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {next !== "" && shown ? (
        <button type="button" onClick={() => void read(next, shown)}>
          {words.more}
        </button>
      ) : null}
    </>
  );
}
