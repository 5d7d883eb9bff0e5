// Other ways of use than the usual one: large type and large screens, forced colours, no motion, a slow processor, a proxy
// that holds streams back, the accessibility tree alone, an answer that breaks a rule.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import {
  axe,
  decision,
  endGame,
  freePort,
  front,
  launch,
  makeTournament,
  PATIENCE_MS,
  pause,
  profile,
  saved,
  Service,
  setUp,
  startGame,
} from "./support.mjs";

let browser;
let service;
setUp(async () => {
  [browser, service] = await Promise.all([launch(), Service.start({ principals: true })]);
});

/** 400 % of zoom on a screen of 1280 by 1024, and a screen of 4k. */
const SIZES = [
  ["light", 320, 256],
  ["light", 1280, 900],
  ["dark", 3840, 2160],
];

async function check(page, what, sizes = SIZES) {
  for (const [theme, width, height] of sizes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    assert.deepEqual(await axe(page), [], `${what}, ${theme}, ${width}`);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(sideways, 0, `${what} scrolls sideways at ${width}`);
    // Nothing stands out of the part of the page that it belongs to.
    const out = await page.evaluate(() =>
      [...document.querySelectorAll(".columns section")].flatMap((section) => {
        const { right } = section.getBoundingClientRect();
        const beyond = [...section.querySelectorAll("*")].find(
          (one) =>
            one.getBoundingClientRect().right > right + 1 &&
            !one.closest(".scroll, .aligned, .unseen, svg, [hidden]"),
        );
        return beyond ? [beyond.outerHTML.slice(0, 100)] : [];
      }),
    );
    assert.deepEqual(out, [], `${what} at ${width}`);
    // What stays in its place while the page scrolls leaves room for the rest.
    const stuck = await page.evaluate(() => {
      scrollTo(0, 200);
      const fixed = [...document.querySelectorAll("main *")].filter((element) => {
        const { position } = getComputedStyle(element);
        const { top, bottom } = element.getBoundingClientRect();
        return position === "sticky" && top <= 1 && bottom > 0;
      });
      scrollTo(0, 0);
      return Math.max(0, ...fixed.map((one) => one.getBoundingClientRect().height)) / innerHeight;
    });
    assert.ok(stuck < 0.6, `${what} at ${width}: ${stuck} of the height stays in its place`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

const creator = () => service.tokens.league;

test("every page at 400 % of zoom and on a screen of 4k", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await startGame(context, service, { seats: 4, at: `/#token=${creator()}` });
  await page.locator(".answers button").first().waitFor();
  await check(page, "a game");
  const start = await context.newPage();
  await start.goto(`${service.origin}/`);
  await start.locator(".game-card").first().waitFor();
  await check(start, "the first page");
  await endGame(page);
  await check(page, "a result");
  await page.getByRole("button", { name: "To the deal" }).click();
  await page.locator(".past-question, .answer-state").first().waitFor();
  await check(page, "a replay");
  const cup = await makeTournament(context, service, creator());
  await cup.locator(".cup-status", { hasText: "complete" }).waitFor({ timeout: 3 * PATIENCE_MS });
  await cup.locator(".cup-results tbody tr").first().waitFor();
  await check(cup, "a tournament");
  await cup.getByRole("link", { name: "Big screen" }).click();
  await cup.locator(".tv-standings").waitFor();
  await check(cup, "the big screen");
  await cup.getByRole("link", { name: "Organise" }).click();
  await cup.locator(".cup-list").waitFor();
  await check(cup, "the organiser's tournaments");
  await cup.getByRole("link", { name: "New tournament" }).click();
  await cup.getByRole("button", { name: "Create the tournament" }).waitFor();
  await check(cup, "the form");
  await cup.getByRole("link", { name: "Agents" }).click();
  await cup.getByRole("button", { name: "Register" }).waitFor();
  await check(cup, "agents");
  await finish();
});

test("with forced colours what is chosen, what answers and what is marked is seen", async () => {
  const { context, finish } = await profile(browser, service, { forcedColors: "active" });
  const page = await startGame(context, service, { seats: 3, at: `/#token=${creator()}` });
  await page.locator(".answers button").first().waitFor();
  const outlined = (selector) =>
    page.locator(selector).first().evaluate((one) => getComputedStyle(one).outlineStyle);
  const start = await context.newPage();
  await start.goto(`${service.origin}/`);
  const chosen = start.locator(".pill input:checked + span").first();
  await chosen.waitFor();
  assert.equal(await chosen.evaluate((one) => getComputedStyle(one).outlineStyle), "solid");
  assert.deepEqual(await axe(start), []);
  for (let i = 0; i < 40 && (await page.locator(".is-target").count()) === 0; i++) {
    const before = await decision(page);
    await page.locator('.answers button[aria-disabled="false"]').first().click();
    await page.waitForFunction(
      (before) => ![undefined, before].includes(document.querySelector("#answers-title")?.dataset.decision),
      before,
    );
  }
  assert.equal(await outlined(".is-target"), "solid");
  assert.deepEqual(await axe(page), []);
  await endGame(page);
  await page.locator(".scrubber-marks rect").first().waitFor();
  // Signs that are drawn have a colour that the forced ones do not cover.
  const faint = await page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll(".scrubber-marks rect, .scrubber-way path")].filter(
      (one) => getComputedStyle(one).fill === ground,
    ).length;
  });
  assert.equal(faint, 0);
  assert.deepEqual(await axe(page), []);
  await finish();
});

test("who wants no motion gets none", async () => {
  const { context, finish } = await profile(browser, service, { reducedMotion: "reduce" });
  const page = await startGame(context, service, { seats: 3, at: `/#token=${creator()}` });
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("*")].flatMap((one) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(one);
        const isStill = (text) => text.split(",").every((time) => parseFloat(time) === 0);
        return (animationName === "none" || isStill(animationDuration)) && isStill(transitionDuration)
          ? []
          : [one.outerHTML.slice(0, 80)];
      }),
    );
  assert.deepEqual(await moving(), []);
  await endGame(page);
  await page.locator("input[type=range]").fill("5");
  assert.deepEqual(await moving(), []);
  await finish();
});

/** What this part of the numbers is below. */
const quantile = (numbers, part) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * part)];

/** The steps of a scrub that is measured. */
const SCRUBBED = 500;
/** So many frames behind the track at most is what a replay shows: `ALONE_MS_MAX` at 60 a second, and some to draw it. */
const BEHIND_MAX = 24;

test("500 steps on a processor that is four times slower, and the first paint on a slow line", async (t) => {
  const shown = await saved("arcana-v1-four.replay");
  const { context, finish } = await profile(browser, shown);
  const page = await context.newPage();
  await page.goto(shown.link);
  await page.locator(".scrubber").waitFor();
  // All that is shown is here before it is measured.
  for (let step = 0; step <= SCRUBBED; step += 100) {
    await page.locator("input[type=range]").fill(`${step}`);
    await page.locator(`.columns[data-step="${step}"]`).waitFor();
  }
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
  const before = await busy();
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const { frames, steps, numbers, whole } = await page.evaluate(async (scrubbed) => {
    const track = document.querySelector("input[type=range]");
    const number = document.querySelector(".scrubber-at b");
    const columns = document.querySelector(".columns");
    const seen = { frames: [], numbers: [], whole: [], steps: Number(track.max) };
    let before = performance.now();
    for (let step = 0; step < scrubbed; step++) {
      track.value = `${step}`;
      track.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      seen.frames.push(now - before);
      seen.numbers.push(Number(number.textContent));
      seen.whole.push(Number(columns.dataset.step));
      before = now;
    }
    return seen;
  }, SCRUBBED);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const worked = ((await busy()) - before) / SCRUBBED;
  // The track's own number is another one in each frame, and what is in sight follows.
  assert.equal(new Set(numbers).size, SCRUBBED);
  // The first ones come from the step at which the game was left.
  const behind = whole.map((step, i) => i - step).slice(BEHIND_MAX);
  assert.ok(Math.max(...behind) <= BEHIND_MAX, `${Math.max(...behind)} frames behind`);
  // Figures are for people: other programs run beside this one.
  t.diagnostic(
    `${SCRUBBED} steps of a game of ${steps}: median frame ${quantile(frames, 0.5).toFixed(1)} ms, ` +
      `95th percentile ${quantile(frames, 0.95).toFixed(1)} ms, ${new Set(whole).size} whole positions, ` +
      `${Math.max(...behind)} frames behind at most, ${worked.toFixed(1)} ms of work a step`,
  );
  await page.locator(`.columns[data-step="${SCRUBBED - 1}"]:not(.is-late)`).waitFor();
  await finish();
  await shown.stop();

  // As a service sends the files that are built in: compressed.
  const files = await front(service.origin);
  const line = await profile(browser, { origin: files.origin, log: "" });
  const first = await line.context.newPage();
  const network = await line.context.newCDPSession(first);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await first.goto(`${files.origin}/`);
  // The head of the page, its title and what it is for are in the page itself: they are seen before any script.
  await first.locator(".game-card").first().waitFor();
  const painted = await first.evaluate(() =>
    performance.getEntriesByName("first-contentful-paint").map((entry) => Math.round(entry.startTime)),
  );
  const games = await first.evaluate(() => Math.round(performance.now()));
  t.diagnostic(`first paint at 1.6 Mbit/s and 150 ms: ${painted} ms; the games to choose from: ${games} ms`);
  await line.finish();
  files.stop();
});

const NGINX = spawnSync("sh", ["-c", "PATH=$PATH:/usr/sbin command -v nginx"], { encoding: "utf8" });

test("behind a proxy that holds streams back the page asks every two seconds, and says so", async (t) => {
  const nginx = NGINX.stdout.trim();
  if (nginx === "") return t.skip("nginx is not there: apt-get install nginx-light");
  const folder = mkdtempSync(path.join(tmpdir(), "hierophant-nginx-"));
  const port = await freePort();
  const file = path.join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${service.origin};
      proxy_set_header Host $http_host;
      # The service asks for streams as they come; this proxy does not listen. By HTTP/1.0, its default, it waits for a full
      # buffer.
      proxy_http_version 1.0;
      proxy_ignore_headers X-Accel-Buffering;
      proxy_buffering on;
      proxy_buffer_size 512k;
      proxy_buffers 8 512k;
      proxy_busy_buffers_size 1m;
    }
  }
}
`,
  );
  const proxy = spawn(nginx, ["-c", file, "-p", folder], { stdio: "ignore" });
  try {
    const origin = `http://127.0.0.1:${port}`;
    for (const started = Date.now(); ; await pause(50)) {
      try {
        if ((await fetch(origin)).ok) break;
      } catch {
        if (Date.now() - started > PATIENCE_MS) throw new Error("nginx does not start");
      }
    }
    const seen = { origin, log: "" };
    const { context, finish } = await profile(browser, seen);
    const page = await startGame(context, seen, { seats: 3, at: `/#token=${creator()}` });
    const link = page.locator(".link.is-polling");
    await link.waitFor();
    assert.match(await link.innerText(), /^Every 2 s/);
    assert.match(await link.getAttribute("title"), /holds streams back/);
    // The game goes on like this.
    for (let answers = 0; answers < 3; answers++) {
      const before = await decision(page);
      await page.locator('.answers button[aria-disabled="false"]').first().click();
      await page.waitForFunction(
        (before) => {
          const now = document.querySelector("#answers-title")?.dataset.decision;
          return now !== undefined && now !== before;
        },
        before,
      );
    }
    assert.deepEqual(await axe(page), []);
    await finish();
  } finally {
    const ended = once(proxy, "exit");
    proxy.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});

/** What a screen reader has: roles and names, in the order of the page. */
class Reader {
  constructor(devtools) {
    this.devtools = devtools;
  }

  async read() {
    const { nodes } = await this.devtools.send("Accessibility.getFullAXTree");
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const list = [];
    const walk = (node, within) => {
      const { role, name, properties = [], ignored, backendDOMNodeId, childIds = [] } = node;
      const one = {
        role: role?.value ?? "",
        name: name?.value ?? "",
        isDisabled: properties.some(({ name, value }) => name === "disabled" && value.value === true),
        node: backendDOMNodeId,
        within,
      };
      if (!ignored) list.push(one);
      for (const id of childIds) {
        const child = byId.get(id);
        if (child) walk(child, ignored ? within : [...within, one]);
      }
    };
    if (nodes[0]) walk(nodes[0], []);
    return list;
  }

  /** Waits until there is something of this role and name, and gives all of it. */
  async find(role, name, within = () => true) {
    for (const started = Date.now(); ; await pause(60)) {
      const found = (await this.read()).filter(
        (one) => one.role === role && name.test(one.name) && within(one.within),
      );
      if (found.length > 0) return found;
      if (Date.now() - started > PATIENCE_MS) throw new Error(`there is no ${role} ${name}`);
    }
  }

  /** The default action of what was found. */
  async act({ node }) {
    const { object } = await this.devtools.send("DOM.resolveNode", { backendNodeId: node });
    await this.devtools.send("Runtime.callFunctionOn", {
      objectId: object.objectId,
      functionDeclaration: "function () { this.click(); }",
    });
  }
}

test("a whole game by the accessibility tree alone: roles and names", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await context.newPage();
  await page.goto(`${service.origin}/#token=${creator()}`);
  const devtools = await context.newCDPSession(page);
  const reader = new Reader(devtools);
  const [game] = await reader.find("radio", /^Arcanum/);
  await reader.act(game);
  const [three] = await reader.find("radio", /^3$/);
  await reader.act(three);
  const [play] = await reader.find("button", /^Play Arcanum/);
  await reader.act(play);
  await reader.find("heading", /^Your move/);
  const inAnswers = (within) =>
    within.some(({ role, name }) => role === "list" && /^Your move/.test(name));
  let answers = 0;
  let last;
  let given = 0;
  let ticks = 0;
  for (const started = Date.now(); Date.now() - started < 8 * PATIENCE_MS; ) {
    const now = await reader.read();
    if (now.some(({ role, name }) => role === "heading" && /wins\.|have won|share the victory/.test(name))) break;
    const buttons = now.filter(({ role, within }) => role === "button" && inAnswers(within));
    // A list that was answered is another one, or is gone; the same may be asked again after a while.
    const question = now.find(({ role, name }) => role === "heading" && /^Your move/.test(name));
    const key = [question, ...buttons].map((one) => one?.name).join();
    const confirm = now.find(({ role, name }) => role === "button" && name === "Confirm");
    const boxes = now.filter(({ role }) => role === "checkbox");
    if (confirm && buttons.length === 0 && boxes.length > 0) {
      // Several things are chosen as one: one more of them, until the service says that it is complete.
      await reader.act(boxes[ticks++ % boxes.length]);
      await pause(200);
      await reader.act(confirm);
      await pause(200);
      continue;
    }
    if (buttons.length === 0 || (key === last && Date.now() - given < 2_000)) {
      await pause(40);
      continue;
    }
    given = Date.now();
    assert.ok(buttons.every(({ name }) => name !== ""), "each answer has a name");
    last = key;
    answers += 1;
    await reader.act(buttons[answers % buttons.length]);
  }
  assert.ok(answers > 5, `${answers} answers`);
  // Who has won, and with how many points, is in a table with heads.
  const inTable = (within) => within.some(({ role }) => role === "table");
  assert.equal((await reader.find("rowheader", /\w/, inTable)).length, 3);
  await reader.find("columnheader", /points/);
  await finish();
});

/** `SubmitActionRequest` as a frame of gRPC-Web: game = 1, decision_id = 2, action_code = 3. */
function submission(game, decisionId, code) {
  const varint = (value) => {
    const bytes = [];
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
    return [...bytes, value];
  };
  const name = [...Buffer.from(game)];
  const message = [0x0a, name.length, ...name, 0x10, ...varint(decisionId), 0x18, ...varint(code)];
  return Buffer.from([0, 0, 0, 0, message.length, ...message]);
}

test("an answer that breaks a rule: the page says the rule's words, and the game goes on", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await startGame(context, service, { seats: 3, at: `/#token=${creator()}` });
  await page.locator(".answers button").first().waitFor();
  const asked = Number(await decision(page));
  const game = `games/${new URL(page.url()).pathname.split("/").at(-1)}`;
  let broken = 0;
  await page.route(/SubmitAction$/, (route) => {
    broken += 1;
    // A code that stands for an action, but for none that is legal here.
    return route.continue({ postData: submission(game, asked, 2047) });
  });
  await page.locator('.answers button[aria-disabled="false"]').first().click();
  const note = page.locator(".area-answers .failure");
  await note.getByText("The rules do not allow that answer.").waitFor();
  assert.match(await note.locator(".note").innerText(), /\w{3,}/, "the service's words");
  assert.equal(broken, 1, "it is not sent again");
  assert.deepEqual(await axe(page), []);
  // The same question is still open.
  assert.equal(Number(await decision(page)), asked);
  await page.unroute(/SubmitAction$/);
  await page.locator('.answers button[aria-disabled="false"]').first().click();
  await page.waitForFunction(
    (asked) => Number(document.querySelector("#answers-title")?.dataset.decision ?? asked) !== asked,
    asked,
  );
  assert.equal(await note.count(), 0);
  await finish();
});
