// The rulesets with a board of their own: one line each, loaded when a game of it is opened.
import type { RulesetUi } from "./contract.js";
import { generic } from "./generic/index.js";

const OWN: Record<string, () => Promise<RulesetUi>> = {
  arcanum: async () => (await import("./arcanum/index.js")).arcanum,
  arcanoid: async () => (await import("./arcanoid/index.js")).arcanoid,
  arcana: async () => (await import("./arcana/index.js")).arcana,
  res_arcana: async () => (await import("./res_arcana/index.js")).resArcana,
};

/** The pages of a ruleset; those of `generic/` where it has none, or they cannot be loaded. */
export async function rulesetUi(id: string): Promise<RulesetUi> {
  try {
    return (await OWN[id]?.()) ?? generic;
  } catch {
    return generic;
  }
}
