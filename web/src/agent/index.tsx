// The page of one agent: a chunk of its own, which is loaded with the first of them.
import { account, tokens } from "../app.js";
import type { Route } from "../ui/router.js";
import { AgentPage } from "./AgentPage.js";

export function AgentOf({ at }: { at: Route }) {
  if (at.page !== "agent") return null;
  // With another token everything is asked anew.
  const who = `${tokens.agent.value ?? ""} ${account.value ?? ""}`;
  return <AgentPage key={`${at.name} ${who}`} name={at.name} />;
}
