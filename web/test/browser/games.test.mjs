// Whole games against the real service: Arcanum by mouse and by keyboard, the other rulesets in generic/.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drive, launch, playToTheEnd, profile, Service, startGame } from "./support.mjs";

let browser;
let service;
before(async () => {
  [browser, service] = await Promise.all([launch(), Service.start()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const list = (page) => page.locator('.answers button[aria-disabled="false"]');

/** Answers by a piece of the board where one answers, otherwise by the list. */
async function byMouse(page, turn) {
  const pieces = page.locator(".area-board [data-code], .area-hand [data-code]");
  const count = await pieces.count();
  if (count > 0) await pieces.nth(turn % count).click();
  else await list(page).first().click();
}

async function result(page) {
  const rows = await page.locator(".standings tbody tr").allInnerTexts();
  return { title: await page.locator("#result-title").innerText(), rows };
}

test("a whole game of Arcanum by mouse, in two clicks to begin; then another one", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await context.newPage();
  await page.goto(`${service.origin}/`);
  await page.locator(".game-card", { hasText: "Arcanum" }).click();
  await page.getByRole("button", { name: "Play Arcanum" }).click();
  await page.locator(".city .figure").first().waitFor();
  assert.equal(await page.locator(".city .location").count(), 10);
  assert.equal(await page.locator(".city .figure").count(), 16);
  const answers = await playToTheEnd(page, byMouse);
  assert.ok(answers > 10, `${answers} answers`);
  const { title, rows } = await result(page);
  assert.match(title, /win|won|victory/);
  assert.equal(rows.length, 4);
  const url = page.url();
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForURL((now) => now.href !== url);
  await page.locator(".city .figure").first().waitFor();
  await finish();
});

test("a whole game of Arcanum by keyboard alone", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await context.newPage();
  await page.goto(`${service.origin}/`);
  await page.locator(".game-card").first().waitFor();
  const focused = (selector) =>
    page.evaluate((selector) => document.activeElement?.matches(selector), selector);
  const tabTo = async (selector) => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      if (await focused(selector)) return;
    }
    assert.fail(`Tab does not reach ${selector}`);
  };
  await tabTo("input[name=ruleset]");
  while (!(await focused("[value=arcanum]"))) await page.keyboard.press("ArrowDown");
  await tabTo("input[name=opponent]");
  await tabTo("button[type=submit]");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/g\//);
  await page.locator(".answers button").first().waitFor();
  // Once by Tab and Enter, then by digits.
  await tabTo(".answers button");
  await page.keyboard.press("Enter");
  await playToTheEnd(page, async (page, turn) => {
    const count = Math.min(9, await list(page).count());
    await page.waitForTimeout(260);
    await page.keyboard.press(`${1 + (turn % count)}`);
  });
  assert.equal((await result(page)).rows.length, 4);
  await finish();
});

for (const ruleset of ["arcanoid", "res_arcana", "arcana"]) {
  test(`a whole game of ${ruleset} in generic/`, async () => {
    const { context, finish } = await profile(browser, service);
    const page = await startGame(context, service, { ruleset, seats: 2 });
    await page.locator(".view-text").first().waitFor();
    await playToTheEnd(page, (page) => list(page).first().click(), {
      until: (answers) => answers === 5,
    });
    await drive(page);
    const { rows } = await result(page);
    assert.equal(rows.length, 2);
    assert.ok((await page.locator(".log li").count()) > 10);
    await finish();
  });
}

test("a spectator sees the game to its end, and no hand", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await startGame(context, service, { seats: 3 });
  await page.getByRole("button", { name: "Settings" }).click();
  const link = await page.getByLabel("A link for spectators").inputValue();
  await page.keyboard.press("Escape");
  const other = await profile(browser, service);
  const watching = await other.context.newPage();
  await watching.goto(link);
  await watching.locator(".city .figure").first().waitFor();
  assert.equal(new URL(watching.url()).hash, "");
  await drive(page);
  await watching.locator(".result").waitFor();
  assert.equal(await watching.locator(".area-hand").count(), 0);
  assert.equal(await watching.locator(".answers button").count(), 0);
  assert.ok((await watching.locator(".log li").count()) > 20);
  const secret = /You|your hand/i;
  assert.doesNotMatch(await watching.locator(".log").innerText(), secret);
  await other.finish();
  await finish();
});
