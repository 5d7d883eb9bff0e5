// axe-core on each page, in both themes, from a phone to a wide screen; nothing scrolls sideways.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AT_ONCE,
  axe,
  launch,
  playToTheEnd,
  profile,
  Service,
  setUp,
  startGame,
  withoutBoard,
} from "./support.mjs";

const WIDTHS = [320, 768, 1440];
const THEMES = ["light", "dark"];

let browser;
let service;
setUp(async () => {
  [browser, service] = await Promise.all([launch(), Service.start()]);
});

const EVERY = THEMES.flatMap((theme) => WIDTHS.map((width) => [theme, width]));
/** For a page whose other parts have been checked at all sizes. */
const MANY = [
  ["light", 320],
  ["dark", 768],
  ["light", 1440],
  ["dark", 3840],
];
/** For states of a page that has been checked at all sizes. */
const SOME = [
  ["dark", 320],
  ["light", 1440],
];

/** Checks the page as it stands, at each width and in both themes. */
async function check(page, what, at = EVERY) {
  for (const [theme, width] of at) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await axe(page), [], `${what}, ${theme}, ${width}`);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(sideways, 0, `${what} scrolls sideways at ${width}`);
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "button, select, summary, .button, .pill, .game-card, input[type=text], input[type=search]",
        ),
      ]
        .filter((element) => {
          if (element.closest(".stretched") || element.matches(".stretched")) return false;
          const { width, height } = element.getBoundingClientRect();
          return width > 0 && (height < 43.5 || width < 43.5);
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(small, [], `${what} has small targets at ${width}`);
  }
}

test("the first page", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await context.newPage();
  await page.goto(`${service.origin}/`);
  await page.locator(".game-card").first().waitFor();
  await check(page, "the first page");
  await finish();
});

test("a game of Arcanum: asked, help, settings, over", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await startGame(context, service);
  await page.locator(".answers button").first().waitFor();
  await check(page, "Arcanum");
  await page.keyboard.press("?");
  await page.locator(".markdown h3").first().waitFor();
  await check(page, "help", SOME);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Settings" }).click();
  await check(page, "settings", SOME);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await page.locator(".result").waitFor();
  await check(page, "the result", SOME);
  await finish();
});

test("a game of Res Arcana: asked, the answers of a card, and pages that are not there", async () => {
  const { context, finish } = await profile(browser, service, { settings: AT_ONCE });
  const page = await startGame(context, service, { ruleset: "res_arcana", seats: 2 });
  const first = (page) => page.locator(".answers button").first().click();
  await playToTheEnd(page, first, { until: (answers) => answers === 3 });
  await check(page, "Res Arcana", MANY);
  await uses(page, first);
  await page.goto(`${service.origin}/g/none`);
  await page.locator(".failure").waitFor();
  await check(page, "no token", SOME);
  await finish();
});

for (const ruleset of ["arcana", "arcanoid"])
  test(`a game of ${ruleset}`, async () => {
    const { context, finish } = await profile(browser, service, { settings: AT_ONCE });
    const page = await startGame(context, service, { ruleset });
    await playToTheEnd(page, (page) => page.locator(".answers button").last().click(), {
      until: (answers) => answers === 6,
    });
    await check(page, ruleset, MANY);
    await finish();
  });

test("a game in generic/", async () => {
  const { context, finish, tolerate } = await profile(browser, service, { settings: AT_ONCE });
  await withoutBoard(context, "res_arcana", tolerate);
  const page = await startGame(context, service, { ruleset: "res_arcana", seats: 2 });
  await page.locator(".view-text").first().waitFor();
  await check(page, "generic", MANY);
  await finish();
});

/** Goes on until a piece has several answers, and checks their list. */
async function uses(page, answer) {
  const several = page.locator(".area-play [data-codes]").first();
  for (let i = 0; i < 40 && (await several.count()) === 0; i++)
    await playToTheEnd(page, answer, { until: (answers) => answers === 1 });
  await several.click();
  await page.locator(".uses .answers button").first().waitFor();
  await check(page, "the answers of a piece", SOME);
  await page.keyboard.press("Escape");
}

test("a screen reader is told what happens and what is asked", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await startGame(context, service);
  await page
    .locator("[data-live=assertive]", { hasText: /^Your move\. .+answer/ })
    .waitFor({ state: "attached" });
  await page.locator(".answers button").first().click();
  await page.locator("[data-live=polite]", { hasText: /\w/ }).waitFor({ state: "attached" });
  await finish();
});
