// Questions that name what may be answered now, and nothing else.
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";

/** `Discard, place or pass?` of the parts that are there; nothing if none is. */
export function among(parts: readonly (string | false)[]): string | undefined {
  const named = parts.filter((part) => part !== false);
  const last = named.pop();
  if (last === undefined) return undefined;
  const text = named.length > 0 ? `${named.join(", ")} or ${last}` : last;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}?`;
}

/** What is legal, by the names of the actions of one ruleset: `place`, or `simple 1` for one without an object. */
export function legalIn(
  decision: Decision,
  ruleset: "arcanum" | "arcanoid" | "resArcana" | "arcana",
): { has(...names: string[]): boolean; only(name: string): boolean } {
  const found = new Set<string>();
  for (const { ruleset: of } of decision.legalActions) {
    if (of.case !== ruleset) continue;
    const { action } = of.value;
    if (action.case !== undefined)
      found.add(action.case === "simple" ? `simple ${action.value}` : action.case);
  }
  return {
    has: (...names) => names.some((name) => found.has(name)),
    only: (name) => found.size === 1 && found.has(name),
  };
}
