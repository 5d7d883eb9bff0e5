// Bundles the unit tests and runs them with `node --test`.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.join(here, "../out");
rmSync(out, { recursive: true, force: true });
const tests = readdirSync(here).filter((name) => /\.test\.tsx?$/.test(name));
await build({
  absWorkingDir: here,
  entryPoints: tests,
  outdir: out,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  jsx: "automatic",
  jsxImportSource: "preact",
  outExtension: { ".js": ".mjs" },
  sourcemap: "inline",
  // One copy, so that hooks of components and of the renderer are the same.
  packages: "external",
  logLevel: "warning",
});
const built = tests.map((name) => path.join(out, name.replace(/\.tsx?$/, ".mjs")));
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...built], {
  stdio: "inherit",
});
process.exit(status ?? 1);
