// Follows one tournament: its status over a stream where that works, by polling where it does not; what is listed is asked
// for again when it has changed. Signals and no DOM.
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { GameStatus } from "../../gen/hierophant/v1/game_pb.js";
import type {
  Standings,
  Tournament,
  TournamentGame,
} from "../../gen/hierophant/v1/tournament_pb.js";
import type {
  GetStandingsResponse,
  ListTournamentGamesResponse,
  WatchTournamentResponse,
} from "../../gen/hierophant/v1/tournament_service_pb.js";
import { failureOf, isBeyond, type Failure } from "../wire/errors.js";
import {
  backoff,
  FIRST_MESSAGE_MS_MAX,
  POLL_MS,
  POLLS_BEFORE_STREAM,
  SILENCE_MS_MAX,
  within,
  type Link,
} from "../wire/follow.js";
import { Hidden, type Sight } from "../wire/hidden.js";
import type { Leases } from "../wire/lease.js";
import { nested } from "../wire/nested.js";
import { arranged, isOver, type Filter } from "./model.js";

/** Which games to list. */
export interface GamesWanted {
  status: GameStatus;
  pageSize: number;
  pageToken: string;
  entrant?: number;
  failed?: boolean;
}

/** What following a tournament needs from the world; the tests script it. */
export interface TournamentWorld extends Sight {
  watch(signal: AbortSignal): AsyncIterable<WatchTournamentResponse>;
  tournament(signal: AbortSignal): Promise<Tournament>;
  standings(signal: AbortSignal): Promise<GetStandingsResponse>;
  games(wanted: GamesWanted, signal: AbortSignal): Promise<ListTournamentGamesResponse>;
  leases: Leases;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

/** How often the lists are asked for at most. */
export const LISTS_MS_MIN = 2_000;
/** How old what is listed may become although no figure of the tournament has changed. */
export const LISTS_MS_MAX = 15_000;
/** How many live tables are shown. */
export const LIVE_MAX = 60;
/** How many results a page has. */
export const PAGE = 25;
/** How many calls one page of results may take: a page of the service may be empty although more follow. */
const CALLS_A_PAGE_MAX = 20;

/** How often the page asks whether the last games have been ended. */
const ENDING_CALLS_MAX = 15;

/** One page of results. */
export interface Page {
  games: TournamentGame[];
  /** The token that this page began with. */
  token: string;
  /** The token of the next page; empty on the last one. */
  next: string;
  /** The tokens of the pages before, the first page's first. */
  before: string[];
}

/** A part of what is listed: it is asked for, fails and is asked for again by itself. */
interface Part {
  ask(signal: AbortSignal): Promise<void>;
  failure: Signal<Failure | undefined>;
  askedAt: number | undefined;
}

export class TournamentSession {
  readonly #world: TournamentWorld;
  readonly #tournament = signal<Tournament | undefined>(undefined);
  readonly #standings = signal<Standings | undefined>(undefined);
  readonly #live = signal<(TournamentGame | undefined)[]>([]);
  readonly #moreLive = signal(false);
  readonly #page = signal<Page | undefined>(undefined);
  readonly #turning = signal(false);
  readonly #link = signal<Link>({ state: "connecting" });
  readonly #filter = signal<Filter>({ failed: false });
  #run: AbortController | undefined;
  readonly #standingsPart = part((signal) => this.#askStandings(signal));
  readonly #livePart = part((signal) => this.#askLive(signal));
  readonly #resultsPart = part((signal) => this.#askResults(signal));
  readonly #bells = new Set<() => void>();
  readonly #hidden: Hidden;
  /** Counts what was asked of the results: an answer to an older question is nothing. */
  #asked = 0;

  readonly tournament: ReadonlySignal<Tournament | undefined> = this.#tournament;
  readonly standings: ReadonlySignal<Standings | undefined> = this.#standings;
  /** The live tables, each in its place. */
  readonly live: ReadonlySignal<(TournamentGame | undefined)[]> = this.#live;
  readonly moreLive: ReadonlySignal<boolean> = this.#moreLive;
  readonly page: ReadonlySignal<Page | undefined> = this.#page;
  /** Whether another page of results is on its way. */
  readonly turning: ReadonlySignal<boolean> = this.#turning;
  readonly link: ReadonlySignal<Link> = this.#link;
  readonly standingsFailure: ReadonlySignal<Failure | undefined> = this.#standingsPart.failure;
  /** Of the live tables or of the results. */
  readonly listFailure: ReadonlySignal<Failure | undefined> = computed(
    () => this.#livePart.failure.value ?? this.#resultsPart.failure.value,
  );
  readonly filter: ReadonlySignal<Filter> = this.#filter;

  constructor(world: TournamentWorld, filter: Filter = { failed: false }) {
    this.#world = world;
    this.#hidden = new Hidden(world);
    this.#filter.value = filter;
  }

  /** Begins, or begins anew after a final failure or a resumed tournament. */
  start(): void {
    this.stop();
    const run = new AbortController();
    this.#run = run;
    this.#hidden.look();
    const end = this.#world.onVisibility(() => {
      this.#hidden.look();
      this.#ring();
    });
    const ended = (): void => {
      end();
      this.#ring();
    };
    run.signal.addEventListener("abort", ended, { once: true });
    void this.#follow(run.signal);
    for (const one of [this.#standingsPart, this.#livePart, this.#resultsPart])
      void this.#list(one, run.signal);
  }

  stop(): void {
    this.#run?.abort();
    this.#run = undefined;
  }

  /** Takes the tournament as an answer to a call of the page has it. */
  took(tournament: Tournament | undefined): void {
    if (!tournament) return;
    const wasOver = this.#tournament.value && isOver(this.#tournament.value);
    this.#tournament.value = tournament;
    if (wasOver && !isOver(tournament)) this.start();
    else this.#ring();
  }

  show(filter: Filter): void {
    this.#filter.value = filter;
    void this.#turn("", []);
  }

  turnOn(): void {
    const page = this.#page.value;
    if (page && page.next !== "") void this.#turn(page.next, [...page.before, page.token]);
  }

  turnBack(): void {
    const before = this.#page.value?.before ?? [];
    const token = before.at(-1);
    if (token !== undefined) void this.#turn(token, before.slice(0, -1));
  }

  /** Begins again from the first page. */
  turnToFirst(): void {
    void this.#turn("", []);
  }

  async #turn(token: string, before: string[]): Promise<void> {
    const signal = this.#run?.signal;
    if (!signal) return;
    const asked = ++this.#asked;
    this.#turning.value = true;
    try {
      const page = await this.#read(token, before, signal);
      if (asked !== this.#asked || signal.aborted) return;
      this.#page.value = page;
      this.#resultsPart.failure.value = undefined;
    } catch (error) {
      if (asked === this.#asked && !signal.aborted)
        this.#resultsPart.failure.value = failureOf(error);
    } finally {
      if (asked === this.#asked) {
        this.#turning.value = false;
        this.#ring();
      }
    }
  }

  async #read(token: string, before: string[], signal: AbortSignal): Promise<Page> {
    const { entrant, failed } = this.#filter.value;
    const games: TournamentGame[] = [];
    let next = token;
    for (let calls = 0; calls < CALLS_A_PAGE_MAX; calls++) {
      const wanted: GamesWanted = {
        status: GameStatus.ENDED,
        pageSize: PAGE - games.length,
        pageToken: next,
        failed,
      };
      if (entrant !== undefined) wanted.entrant = entrant;
      const some = await this.#world.games(wanted, signal);
      games.push(...some.games);
      next = some.nextPageToken;
      if (next === "" || games.length >= PAGE) break;
    }
    return { games, token, next, before };
  }

  /** A part is asked for when the tournament's figures have changed, seldom, and never unseen. */
  async #list(part: Part, signal: AbortSignal): Promise<void> {
    /** The figures that the part belongs to. */
    let listed = "";
    let failures = 0;
    let isRefused = false;
    while (!signal.aborted) {
      // No later call gets what is beyond a limit for good.
      if (part.failure.value && isBeyond(part.failure.value)) return;
      const now = this.#tournament.value;
      const figures = now ? figuresOf(now) : "";
      const age = this.#world.monotonic() - (part.askedAt ?? -Infinity);
      const ages = now !== undefined && !isOver(now) && !isRefused;
      const isDue = figures !== "" && (figures !== listed || (ages && age >= LISTS_MS_MAX));
      // A turn asks for the results already.
      const isTurning = part === this.#resultsPart && this.#turning.value;
      if (!isDue || isTurning || !this.#world.visible()) {
        const waits = ages && !isDue && this.#world.visible();
        await this.#rung(signal, waits ? LISTS_MS_MAX - age : undefined);
        continue;
      }
      if (age < LISTS_MS_MIN) {
        await this.#world.sleep(LISTS_MS_MIN - age, signal);
        continue;
      }
      part.askedAt = this.#world.monotonic();
      try {
        await part.ask(signal);
        if (signal.aborted) return;
        listed = figures;
        part.failure.value = undefined;
        failures = 0;
        isRefused = false;
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        part.failure.value = failure;
        failures += 1;
        // The next change asks again what has failed for good.
        isRefused = failure.remedy === "stop";
        if (isRefused) listed = figures;
        else await this.#world.sleep(backoff(failures, this.#world.random()), signal);
      }
    }
  }

  async #askStandings(signal: AbortSignal): Promise<void> {
    const { standings } = await this.#world.standings(signal);
    if (!signal.aborted) this.#standings.value = standings;
  }

  async #askLive(signal: AbortSignal): Promise<void> {
    const wanted = { status: GameStatus.LIVE, pageSize: LIVE_MAX, pageToken: "" };
    const live = await this.#world.games(wanted, signal);
    if (signal.aborted) return;
    this.#live.value = arranged(this.#live.value, live.games.slice(0, LIVE_MAX));
    this.#moreLive.value = live.nextPageToken !== "";
  }

  async #askResults(signal: AbortSignal): Promise<void> {
    const page = this.#page.value;
    const asked = this.#asked;
    // A page that is full and has others behind it is what it was.
    if (page && page.next !== "") return;
    const results = await this.#read(page?.token ?? "", page?.before ?? [], signal);
    if (!signal.aborted && asked === this.#asked && !this.#turning.value)
      this.#page.value = results;
  }

  #ring(): void {
    for (const bell of [...this.#bells]) bell();
  }

  /** Resolves with the next ring, or once the time is over if there is one. */
  async #rung(outer: AbortSignal, ms: number | undefined): Promise<void> {
    const timer = nested(outer);
    let bell = (): void => {};
    const rings = new Promise<void>((resolve) => {
      bell = resolve;
      this.#bells.add(bell);
    });
    try {
      if (outer.aborted) return;
      await (ms === undefined
        ? rings
        : Promise.race([rings, this.#world.sleep(ms, timer.signal)]));
    } finally {
      this.#bells.delete(bell);
      timer.end();
    }
  }

  /** The tournament as it is now. Gives whether it is over. */
  #heard(tournament: Tournament | undefined): boolean {
    if (!tournament) return false;
    this.#tournament.value = tournament;
    this.#ring();
    return isOver(tournament) && tournament.gamesLive === 0;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const link = (state: Link): void => {
      if (!signal.aborted) this.#link.value = state;
    };
    let failures = 0;
    let buffered = 0;
    const waits = async (failure: Failure): Promise<void> => {
      failures += 1;
      const ms = backoff(failures, this.#world.random());
      link({ state: "waiting", failure, seconds: Math.ceil(ms / 1000) });
      await this.#world.sleep(ms, signal);
    };
    link({ state: "connecting" });
    while (!signal.aborted) {
      if (this.#hidden.isLong()) {
        link({ state: "hidden" });
        await this.#hidden.untilSeen(signal);
        continue;
      }
      const lease = buffered > 0 ? undefined : await this.#world.leases();
      if (signal.aborted) return lease?.release();
      try {
        if (!lease) {
          link({ state: "polling", why: buffered > 0 ? "buffered" : "tabs" });
          if (this.#heard(await this.#world.tournament(signal))) return link({ state: "ended" });
          failures = 0;
          buffered = Math.max(0, buffered - 1);
          await this.#world.sleep(POLL_MS, signal);
          continue;
        }
        const ending = await this.#stream(signal, () => {
          failures = 0;
          link({ state: "live" });
        }).finally(() => lease.release());
        if (signal.aborted) return;
        if (ending === "ended") {
          await this.#endGames(signal);
          return link({ state: "ended" });
        }
        if (ending === "buffered") buffered = POLLS_BEFORE_STREAM;
        else if (ending !== "rest")
          await waits({
            reason: ending === "closed" ? "CLOSED" : "SILENT",
            detail: "",
            remedy: "retry",
          });
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        if (failure.remedy === "stop") return link({ state: "stopped", failure });
        await waits(failure);
      }
    }
  }

  /** A tournament that was ended by somebody ends its live games a little later. */
  async #endGames(signal: AbortSignal): Promise<void> {
    for (let calls = 0; calls < ENDING_CALLS_MAX && !signal.aborted; calls++) {
      if (this.#tournament.value?.gamesLive === 0) return;
      await this.#world.sleep(POLL_MS, signal);
      this.#heard(await this.#world.tournament(signal));
    }
  }

  /** One stream, to its end. */
  async #stream(
    outer: AbortSignal,
    heard: () => void,
  ): Promise<"ended" | "closed" | "silent" | "buffered" | "rest"> {
    const own = nested(outer);
    const messages = this.#world.watch(own.signal)[Symbol.asyncIterator]();
    const world = { sleep: this.#world.sleep, mayRest: () => this.#hidden.isLong() };
    let isFirst = true;
    try {
      for (;;) {
        const patience = isFirst ? FIRST_MESSAGE_MS_MAX : SILENCE_MS_MAX;
        const next = await within(world, patience, own.signal, messages.next());
        if (next === "late") return isFirst ? "buffered" : "silent";
        if (next === "rest") return "rest";
        const last = this.#tournament.value;
        // The stream's last message has the end; games that are still being ended do not matter to it.
        if (next.done) return last && isOver(last) ? "ended" : "closed";
        isFirst = false;
        heard();
        if (this.#heard(next.value.tournament)) return "ended";
      }
    } finally {
      own.end();
    }
  }
}

function part(ask: Part["ask"]): Part {
  return { ask, failure: signal<Failure | undefined>(undefined), askedAt: undefined };
}

/** What says that the lists have changed. */
function figuresOf({ slotsDone, gamesLive, status }: Tournament): string {
  return `${slotsDone} ${gamesLive} ${status}`;
}
