// The real service and Debian's Chromium, for the browser tests. Every page that is opened here is guarded: a report of
// the Content-Security-Policy, a console error, a request to elsewhere or a token in an address fails the test.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, request as httpRequest } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const BINARY = path.resolve(process.env.HIEROPHANT_BINARY ?? "../target/debug/hierophant");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const DIST = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  "../../dist",
);

/** How long anything in a test may take, in milliseconds. */
export const PATIENCE_MS = 20_000;

/** What is being started, and what was and has not ended: child processes, and how browsers and servers end. */
const starting = new Set();
const children = new Set();
const ends = new Set();

/** A program that ends with this process at the latest, and does not keep it from ending. */
function start(program, arguments_, options = {}) {
  const child = spawn(program, arguments_, { stdio: ["ignore", "pipe", "pipe"], ...options });
  children.add(child);
  for (const over of ["exit", "error"]) child.once(over, () => children.delete(child));
  for (const handle of [child, child.stdout, child.stderr]) handle?.unref();
  return child;
}

/** Asks a program to end, if it has not, and waits until it has: by force if it takes long. */
async function end(child, signal) {
  if (!children.has(child)) return;
  child.ref();
  const ended = once(child, "exit");
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  await ended;
  clearTimeout(late);
}

process.once("exit", () => children.forEach((child) => child.kill("SIGKILL")));
// As when the whole run is given up.
for (const signal of ["SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

/** Remembers that this is being started. */
function begun(start) {
  starting.add(start);
  const over = () => starting.delete(start);
  start.then(over, over);
  return start;
}

/** Ends all that was started and that nobody has ended, also what is only being started. */
async function endAll() {
  await Promise.allSettled([...starting]);
  await Promise.allSettled([...ends].map((end) => end()));
  await Promise.allSettled([...children].map((child) => end(child, "SIGKILL")));
}

/**
 * Starts what the tests of a file need. All that they and it have started is ended after them; if the start fails, at
 * once, and the tests fail without being run for long.
 */
export function setUp(start) {
  before(async () => {
    try {
      await start();
    } catch (error) {
      await endAll();
      throw error;
    }
  });
  after(endAll);
}

export async function freePort() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** A running service: its origin, and what it has logged. */
export class Service {
  log = "";

  /** With `principals`, `tokens` has those of an operator and of two creators. */
  static start(options = {}) {
    return begun(Service.#start(options));
  }

  static async #start({ keep = false, principals = false }) {
    const service = new Service();
    service.port = await freePort();
    service.origin = `http://127.0.0.1:${service.port}`;
    service.folder = mkdtempSync(path.join(tmpdir(), "hierophant-web-"));
    ends.add(service.stop);
    service.store = keep ? path.join(service.folder, "games.db") : "memory";
    service.flags = [];
    if (principals) {
      const file = path.join(service.folder, "principals");
      service.tokens = {};
      for (const [name, role] of [["ops", "operator"], ["league", "creator"], ["other", "creator"]]) {
        const arguments_ = ["principal", "new", name, "--role", role, "--file", file];
        const { stdout } = spawnSync(BINARY, arguments_, { encoding: "utf8" });
        service.tokens[name] = stdout.trim();
      }
      service.flags.push("--principals", file);
    }
    await service.run();
    return service;
  }

  async run() {
    const arguments_ = [
      "serve",
      "--web",
      "--listen",
      `127.0.0.1:${this.port}`,
      "--store",
      this.store,
      "--drain-seconds-max",
      "1",
      ...this.flags,
    ];
    // The folder that has just been built, so that a test never shows an older bundle.
    this.process = start(BINARY, [...arguments_, "--web-files", DIST], { cwd: this.folder });
    const started = Date.now();
    const before = this.log.length;
    for (const stream of [this.process.stdout, this.process.stderr])
      stream.on("data", (bytes) => (this.log += bytes));
    for (;;) {
      if (!children.has(this.process) || Date.now() - started > PATIENCE_MS)
        throw new Error(`the service did not start:\n${this.log}`);
      // Before it serves, calls may be refused as too early.
      if (/: serving$/m.test(this.log.slice(before)) && (await fetch(`${this.origin}/`)).ok) return;
      await pause(50);
    }
  }

  async kill() {
    await end(this.process, "SIGKILL");
  }

  stop = async () => {
    ends.delete(this.stop);
    await end(this.process, "SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  };
}

/** What `hierophant verify` says of a file. */
export function verify(file) {
  return spawnSync(BINARY, ["verify", file], { encoding: "utf8" });
}

/** A replay of the corpus, served by `hierophant replay`; `link` is what it prints. */
export async function saved(name) {
  const file = path.resolve(import.meta.dirname, "../../../tests/corpus", name);
  const child = start(BINARY, ["replay", file, "--web"], { stdio: ["ignore", "pipe", "inherit"] });
  const shown = { log: "", link: "", origin: "" };
  child.stdout.on("data", (bytes) => (shown.log += bytes));
  for (const started = Date.now(); !shown.link; await pause(50)) {
    shown.link = /^open (\S+)\n/.exec(shown.log)?.[1] ?? "";
    if (!children.has(child) || Date.now() - started > PATIENCE_MS)
      throw new Error(`the replay is not served:\n${shown.log}`);
  }
  // What it prints has the token; what it logs must not.
  shown.log = "";
  const files = await front(new URL(shown.link).origin);
  shown.link = shown.link.replace(new URL(shown.link).origin, files.origin);
  shown.origin = files.origin;
  shown.stop = async () => {
    files.stop();
    await end(child, "SIGINT");
  };
  return shown;
}

/** What a page needs to be a path of the client and no file. */
const PAGE = /^\/(?!.*\.\w+$)/;

/**
 * The files of `dist/` before a service that has its own built in: compressed, as the service sends those. Calls and
 * everything else go to the service. Gives the origin to open.
 */
export async function front(origin) {
  const headersOf = async (at) => {
    const { headers } = await fetch(origin + at);
    const kept = ["content-type", "content-security-policy", "referrer-policy", "x-content-type-options"];
    return Object.fromEntries(kept.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])));
  };
  const page = await headersOf("/");
  const types = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
  const files = new Map();
  for (const name of readdirSync(DIST)) {
    const type = types[path.extname(name)] ?? page["content-type"];
    files.set(`/${name}`, { type, bytes: gzipSync(readFileSync(path.join(DIST, name))) });
  }
  const server = createHttpServer((request, response) => {
    const { pathname } = new URL(request.url, origin);
    const file = files.get(pathname) ?? (PAGE.test(pathname) ? files.get("/index.html") : undefined);
    if (request.method === "GET" && file) {
      response.writeHead(200, { ...page, "content-type": file.type, "content-encoding": "gzip", "content-length": file.bytes.length });
      return response.end(file.bytes);
    }
    const { port, hostname: host } = new URL(origin);
    const { method, headers, url } = request;
    const onward = httpRequest({ host, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    // A stream that a page gives up is given up there, too.
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    ends.delete(stop);
    server.closeAllConnections();
    server.close();
  };
  ends.add(stop);
  return { origin: `http://127.0.0.1:${server.address().port}`, stop };
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function launch() {
  return begun(launched());
}

async function launched() {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, headless: true });
  ends.add(() => browser.close());
  return browser;
}

/** Settings of the client for tests: steps are shown at once. */
export const AT_ONCE = { theme: "system", pace: "off", keys: true, auto: false, name: "Guest" };

/** A fresh profile whose pages are guarded. `finish` checks what the guards have seen. */
export async function profile(browser, service, { settings = AT_ONCE, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const seen = { faults: [], requests: [], tolerate: [] };
  await context.addInitScript((settings) => {
    // A page begins as about:blank, which has no storage.
    if (top === window && location.protocol === "http:" && !localStorage.getItem("hierophant.settings")) {
      localStorage.setItem("hierophant.settings", JSON.stringify(settings));
    }
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  }, settings);
  context.on("page", (page) => {
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()))
        seen.faults.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => seen.faults.push(`page error: ${error.stack ?? error}`));
    page.on("request", (request) => {
      seen.requests.push(request.url());
      if (!request.url().startsWith(`${service.origin}/`))
        seen.faults.push(`foreign request: ${request.url()}`);
    });
  });
  return {
    context,
    seen,
    /** Faults that match are expected from now on. */
    tolerate: (pattern) => seen.tolerate.push(pattern),
    async finish() {
      const tokens = new Set();
      for (const page of context.pages()) {
        const kept = await page.evaluate(() => Object.entries({ ...localStorage }));
        for (const [name, value] of kept)
          if (name.startsWith("hierophant.game."))
            for (const token of [JSON.parse(value).token, JSON.parse(value).spectators])
              if (token) tokens.add(token);
      }
      await context.close();
      const faults = seen.faults.filter(
        (fault) => !seen.tolerate.some((pattern) => pattern.test(fault)),
      );
      assert.deepEqual(faults, []);
      for (const token of tokens) {
        assert.ok(!seen.requests.some((url) => url.includes(token)), "a token is in an address");
        assert.ok(!service.log.includes(token), "a token is in the log");
      }
    },
  };
}

/** Starts a game from the first page, by mouse; gives the page of the game. */
export async function startGame(
  context,
  service,
  { ruleset = "arcanum", opponent = "random", seats, at = "/" } = {},
) {
  const page = await context.newPage();
  await page.goto(`${service.origin}${at}`);
  await page.locator(`input[name=ruleset][value=${ruleset}]`).check();
  await page.locator(`input[name=opponent][value=${opponent}]`).check();
  if (seats) await page.locator(`input[name=seats][value="${seats}"]`).check();
  await page.locator("button[type=submit]").click();
  await page.waitForURL(/\/g\/[a-z0-9_-]+$/);
  await page.locator(".columns").waitFor();
  return page;
}

/**
 * Makes a tournament by the form, of built-in agents that answer at once; gives its page. `token` is that of a creator.
 */
export async function makeTournament(context, service, token, { title = "A cup", deals = 1 } = {}) {
  const page = await context.newPage();
  await page.goto(`${service.origin}/organise/new#token=${token}`);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Deals for each table").fill(`${deals}`);
  await page.getByLabel("Played by").nth(2).selectOption("builtInAgent random");
  await page.getByRole("button", { name: "Create the tournament" }).click();
  await page.waitForURL(/\/t\/[a-z0-9]+$/);
  return page;
}

/** The board of a ruleset cannot be loaded, so that its games are played in generic/. */
export async function withoutBoard(context, ruleset, tolerate) {
  tolerate(/Failed to load resource|ERR_FAILED/);
  await context.route(new RegExp(`/${ruleset}-[A-Z0-9]+\\.js$`), (route) => route.abort());
}

const OVER = ".result";
const ASKED = '.answers button[aria-disabled="false"]';
const MIX = ".mix";

/** The number of the open decision, within a page. */
const DECISION = "#answers-title";

/** Puts a choice of several things together and confirms it, if one is open. */
export async function compose(page) {
  for (let turn = 0; turn < 400 && (await page.locator(MIX).count()) > 0; turn++) {
    const isGiven = await page.evaluate(`(${composeStep})(document.querySelector(".mix"), ${turn})`);
    if (isGiven) return;
    await pause(30);
  }
}

/** One press within a mix; whether it has confirmed it. It also runs within pages. */
function composeStep(mix, turn) {
  const [clear, confirm] = mix?.querySelectorAll(".mix-ends button") ?? [];
  if (!confirm || clear.getAttribute("aria-disabled") === "true") return false;
  if (confirm.getAttribute("aria-disabled") === "false") {
    confirm.click();
    return true;
  }
  const { verdict } = mix.dataset;
  if (verdict === "asking") return false;
  const open = mix.querySelectorAll("li input:not([type=number], :checked, :disabled), li button:last-of-type[aria-disabled=false]");
  // Not in a row of which the same mix comes again and again.
  const hash = Math.imul(turn, 2_654_435_761) >>> 16;
  // What is refused may want more, and what is full is checked a moment later.
  if ((verdict === "refused" && (open.length === 0 || hash % 4 === 0)) || (open.length === 0 && turn % 100 === 99))
    clear.click();
  else if (open.length > 0) open[(hash >>> 2) % open.length].click();
  return false;
}

/** Waits until this decision is asked no more, or one of these is there. */
function isPast(page, before, ends) {
  return page.waitForFunction(
    ([before, ends, at]) =>
      document.querySelector(ends) || document.querySelector(at)?.dataset.decision !== before,
    [before, ends, DECISION],
  );
}

/**
 * Answers until the game is over; gives how many answers it took. `answer` gives one, when the list is there, and `mix`
 * puts a choice of several things together, which an answer may have begun.
 */
export async function playToTheEnd(page, answer, { until = () => false, answersMax = 600, mix = compose } = {}) {
  for (let answers = 0; answers < answersMax; answers++) {
    await page.waitForSelector(`${ASKED}, ${MIX}, ${OVER}`);
    if ((await page.locator(OVER).count()) > 0 || until(answers)) return answers;
    const before = await decision(page);
    const isMixed = async () => (await decision(page)) === before && (await page.locator(MIX).count()) > 0;
    if (!(await isMixed())) {
      await answer(page, answers);
      await isPast(page, before, `${OVER}, ${MIX}`);
    }
    if (await isMixed()) await mix(page);
    await isPast(page, before, OVER);
  }
  throw new Error("the game does not end");
}

/**
 * Plays on from within the page, by its buttons: hundreds of answers, without a round trip for each. To the end, or for so
 * many answers, or until something is there. Mostly it gives an answer that brings the end nearer; every third one by a
 * piece of the board, where one answers. Gives how many answers that were, and how many of them by pieces.
 */
export async function drive(page, { answersMax = 10_000, until = "", patienceMs = 1e9 } = {}) {
  // By the debugger: the policy of the page does not let the page itself make functions of text.
  await page.evaluate(`globalThis.composeStep = ${composeStep}; undefined`);
  return page.evaluate(
    ([asked, over, at, answersMax, until, patienceMs]) =>
      new Promise((resolve) => {
        const started = performance.now();
        let presses = 0;
        let before;
        let confirmed;
        let turn = 0;
        let byPiece = 0;
        const pick = (among) => among[(turn * 7) % among.length];
        const step = () => {
          const isThere = until !== "" && document.querySelector(until) !== null;
          if (document.querySelector(over) || isThere) return resolve({ answers: turn, byPiece });
          const use = document.querySelectorAll(".uses .answers button");
          if (use.length > 0) {
            pick(use).click();
            return setTimeout(step, 4);
          }
          if (performance.now() - started > patienceMs) return resolve({ answers: turn, byPiece });
          const buttons = [...document.querySelectorAll(asked)];
          const now = document.querySelector(at)?.dataset.decision;
          const mix = document.querySelector(".mix");
          if (mix && now !== undefined && now !== confirmed) {
            // An answer may have begun it.
            if (turn >= answersMax && now !== before) return resolve({ answers: turn, byPiece });
            if (globalThis.composeStep(mix, presses++)) {
              if (now !== before) turn += 1;
              before = confirmed = now;
            }
          } else if (mix) {
            // It is being sent.
          } else if (buttons.length > 0 && now !== before) {
            if (turn >= answersMax) return resolve({ answers: turn, byPiece });
            before = now;
            turn += 1;
            const short = buttons.filter((button) =>
              /\b(pass|end|retire|abdicate|nothing|decline|done)\b/i.test(button.innerText),
            );
            const pieces = [
              ...document.querySelectorAll(".area-play [data-code], .area-play [data-codes]"),
            ];
            if (turn % 3 === 0 && pieces.length > 0) {
              byPiece += 1;
              pick(pieces).click();
            } else pick(turn % 3 === 1 && short.length > 0 ? short : buttons).click();
          }
          setTimeout(step, 4);
        };
        step();
      }),
    [ASKED, OVER, DECISION, answersMax, until, patienceMs],
  );
}

/**
 * Ends the game of a page soon: its seat answers a few times and resigns, so that the service plays on to the end. For
 * tests of what comes after the end; whole games are played elsewhere.
 */
export async function endGame(page, { answers = 10 } = {}) {
  await drive(page, { answersMax: answers });
  const { origin, pathname } = new URL(page.url());
  const id = pathname.split("/").at(-1);
  const { token } = JSON.parse(
    await page.evaluate((id) => localStorage.getItem(`hierophant.game.${id}`), id),
  );
  // `ResignRequest` as a frame of gRPC-Web: game = 1.
  const game = Buffer.from(`games/${id}`);
  const body = Buffer.concat([Buffer.from([0, 0, 0, 0, game.length + 2, 0x0a, game.length]), game]);
  const headers = { "content-type": "application/grpc-web+proto", authorization: `Bearer ${token}` };
  const call = `${origin}/hierophant.v1.GameService/Resign`;
  assert.ok((await fetch(call, { method: "POST", headers, body })).ok);
  await page.locator(".scrubber").waitFor();
}

/** The number of the decision that the list shows. */
export function decision(page) {
  return page.evaluate((at) => document.querySelector(at)?.dataset.decision, DECISION);
}

const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The rules that can judge a page otherwise when only its size or its colours are others: no style sheet hides parts. */
const BY_LOOK = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

/**
 * The accessibility rules of axe, on the page as it stands: all of them, or, where all have passed on the very same
 * document, those that its size and its colours can change.
 */
export async function axe(page) {
  // Once for each document, through the debugger, so that the page's policy stays as it is.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (byLook) => {
    const all = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const before = document.documentElement.outerHTML;
    const isSame = globalThis.axePassed === before;
    const { violations } = await globalThis.axe.run(document, {
      runOnly: isSame ? { type: "rule", values: byLook } : all,
      // Of what has passed, no list is made; there are no films and sounds to wait for.
      resultTypes: ["violations"],
      preload: false,
    });
    if (!isSame && violations.length === 0) globalThis.axePassed = before;
    return violations;
  }, BY_LOOK);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target} (${node.failureSummary})`).join("; ")}`,
  );
}

/** The agent that breaks a rule, as a program of its own. */
export async function cheat(folder) {
  const outfile = path.join(folder, "cheat.mjs");
  await build({
    entryPoints: [path.join(import.meta.dirname, "cheat.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  return `${process.execPath} ${outfile}`;
}

/**
 * `hierophant arena run --web`; `link` is what it prints for the tournament. An agent that breaks a rule takes part, or,
 * with `repeated`, built-in agents alone, on deals that are played in several seatings.
 */
export async function arena({ repeated = false, deals = 6, slowMs = 25, title = "A cup" } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "hierophant-arena-"));
  const arguments_ = ["arena", "run", "--web", "--store", "arena.db", "--title", title];
  arguments_.push("--deals", `${deals}`, "--seed", "7", "--games-at-once", "2");
  if (repeated) {
    arguments_.push("--entrants", "search:60,greedy,random,other=search:60");
  } else {
    const program = `cheat=CHEAT_SLOW_MS=${slowMs} CHEAT_TOKEN_FILE=${folder}/token ${await cheat(folder)}`;
    arguments_.push("--entrants", "greedy,random,other=random", "--mode", "independent");
    arguments_.push("--bot", program, "--allow-unvalidated");
  }
  const child = start(BINARY, arguments_, { cwd: folder });
  const shown = { log: "", link: "", origin: "", token: "" };
  shown.stop = async () => {
    ends.delete(shown.stop);
    await end(child, "SIGINT");
    rmSync(folder, { recursive: true, force: true });
  };
  ends.add(shown.stop);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => (shown.log += bytes));
  for (const started = Date.now(); !shown.link; await pause(50)) {
    shown.link = /(http:\/\/\S+\/t\/main#token=\S+)/.exec(shown.log)?.[1] ?? "";
    if (!children.has(child) || Date.now() - started > PATIENCE_MS)
      throw new Error(`the tournament is not served:\n${shown.log}`);
  }
  shown.origin = new URL(shown.link).origin;
  shown.token = new URLSearchParams(new URL(shown.link).hash.slice(1)).get("token");
  /** The token of the agent that breaks a rule. */
  shown.agentToken = () => readFileSync(path.join(folder, "token"), "utf8");
  // What it prints has the token; what it logs must not.
  await pause(200);
  shown.log = "";
  return shown;
}
