// Runs the browser tests against a built binary:
//
//   node test/browser/run.mjs [BINARY]
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const binary = path.resolve(process.argv[2] ?? path.join(here, "../../../target/debug/hierophant"));
// In the order of their names, two at a time: the short one comes last.
const tests = readdirSync(here)
  .filter((name) => name.endsWith(".test.mjs"))
  .map((name) => path.join(here, name));
const { status } = spawnSync(process.execPath, ["--test", "--test-concurrency=2", ...tests], {
  stdio: "inherit",
  env: { ...process.env, HIEROPHANT_BINARY: binary },
});
process.exit(status ?? 1);
