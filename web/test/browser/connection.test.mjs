// What can happen to a page between its first view and its last.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decision, launch, playToTheEnd, profile, Service, setUp, startGame } from "./support.mjs";

let browser;
setUp(async () => {
  browser = await launch();
});

const first = async (page) =>
  page.locator('.answers button[aria-disabled="false"]').first().click();

test("the log tells what happened before the page was opened, also when it is loaded again", async () => {
  const service = await Service.start();
  const { context, finish } = await profile(browser, service);
  const page = await startGame(context, service);
  const lines = page.locator(".log li");
  await lines.first().waitFor();
  await playToTheEnd(page, first, { until: (answers) => answers === 4 });
  const before = await lines.allInnerTexts();
  // The deal is the oldest.
  assert.match(before.at(-1), /^Figures: /);
  await page.reload();
  await page.waitForFunction(
    (count) => document.querySelectorAll(".log li").length >= count,
    before.length,
  );
  const after = await lines.allInnerTexts();
  assert.deepEqual(after.slice(-before.length), before);
  assert.equal(await page.locator(".log .gap").count(), 0);
  await finish();
  await service.stop();
});

test("a restart of the service: the page comes back, the answer counts once", async () => {
  const service = await Service.start({ keep: true });
  const { context, finish, tolerate } = await profile(browser, service);
  const page = await startGame(context, service);
  await playToTheEnd(page, first, { until: (answers) => answers === 3 });
  await page.locator(".link.is-live").waitFor();
  const asked = await decision(page);
  tolerate(
    /Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/,
  );
  await service.kill();
  await page.locator(".link.is-waiting, .link.is-connecting").waitFor();
  await first(page);
  await page.getByText(/^Sending/).waitFor();
  await service.run();
  await page.waitForFunction((asked) => {
    const now = document.querySelector("#answers-title")?.dataset.decision;
    return now !== undefined && now !== asked;
  }, asked);
  await page.locator(".link.is-live").waitFor();
  await playToTheEnd(page, first, { until: (answers) => answers === 2 });
  await finish();
  await service.stop();
});

test("a service that forgot its games: the page says so, with the next step", async () => {
  const service = await Service.start();
  const { context, finish, tolerate } = await profile(browser, service);
  const page = await startGame(context, service);
  tolerate(/Failed to load resource|ERR_/);
  await service.kill();
  await service.run();
  await page.locator(".failure").waitFor();
  assert.match(await page.locator(".failure").innerText(), /not valid any more|no such game/);
  await finish();
  await service.stop();
});

test("links with tokens, seven tabs, and an address without a token", async () => {
  const service = await Service.start();
  const { context, finish } = await profile(browser, service);
  const page = await startGame(context, service);
  const { pathname } = new URL(page.url());
  const id = pathname.split("/").at(-1);
  const key = JSON.parse(
    await page.evaluate((id) => localStorage.getItem(`hierophant.game.${id}`), id),
  );

  // A link opens the seat in another profile, and leaves the token nowhere in the address.
  const other = await profile(browser, service);
  const invited = await other.context.newPage();
  await invited.goto(`${service.origin}/g/${id}#seat=${key.seat}&token=${key.token}`);
  await invited.locator(".answers button").first().waitFor();
  assert.equal(invited.url(), `${service.origin}/g/${id}`);
  assert.equal(await invited.evaluate(() => history.length), 2);
  await invited.reload();
  await invited.locator(".answers button").first().waitFor();
  await other.finish();

  // Without a token the page says what is missing.
  const none = await profile(browser, service);
  const lost = await none.context.newPage();
  await lost.goto(`${service.origin}/g/${id}`);
  await lost.getByText("This browser has no token for this game.").waitFor();
  await lost.goto(`${service.origin}/g/${id}#token=no.such`);
  await lost.reload();
  await lost.locator(".failure").first().waitFor();
  await none.finish();

  // More tabs than the browser has connections: each shows the game, and each still can call.
  const tabs = [];
  for (let i = 0; i < 6; i++) {
    const tab = await context.newPage();
    await tab.goto(`${service.origin}${pathname}`);
    tabs.push(tab);
  }
  for (const tab of tabs) await tab.locator(".answers button").first().waitFor();
  const links = await Promise.all(
    [page, ...tabs].map((tab) => tab.locator(".link").first().innerText()),
  );
  assert.ok(
    links.some((text) => text.startsWith("Every 2 s")),
    links.join(),
  );
  const last = tabs.at(-1);
  const asked = await decision(last);
  await first(last);
  for (const tab of [page, ...tabs]) {
    await tab.waitForFunction(
      (asked) => document.querySelector("#answers-title")?.dataset.decision !== asked,
      asked,
    );
  }
  await finish();
  await service.stop();
});

test("hostile names and words are text", async () => {
  const service = await Service.start();
  const { context, finish } = await profile(browser, service);
  const page = await context.newPage();
  await page.goto(`${service.origin}/`);
  await page.locator("input[name=name]").fill("<img src=x \u202eonerror>");
  await page.locator("button[type=submit]").click();
  await page.locator(".seats .name").first().waitFor();
  assert.equal(await page.locator("img").count(), 0);
  assert.match(await page.locator(".seats .name").first().innerText(), /^<img src=x .onerror>$/);
  assert.ok(!(await page.locator(".seats .name").first().innerText()).includes("\u202e"));
  await finish();
  await service.stop();
});
