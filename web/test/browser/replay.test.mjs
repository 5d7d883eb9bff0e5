// After the end: the page of the game is its replay, for a mouse, for the keyboard alone, for a link.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AT_ONCE,
  axe,
  endGame,
  launch,
  PATIENCE_MS,
  pause,
  profile,
  saved,
  Service,
  setUp,
  startGame,
  verify,
  withoutBoard,
} from "./support.mjs";

let browser;
let service;
setUp(async () => {
  [browser, service] = await Promise.all([launch(), Service.start()]);
});

/** Brings a game of this ruleset to its end; gives its page once the replay is there. */
async function ended(context, ruleset) {
  const page = await startGame(context, service, { ruleset, seats: ruleset === "arcanum" ? 3 : 2 });
  await endGame(page);
  return page;
}

const at = (page) => page.locator(".scrubber-at b").innerText().then(Number);
const eyes = (page) => page.locator('select[aria-keyshortcuts="e"]');
const search = (page, wanted) =>
  page.waitForFunction((wanted) => location.search === wanted, wanted);
/** All parts show the moment that is wanted: a frame or two after a key, or more where keys follow one another. */
async function settled(page) {
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  });
  await page.waitForFunction(() => {
    const { step } = document.querySelector(".columns:not(.is-late)")?.dataset ?? {};
    return step === document.querySelector(".scrubber-at b").textContent;
  });
}

const PIECES = {
  arcanum: ".city .figure",
  arcanoid: ".arcanoid-board .cell",
  arcana: ".zones .zone",
  res_arcana: ".face",
};

for (const [ruleset, piece] of Object.entries(PIECES))
  test(`a game of ${ruleset}: from its end to its deal, by each seat, and with open cards`, async () => {
    const { context, finish } = await profile(browser, service);
    const page = await ended(context, ruleset);
    assert.equal(await page.locator(".result").count(), 1);
    const last = await at(page);
    assert.ok(last > 20, `${last} steps`);
    await page.getByRole("button", { name: "To the deal" }).click();
    await search(page, "?step=0&eyes=0");
    assert.equal(await page.locator(".result").count(), 0);
    await page.locator(piece).first().waitFor();
    assert.equal(await page.locator(".area-play [data-code]").count(), 0, "nothing answers");
    await eyes(page).selectOption("spectator");
    await search(page, "?step=0&eyes=spectator");
    assert.equal(await page.locator(".area-hand").count(), 0, "spectators see no hand");
    await eyes(page).selectOption("open");
    await page.locator(".area-hand.is-open").nth(1).waitFor();
    const hands = await page.locator(".area-hand h2").allInnerTexts();
    assert.equal(hands.filter((text) => /^Your (hand|packet)$/i.test(text)).length, 1, `${hands}`);
    // Where people and agents have played: what was asked has the answer that was taken, once, among the legal ones.
    const middle = Math.min(Math.floor(last / 2), 14);
    await page.locator("input[type=range]").fill(`${middle}`);
    await search(page, `?step=${middle}&eyes=open`);
    const questions = await page.locator(".past-question").count();
    assert.ok(questions > 0);
    assert.equal(await page.locator(".past-answers .is-taken").count(), questions);
    assert.match(await page.locator(".took").first().innerText(), /^Took: .+ after /);
    assert.ok((await page.locator(".log li").count()) > 5);
    await finish();
  });

/** The elements and texts of a part of the page, whatever order attributes were set in. */
function written(part) {
  const write = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return node.data;
    const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${value}"`).sort();
    const inside = [...node.childNodes].map(write).join("");
    return `\n<${node.localName}${attributes.join("")}>${inside}</${node.localName}>`;
  };
  return write(document.querySelector(part));
}

test("after many steps a page shows, also out of sight, what it shows when it begins there", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await ended(context, "arcana");
  await eyes(page).selectOption("open");
  await page.locator(".area-hand.is-open").nth(1).waitFor();
  const step = Math.min((await at(page)) - 1, 60);
  await page.evaluate(async (steps) => {
    const track = document.querySelector("input[type=range]");
    for (let at = 0; at <= steps; at++) {
      track.value = `${at}`;
      track.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
  }, step);
  await search(page, `?step=${step}&eyes=open`);
  const parts = [".bar-title", ".scrubber", ".area-answers", ".area-play", ".area-seats"];
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator(".area-hand.is-open").nth(1).waitFor();
  for (const part of parts) {
    const there = await other.evaluate(written, part);
    let here = "";
    for (const from = Date.now(); here !== there && Date.now() - from < PATIENCE_MS; await pause(50))
      here = await page.evaluate(written, part);
    assert.equal(here, there, part);
  }
  await finish();
});

test("by keyboard alone: steps, chapters, the ends, eyes, failures", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await startGame(context, service);
  await page.locator(".answers button").first().waitFor();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await page.locator(".scrubber").waitFor({ timeout: 2 * PATIENCE_MS });
  await page.evaluate(() => document.activeElement?.blur());
  const last = await at(page);
  const press = async (keys, expected) => {
    await page.keyboard.press(keys);
    await page.waitForFunction(
      (expected) => document.querySelector(".scrubber-at b").innerText === `${expected}`,
      expected,
    );
  };
  await press("ArrowLeft", last - 1);
  await press("Home", 0);
  await press("ArrowRight", 1);
  await press("Shift+ArrowLeft", 0);
  await page.keyboard.press("Shift+ArrowRight");
  await settled(page);
  const chapter = page.locator(".scrubber-choices select").first();
  assert.equal(await chapter.inputValue(), "1");
  assert.match(await chapter.locator("option").nth(1).innerText(), /Turn 2/);
  await page.keyboard.press("Home");
  await page.keyboard.press("!");
  await page.locator(".moment-failure", { hasText: "is out: resigned" }).waitFor();
  const failure = await at(page);
  assert.ok(failure > 0);
  await page.keyboard.press("e");
  await search(page, `?step=${failure}&eyes=1`);
  // The track itself goes by the same keys.
  await page.locator("input[type=range]").focus();
  await press("ArrowRight", failure + 1);
  await page.locator("[data-live=polite]", { hasText: /step \d+ of/ }).waitFor({ state: "attached" });
  // A list keeps its own keys.
  await eyes(page).focus();
  await page.keyboard.press("e");
  assert.equal(await at(page), failure + 1);
  await finish();
});

test("a link leads to the moment, also one that names a decision; keys can be switched off", async () => {
  const { context, finish } = await profile(browser, service, {
    settings: { ...AT_ONCE, keys: false },
  });
  const page = await ended(context, "arcanum");
  const [url] = page.url().split("?");
  await page.goto(`${url}?step=7&eyes=1`);
  await page.locator(".scrubber-at b", { hasText: /^7$/ }).waitFor();
  await page.locator(".seat.is-own").nth(0).waitFor();
  assert.equal(await eyes(page).inputValue(), "1");
  await page.goto(`${url}?seat=0&decision=3`);
  const question = page.locator(".past-question");
  await question.waitFor();
  assert.equal(await question.locator("h3 .tag").innerText(), "3");
  assert.equal(await eyes(page).inputValue(), "0");
  const step = await at(page);
  await search(page, `?step=${step}&eyes=0`);
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.equal(await at(page), step);
  await page.goto(`${url}?seat=1&decision=99999`);
  await page.locator(".note", { hasText: "no answer of" }).waitFor();
  await page.locator(".result").waitFor();
  await page.getByRole("button", { name: "One step back" }).click();
  await page.locator(".note", { hasText: "no answer of" }).waitFor({ state: "detached" });
  await page.goto(`${url}?step=99999&eyes=9`);
  await page.locator(".result").waitFor();
  await finish();
});

test("the replay is taken away as a file that proves the game, and as a link without a token", async () => {
  const { context, finish } = await profile(browser, service);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.origin });
  const page = await ended(context, "arcanum");
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the replay" }).click(),
  ]);
  assert.equal(file.suggestedFilename(), `${id}.replay`);
  const verified = verify(await file.path());
  assert.equal(verified.status, 0, verified.stderr);
  await page.getByText(`Saved as ${id}.replay.`).waitFor();
  await page.getByRole("button", { name: "To the deal" }).click();
  await search(page, "?step=0&eyes=0");
  await page.keyboard.press("ArrowRight");
  await search(page, "?step=1&eyes=0");
  await page.getByRole("button", { name: "Copy a link to this step" }).click();
  await page.getByText("The link is copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${service.origin}/g/${id}?step=1&eyes=0`);
  assert.deepEqual(await axe(page), []);
  // The list of games says that there is a result.
  await page.goto(`${service.origin}/`);
  await page.locator(".yours li", { hasText: id }).getByText("over: its result and replay").waitFor();
  await finish();
});

test("in generic/, with open cards each seat has its page", async () => {
  const { context, finish, tolerate } = await profile(browser, service);
  await withoutBoard(context, "arcanoid", tolerate);
  const page = await ended(context, "arcanoid");
  await page.keyboard.press("Home");
  // Which seat begins is as the deal has it: with open cards it shows what is asked in any case.
  await eyes(page).selectOption("open");
  await page.locator(".past-question").first().waitFor();
  await page.locator(".area-hand.is-open .view-text").nth(1).waitFor();
  await finish();
});

test("the replay is accessible, and nothing scrolls sideways", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await ended(context, "arcanum");
  await page.locator("input[type=range]").fill("12");
  await eyes(page).selectOption("open");
  await page.locator(".area-hand.is-open").nth(2).waitFor();
  for (const [theme, width] of [
    ["light", 320],
    ["dark", 768],
    ["light", 1440],
  ]) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await axe(page), [], `${theme}, ${width}`);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(sideways, 0, `it scrolls sideways at ${width}`);
  }
  await finish();
});

test("a spectator's replay of a game that another page plays begins with the end, and no hand", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await startGame(context, service, { seats: 3 });
  await page.getByRole("button", { name: "Settings" }).click();
  const link = await page.getByLabel("A link for spectators").inputValue();
  await page.keyboard.press("Escape");
  const other = await profile(browser, service);
  const watching = await other.context.newPage();
  await watching.goto(link);
  await watching.locator(".city .figure").first().waitFor();
  assert.equal(await watching.locator(".scrubber").count(), 0);
  await endGame(page);
  await watching.locator(".scrubber").waitFor();
  assert.equal(await eyes(watching).inputValue(), "spectator");
  assert.equal(await watching.locator(".area-hand").count(), 0);
  await other.finish();
  await finish();
});

test("a saved replay: the step at which a seat's answer broke a rule", async () => {
  const shown = await saved("arcanum-v1-out.replay");
  const { context, finish } = await profile(browser, shown);
  const page = await context.newPage();
  await page.goto(shown.link);
  await page.locator(".scrubber").waitFor();
  const illegal = page.locator(".moment-failure", { hasText: "illegal answer" });
  for (let failures = 0; failures < 20 && (await illegal.count()) === 0; failures++) {
    await page.keyboard.press("!");
    await settled(page);
  }
  assert.equal(await illegal.count(), 1);
  assert.ok((await page.locator(".log li.failure").count()) > 0);
  await finish();
  await shown.stop();
});

test("notes of a bot: dropped or picked, at their steps, as text, and nowhere else", async () => {
  const { context, finish } = await profile(browser, service);
  const page = await ended(context, "arcanum");
  const hostile = '<img src=x onerror=alert(1)> \u202e "\'`';
  const lines = [
    { seat: 0, decision_id: 2, note: "I hold the tower" },
    { seat: 0, decision_id: 2, note: `${hostile}\nsecond line` },
    { seat: 0, decision_id: 3, note: "then the market" },
    { seat: 0, decision_id: 99_999, note: "never" },
  ];
  const file = `${lines.map((one) => JSON.stringify(one)).join("\n")}\nno note\n`;
  let sent = 0;
  page.on("request", (request) => (sent += request.postDataBuffer()?.includes("tower") ? 1 : 0));
  await page.locator("input[type=file]").setInputFiles({
    name: "notes.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(file),
  });
  await page.getByText("3 notes on 2 steps.").waitFor();
  await page.getByText("1 line is no note: line 5 is no JSON object.").waitFor();
  await page.getByText("1 note is on a decision").waitFor();
  assert.equal(await page.locator(".scrubber-marks .is-note").count(), 2);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("n");
  const notes = page.locator(".notes li");
  await notes.nth(1).waitFor();
  assert.match(await notes.first().innerText(), /I hold the tower/);
  assert.match(await notes.nth(1).innerText(), /<img src=x onerror=alert\(1\)> \ufffd "'`\nsecond line/);
  assert.equal(await page.locator("img").count(), 0);
  // It is the moment at which that decision was open.
  assert.equal(await page.locator(".past-question h3 .tag").innerText(), "2");
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await axe(page), [], `${width}`);
  }
  await page.getByRole("button", { name: "Next note" }).click();
  await page.locator(".notes li", { hasText: "then the market" }).waitFor();
  await page.getByRole("button", { name: "One step on" }).click();
  await page.getByText("No note on this moment.").waitFor();
  // Nothing of it is sent, or stored.
  assert.equal(sent, 0);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  assert.ok(!kept.includes("tower"));
  await page.getByRole("button", { name: "Put them away" }).click();
  assert.equal(await page.locator(".scrubber-marks .is-note").count(), 0);
  // A file that is dropped anywhere.
  await page.evaluate((file) => {
    const data = new DataTransfer();
    data.items.add(new File([file], "notes.jsonl"));
    for (const type of ["dragover", "drop"])
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
      );
  }, file);
  await page.getByText("3 notes on 2 steps.").waitFor();
  await page.locator("input[type=file]").setInputFiles({
    name: "long.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.alloc(8 * 1024 * 1024 + 1, 32),
  });
  await page.getByText("The file is longer than 8 MiB.").waitFor();
  await page.reload();
  await page.locator(".scrubber").waitFor();
  assert.equal(await page.locator(".notes li").count(), 0);
  await finish();
});
