// What everyone may see: without a token, in the pages and in frames of other sites. The service's part is tested with it;
// here a game or a tournament is opened to a browser by giving the calls that have no token one on their way.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { axe, endGame, launch, makeTournament, profile, Service, setUp, startGame } from "./support.mjs";

let browser;
let service;
setUp(async () => {
  [browser, service] = await Promise.all([launch(), Service.start({ principals: true })]);
});

const GAME = /GameService\/(GetGame|GetView|WatchGame|GetReplay\w*)$/;
const TOURNAMENT = /TournamentService\/(Get\w+|List\w+|WatchTournament)$/;

/** From now on these calls are open to everyone. */
async function opens(context, calls, token) {
  await context.route(calls, (route) => {
    const headers = route.request().headers();
    assert.equal(headers.authorization, undefined, "a page without a token sends none");
    return route.continue({ headers: { ...headers, authorization: `Bearer ${token}` } });
  });
}

/** A game of three, with its page, its id and the spectators' token. */
async function game(context) {
  const at = `/#token=${service.tokens.league}`;
  const page = await startGame(context, service, { seats: 3, at });
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const key = JSON.parse(
    await page.evaluate((id) => localStorage.getItem(`hierophant.game.${id}`), id),
  );
  return { page, id, spectators: key.spectators };
}

/** A page of another site with a frame. */
async function site(src, attributes = "") {
  const html = `<!doctype html><title>Elsewhere</title><iframe title="a game" src="${src}" ${attributes} width="900" height="700"></iframe>`;
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(html);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://localhost:${server.address().port}/`, stop: () => server.close() };
}

const text = async (page) => (await page.locator("body").innerText()).replace(/\s+/g, " ");

test("a public game is watched and replayed without a token, in its page and in a frame of another site", async () => {
  const playing = await profile(browser, service);
  const { page, id, spectators } = await game(playing.context);
  const { context, finish } = await profile(browser, service);
  await opens(context, GAME, spectators);
  const watching = await context.newPage();
  await watching.goto(`${service.origin}/g/${id}`);
  await watching.locator(".city .figure").first().waitFor();
  assert.equal(await watching.locator(".area-hand").count(), 0);
  assert.equal(await watching.locator(".answers button").count(), 0);

  const other = await profile(browser, service);
  other.tolerate(/foreign request: http:\/\/localhost/);
  await opens(other.context, GAME, spectators);
  const elsewhere = await site(`${service.origin}/embed/g/${id}`);
  const host = await other.context.newPage();
  await host.goto(elsewhere.url);
  const frame = host.frameLocator("iframe");
  await frame.locator(".city .figure").first().waitFor();
  assert.equal(await frame.locator("button, input, select").count(), 0, "nothing to press");
  const whole = frame.getByRole("link", { name: /^Open the whole page/ });
  assert.equal(await whole.getAttribute("href"), `/g/${id}`);
  assert.equal(await whole.getAttribute("target"), "_blank");

  await endGame(page);
  await watching.locator(".scrubber").waitFor();
  await frame.locator(".scrubber").waitFor();
  await frame.getByRole("button", { name: "To the deal" }).click();
  await frame.locator(".scrubber-at b", { hasText: /^0$/ }).waitFor();
  assert.equal(await frame.getByRole("link", { name: "Another game" }).count(), 0);
  // A browser may also deny it to a frame.
  const kept = await host
    .frames()[1]
    .evaluate(() => localStorage.length + sessionStorage.length)
    .catch(() => 0);
  assert.equal(kept, 0, "a frame keeps nothing");
  // Once it is over, the page is its replay from the beginning.
  await watching.reload();
  await watching.locator(".scrubber").waitFor();
  assert.equal(
    await watching.evaluate(() => Object.keys(localStorage).filter((name) => /game/.test(name)).length),
    0,
  );
  elsewhere.stop();
  await other.finish();
  await finish();
  await playing.finish();
});

test("what is private looks like what is not there", async () => {
  const playing = await profile(browser, service);
  const { id } = await game(playing.context);
  const cup = await makeTournament(playing.context, service, service.tokens.league);
  const tournament = new URL(cup.url()).pathname.split("/").at(-1);
  const { context, finish } = await profile(browser, service);
  const page = await context.newPage();
  for (const [there, none, shown] of [
    [`/g/${id}`, "/g/none", ".failure"],
    [`/t/${tournament}`, "/t/none", ".failure"],
    [`/t/${tournament}/tv`, "/t/none/tv", ".failure"],
    [`/embed/g/${id}`, "/embed/g/none", ".failure"],
    [`/embed/t/${tournament}`, "/embed/t/none", ".failure"],
  ]) {
    const seen = [];
    for (const at of [there, none]) {
      await page.goto(service.origin + at);
      await page.locator(shown).first().waitFor();
      seen.push((await text(page)).replaceAll(id, "none").replaceAll(tournament, "none"));
      assert.deepEqual(await axe(page), [], at);
    }
    assert.equal(seen[0], seen[1], there);
    // Only then the page asks for a token; a frame never does.
    const asks = await page.getByLabel(/^Token of a creator/).count();
    assert.equal(asks, there.startsWith("/embed/") ? 0 : 1, there);
  }
  // With the token of its creator the same address shows it.
  await page.goto(`${service.origin}/t/${tournament}`);
  await page.getByLabel(/^Token of a creator/).fill(service.tokens.league);
  await page.getByRole("button", { name: "Use this token" }).click();
  await page.locator(".cup-status").waitFor();
  await finish();
  await playing.finish();
});

test("a public tournament is read without a token, or with one that does not open it; only who holds it controls it", async () => {
  const playing = await profile(browser, service);
  const cup = await makeTournament(playing.context, service, service.tokens.league, { deals: 60 });
  await cup.getByRole("button", { name: "Pause" }).waitFor();
  const id = new URL(cup.url()).pathname.split("/").at(-1);
  const { context, finish } = await profile(browser, service);
  await context.route(TOURNAMENT, (route) => {
    const headers = route.request().headers();
    const authorization = headers.authorization ?? `Bearer ${service.tokens.league}`;
    return route.continue({ headers: { ...headers, authorization } });
  });
  const page = await context.newPage();
  for (const at of [`/t/${id}`, `/t/${id}#token=${service.tokens.other}`]) {
    await page.goto(service.origin + at);
    await page.locator(".cup-standings tbody tr").nth(3).waitFor();
    // The page has asked by now who it is.
    await page.waitForTimeout(300);
    assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0, at);
    await page.getByRole("button", { name: "Results as CSV" }).waitFor();
  }
  await page.goto(`${service.origin}/t/${id}/tv`);
  await page.locator(".tv-standings").waitFor();
  await page.goto(`${service.origin}/embed/t/${id}`);
  await page.locator(".cup-standings tbody tr").nth(3).waitFor();
  assert.equal(await page.locator("button, input, select").count(), 0, "nothing to press");
  for (const [theme, width] of [
    ["light", 320],
    ["dark", 1440],
  ]) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 700 });
    assert.deepEqual(await axe(page), [], `${theme}, ${width}`);
  }
  await finish();
  await playing.finish();
});

test("only what is made for it can be put into a frame of another site", async () => {
  const { context, finish, tolerate } = await profile(browser, service);
  tolerate(/foreign request: http:\/\/localhost|frame-ancestors|Refused to frame|Framing/);
  const page = await context.newPage();
  for (const at of ["/", "/g/none", "/t", "/organise", "/index.html", "/embed.html"]) {
    const elsewhere = await site(service.origin + at);
    await page.goto(elsewhere.url);
    await page.waitForTimeout(200);
    const shown = await page.frames()[1]?.evaluate(() => document.body?.innerText ?? "").catch(() => "");
    assert.doesNotMatch(shown ?? "", /Hierophant|Tournaments|There is no such page/, at);
    elsewhere.stop();
  }
  await finish();
});
