// A whole tournament in the browser, held by `arena run --web` with an agent that breaks a rule: standings, live tables,
// results, the step of a failure, files, controls.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { arena, axe, launch, profile, setUp } from "./support.mjs";

/** How long a tournament of a few games may take, in milliseconds. */
const CUP_MS = 90_000;
const DEALS = 6;

let browser;
setUp(async () => {
  browser = await launch();
});

const EVERY = ["light", "dark"].flatMap((theme) => [320, 1440].map((width) => [theme, width]));
/** For pages that are made of the same parts. */
const SOME = [
  ["dark", 320],
  ["light", 1440],
];

/** Checks the page as it stands, at each width and in both themes. */
async function check(page, what, at) {
  for (const [theme, width] of at) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await axe(page), [], `${what}, ${theme}, ${width}`);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(sideways, 0, `${what} scrolls sideways at ${width}`);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, summary, .button, .cup-open, .cup-fault a")]
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

/** Saves what a button gives. */
async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

const heading = (page) => page.locator("main h1");
const status = (page, word) => page.locator(".cup-status", { hasText: word });

test("a tournament from its first games to its files", async () => {
  const cup = await arena({ deals: DEALS, title: "Cup of <b>bold</b> \u202eeman" });
  const { context, seen, finish } = await profile(browser, cup);
  const page = await context.newPage();
  await page.goto(cup.link);
  await status(page, "running").waitFor();
  assert.equal(new URL(page.url()).hash, "");
  // A title is text, and what would turn it is a sign.
  assert.equal(await heading(page).innerText(), "Cup of <b>bold</b> \ufffdeman");

  // Live tables come and go.
  const tables = page.locator(".cup-live h3");
  await tables.first().waitFor();
  const first = await tables.allInnerTexts();
  assert.ok(first.length >= 1 && first.length <= 2);
  assert.equal(await page.locator(".cup-live").first().locator(".cup-seats li").count(), 4);

  // Who holds the owner's token watches a live table, as spectators do.
  await page.getByRole("link", { name: /Watch table/ }).first().click();
  await page.waitForURL(/\/g\/[a-z0-9_-]+/);
  await page.locator(".columns").waitFor();
  assert.equal(await page.locator(".area-hand").count(), 0);
  await page.goBack();
  await heading(page).waitFor();
  await page.waitForFunction(
    (first) => {
      const now = [...document.querySelectorAll(".cup-live h3")].map((one) => one.innerText);
      return document.querySelector(".is-complete") || now.some((one) => !first.includes(one));
    },
    first,
    { timeout: CUP_MS },
  );

  // Standings, with their intervals.
  const rows = page.locator(".cup-standings tbody tr");
  await rows.nth(3).waitFor();
  await status(page, "complete").waitFor({ timeout: CUP_MS });
  await page.locator("[data-live=polite]", { hasText: "complete" }).waitFor({ state: "attached" });
  await page.waitForFunction(
    (caption) => document.querySelector(".cup-standings caption").innerText.includes(caption),
    `after ${DEALS} games`,
  );
  const cheat = page.locator(".cup-standings tr", { hasText: "cheat" });
  assert.match(await cheat.innerText(), /\d to \d[\s\S]*[1-9] × too many illegal answers/);
  assert.equal(await page.locator(".cup-standings .cup-bar").count(), 4);
  await page.getByText("Who beats whom").click();
  await page.locator(".cup-pairs tbody tr").nth(3).waitFor();
  await check(page, "the tournament", EVERY);

  // Failures, and the step at which one is.
  await page.locator(".cup-results tbody tr").nth(DEALS - 1).waitFor();
  await page.getByLabel("only games in which something failed").check();
  await page.waitForURL(/\?failed=1$/);
  await page.waitForFunction(() => {
    const faults = [...document.querySelectorAll(".cup-results tbody tr")];
    return faults.length > 0 && faults.every((row) => row.querySelector(".cup-fault"));
  });
  const failed = await page.locator(".cup-results tbody tr").count();
  assert.ok(failed > 0 && failed < DEALS, `${failed} games failed`);
  const fault = page.locator(".cup-fault", { hasText: "NOT_AN_ANSWER" }).first();
  const link = await fault.getByRole("link").getAttribute("href");
  assert.match(link, /^\/g\/[a-z0-9_-]+\?seat=\d&failure=1$/);
  await fault.getByRole("link").click();
  await page.locator(".moment-failure", { hasText: "cheat gave an illegal answer" }).waitFor();
  const seat = new URLSearchParams(link.split("?")[1]).get("seat");
  assert.equal(await page.locator('select[aria-keyshortcuts="e"]').inputValue(), seat);
  await page.goBack();
  await page.waitForURL(/\?failed=1$/);
  assert.ok(await page.getByLabel("only games in which something failed").isChecked());
  await page.locator(".cup-results tbody tr").first().waitFor();
  assert.equal(await page.locator(".cup-results tbody tr").count(), failed);

  // A replay without a failure begins at the deal, and does not say before who has won.
  await page.getByLabel("only games in which something failed").uncheck();
  await page.locator(".cup-results tbody tr").nth(DEALS - 1).waitFor();
  await page.evaluate(() => {
    globalThis.sawResult = false;
    new MutationObserver(() => {
      if (document.querySelector(".result")) globalThis.sawResult = true;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("link", { name: /Replay of table/ }).first().click();
  await page.locator('.columns[data-step="0"]').waitFor();
  assert.equal(await page.evaluate(() => globalThis.sawResult), false);
  await page.keyboard.press("End");
  await page.locator(".result").waitFor();
  await page.goBack();

  // Files have what they should, and no token.
  const csv = await saved(page, "Results as CSV");
  assert.equal(csv.name, "main.csv");
  const lines = csv.text.trimEnd().split("\r\n");
  assert.equal(lines.length, 1 + 4 * DEALS);
  assert.match(csv.text, /,cheat,.*,illegal answers,/);
  const json = await saved(page, "Results as JSON");
  const file = JSON.parse(json.text);
  assert.equal(file.results.length, DEALS);
  assert.equal(file.standings.entrants.length, 4);
  const standings = await saved(page, "Standings as CSV");
  assert.equal(standings.text.trimEnd().split("\r\n").length, 5);
  for (const { text } of [csv, json, standings]) assert.ok(!text.includes(cup.token));

  // The big screen, and the list.
  await page.getByRole("link", { name: "Big screen" }).click();
  await page.locator(".tv-standings tbody tr").nth(3).waitFor();
  await check(page, "the big screen", [...SOME, ["dark", 3840]]);
  await page.getByRole("link", { name: "Leave the big screen" }).click();
  await page.getByRole("link", { name: "All tournaments" }).click();
  await page.locator(".cup-list tbody tr").first().waitFor();
  await check(page, "the list", SOME);
  await page.getByRole("link", { name: "Hierophant" }).click();
  await page.getByRole("link", { name: "Tournaments" }).click();
  await page.getByRole("link", { name: /Cup of/ }).click();
  await status(page, "complete").waitFor();
  assert.ok(!seen.requests.some((url) => url.includes(cup.token)), "the token is in an address");
  // The printed link says that its token is to be kept for the tab, and for nothing else.
  const kept = await page.evaluate(() => [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store })));
  assert.deepEqual(kept.map((text) => text.includes(cup.token)), [false, true]);
  await page.reload();
  await status(page, "complete").waitFor();
  assert.ok(!cup.log.includes(cup.token), "the token is in the log");
  await finish();
  await cup.stop();
});

test("without a token the page says how to get one; the organiser pauses, resumes and cancels", async () => {
  const cup = await arena({ deals: 200, slowMs: 60 });
  const { context, finish } = await profile(browser, cup);
  const page = await context.newPage();
  await page.goto(cup.link.split("#")[0]);
  await page.locator(".failure", { hasText: "has no token" }).waitFor();
  await check(page, "without a token", SOME);
  const field = page.getByLabel(/^Token of a creator/);
  await field.fill("hierophant-none");
  await page.getByRole("button", { name: "Use this token" }).click();
  await page.locator(".failure").waitFor();
  await field.fill(cup.token);
  await page.getByRole("button", { name: "Use this token" }).click();
  await status(page, "running").waitFor();
  await page.goto(`${cup.origin}/t/none#token=${cup.token}`);
  await page.locator(".failure", { hasText: "no such tournament" }).waitFor();
  await page.goto(cup.link);
  await status(page, "running").waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await status(page, "paused").waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await status(page, "running").waitFor();
  await page.getByRole("button", { name: "Cancel the tournament" }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByText("cannot be undone").waitFor();
  assert.deepEqual(await axe(page), []);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await status(page, "running").waitFor();
  await page.getByRole("button", { name: "Cancel the tournament" }).click();
  await dialog.getByLabel(/^Reason/).fill("wrong <b>clocks</b> \u202e");
  await dialog.getByRole("button", { name: "Yes, cancel it" }).click();
  await status(page, "cancelled").waitFor();
  await page.getByText("Reason: wrong <b>clocks</b>").waitFor();
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0);
  await finish();
  await cup.stop();
});

test("tables of a deal that is played in several seatings are sealed, and say so", async () => {
  const cup = await arena({ repeated: true, deals: 40 });
  const { context, finish } = await profile(browser, cup);
  const page = await context.newPage();
  await page.goto(cup.link);
  await page.locator(".cup-live", { hasText: "Sealed:" }).first().waitFor();
  assert.equal(await page.getByRole("link", { name: /Watch table/ }).count(), 0);
  await page.getByText("sealed until its deal is over").first().waitFor();
  await finish();
  await cup.stop();
});
