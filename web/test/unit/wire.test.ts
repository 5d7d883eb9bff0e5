import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { RulesetSchema } from "../../gen/hierophant/v1/ruleset_pb.js";
import { defaultTable, requestFor } from "../../src/game/create.js";
import { Account } from "../../src/wire/account.js";
import { clockFace, ServiceClock } from "../../src/wire/clock.js";
import { failureOf } from "../../src/wire/errors.js";
import { browserLeases, STREAMS_MAX } from "../../src/wire/lease.js";
import { HeldToken } from "../../src/wire/held.js";
import { Reader } from "../../src/wire/openly.js";
import { keyInFragment, Keys, signing } from "../../src/wire/tokens.js";
import { statusFirst, unsigned, type Sign } from "../../src/wire/transport.js";

class Store {
  readonly map = new Map<string, string>();
  get length(): number {
    return this.map.size;
  }
  key(i: number): string | null {
    return [...this.map.keys()][i] ?? null;
  }
  getItem(name: string): string | null {
    return this.map.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    this.map.set(name, value);
  }
  removeItem(name: string): void {
    this.map.delete(name);
  }
}

test("a token is read from the fragment, with its seat if it has one", () => {
  assert.deepEqual(keyInFragment("#seat=2&token=abc.d", 7), { token: "abc.d", seat: 2, since: 7 });
  assert.deepEqual(keyInFragment("#token=abc", 7), { token: "abc", since: 7 });
  assert.equal(keyInFragment("#seat=2", 7), undefined);
  assert.equal(keyInFragment("#token=a%0Ab", 7), undefined, "a token is one line");
  assert.equal(keyInFragment("#seat=-1&token=a", 7)?.seat, undefined);
});

test("keys last in the storage, and broken or foreign entries are nothing", () => {
  const store = new Store();
  store.setItem("other", "x");
  store.setItem("hierophant.game.broken", "{");
  new Keys(store).put("g1", { token: "t1", seat: 0, since: 1 });
  new Keys(store).put("g2", { token: "t2", since: 2 });
  const keys = new Keys(store);
  assert.equal(keys.get("g1")?.token, "t1");
  assert.equal(keys.get("broken"), undefined);
  assert.deepEqual(
    keys.games().map(({ game }) => game),
    ["g2", "g1"],
  );
  keys.forget("g1");
  assert.equal(keys.get("g1"), undefined);
});

test("a link takes the place of no seat", () => {
  const store = new Store();
  const keys = new Keys(store);
  keys.take("g", { token: "spectators", since: 1 });
  keys.take("g", { token: "seat", seat: 1, since: 2 });
  assert.equal(new Keys(store).get("g")?.token, "seat");
  for (const key of [{ token: "spectators", since: 3 }, { token: "other", seat: 2, since: 4 }]) {
    keys.take("g", key);
    assert.equal(keys.get("g")?.token, key.token, "in this page");
    assert.equal(new Keys(store).get("g")?.token, "seat", "but not for good");
  }
});

test("a tab keeps the token that it was given, and no other text", () => {
  const store = new Store();
  const held = new HeldToken(store);
  assert.equal(held.read(), undefined);
  held.write("hg1_x");
  assert.equal(new HeldToken(store).read(), "hg1_x");
  held.write(undefined);
  assert.equal(store.map.size, 0);
  store.setItem("hierophant.account", "two\nlines");
  assert.equal(held.read(), undefined);
  assert.equal(new HeldToken(undefined).read(), undefined);
  new HeldToken(undefined).write("t");
});

test("a held token stays until somebody takes the other one that an address has brought", () => {
  const store = new Store();
  new HeldToken(store).write("hp1_mine");
  const tokens = new Account(new HeldToken(store));
  const state = () => [tokens.token.value, tokens.keeps.value, tokens.brought.value];
  assert.deepEqual(state(), ["hp1_mine", true, undefined]);
  tokens.take("hp1_mine");
  assert.deepEqual(state(), ["hp1_mine", true, undefined], "the same one is no question");
  tokens.take("hp1_other");
  assert.deepEqual(state(), ["hp1_mine", true, "hp1_other"]);
  tokens.stay();
  assert.deepEqual(state(), ["hp1_mine", true, undefined]);
  tokens.useBrought();
  assert.deepEqual(state(), ["hp1_mine", true, undefined], "there is nothing to take any more");
  tokens.take("hp1_other");
  tokens.take("hp1_mine");
  assert.deepEqual(state(), ["hp1_mine", true, undefined], "the address has the held one again");
  tokens.take("hp1_other");
  tokens.useBrought();
  assert.deepEqual(state(), ["hp1_other", false, undefined], "and the tab does not keep it");
  tokens.leave();
  assert.deepEqual(state(), [undefined, false, undefined]);
  tokens.take("hp1_first");
  assert.deepEqual(state(), ["hp1_first", false, undefined], "where none is held it is taken");
  tokens.leave();
  tokens.take("hp1_printed", true);
  assert.deepEqual(state(), ["hp1_printed", true, undefined], "and kept if the address says so");
  tokens.take("hp1_second", true);
  assert.deepEqual(state(), ["hp1_printed", true, "hp1_second"]);
});

test("an agent's token is never a principal's, and never kept", () => {
  const store = new Store();
  const tokens = new Account(new HeldToken(store));
  tokens.take("ha1_bot");
  assert.deepEqual([tokens.agent.value, tokens.token.value], ["ha1_bot", undefined]);
  tokens.take("hp1_mine");
  tokens.keeps.value = true;
  tokens.take("ha1_other");
  assert.deepEqual(
    [tokens.agent.value, tokens.token.value, tokens.keeps.value, tokens.brought.value],
    ["ha1_other", "hp1_mine", true, undefined],
  );
  tokens.leave();
  assert.equal(tokens.agent.value, undefined);
  // By the field, too.
  tokens.hold("ha1_bot");
  assert.deepEqual([tokens.agent.value, tokens.token.value], ["ha1_bot", undefined]);
  tokens.hold("hp1_mine");
  assert.equal(tokens.token.value, "hp1_mine");

  const held = new HeldToken(store);
  held.write("hp1_mine");
  held.write("ha1_bot");
  assert.equal(store.length, 0);
  // What an older page has kept.
  store.setItem("hierophant.account", "ha1_bot");
  assert.equal(new Account(new HeldToken(store)).token.value, undefined);
});

const refused = (reason: string) =>
  new ConnectError("no", Code.Unauthenticated, { "hierophant-reason": reason });

test("what the page's token does not open is read without one; then that way stays", async () => {
  const asked: (Sign | undefined)[] = [];
  const own = signing("t");
  const reader = new Reader([own, unsigned]);
  const call = (open: Sign, reason: string) => (sign: Sign) => {
    asked.push(sign);
    return sign === open ? Promise.resolve("there") : Promise.reject(refused(reason));
  };
  assert.equal(await reader.read(call(unsigned, "TOURNAMENT_UNKNOWN")), "there");
  assert.equal(reader.chosen, unsigned);
  await assert.rejects(reader.read(call(own, "UNAUTHENTICATED")), /no/);
  assert.deepEqual(asked, [own, unsigned, unsigned]);
});

test("where nothing opens it, the first refusal is told; another failure is told at once", async () => {
  const ways = [signing("t"), unsigned];
  const reasons = ["TOKEN_NOT_PERMITTED", "UNAUTHENTICATED"];
  await assert.rejects(
    new Reader(ways).read((sign) => Promise.reject(refused(reasons[ways.indexOf(sign)] ?? ""))),
    (error) => failureOf(error).reason === "TOKEN_NOT_PERMITTED",
  );
  let calls = 0;
  await assert.rejects(
    new Reader(ways).read(() => {
      calls += 1;
      return Promise.reject(refused("DRAINING"));
    }),
  );
  assert.equal(calls, 1);
  await assert.rejects(new Reader([unsigned]).read(() => Promise.reject(refused("GAME_UNKNOWN"))));
});

test("a stream is opened in the way that its first message comes in", async () => {
  async function* messages(sign: Sign) {
    await Promise.resolve();
    if (sign !== unsigned) throw refused("TOKEN_UNKNOWN");
    yield 1;
    yield 2;
  }
  const heard: number[] = [];
  for await (const one of new Reader([signing("t"), unsigned]).stream(messages)) heard.push(one);
  assert.deepEqual(heard, [1, 2]);
});

test("without a storage keys last as long as the page", () => {
  const keys = new Keys(undefined);
  keys.put("g", { token: "t", since: 1 });
  assert.equal(keys.get("g")?.token, "t");
  assert.deepEqual(keys.games(), []);
});

test("the status of a failed call is not lost to an empty trailer frame", async () => {
  const trailer = new Uint8Array([0x80, 0, 0, 0, 0]);
  const answered = (status: string): typeof fetch =>
    statusFirst(() =>
      Promise.resolve(new Response(trailer, { headers: { "grpc-status": status } })),
    );
  assert.equal((await (await answered("9")("http://x")).arrayBuffer()).byteLength, 0);
  assert.equal((await (await answered("0")("http://x")).arrayBuffer()).byteLength, 5);
});

test("a token goes into the metadata", () => {
  assert.deepEqual(signing("t")({ timeoutMs: 5 }), {
    timeoutMs: 5,
    headers: { authorization: "Bearer t" },
  });
  assert.deepEqual(signing(undefined)(), {});
});

test("failures have the service's reason, and what to do about them", () => {
  const of = (code: Code, reason?: string) =>
    failureOf(
      new ConnectError(
        "x",
        code,
        reason === undefined ? undefined : { "hierophant-reason": reason },
      ),
    );
  assert.equal(of(Code.Unavailable).remedy, "retry");
  assert.equal(of(Code.ResourceExhausted, "LIMIT_REACHED").remedy, "retry");
  assert.equal(of(Code.OutOfRange, "VERSION_UNKNOWN").remedy, "begin-anew");
  assert.equal(of(Code.Aborted, "STREAM_REPLACED").remedy, "replaced");
  assert.equal(of(Code.FailedPrecondition, "ILLEGAL_ACTION").remedy, "stop");
  assert.equal(of(Code.Unauthenticated).reason, "UNAUTHENTICATED");
  assert.equal(failureOf(new TypeError("failed to fetch")).remedy, "retry");
});

test("three streams at most are open in a browser, and none waits for another", async () => {
  const held = new Set<string>();
  const locks = {
    async request(name: string, _: unknown, then: (lock: object | null) => unknown) {
      if (held.has(name)) return then(null);
      held.add(name);
      await then({ name });
      held.delete(name);
    },
  } as unknown as LockManager;
  const lease = browserLeases(locks, false);
  const taken = await Promise.all(Array.from({ length: STREAMS_MAX + 1 }, () => lease()));
  assert.equal(taken.filter((one) => one !== undefined).length, STREAMS_MAX);
  taken[0]?.release();
  await new Promise((resolve) => setTimeout(resolve));
  assert.ok(await lease());
  assert.ok(await browserLeases(locks, true)(), "over TLS no lock is needed");
});

test("the clock follows the service, not this machine's time", () => {
  let now = 1_000;
  const clock = new ServiceClock(() => now);
  assert.equal(clock.left(timestampFromMs(1)), undefined);
  clock.heard(timestampFromMs(500_000));
  now += 4_000;
  assert.equal(clock.left(timestampFromMs(510_000)), 6_000);
  assert.equal(clockFace(6_000), "0:06");
  assert.equal(clockFace(3_723_000), "1:02:03");
  assert.equal(clockFace(-5), "0:00");
});

test("a game is asked for with one open seat and the chosen agents", () => {
  const ruleset = create(RulesetSchema, {
    id: "res_arcana",
    seatsMin: 2,
    seatsMax: 4,
    builtInAgents: [{ name: "random" }, { name: "greedy" }],
    defaultSetup: { ruleset: { case: "resArcana", value: { players: 3 } } },
  });
  const table = defaultTable(ruleset, "Me");
  assert.deepEqual([table.opponent, table.seats], ["greedy", 3]);
  const request = requestFor(ruleset, table, ["A", "B"], "id");
  assert.equal(request.setup?.ruleset.case, "resArcana");
  assert.deepEqual(
    request.seats.map((seat) => seat.occupant.case),
    ["open", "builtInAgent", "builtInAgent"],
  );
  assert.deepEqual(
    request.seats.map((seat) => seat.displayName),
    ["Me", "B", "A"],
  );
});
