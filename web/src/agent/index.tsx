// The page of one agent: a chunk of its own, which is loaded with the first of them.
import { account } from "../app.js";
import type { Route } from "../ui/router.js";
import { AgentPage } from "./AgentPage.js";

export function AgentOf({ at }: { at: Route }) {
  if (at.page !== "agent") return null;
  // With another token everything is asked anew.
  return <AgentPage key={`${at.name} ${account.value ?? ""}`} name={at.name} />;
}
