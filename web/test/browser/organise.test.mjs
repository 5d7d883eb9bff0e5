// Who organises, on a service with principals: the token in its tab, tournaments and agents made in the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { spawn } from "node:child_process";
import { axe, cheat, launch, profile, Service, setUp } from "./support.mjs";

let browser;
let service;
setUp(async () => {
  [browser, service] = await Promise.all([launch(), Service.start({ principals: true })]);
});

const field = (page) => page.getByLabel(/^Token of a creator/);
const keep = (page) => page.getByLabel("Keep it until this tab is closed");

/** Where a page can keep something: each place, in words. */
async function places(page) {
  const kept = await page.evaluate(async () => ({
    local: JSON.stringify({ ...localStorage }),
    tab: JSON.stringify({ ...sessionStorage }),
    cookie: document.cookie,
    name: window.name,
    address: location.href,
    state: JSON.stringify(history.state),
    page: document.documentElement.outerHTML,
    databases: JSON.stringify(await indexedDB.databases()),
    caches: JSON.stringify(isSecureContext ? await caches.keys() : []),
  }));
  return kept;
}

test("an organiser's token lasts as long as the page, or as long as the tab if one says so", async () => {
  const { ops: token } = service.tokens;
  const { context, seen, finish } = await profile(browser, service);
  const page = await context.newPage();
  const where = async () =>
    Object.entries(await places(page)).flatMap(([place, text]) =>
      text.includes(token) ? [place] : [],
    );
  const waits = () => page.locator(".failure", { hasText: "has no token" }).waitFor();
  const opens = () => page.getByText("There is no tournament yet").waitFor();
  const use = async () => {
    await field(page).fill(token);
    await page.getByRole("button", { name: "Use this token" }).click();
    await opens();
  };

  // As it is, a reload has no token any more.
  await page.goto(`${service.origin}/t`);
  await waits();
  assert.ok(!(await keep(page).isChecked()), "the tab keeps nothing by itself");
  await use();
  assert.deepEqual(await where(), []);
  await page.reload();
  await waits();

  // Kept: a reload has it, another tab does not, and it is nowhere else.
  await keep(page).check();
  await use();
  assert.deepEqual(await where(), ["tab"]);
  await page.reload();
  await opens();
  assert.deepEqual(await where(), ["tab"]);
  const other = await context.newPage();
  await other.goto(`${service.origin}/t`);
  await other.locator(".failure", { hasText: "has no token" }).waitFor();
  await other.close();

  // No more: the page still has it, the tab does not.
  await page.getByText("Token", { exact: true }).click();
  await keep(page).uncheck();
  assert.deepEqual(await where(), []);
  await keep(page).check();
  assert.deepEqual(await where(), ["tab"]);
  await page.getByRole("button", { name: "Forget the token" }).click();
  await waits();
  assert.deepEqual(await where(), []);

  // An address that brings another token is asked about, in this page and in a new one; the held one stays until then.
  await keep(page).check();
  await use();
  const sent = new Set();
  page.on("request", (request) => sent.add(request.headers().authorization ?? "none"));
  await page.goto(`${service.origin}/t#token=${service.tokens.league}`);
  await dialog(page).getByText("another token than the one that this tab holds").waitFor();
  assert.deepEqual(await where(), ["tab"]);
  await check(page, "the question about a token");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await page.goto(`${service.origin}/organise/new#token=${service.tokens.league}`);
  await dialog(page).waitFor();
  assert.equal(new URL(page.url()).hash, "");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Stay with mine");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await page.getByLabel("Title").waitFor();
  assert.deepEqual(await where(), ["tab"]);
  assert.ok(sent.has(`Bearer ${token}`));
  assert.ok(!sent.has(`Bearer ${service.tokens.league}`), "the other token is used unasked");

  // An agent's token leaves it alone, too.
  await page.goto(`${service.origin}/a/bot#token=ha1_none`);
  await page.locator("main .failure").waitFor();
  assert.equal(await dialog(page).count(), 0);
  assert.deepEqual(await where(), ["tab"]);
  assert.ok(!JSON.stringify(await places(page)).includes("ha1_none"));

  // Once it is wanted, the other one takes its place, and is not kept.
  await page.goto(`${service.origin}/t#token=${service.tokens.league}`);
  await page.getByRole("button", { name: "Use the other one" }).click();
  await opens();
  assert.ok(sent.has(`Bearer ${service.tokens.league}`));
  assert.deepEqual(await where(), []);
  assert.ok(!JSON.stringify(await places(page)).includes(service.tokens.league));
  for (const secret of Object.values(service.tokens)) {
    assert.ok(!seen.requests.some((url) => url.includes(secret)), "a token is in an address");
    assert.ok(!service.log.includes(secret), "a token is in the log");
  }
  await finish();
});

const SIZES = [
  ["light", 320],
  ["dark", 1440],
];

/** Checks the page as it stands, at each width and in both themes. */
async function check(page, what) {
  for (const [theme, width] of SIZES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await axe(page), [], `${what}, ${theme}, ${width}`);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(sideways, 0, `${what} scrolls sideways at ${width}`);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, summary, .button, input[type=text]")]
        .filter((element) => {
          const { height } = element.getBoundingClientRect();
          return height > 0 && height < 43.5;
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(small, [], `${what} has small targets at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** The organiser's pages with this token, by the address. */
async function opened(context, token, at = "/organise") {
  const page = await context.newPage();
  await page.goto(`${service.origin}${at}#token=${token}`);
  return page;
}

const dialog = (page) => page.locator("dialog[open]");
const faults = (page) => page.locator(".draft .fault:not([role=alert])").allInnerTexts();

test("a tournament is made by the form, which says what is not right", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await opened(context, service.tokens.league, "/organise/new");
  const create = page.getByRole("button", { name: "Create the tournament" });
  await create.waitFor();
  await check(page, "the form");

  // Before anything is sent.
  let sent = 0;
  page.on("request", (request) => (sent += /CreateTournament$/.test(request.url()) ? 1 : 0));
  await create.click();
  assert.deepEqual(await faults(page), ["Give the tournament a title, by which others find it."]);
  assert.ok(await page.getByLabel("Title").evaluate((field) => field === document.activeElement));
  await page.getByLabel("Title").fill("Spring <b>cup</b>");
  assert.deepEqual(await faults(page), []);
  await page.getByLabel("Deals for each table").fill("0");
  await page.getByLabel("Name in the tournament").nth(1).fill("random");
  await create.click();
  assert.deepEqual(await faults(page), [
    "Another entrant has this name.",
    "A whole number from 1 to 10000 is needed.",
  ]);
  assert.match(await page.evaluate(() => document.activeElement.value), /^random$/);
  await page.getByText("2 fields are not right.").waitFor();
  await check(page, "the form with faults");
  await page.getByLabel("Name in the tournament").nth(1).fill("second <i>");
  assert.deepEqual(await faults(page), ["A whole number from 1 to 10000 is needed."]);
  await page.getByLabel("Deals for each table").fill("1");
  assert.deepEqual(await faults(page), []);
  await page.getByRole("radio", { name: /^One against a field/ }).check();
  await create.click();
  assert.deepEqual(await faults(page), ["Choose an entrant."]);
  // Agents that answer at once.
  await page.getByLabel("Played by").nth(2).selectOption("builtInAgent random");
  await page.getByLabel("The entrant at every table").selectOption("second <i>");
  assert.equal(sent, 0);
  await create.click();
  await page.waitForURL(/\/t\/[a-z0-9]+$/);
  await page.locator("h1", { hasText: "Spring <b>cup</b>" }).waitFor();
  await page.locator(".cup-status", { hasText: "complete" }).waitFor({ timeout: 60_000 });
  await page.locator(".cup-standings th", { hasText: "second <i>" }).waitFor();

  // It is in the list of its creator, and in nobody else's.
  await page.getByRole("link", { name: "Organise" }).click();
  await page.getByRole("link", { name: "Spring <b>cup</b>" }).waitFor();
  await check(page, "the organiser's list");
  const other = await opened(context, service.tokens.other);
  await other.getByText("There is no tournament yet").waitFor();
  await finish();
});

test("agents: a token is shown once; a validation says what broke; what the service says is at its field", async () => {
  const { context, seen, finish } = await profile(browser, service);
  const page = await opened(context, service.tokens.league, "/organise/agents");
  await page.getByText("No agent is registered yet.").waitFor();
  const name = page.getByLabel(/^Its name/);
  await name.fill("Not So");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByText("1 to 64 of a-z").waitFor();
  await name.fill("cheat");
  await page.getByLabel(/^Name to show/).fill("The <Cheat>");
  await page.getByRole("button", { name: "Register" }).click();
  const token = await dialog(page).getByLabel("Token").inputValue();
  assert.match(token, /^h\S{20,}$/);
  await check(page, "the token");
  await dialog(page).getByRole("button", { name: "I have stored it" }).click();
  await page.locator("tbody th", { hasText: "The <Cheat>" }).waitFor();
  assert.ok(!JSON.stringify(await places(page)).includes(token), "the token is shown once");
  await check(page, "the agents");
  await name.fill("cheat");
  await page.getByRole("button", { name: "Register" }).click();
  await page.locator(".failure", { hasText: "An agent has or had this name." }).waitFor();

  // It has passed no validation: the service says so, and the form shows it at the entrant.
  await page.getByRole("link", { name: "New tournament" }).click();
  const players = page.getByLabel("Played by");
  await players.last().selectOption("agent cheat");
  assert.ok(await page.getByLabel("Registered agents have a clock").isChecked());
  assert.equal(await page.getByLabel("Name in the tournament").last().inputValue(), "cheat");
  await page.getByLabel("Title").fill("A cup");
  await page.getByRole("button", { name: "Create the tournament" }).click();
  await page.locator(".draft-entrants li").last().locator(".fault", { hasText: /validat/ }).waitFor();
  await page.locator(".failure", { hasText: /entrants\[3\]\.agent/ }).waitFor();

  // A validation of a program that breaks a rule names it, and leads to the step.
  const program = spawn("sh", ["-c", `exec ${await cheat(service.folder)}`], {
    env: { ...process.env, HIEROPHANT_SERVER: service.origin, HIEROPHANT_AGENT_TOKEN: token },
    stdio: "ignore",
  });
  try {
    await page.getByRole("link", { name: "Agents" }).click();
    await page.getByRole("button", { name: "Validate cheat" }).click();
    await dialog(page).locator("option").first().waitFor({ state: "attached" });
    // It may not have connected yet.
    for (let tries = 0; tries < 40; tries++) {
      await dialog(page).getByRole("button", { name: "Begin" }).click();
      await dialog(page).locator(".verdict b, .failure").first().waitFor({ timeout: 60_000 });
      if ((await dialog(page).getByText("No verdict.").count()) === 0) break;
      await page.waitForTimeout(250);
    }
    await dialog(page).getByText("Failed.").waitFor();
    await dialog(page).getByText("broke the rules: this decision takes other kinds of answer").waitFor();
    await dialog(page).locator(".code", { hasText: "NOT_AN_ANSWER" }).waitFor();
    await check(page, "a validation");
    await dialog(page).getByRole("link", { name: /^see seat/ }).first().click();
    await page.locator(".past-question, .moment-failure").first().waitFor();
    await page.goBack();
    await page.locator("td", { hasText: "Arcan" }).getByText("failed").waitFor();
  } finally {
    program.kill("SIGKILL");
  }

  // A new token, and the end.
  await page.getByRole("button", { name: "New token for cheat" }).click();
  await dialog(page).getByRole("button", { name: "Yes, a new token" }).click();
  const next = await dialog(page).getByLabel("Token").inputValue();
  assert.notEqual(next, token);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Retire cheat" }).click();
  await dialog(page).getByText("cannot be undone").waitFor();
  await dialog(page).getByRole("button", { name: "Yes, retire it" }).click();
  await page.locator("td", { hasText: "retired" }).waitFor();
  for (const secret of [token, next]) {
    assert.ok(!seen.requests.some((url) => url.includes(secret)), "a token is in an address");
    assert.ok(!service.log.includes(secret), "a token is in the log");
  }
  await finish();
});

test("what the service says of itself is asked once for all pages", async () => {
  const { context, seen, finish } = await profile(browser, service);
  const page = await context.newPage();
  await page.goto(`${service.origin}/`);
  await page.locator(".game-card").first().waitFor();
  await page.getByRole("link", { name: "Tournaments" }).click();
  await page.getByRole("link", { name: "Organise" }).click();
  await field(page).waitFor();
  assert.equal(seen.requests.filter((url) => url.endsWith("/GetServiceInfo")).length, 1);
  await finish();
});

test("without a token, and with that of an agent, the organiser's pages say what is needed", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await context.newPage();
  for (const at of ["", "/new", "/agents"]) {
    await page.goto(`${service.origin}/organise${at}`);
    await page.locator(".failure", { hasText: "has no token" }).waitFor();
    await check(page, `/organise${at} without a token`);
  }
  await field(page).fill("hp1_none");
  await page.getByRole("button", { name: "Use this token" }).click();
  await page.locator(".failure", { hasText: "has no token" }).waitFor();
  await field(page).fill(service.tokens.ops);
  await page.getByRole("button", { name: "Use this token" }).click();
  await page.getByRole("heading", { name: "Registered agents" }).waitFor();
  await finish();
});
