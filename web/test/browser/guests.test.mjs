// A service that admits guests: people who play without a token, and invite others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { axe, drive, launch, profile, Service, setUp, startGame } from "./support.mjs";

let browser;
let service;
setUp(async () => {
  browser = await launch();
  service = await Service.start({ principals: true });
  // The service is started again with what its flags do not have yet.
  await service.kill();
  service.flags.push("--guests", "on", "--address-live-games-max", "3", "--built-in-pace-percent", "0");
  await service.run();
});

const idOf = (page) => new URL(page.url()).pathname.split("/").at(-1);
const keyOf = (page, id) =>
  page.evaluate((id) => JSON.parse(localStorage.getItem(`hierophant.game.${id}`)), id);

test("a guest plays a game in two clicks, without a token and against those whom it may meet", async () => {
  const { context, finish } = await profile(browser, service);
  const first = await context.newPage();
  await first.goto(`${service.origin}/`);
  await first.locator(".guest-terms").waitFor();
  const opponents = await first
    .locator("input[name=opponent]")
    .evaluateAll((inputs) => inputs.map((input) => input.value));
  assert.deepEqual(opponents, ["random", "greedy"]);
  assert.match(await first.locator(".guest-terms").innerText(), /6 hours.*7 days.*3 games/);
  assert.equal(await first.locator("input[type=password]").count(), 0, "no field for a token");
  assert.deepEqual(await axe(first), []);
  await first.close();
  const page = await startGame(context, service, { at: "/play", seats: 3 });
  assert.equal((await keyOf(page, idOf(page))).spectators, undefined);
  await drive(page);
  await page.locator(".result").waitFor();
  await finish();
});

test("an invitation has its seat for the one who opens it first", async () => {
  const host = await profile(browser, service);
  const page = await host.context.newPage();
  await page.goto(`${service.origin}/play/arcanum`);
  await page.locator(".guest-terms").waitFor();
  await page.locator("input[name=seats][value='3']").check();
  await page.locator("select[name=friends]").selectOption("1");
  await page.getByLabel("Name of person 1 at the table").fill("Berta");
  await page.locator("button[type=submit]").click();
  const field = page.getByLabel("Link for Berta");
  await field.waitFor();
  assert.deepEqual(await axe(page), []);
  const link = await field.inputValue();
  const game = new URLSearchParams(new URL(link).hash.slice(1)).get("game");
  // The host's own browser does not take the seat of somebody else.
  const own = await host.context.newPage();
  await own.goto(link);
  await own.getByText("You have seat 0 of this game already.").waitFor();
  assert.equal(new URL(own.url()).hash, "");
  await own.close();

  const friend = await profile(browser, service);
  const theirs = await friend.context.newPage();
  await theirs.goto(link);
  await theirs.waitForURL(new RegExp(`/g/${game}$`));
  await theirs.locator(".columns").waitFor();
  const key = await keyOf(theirs, game);
  assert.equal(key.seat, 1);
  assert.ok(!link.includes(key.token), "the token is another one now");
  await theirs.reload();
  await theirs.locator(".columns").waitFor();

  const late = await profile(browser, service);
  const nobody = await late.context.newPage();
  await nobody.goto(link);
  await nobody.getByText("Somebody has taken this seat already").waitFor();
  await nobody.getByRole("button", { name: "Leave it" }).click();
  await nobody.locator("button[type=submit]").waitFor();
  assert.equal(await nobody.evaluate(() => localStorage.getItem("hierophant.invitation")), null);
  await page.getByRole("link", { name: "To the table" }).click();
  await page.locator(".columns").waitFor();
  assert.equal((await keyOf(page, game)).seat, 0);
  // Both see the friend's name; the host sees whether the friend has come.
  const seat = page.locator(".seat").nth(1);
  assert.match(await seat.innerText(), /Berta[\s\S]*person, invited, no move yet/);
  assert.match(await theirs.locator(".seat.is-own").innerText(), /Berta/);
  for (let answers = 0; answers < 60; answers++) {
    if (/has joined/.test(await seat.innerText())) break;
    for (const one of [page, theirs]) await drive(one, { answersMax: 1, patienceMs: 500 });
  }
  await seat.getByText("has joined").waitFor();
  assert.deepEqual((await keyOf(page, game)).invited, []);
  for (const it of [host, friend, late]) await it.finish();
  assert.ok(!service.log.includes(new URLSearchParams(new URL(link).hash.slice(1)).get("invite")));
});

test("a limit of guests is told in words", async () => {
  const { context, finish } = await profile(browser, service);
  for (let games = 0; games < 4; games++) {
    const page = await context.newPage();
    await page.goto(`${service.origin}/`);
    await page.locator(".guest-terms").waitFor();
    await page.locator("button[type=submit]").click();
    const failure = page.locator(".failure");
    await Promise.race([page.waitForURL(/\/g\//), failure.waitFor()]).catch(() => {});
    if ((await failure.count()) > 0) {
      assert.match(await failure.innerText(), /as many games of guests from your network/);
      await finish();
      return;
    }
    await page.close();
  }
  assert.fail("the limit is not reached");
});
