// Makes the pictures of the documentation from a real game: docs/images/web-*.png.
//
//   node test/browser/screenshots.mjs [--all FOLDER] [--only NAME,...]
//
// With --all, every page at four sizes in both themes, for looking at them; with --only, these pictures alone.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { arena, drive, launch, playToTheEnd, profile, Service, startGame } from "./support.mjs";

const images = fileURLToPath(new URL("../../../docs/images/", import.meta.url));
const all = process.argv.indexOf("--all");
const folder = all > 0 ? path.resolve(process.argv[all + 1]) : undefined;
const some = process.argv.indexOf("--only");
const only = some > 0 ? process.argv[some + 1].split(",") : undefined;

const SIZES = { phone: [360, 780], tablet: [820, 1100], wide: [1440, 900], uhd: [3840, 2160] };
const THEMES = ["light", "dark"];
const click = async (page) => page.locator('.answers button[aria-disabled="false"]').last().click();

const [browser, service] = await Promise.all([launch(), Service.start()]);
const { context } = await profile(browser, service, { deviceScaleFactor: 1 });

async function everySize(page, name) {
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      await page.setViewportSize({ width, height });
      await page.screenshot({
        path: path.join(folder, `${name}-${size}-${theme}.png`),
        fullPage: size !== "wide" && size !== "uhd",
      });
    }
  }
}

async function picture(page, name, [width, height], theme) {
  if (folder || only?.includes(name) === false) return;
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height });
  await page.evaluate(() => document.activeElement?.blur());
  await page.mouse.move(0, 0);
  await page.screenshot({ path: path.join(images, `web-${name}.png`) });
}

const start = await context.newPage();
await start.goto(`${service.origin}/`);
await start.locator(".game-card").first().waitFor();
await everySize(start, "start");

const arcanum = await startGame(context, service, { opponent: "greedy" });
const cardAsked = async (page) =>
  /Which card to play/.test(await page.locator("#answers-title").innerText());
let asked = false;
await playToTheEnd(arcanum, click, { until: (answers) => answers >= 12 });
for (let i = 0; i < 40 && !asked; i++) {
  asked = await cardAsked(arcanum);
  if (!asked) await playToTheEnd(arcanum, click, { until: (answers) => answers === 1 });
}
await everySize(arcanum, "arcanum");
await picture(arcanum, "arcanum", [1440, 960], "light");
await picture(arcanum, "arcanum-phone", [360, 780], "dark");

/** Of each other game: what is answered where there is a choice, and what lies there and is asked in the picture. */
const GAMES = {
  res_arcana: {
    prefer: [/claim/i, /place/i, /use/i],
    lies: [".tableau .face", 14],
    asked: /^Place.*(claim|use)/s,
    answers: 8,
    least: 5,
    theme: "dark",
  },
  arcanoid: {
    prefer: [/engage on/i, /discard/i],
    lies: [".cell.is-engaged", 5],
    asked: /Discard, engage/,
    answers: 8,
    least: 5,
    theme: "dark",
  },
  arcana: {
    prefer: [/place/i, /enact/i, /bribe/i],
    lies: [".slot", 6],
    asked: /^Discard.*place/,
    answers: 8,
    least: 5,
    theme: "light",
  },
};
for (const [ruleset, { prefer, lies, asked, answers, least, theme }] of Object.entries(GAMES)) {
  const page = await startGame(context, service, { ruleset, opponent: "greedy" });
  const answer = async (page) => {
    const texts = await page.locator(".answers button").allInnerTexts();
    const wanted = prefer.map((words) => texts.findIndex((text) => words.test(text)));
    const best = wanted.find((i) => i >= 0) ?? texts.length - 1;
    await page.locator(".answers button").nth(best).click();
  };
  await playToTheEnd(page, answer, { until: (count) => count >= answers });
  for (let i = 0; i < 80; i++) {
    const title = await page.locator("#answers-title .question").innerText();
    const [piece, count] = lies;
    const enough =
      (await page.locator(".answers button").count()) >= least &&
      (await page.locator(piece).count()) >= count;
    if (asked.test(title) && enough) break;
    await playToTheEnd(page, answer, { until: (count) => count === 1 });
  }
  await everySize(page, ruleset);
  await picture(page, ruleset.replace("_", "-"), [1440, 960], theme);
  if (folder) {
    await drive(page);
    await page.locator(".result").waitFor();
    await everySize(page, `${ruleset}-end`);
    await replayed(page, 0.5, "0");
    await everySize(page, `${ruleset}-replay`);
    await replayed(page, 0.5, "open");
    await everySize(page, `${ruleset}-replay-open`);
  }
  // A page holds a stream, of which a browser has few.
  await page.close();
}

/** Goes to a step of the replay, as far into the game as that, and to these eyes. */
async function replayed(page, part, eyes) {
  const last = Number(await page.locator("input[type=range]").getAttribute("max"));
  await page.locator('select[aria-keyshortcuts="e"]').selectOption(eyes);
  // Somewhere from there on the seat is asked.
  for (let step = Math.floor(last * part); step < last; step++) {
    await page.locator("input[type=range]").fill(`${step}`);
    await page.waitForFunction(() => !document.querySelector(".columns.is-late"));
    await page.waitForTimeout(50);
    if ((await page.locator(".past-answers li").count()) > 3) return;
  }
}

if (folder) {
  await arcanum.keyboard.press("?");
  await arcanum.locator(".markdown h3").first().waitFor();
  await everySize(arcanum, "help");
  await arcanum.keyboard.press("Escape");
}
await playToTheEnd(arcanum, click);
await everySize(arcanum, "result");
await arcanum.locator(".scrubber").waitFor();
await replayed(arcanum, 0.45, "0");
await everySize(arcanum, "replay");
await picture(arcanum, "replay", [1440, 960], "light");
await replayed(arcanum, 0.45, "open");
await everySize(arcanum, "replay-open");
// Notes of a bot, as its log has them.
const decisions = Array.from({ length: 40 }, (_, i) => i + 1);
await arcanum.locator("input[type=file]").setInputFiles({
  name: "notes.jsonl",
  mimeType: "application/jsonl",
  buffer: Buffer.from(
    decisions
      .filter((one) => one % 3 !== 0)
      .map((one) => {
        const note = "Best of all answers by 2.5 points.\nThe Tower is worth 3 points more than the Market.";
        return JSON.stringify({ seat: 0, decision_id: one, note });
      })
      .join("\n"),
  ),
});
await arcanum.getByText(/notes on/).waitFor();
await replayed(arcanum, 0.2, "0");
await arcanum.evaluate(() => document.activeElement?.blur());
await arcanum.keyboard.press("n");
await arcanum.locator(".notes li").first().waitFor();
await arcanum.waitForTimeout(300);
await everySize(arcanum, "notes");
await picture(arcanum, "notes", [1440, 960], "dark");

// A tournament in the middle, with an agent that breaks a rule.
const cup = await arena({ deals: 40, slowMs: 30, title: "Spring cup" });
const held = await profile(browser, cup, { deviceScaleFactor: 1 });
const tournament = await held.context.newPage();
await tournament.goto(cup.link);
const ENOUGH = 14;
await tournament.waitForFunction(
  (enough) => {
    const caption = document.querySelector(".cup-standings caption")?.innerText ?? "";
    return Number(/after (\d+) games/.exec(caption)?.[1] ?? 0) >= enough;
  },
  ENOUGH,
  { timeout: 120_000 },
);
await tournament.locator(".cup-live .button").first().waitFor();
await picture(tournament, "tournament", [1440, 1240], "light");
await everySize(tournament, "tournament");
if (folder) {
  await tournament.goto(cup.link.replace("/main#", "/main/tv#"));
  await tournament.locator(".tv-standings").waitFor();
  await everySize(tournament, "tournament-tv");
}
await held.context.close();
await cup.stop();

// What an organiser has, and what everyone may have in a frame.
const league = await Service.start({ principals: true });
const organiser = await profile(browser, league, { deviceScaleFactor: 1 });
const token = league.tokens.league;
const organise = await organiser.context.newPage();
await organise.goto(`${league.origin}/organise/new#token=${token}`);
await organise.getByRole("button", { name: "Create the tournament" }).waitFor();
await organise.getByLabel("Title").fill("Spring cup");
await everySize(organise, "organise-new");
await picture(organise, "organise", [1440, 1240], "light");
await organise.getByLabel("Played by").nth(2).selectOption("builtInAgent random");
await organise.getByRole("button", { name: "Create the tournament" }).click();
await organise.waitForURL(/\/t\/[a-z0-9]+$/);
const cupId = new URL(organise.url()).pathname.split("/").at(-1);
await organise.getByRole("link", { name: "Organise" }).click();
await organise.getByRole("link", { name: "Agents" }).click();
for (const name of ["first-bot", "second-bot"]) {
  await organise.getByLabel(/^Its name/).fill(name);
  await organise.getByRole("button", { name: "Register" }).click();
  await organise.locator("dialog[open] input").waitFor();
  if (name === "first-bot") await everySize(organise, "organise-token");
  await organise.getByRole("button", { name: "I have stored it" }).click();
}
await organise.locator("tbody tr").nth(1).waitFor();
await everySize(organise, "organise-agents");
await organise.getByRole("link", { name: "Tournaments" }).last().click();
await organise.locator(".cup-list").waitFor();
await everySize(organise, "organise");
// Opened to everyone on the way, as the tests do.
await organiser.context.route(/TournamentService/, (route) =>
  route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
);
await organise.goto(`${league.origin}/embed/t/${cupId}`);
await organise.locator(".cup-standings").waitFor();
await everySize(organise, "embed-tournament");
await organiser.context.close();
await league.stop();
await browser.close();
await service.stop();
