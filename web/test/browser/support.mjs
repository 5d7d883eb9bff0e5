// The real service and Debian's Chromium, for the browser tests. Every page that is opened here is guarded: a report of
// the Content-Security-Policy, a console error, a request to elsewhere or a token in an address fails the test.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import assert from "node:assert/strict";
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
  static async start({ keep = false, principals = false } = {}) {
    const service = new Service();
    service.port = await freePort();
    service.origin = `http://127.0.0.1:${service.port}`;
    service.folder = mkdtempSync(path.join(tmpdir(), "hierophant-web-"));
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
    this.process = spawn(BINARY, [...arguments_, "--web-files", DIST], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const started = Date.now();
    for (const stream of [this.process.stdout, this.process.stderr])
      stream.on("data", (bytes) => (this.log += bytes));
    for (;;) {
      if (this.process.exitCode !== null || Date.now() - started > PATIENCE_MS)
        throw new Error(`the service did not start:\n${this.log}`);
      try {
        if ((await fetch(`${this.origin}/`)).ok) return;
      } catch {
        // It does not listen yet.
      }
      await pause(50);
    }
  }

  async kill() {
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
  }

  async stop() {
    const ended = once(this.process, "exit");
    this.process.kill("SIGTERM");
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A replay of the corpus, served by `hierophant replay`; `link` is what it prints. */
export async function saved(name) {
  const file = path.resolve(import.meta.dirname, "../../../tests/corpus", name);
  const child = spawn(BINARY, ["replay", file, "--web"], { stdio: ["ignore", "pipe", "inherit"] });
  const shown = { log: "", link: "", origin: "" };
  child.stdout.on("data", (bytes) => (shown.log += bytes));
  for (const started = Date.now(); !shown.link; await pause(50)) {
    shown.link = /^open (\S+)\n/.exec(shown.log)?.[1] ?? "";
    if (child.exitCode !== null || Date.now() - started > PATIENCE_MS)
      throw new Error(`the replay is not served:\n${shown.log}`);
  }
  // What it prints has the token; what it logs must not.
  shown.log = "";
  shown.origin = new URL(shown.link).origin;
  shown.stop = async () => {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  };
  return shown;
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS, headless: true });
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

/** Answers until the game is over; gives how many answers it took. `answer` gives one, when the list is there. */
export async function playToTheEnd(page, answer, { until = () => false, answersMax = 600 } = {}) {
  for (let answers = 0; answers < answersMax; answers++) {
    await page.waitForSelector(`${ASKED}, ${OVER}`);
    if ((await page.locator(OVER).count()) > 0 || until(answers)) return answers;
    const before = await decision(page);
    await answer(page, answers);
    await page.waitForFunction(
      ([before, over]) =>
        document.querySelector(over) ||
        document.querySelector("ol.answers")?.dataset.decision !== before,
      [before, OVER],
    );
  }
  throw new Error("the game does not end");
}

/**
 * Plays on to the end from within the page, by its buttons: hundreds of answers, without a round trip for each.
 * Mostly it gives an answer that brings the end nearer; every third one by a piece of the board, where one answers.
 * Gives how many answers that were, and how many of them by pieces.
 */
export function drive(page) {
  return page.evaluate(
    ([asked, over]) =>
      new Promise((resolve) => {
        let before;
        let turn = 0;
        let byPiece = 0;
        const pick = (among) => among[(turn * 7) % among.length];
        const step = () => {
          if (document.querySelector(over)) return resolve({ answers: turn, byPiece });
          const use = document.querySelectorAll(".uses .answers button");
          if (use.length > 0) {
            pick(use).click();
            return setTimeout(step, 4);
          }
          const buttons = [...document.querySelectorAll(asked)];
          const now = document.querySelector("ol.answers")?.dataset.decision;
          if (buttons.length > 0 && now !== before) {
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
    [ASKED, OVER],
  );
}

/** The number of the decision that the list shows. */
export function decision(page) {
  return page.evaluate(() => document.querySelector("ol.answers")?.dataset.decision);
}

/** The accessibility rules of axe, on the page as it stands. */
export async function axe(page) {
  const source = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
  // Through the debugger, so that the page's policy stays as it is.
  await page.evaluate(source);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
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
  const child = spawn(BINARY, arguments_, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const shown = { log: "", link: "", origin: "", token: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => (shown.log += bytes));
  for (const started = Date.now(); !shown.link; await pause(50)) {
    shown.link = /(http:\/\/\S+\/t\/main#token=\S+)/.exec(shown.log)?.[1] ?? "";
    if (child.exitCode !== null || Date.now() - started > PATIENCE_MS)
      throw new Error(`the tournament is not served:\n${shown.log}`);
  }
  shown.origin = new URL(shown.link).origin;
  shown.token = new URLSearchParams(new URL(shown.link).hash.slice(1)).get("token");
  /** The token of the agent that breaks a rule. */
  shown.agentToken = () => readFileSync(path.join(folder, "token"), "utf8");
  // What it prints has the token; what it logs must not.
  await pause(200);
  shown.log = "";
  shown.stop = async () => {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return shown;
}
