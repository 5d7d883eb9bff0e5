// Runs the browser tests against a built binary; with a pattern, those whose names match it:
//
//   node test/browser/run.mjs [BINARY] [PATTERN]
import { readdirSync } from "node:fs";
import path from "node:path";
import { run } from "node:test";
import { spec as Spec, tap } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const [binary, pattern] = process.argv.slice(2);
process.env.HIEROPHANT_BINARY = path.resolve(
  binary ?? path.join(here, "../../../target/debug/hierophant"),
);

/** Two files at a time, the longest first, so that none is left alone at the end. */
const LONGEST = ["boards", "ways", "replay", "accessibility", "organise", "tournament", "public"];
const place = (name) => {
  const at = LONGEST.indexOf(name.split(".")[0]);
  return at < 0 ? LONGEST.length : at;
};
const files = readdirSync(here)
  .filter((name) => name.endsWith(".test.mjs"))
  .sort((one, other) => place(one) - place(other))
  .map((name) => path.join(here, name));

/** How long a file may take, in milliseconds: one that hangs is given up. */
const FILE_MS_MAX = 12 * 60_000;

const events = run({
  files,
  concurrency: 2,
  timeout: FILE_MS_MAX,
  ...(pattern === undefined ? {} : { testNamePatterns: [pattern] }),
});
events.on("test:fail", () => {
  process.exitCode = 1;
});
events.compose(process.stdout.isTTY ? new Spec() : tap).pipe(process.stdout);
