// Results and standings as files, made in the page. A token is in none of them.
import { useEffect, useRef, useState } from "preact/hooks";
import type { SlotResult, Standings, Tournament } from "../../gen/hierophant/v1/tournament_pb.js";
import { tried } from "../app.js";
import { tournamentWords } from "../strings/tournament.js";
import { failureOf, isBeyond, type Failure } from "../wire/errors.js";
import type { Sign } from "../wire/transport.js";
import { resultsCsv, resultsJson, standingsCsv } from "./csv.js";
import { idOf } from "./model.js";
import { save } from "../ui/save.js";
import { TokenNote } from "../ui/TokenNote.js";
import type { Reader } from "../wire/openly.js";
import { timed, tournaments } from "./calls.js";

/** The most slots of a file: what a page can hold. */
const SLOTS_MAX = 100_000;
const PAGE_SLOTS = 500;

type Kind = "csv" | "json" | "standings";

export function Files({ tournament, reads }: { tournament: Tournament; reads: Reader }) {
  const words = tournamentWords.files;
  const [said, say] = useState("");
  const [failure, setFailure] = useState<Failure>();
  const run = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => run.current?.abort(), []);
  const id = idOf(tournament.name);

  const make = async (kind: Kind): Promise<void> => {
    run.current?.abort();
    const { signal } = (run.current = new AbortController());
    setFailure(undefined);
    try {
      const standings = kind === "csv" ? undefined : await standingsOf(reads, tournament.name, kind, signal);
      const { config } = tournament;
      if (kind === "standings") {
        if (standings) saveText(`${id}.standings.csv`, "text/csv", standingsCsv(standings, config));
        say(words.done(`${id}.standings.csv`));
        return;
      }
      say(words.reading(0));
      const { results, isCut } = await resultsOf(reads, tournament.name, signal, (count) =>
        say(words.reading(count)),
      );
      const name = `${id}.${kind}`;
      if (kind === "csv") saveText(name, "text/csv", resultsCsv(results, config));
      else saveText(name, "application/json", resultsJson(tournament, results, standings));
      say(isCut ? words.cut(results.length) : words.done(name));
    } catch (error) {
      if (signal.aborted) return;
      say("");
      setFailure(failureOf(error));
    }
  };

  return (
    <>
      <div class="cup-files">
        <button type="button" onClick={() => void make("csv")}>
          {words.csv}
        </button>
        <button type="button" onClick={() => void make("json")}>
          {words.json}
        </button>
        <button type="button" onClick={() => void make("standings")}>
          {words.standings}
        </button>
      </div>
      <p class="note cup-said" role="status">
        {said}
      </p>
      {failure ? <TokenNote failure={failure} /> : null}
    </>
  );
}

async function standingsOf(
  reads: Reader,
  tournament: string,
  kind: Kind,
  signal: AbortSignal,
): Promise<Standings | undefined> {
  try {
    const call = (sign: Sign) => tournaments.getStandings({ tournament }, timed(sign, signal));
    return (await tried(() => reads.read(call), signal)).standings;
  } catch (error) {
    // The results are a file also where the service computes no standings from them.
    if (kind === "json" && isBeyond(failureOf(error))) return undefined;
    throw error;
  }
}

/** All results, page by page, up to what a page can hold. */
async function resultsOf(
  reads: Reader,
  tournament: string,
  signal: AbortSignal,
  heard: (count: number) => void,
): Promise<{ results: SlotResult[]; isCut: boolean }> {
  const results: SlotResult[] = [];
  let pageToken = "";
  do {
    const request = { tournament, pageSize: PAGE_SLOTS, pageToken };
    const call = (sign: Sign) => tournaments.listResults(request, timed(sign, signal));
    const page = await tried(() => reads.read(call), signal);
    results.push(...page.results);
    pageToken = page.nextPageToken;
    heard(results.length);
  } while (pageToken !== "" && results.length < SLOTS_MAX);
  return { results, isCut: pageToken !== "" };
}

function saveText(name: string, type: string, text: string): void {
  save(name, `${type};charset=utf-8`, [text]);
}
