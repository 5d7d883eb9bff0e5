// What ends up in the bundle is MIT, Apache, BSD or ISC; so are the tools, but for those that are named here.
import { readFile } from "node:fs/promises";

const { packages } = JSON.parse(
  await readFile(new URL("package-lock.json", import.meta.url), "utf8"),
);
const ALLOWED = /^(MIT|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD)$/;
/** Tools that are never part of the bundle. */
const TOOLS = { "axe-core": "MPL-2.0" };

const faults = [];
for (const [path, { license = "", dev = false }] of Object.entries(packages)) {
  if (path === "") continue;
  const name = path.replace(/^.*node_modules\//, "");
  if (dev && TOOLS[name] === license) continue;
  const parts = license.replace(/[()]/g, "").split(/ (?:AND|OR) /);
  if (!parts.every((part) => ALLOWED.test(part)))
    faults.push(`${name}: ${license || "no licence"}`);
}
if (faults.length > 0) {
  console.error(`licences that are not allowed:\n${faults.join("\n")}`);
  process.exit(1);
}
