// Builds dist/ from src/ and gen/: the same bytes on every machine. Prints the budgets and fails beyond them.
//
//   node build.mjs [--out DIRECTORY]
import { build } from "esbuild";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const given = process.argv.indexOf("--out");
const out = given > 0 ? path.resolve(process.argv[given + 1]) : path.join(here, "dist");

/** Budgets in bytes after gzip. */
const BUDGETS = { script: 110 * 1024, style: 12 * 1024, ruleset: 25 * 1024, tournament: 25 * 1024, organise: 25 * 1024, agent: 25 * 1024, all: 350 * 1024 };

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

const OPTIONS = {
  absWorkingDir: here,
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  charset: "utf8",
  legalComments: "none",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  logLevel: "warning",
};

/** What a build has written. */
async function built(entryPoints) {
  const { metafile } = await build({ ...OPTIONS, entryPoints });
  return Object.entries(metafile.outputs).map(([file, { entryPoint, imports }]) => ({
    name: path.basename(file),
    entry: entryPoint,
    // Static imports are loaded at once, dynamic ones when they are needed.
    imports: imports
      .filter(({ kind }) => kind === "import-statement")
      .map(({ path: to }) => path.basename(to)),
  }));
}

const outputs = await built({ main: "src/main.tsx", style: "src/style/main.css" });
// A bundle of its own: it shares no file with pages that know tokens.
const embedded = await built({ embed: "src/embed.tsx" });

const entry = (of, among = outputs) => among.find((output) => output.entry === of).name;
/** A file and all that it imports at once. */
function withImports(name, among = outputs, seen = new Set()) {
  if (!seen.has(name)) {
    seen.add(name);
    for (const next of among.find((output) => output.name === name)?.imports ?? [])
      withImports(next, among, seen);
  }
  return seen;
}

/** The page that loads a script. */
async function page(name, script, among) {
  const html = (await readFile(path.join(here, "src", name), "utf8"))
    .replace("STYLE", entry("src/style/main.css"))
    .replace("SCRIPT", entry(script, among))
    // What the script imports at once is fetched beside it.
    .replace(
      "PRELOAD",
      [...withImports(entry(script, among), among)]
        .slice(1)
        .map((file) => `<link rel="modulepreload" href="/${file}" />`)
        .join("\n    "),
    );
  await writeFile(path.join(out, name), html);
}
await page("index.html", "src/main.tsx", outputs);
await page("embed.html", "src/embed.tsx", embedded);
await writeFile(path.join(out, "icon.svg"), await readFile(path.join(here, "src/icon.svg")));

/** What only code that handles tokens has. */
const SECRETS = ["authorization", "`bearer ", "localstorage", "sessionstorage", ".hash", "hashchange", "token="];
let hasSecrets = false;
for (const { name } of embedded) {
  const text = await readFile(path.join(out, name), "utf8");
  const found = SECRETS.filter((word) => text.toLowerCase().includes(word));
  if (found.length > 0) {
    console.error(`${name} is for frames of other pages, and has ${found.join(", ")}`);
    hasSecrets = true;
  }
}
if (hasSecrets) process.exit(1);

const size = {};
for (const name of (await readdir(out)).sort())
  size[name] = gzipSync(await readFile(path.join(out, name)), { level: 9 }).length;

const sum = (names) => [...names].reduce((total, name) => total + size[name], 0);

const first = withImports(entry("src/main.tsx"));
const rows = [
  ["first load, script", sum(first), BUDGETS.script],
  ["embedded, script", sum(withImports(entry("src/embed.tsx", embedded), embedded)), BUDGETS.script],
  ["style", size[entry("src/style/main.css")], BUDGETS.style],
];
for (const { name, entry: of } of outputs) {
  if (of === "src/tournament/index.tsx")
    rows.push([
      "pages of tournaments",
      sum([...withImports(name)].filter((one) => !first.has(one))),
      BUDGETS.tournament,
    ]);
  if (of === "src/organise/index.tsx")
    rows.push([
      "pages of organisers",
      sum([...withImports(name)].filter((one) => !first.has(one))),
      BUDGETS.organise,
    ]);
  if (of === "src/agent/index.tsx")
    rows.push([
      "page of an agent",
      sum([...withImports(name)].filter((one) => !first.has(one))),
      BUDGETS.agent,
    ]);
  const ruleset = /^src\/rulesets\/([a-z_]+)\//.exec(of ?? "")?.[1];
  if (ruleset)
    rows.push([
      `ruleset ${ruleset}`,
      sum([...withImports(name)].filter((one) => !first.has(one))),
      BUDGETS.ruleset,
    ]);
}
rows.push(["all of dist", sum(Object.keys(size)), BUDGETS.all]);

let beyond = false;
for (const [what, bytes, budget] of rows) {
  const over = bytes > budget;
  beyond ||= over;
  console.log(
    `${what.padEnd(22)} ${(bytes / 1024).toFixed(1).padStart(6)} KB gz of ${budget / 1024}${over ? "  BEYOND" : ""}`,
  );
}
if (beyond) {
  console.error("the bundle is beyond its budget");
  process.exit(1);
}
