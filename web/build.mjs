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
const BUDGETS = { script: 110 * 1024, style: 12 * 1024, ruleset: 25 * 1024, tournament: 25 * 1024, all: 350 * 1024 };

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: { main: "src/main.tsx", style: "src/style/main.css" },
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
});

const outputs = Object.entries(metafile.outputs).map(([file, { entryPoint, imports }]) => ({
  name: path.basename(file),
  entry: entryPoint,
  // Static imports are loaded at once, dynamic ones when they are needed.
  imports: imports
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path: to }) => path.basename(to)),
}));
const entry = (of) => outputs.find((output) => output.entry === of).name;
/** A file and all that it imports at once. */
function withImports(name, seen = new Set()) {
  if (!seen.has(name)) {
    seen.add(name);
    for (const next of outputs.find((output) => output.name === name)?.imports ?? [])
      withImports(next, seen);
  }
  return seen;
}
const html = (await readFile(path.join(here, "src/index.html"), "utf8"))
  .replace("STYLE", entry("src/style/main.css"))
  .replace("SCRIPT", entry("src/main.tsx"))
  // What the script imports at once is fetched beside it.
  .replace(
    "PRELOAD",
    [...withImports(entry("src/main.tsx"))]
      .slice(1)
      .map((name) => `<link rel="modulepreload" href="/${name}" />`)
      .join("\n    "),
  );
await writeFile(path.join(out, "index.html"), html);
await writeFile(path.join(out, "icon.svg"), await readFile(path.join(here, "src/icon.svg")));

const size = {};
for (const name of (await readdir(out)).sort())
  size[name] = gzipSync(await readFile(path.join(out, name)), { level: 9 }).length;

const sum = (names) => [...names].reduce((total, name) => total + size[name], 0);

const first = withImports(entry("src/main.tsx"));
const rows = [
  ["first load, script", sum(first), BUDGETS.script],
  ["style", size[entry("src/style/main.css")], BUDGETS.style],
];
for (const { name, entry: of } of outputs) {
  if (of === "src/tournament/index.tsx")
    rows.push([
      "pages of tournaments",
      sum([...withImports(name)].filter((one) => !first.has(one))),
      BUDGETS.tournament,
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
