// The page of an agent, with the agent's own token: its games, failures first, and the step of a failure.
import assert from "node:assert/strict";
import { test } from "node:test";
import { arena, axe, launch, profile, setUp } from "./support.mjs";

const CUP_MS = 90_000;

let browser;
setUp(async () => {
  browser = await launch();
});

test("the author of an agent finds the step at which it broke a rule", async () => {
  const cup = await arena({ deals: 6, slowMs: 0 });
  const { context, seen, finish } = await profile(browser, cup);
  const page = await context.newPage();
  await page.goto(cup.link);
  await page.locator(".cup-status", { hasText: "complete" }).waitFor({ timeout: CUP_MS });
  const token = cup.agentToken();

  // Without a token the page says what it needs; another's opens nothing.
  const stranger = await context.newPage();
  await stranger.goto(`${cup.origin}/a/cheat`);
  await stranger.locator(".failure", { hasText: "no token" }).waitFor();
  await stranger.goto(`${cup.origin}/a/greedy#token=${token}`);
  await stranger.locator(".failure", { hasText: "does not open this agent" }).waitFor();
  assert.deepEqual(await axe(stranger), []);
  await stranger.close();

  const own = await context.newPage();
  await own.goto(`${cup.origin}/a/cheat#token=${token}`);
  await own.locator("main h1", { hasText: "cheat" }).waitFor();
  assert.equal(new URL(own.url()).hash, "");
  const games = own.locator("section", { has: own.locator("#games-title") }).locator("tbody tr");
  await games.nth(5).waitFor();
  const failed = own.locator("section", { has: own.locator("#failed-title") }).locator("tbody tr");
  const count = await failed.count();
  assert.ok(count > 0 && count < 6, `${count} games failed`);
  for (const [theme, width] of [
    ["dark", 320],
    ["light", 1440],
  ]) {
    await own.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await own.setViewportSize({ width, height: 900 });
    assert.deepEqual(await axe(own), [], `${theme}, ${width}`);
    const sideways = await own.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(sideways, 0, `it scrolls sideways at ${width}`);
  }
  const link = failed.first().getByRole("link", { name: /See where/ });
  const href = await link.getAttribute("href");
  assert.match(href, /^\/g\/[a-z0-9_-]+\?seat=\d&failure=1$/);
  await link.click();
  await own.locator(".moment-failure", { hasText: "gave an illegal answer" }).waitFor();
  const seat = new URLSearchParams(href.split("?")[1]).get("seat");
  assert.equal(await own.locator('select[aria-keyshortcuts="e"]').inputValue(), seat);
  // The question is the rules' own.
  await own.locator(".question", { hasText: "?" }).first().waitFor();
  await own.goBack();
  await failed.first().waitFor();
  assert.ok(!seen.requests.some((url) => url.includes(token)), "the token is in an address");
  const kept = await own.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  assert.ok(!kept.includes(token), "the agent's token is kept");
  await finish();
  await cup.stop();
});
