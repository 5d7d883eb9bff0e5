import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import assert from "node:assert/strict";
import { test } from "node:test";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { GetReplayIndexResponseSchema } from "../../gen/hierophant/v1/game_service_pb.js";
import {
  SlotResultSchema,
  StandingsSchema,
  TournamentGameSchema,
  TournamentSchema,
  type Tournament,
  type TournamentGame,
} from "../../gen/hierophant/v1/tournament_pb.js";
import {
  GetStandingsResponseSchema,
  ListTournamentGamesResponseSchema,
  WatchTournamentResponseSchema,
  type WatchTournamentResponse,
} from "../../gen/hierophant/v1/tournament_service_pb.js";
import { failureStepOf, placeIn } from "../../src/game/replay.js";
import { en } from "../../src/strings/en.js";
import { tournamentWords } from "../../src/strings/tournament.js";
import { cell, resultsCsv, resultsJson, standingsCsv } from "../../src/tournament/csv.js";
import {
  LISTS_MS_MAX,
  LISTS_MS_MIN,
  PAGE,
  TournamentSession,
  type GamesWanted,
  type TournamentWorld,
} from "../../src/tournament/session.js";
import {
  arranged,
  decimal,
  failures,
  filterIn,
  filterSearch,
  hypothesisLine,
  interval,
  pairOf,
  parOf,
  places,
  replayLink,
  seatFault,
  setupLine,
  share,
  slotLine,
  steady,
} from "../../src/tournament/model.js";
import { failureOf, isBeyond } from "../../src/wire/errors.js";
import { watchId, watchToken } from "../../src/wire/watch.js";

const NAMES = ["alba", "=SUM(A1)", "two\nlines", 'say "hi", you'];

function tournament(part: Partial<Omit<Tournament, "config" | "$typeName">> = {}): Tournament {
  return create(TournamentSchema, {
    name: "tournaments/cup",
    status: 1,
    slotsTotal: 10,
    config: {
      title: "A cup",
      entrants: NAMES.map((name) => ({ name })),
      setup: { ruleset: { case: "resArcana", value: { players: 4 } } },
      format: { case: "roundRobin", value: {} },
      dealMode: 2,
    },
    ...part,
  });
}

const game = (slot: number): TournamentGame =>
  create(TournamentGameSchema, { game: `games/g${slot}`, slot });

test("addresses of tournaments", async () => {
  (globalThis as { location?: unknown }).location = { pathname: "/" };
  const { routeOf } = await import("../../src/ui/router.js");
  assert.deepEqual(routeOf("/t"), { page: "tournaments" });
  assert.deepEqual(routeOf("/t/"), { page: "tournaments" });
  assert.deepEqual(routeOf("/t/spring-1"), { page: "tournament", id: "spring-1", tv: false });
  assert.deepEqual(routeOf("/t/spring/tv"), { page: "tournament", id: "spring", tv: true });
  for (const other of ["/t/UPPER", "/t/a/b", "/t/a/tv/b", "/tt", `/t/${"a".repeat(65)}`])
    assert.deepEqual(routeOf(other), { page: "unknown" }, other);
  assert.deepEqual(routeOf("/g/x"), { page: "game", id: "x" });
  assert.deepEqual(routeOf("/play/arcana"), { page: "start", ruleset: "arcana" });
});

test("a cell is no formula, has no control character and is one cell", () => {
  assert.equal(cell("alba"), "alba");
  assert.equal(cell("=1+1"), "'=1+1");
  assert.equal(cell("-2"), "'-2");
  assert.equal(cell(" @cmd"), "' @cmd");
  assert.equal(cell("\uff1d1"), "'\uff1d1");
  assert.equal(cell("\t=1"), "'␉=1");
  assert.equal(cell('+say "hi", you'), '"\'+say ""hi"", you"');
  assert.equal(cell("two\nlines\u0000\u202e"), "two␊lines␀\ufffd");
});

const RESULT = create(SlotResultSchema, {
  slot: 3,
  deal: 1,
  game: "games/g3",
  attempts: 2,
  seats: [
    { entrant: 1, rank: 2, victoryPoints: -4, ending: 5, failure: "=broken", thinkingMs: 12n },
    { entrant: 3, rank: 1, victoryPoints: 30, ending: 1, decisions: 7 },
  ],
});
const VOID = create(SlotResultSchema, { slot: 4, voidReason: 1, seats: [{ entrant: 2, ending: 8 }] });

test("results as rows: a row for each seat, figures only where there is a result", () => {
  const lines = resultsCsv([RESULT, VOID], tournament().config).trimEnd().split("\r\n");
  assert.equal(lines.length, 4);
  const columns = lines[0]?.split(",").length;
  assert.equal(columns, 16);
  assert.equal(lines[1], "3,0,1,0,0,1,'=SUM(A1),2,-4,illegal answers,12,0,games/g3,2,,'=broken");
  assert.equal(lines[2], '3,0,1,0,1,3,"say ""hi"", you",1,30,played,0,7,games/g3,2,,');
  assert.equal(lines[3], "4,0,0,0,0,2,two␊lines,,,absent,0,0,,0,no-show,");
  const json = JSON.parse(resultsJson(tournament(), [RESULT], undefined)) as {
    results: { slot: number }[];
    tournament: { config: { entrants: { name: string }[] } };
  };
  assert.equal(json.results[0]?.slot, 3);
  assert.equal(json.tournament.config.entrants[1]?.name, "=SUM(A1)");
});

const STANDINGS = create(StandingsSchema, {
  confidenceThousandths: 950,
  rankedBy: 1,
  entrants: [
    {
      entrant: 1,
      games: 4,
      placeFirst: 1,
      placeLast: 2,
      winShare: { mean: 0.5, low: -0.1, high: Infinity },
      endings: [
        { ending: 5, count: 2 },
        { ending: 2, count: 1 },
        { ending: 8, count: 1 },
      ],
    },
    { entrant: 0, games: 0 },
  ],
  pairs: [
    { entrant: 0, other: 1, meetings: 4, share: { mean: 0.25, low: 0.125, high: 0.5 }, settled: 1 },
  ],
});

test("standings as rows: what is not known is empty", () => {
  const lines = standingsCsv(STANDINGS, tournament().config).trimEnd().split("\r\n");
  const columns = lines.map((line) => line.split(",").length);
  assert.deepEqual(columns, [29, 29, 29]);
  assert.match(lines[1] ?? "", /^1,1,'=SUM\(A1\),win share,1,2,false,false,4,0,3,0.5,-0.1,,/);
  assert.match(lines[2] ?? "", /^2,0,alba,win share,,,/);
});

test("figures in words", () => {
  const [first, none] = STANDINGS.entrants;
  assert.ok(first && none);
  assert.equal(places(first), "1-2");
  assert.equal(places({ ...first, placeLast: 1 }), "1");
  assert.equal(places(none), "n/a");
  assert.deepEqual(share(first.winShare), { value: "50.0 %", interval: "0.0 % or more" });
  assert.deepEqual(share(undefined), { value: "n/a", interval: undefined });
  assert.equal(decimal(-0.001, 1), "0.0");
  assert.equal(interval(-Infinity, 2, String), "2 or less");
  assert.equal(interval(1, undefined, String), "1 or more");
  assert.equal(interval(undefined, 2, String), "2 or less");
  assert.equal(interval(undefined, undefined, String), undefined);
  assert.equal(interval(-Infinity, undefined, String), undefined);
  assert.deepEqual(share({ ...first.winShare!, low: undefined!, high: 0.5 }).interval, "50.0 % or less");
  assert.deepEqual(failures(first.endings), {
    count: 3,
    words: "2 × too many illegal answers, 1 × absent",
  });
  assert.equal(parOf(tournament().config), 0.25);
  const place = { round: 1, deal: 4, seating: 2 };
  assert.equal(slotLine(tournament().config, place), "deal 5, seating 3");
  assert.equal(slotLine(undefined, place), "deal 5");
  assert.equal(
    setupLine(tournament().config),
    "Res Arcana, 4 seats, every table, each deal in several seatings",
  );
});

test("a pair is seen from both sides", () => {
  assert.deepEqual(pairOf(STANDINGS, 0, 1), {
    share: { value: "25 %", interval: "13 to 50 %" },
    settled: "less",
    meetings: 4,
  });
  assert.deepEqual(pairOf(STANDINGS, 1, 0), {
    share: { value: "75 %", interval: "50 to 88 %" },
    settled: "more",
    meetings: 4,
  });
  assert.equal(pairOf(STANDINGS, 0, 3), undefined);
});

test("the hypothesis and its answer", () => {
  const asked = (answer: number, status = 1): string =>
    hypothesisLine({
      ...tournament({ status, answer }),
      config: create(TournamentSchema, {
        config: { hypothesis: { better: "a", than: "b", confidenceThousandths: 990 } },
      }).config,
    }) ?? "";
  assert.match(asked(1), /whether a is better than b.*still open/);
  assert.match(asked(1, 3), /was not answered/);
  assert.equal(asked(2, 3), "a is better than b, with 99 % confidence.");
  assert.equal(asked(3, 3), "a is worse than b, with 99 % confidence.");
  assert.equal(hypothesisLine(tournament()), undefined);
});

test("links to replays, and to the step at which a seat failed first", () => {
  assert.equal(replayLink("games/x"), "/g/x?step=0", "a replay begins at the deal");
  assert.equal(replayLink("games/x", 2), "/g/x?seat=2&failure=1");
  assert.deepEqual(placeIn("?seat=2&failure=1"), { failed: { seat: 2, failure: 1 } });
  assert.deepEqual(placeIn("?failure=1"), {});
  const index = create(GetReplayIndexResponseSchema, {
    steps: [{}, { seat: 2 }, { seat: 1, failure: 1 }, { seat: 2, failure: 2 }, { seat: 2, failure: 3 }],
  });
  assert.equal(failureStepOf(index, { seat: 2, failure: 1 }), 3);
  assert.equal(failureStepOf(index, { seat: 2, failure: 2 }), 4);
  assert.equal(failureStepOf(index, { seat: 2, failure: 3 }), undefined);
  assert.equal(failureStepOf(index, { seat: 0, failure: 1 }), undefined);
  assert.equal(failureStepOf(index, { seat: 2, failure: 0 }), undefined);
  assert.equal(seatFault(RESULT.seats[0]!), "=broken");
  assert.equal(seatFault(RESULT.seats[1]!), "");
});

test("filters are in the address, and nothing else of it counts", () => {
  for (const filter of [{ failed: false }, { failed: true }, { entrant: 3, failed: true }])
    assert.deepEqual(filterIn(filterSearch(filter)), filter);
  assert.equal(filterSearch({ failed: false }), "");
  assert.deepEqual(filterIn("?entrant=-1&failed=yes"), { failed: false });
});

test("rows stay where they are while a person points at them", () => {
  assert.deepEqual(steady([1, 2, 3], [2, 1, 3], true), [1, 2, 3]);
  assert.deepEqual(steady([1, 2, 3], [2, 1, 3], false), [2, 1, 3]);
  assert.deepEqual(steady([1, 2], [2, 1, 3], true), [2, 1, 3]);
  assert.deepEqual(steady([], [2, 1], true), [2, 1]);
});

test("a live table keeps its place, and a new one takes a free place", () => {
  const slots = (places: (TournamentGame | undefined)[]) => places.map((game) => game?.slot);
  const first = arranged([], [game(1), game(2), game(3)]);
  assert.deepEqual(slots(first), [1, 2, 3]);
  const second = arranged(first, [game(1), game(3)]);
  assert.deepEqual(slots(second), [1, undefined, 3]);
  assert.deepEqual(slots(arranged(second, [game(3), game(4), game(5), game(6)])), [4, 5, 3, 6]);
});

/** A scripted service, where time passes only by `sleep`. */
class Service {
  now = 0;
  isVisible = true;
  wakes: (() => void)[] = [];
  calls: string[] = [];
  listed: GamesWanted[] = [];
  results = 60;
  fails: ConnectError | undefined;
  standingsFail: ConnectError | undefined;
  liveFails: ConnectError | undefined;
  /** Answers about results wait for it. */
  gate: Promise<void> | undefined;
  /** Pages of results are empty, and more follow. */
  none = false;
  waits: { ms: number; until: number; done: () => void }[] = [];
  polled: Tournament[] = [];
  lease = true;
  #stream: ((message: IteratorResult<WatchTournamentResponse>) => void)[] = [];

  says(now: Tournament): void {
    const value = create(WatchTournamentResponseSchema, { tournament: now });
    this.#stream.shift()?.({ value, done: false });
  }
  async passes(ms: number): Promise<void> {
    this.now += ms;
    const over = this.waits.filter(({ until }) => until <= this.now);
    this.waits = this.waits.filter(({ until }) => until > this.now);
    for (const { done } of over) done();
    await settled();
    await settled();
  }
  closes(): void {
    this.#stream.shift()?.({ value: undefined, done: true });
  }

  readonly world: TournamentWorld = {
    watch: () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => {
          if (this.fails) return Promise.reject(this.fails);
          return new Promise((resolve) => this.#stream.push(resolve));
        },
      }),
    }),
    tournament: () => {
      this.calls.push("tournament");
      const next = this.polled.shift();
      return next ? Promise.resolve(next) : new Promise(() => {});
    },
    standings: () => {
      this.calls.push(`standings ${this.now}`);
      if (this.standingsFail) return Promise.reject(this.standingsFail);
      return Promise.resolve(create(GetStandingsResponseSchema, { standings: STANDINGS }));
    },
    games: async (wanted) => {
      this.listed.push(wanted);
      if (wanted.status === 1 && this.liveFails) throw this.liveFails;
      if (wanted.status === 2) await this.gate;
      if (wanted.status === 2 && this.none)
        return create(ListTournamentGamesResponseSchema, { nextPageToken: "9" });
      const from = Number(wanted.pageToken || 0);
      const slots =
        wanted.status === 1 ? [90] : [...Array(this.results).keys()].slice(from, from + wanted.pageSize);
      const next = wanted.status === 2 && from + slots.length < this.results;
      return create(ListTournamentGamesResponseSchema, {
        games: slots.map(game),
        nextPageToken: next ? `${from + slots.length}` : "",
      });
    },
    leases: () => Promise.resolve(this.lease ? { release: () => this.calls.push("released") } : undefined),
    sleep: async (ms, signal) => {
      const until = this.now + ms;
      // A long wait ends when `passes` says so.
      if (ms > LISTS_MS_MIN) {
        if (signal.aborted) return;
        await new Promise<void>((resolve) => {
          const wait = { ms, until, done: resolve };
          this.waits.push(wait);
          signal.addEventListener("abort", () => {
            this.waits = this.waits.filter((one) => one !== wait);
            resolve();
          });
        });
        return;
      }
      await settled();
      this.now = Math.max(this.now, until);
    },
    random: () => 1,
    monotonic: () => this.now,
    visible: () => this.isVisible,
    onVisibility: (then) => {
      this.wakes.push(then);
      return () => (this.wakes = this.wakes.filter((one) => one !== then));
    },
  };
}

async function settled(): Promise<void> {
  for (let i = 0; i < 30; i++) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}

test("the lists are asked for when figures change, seldom, and never unseen", async () => {
  const service = new Service();
  const session = new TournamentSession(service.world);
  session.start();
  const standings = () => service.calls.filter((call) => call.startsWith("standings"));
  await settled();
  service.says(tournament({ slotsDone: 1, gamesLive: 2 }));
  await settled();
  assert.deepEqual(standings(), ["standings 0"]);
  assert.equal(session.link.value.state, "live");
  assert.equal(session.live.value[0]?.slot, 90);
  assert.equal(session.page.value?.games.length, PAGE);
  // A message without a change asks for nothing.
  service.says(tournament({ slotsDone: 1, gamesLive: 2, playedMs: 5n }));
  await settled();
  assert.equal(standings().length, 1);
  service.says(tournament({ slotsDone: 2, gamesLive: 2 }));
  await settled();
  await settled();
  assert.deepEqual(standings(), ["standings 0", `standings ${LISTS_MS_MIN}`]);
  service.isVisible = false;
  service.wakes.forEach((wake) => wake());
  service.says(tournament({ slotsDone: 3, gamesLive: 2 }));
  service.now += 10_000;
  await settled();
  assert.equal(standings().length, 2);
  service.isVisible = true;
  service.wakes.forEach((wake) => wake());
  await settled();
  assert.equal(standings().length, 3);
  service.says(tournament({ slotsDone: 10, status: 3 }));
  service.now += 10_000;
  await settled();
  await settled();
  assert.equal(session.link.value.state, "ended");
  assert.equal(standings().length, 4);
  assert.ok(service.calls.includes("released"));
  session.stop();
});

test("results go on and back by pages, and a filter begins anew", async () => {
  const service = new Service();
  const session = new TournamentSession(service.world, { entrant: 2, failed: false });
  session.start();
  await settled();
  service.says(tournament({ slotsDone: 60 }));
  await settled();
  const first = () => session.page.value?.games[0]?.slot;
  assert.equal(first(), 0);
  assert.equal(service.listed.at(-1)?.entrant, 2);
  session.turnOn();
  await settled();
  assert.equal(first(), PAGE);
  session.turnOn();
  await settled();
  assert.deepEqual([first(), session.page.value?.next], [2 * PAGE, ""]);
  session.turnOn();
  await settled();
  assert.equal(first(), 2 * PAGE);
  session.turnBack();
  await settled();
  assert.equal(first(), PAGE);
  session.show({ failed: true });
  await settled();
  assert.equal(first(), 0);
  assert.deepEqual(service.listed.at(-1), { status: 2, pageSize: PAGE, pageToken: "", failed: true });
  session.stop();
});

test("without a lease the page polls; a refusal stops it", async () => {
  const service = new Service();
  service.lease = false;
  service.polled = [tournament({ slotsDone: 1 }), tournament({ slotsDone: 10, status: 3 })];
  const session = new TournamentSession(service.world);
  session.start();
  for (let i = 0; i < 5; i++) await settled();
  assert.equal(session.link.value.state, "ended");
  assert.equal(service.calls.filter((call) => call === "tournament").length, 2);
  const refused = new Service();
  refused.fails = new ConnectError("no", Code.Unauthenticated, {
    "hierophant-reason": "TOKEN_UNKNOWN",
  });
  const other = new TournamentSession(refused.world);
  other.start();
  await settled();
  const link = other.link.value;
  assert.equal(link.state === "stopped" && link.failure.reason, "TOKEN_UNKNOWN");
  assert.ok(refused.calls.includes("released"));
});

/** A failure with a limit in its details, as the service sends it: `google.rpc.ErrorInfo`. */
function limitReached(limit: string): ConnectError {
  const bytes = (field: number, value: Uint8Array | string): Uint8Array => {
    const inner = typeof value === "string" ? new TextEncoder().encode(value) : value;
    return Uint8Array.from([field * 8 + 2, inner.length, ...inner]);
  };
  const entry = Uint8Array.from([...bytes(1, "limit"), ...bytes(2, limit)]);
  const info = [...bytes(1, "LIMIT_REACHED"), ...bytes(2, "hierophant.v1"), ...bytes(3, entry)];
  const error = new ConnectError(`the limit ${limit} is reached`, Code.ResourceExhausted, {
    "hierophant-reason": "LIMIT_REACHED",
  });
  error.details = [
    { type: "google.rpc.RetryInfo", value: Uint8Array.from([10, 2, 8, 1]) },
    { type: "google.rpc.ErrorInfo", value: Uint8Array.from(info) },
  ];
  return error;
}

test("a limit is in a failure's details; some stay reached for good", () => {
  const busy = failureOf(limitReached("waits_max"));
  assert.deepEqual([busy.limit, busy.remedy, isBeyond(busy)], ["waits_max", "retry", false]);
  const beyond = failureOf(limitReached("standings_slots_max"));
  assert.deepEqual([beyond.remedy, isBeyond(beyond)], ["stop", true]);
  assert.match(en.failure(beyond).what, /computes no standings/);
  assert.equal(en.failure(busy).what, "The service is busy.");
  const broken = limitReached("waits_max");
  broken.details = [{ type: "google.rpc.ErrorInfo", value: Uint8Array.from([26, 90, 1]) }];
  assert.deepEqual([failureOf(broken).limit, failureOf(broken).remedy], [undefined, "retry"]);
});

const asked = (service: Service, status: number) =>
  service.listed.filter((wanted) => wanted.status === status).length;
const standingsOf = (service: Service) =>
  service.calls.filter((call) => call.startsWith("standings")).length;

test("without standings there are tables and results, and standings beyond their limit are asked for once", async () => {
  const service = new Service();
  service.standingsFail = limitReached("standings_slots_max");
  const session = new TournamentSession(service.world);
  session.start();
  await settled();
  service.says(tournament({ slotsDone: 60 }));
  await settled();
  assert.equal(session.live.value[0]?.slot, 90);
  assert.equal(session.page.value?.games.length, PAGE);
  assert.equal(session.listFailure.value, undefined);
  assert.equal(session.standingsFailure.value?.limit, "standings_slots_max");
  service.now += 10_000;
  service.says(tournament({ slotsDone: 61 }));
  await settled();
  await settled();
  await service.passes(LISTS_MS_MAX);
  session.start();
  await settled();
  assert.equal(standingsOf(service), 1);
  assert.ok(asked(service, 1) >= 3);
  session.stop();
});

test("each part of the lists fails by itself, and is asked for again by itself", async () => {
  const service = new Service();
  service.standingsFail = new ConnectError("late", Code.DeadlineExceeded);
  const session = new TournamentSession(service.world);
  session.start();
  await settled();
  service.says(tournament({ slotsDone: 60 }));
  await settled();
  assert.equal(session.standingsFailure.value?.reason, "DEADLINEEXCEEDED");
  assert.equal(session.page.value?.games.length, PAGE);
  service.standingsFail = undefined;
  await service.passes(5_000);
  await settled();
  assert.equal(session.standingsFailure.value, undefined);
  assert.ok(session.standings.value);
  assert.equal(asked(service, 1), 1);
  service.liveFails = new ConnectError("late", Code.DeadlineExceeded);
  service.says(tournament({ slotsDone: 61 }));
  await settled();
  await settled();
  assert.equal(session.listFailure.value?.reason, "DEADLINEEXCEEDED");
  assert.equal(session.standingsFailure.value, undefined);
  service.liveFails = undefined;
  await service.passes(15_000);
  assert.equal(session.listFailure.value, undefined);
  session.stop();
});

test("a page that is being turned to is not overwritten by the one before", async () => {
  const service = new Service();
  service.results = 10;
  const session = new TournamentSession(service.world);
  session.start();
  await settled();
  service.says(tournament({ slotsDone: 10 }));
  await settled();
  assert.equal(asked(service, 2), 1);
  let open = (): void => {};
  service.gate = new Promise((resolve) => (open = resolve));
  session.show({ failed: true });
  await settled();
  assert.equal(asked(service, 2), 2);
  service.now += 10_000;
  service.says(tournament({ slotsDone: 11 }));
  await settled();
  // The standings belong to the change already; the results wait for the turn.
  assert.equal(standingsOf(service), 2);
  assert.equal(asked(service, 2), 2);
  service.gate = undefined;
  open();
  await settled();
  await settled();
  assert.equal(asked(service, 2), 3);
  assert.equal(service.listed.at(-1)?.failed, true);
  // The other way round: the turn begins while the list is on its way.
  service.gate = new Promise((resolve) => (open = resolve));
  service.now += 10_000;
  service.says(tournament({ slotsDone: 12 }));
  await settled();
  assert.equal(asked(service, 2), 4);
  service.gate = undefined;
  session.show({ failed: false });
  await settled();
  assert.equal(session.page.value?.games.length, 10);
  service.results = 60;
  open();
  await settled();
  await settled();
  assert.equal(session.page.value?.games.length, 10);
  assert.deepEqual(session.page.value?.before, []);
  session.stop();
});

test("what is listed gets no older than its limit, although no message comes", async () => {
  const service = new Service();
  const session = new TournamentSession(service.world);
  session.start();
  await settled();
  service.says(tournament({ slotsDone: 1, gamesLive: 2 }));
  await settled();
  assert.equal(asked(service, 1), 1);
  await service.passes(LISTS_MS_MAX - 1);
  assert.equal(asked(service, 1), 1);
  await service.passes(1);
  assert.equal(asked(service, 1), 2);
  // Unseen it waits for nothing; seen again it asks at once.
  service.isVisible = false;
  service.wakes.forEach((wake) => wake());
  await settled();
  assert.ok(service.waits.every(({ ms }) => ms > LISTS_MS_MAX));
  await service.passes(LISTS_MS_MAX);
  assert.equal(asked(service, 1), 2);
  service.isVisible = true;
  service.wakes.forEach((wake) => wake());
  await settled();
  assert.equal(asked(service, 1), 3);
  assert.ok(service.waits.some(({ ms }) => ms === LISTS_MS_MAX));
  session.stop();
  await settled();
  assert.deepEqual(service.waits, []);
});

test("where none was found so far, the page says so and goes on", async () => {
  const { Results } = await import("../../src/tournament/Games.js");
  const service = new Service();
  service.none = true;
  const session = new TournamentSession(service.world, { entrant: 2, failed: false });
  const shown = () => renderToString(h(Results, { session, tournament: tournament() }));
  assert.ok(shown().includes(en.pages.loading));
  session.start();
  await settled();
  service.says(tournament({ slotsDone: 60 }));
  await settled();
  await settled();
  assert.deepEqual(session.page.value?.games, []);
  assert.ok(!shown().includes(en.pages.loading));
  assert.ok(shown().includes(tournamentWords.results.noneYet));
  assert.match(shown(), /<button type="button" aria-disabled="false">Next page/);
  session.stop();
});

test("the request for the spectators' token is the same for one owner, and another one once it is used up", async () => {
  const game = `games/${"a".repeat(64)}`;
  const ids = [
    await watchId(game, "secret"),
    await watchId(game, "other"),
    await watchId("games/b", "secret"),
    await watchId(game, "secret", null!),
    await watchId(game, "other", null!),
    await watchId(game, undefined),
  ];
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[0-9a-f]{16,64}$/);
  assert.equal(await watchId(game, "secret"), ids[0]);
  assert.equal(await watchId(game, undefined), ids[5]);
  const sent: string[] = [];
  const reused = new ConnectError("used", Code.AlreadyExists, {
    "hierophant-reason": "REQUEST_ID_REUSED",
  });
  const rotate = (id: string): Promise<string> => {
    sent.push(id);
    return id === "fixed" ? Promise.reject(reused) : Promise.resolve(`token of ${id}`);
  };
  assert.equal(await watchToken("fixed", () => "random", rotate), "token of random");
  assert.deepEqual(sent, ["fixed", "random"]);
  await assert.rejects(watchToken("fixed", () => "fixed", rotate));
  assert.equal(sent.length, 4);
  const over = new ConnectError("over", Code.FailedPrecondition, { "hierophant-reason": "GAME_OVER" });
  await assert.rejects(watchToken("a", () => assert.fail(), () => Promise.reject(over)));
});
