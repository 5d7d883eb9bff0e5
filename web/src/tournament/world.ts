// The calls of who organises, with the page's token.
import { createClient } from "@connectrpc/connect";
import { AgentService } from "../../gen/hierophant/v1/agent_service_pb.js";
import { account } from "../app.js";
import { Reader } from "../wire/openly.js";
import { signing } from "../wire/tokens.js";
import { transport, unsigned, type Sign } from "../wire/transport.js";
import { timed } from "./calls.js";

export { tournaments } from "./calls.js";
export const agents = createClient(AgentService, transport(location.origin));

/** Reads with the page's token, or as everyone may where it has none or has another's. */
export function reader(): Reader {
  const { value: token } = account;
  return new Reader(token === undefined ? [unsigned] : [signing(token), unsigned]);
}

/** The options of a call with the page's token. */
export function options(signal?: AbortSignal) {
  return timed(signing(account.value), signal);
}

/** Whether the service takes calls that are signed like this as a principal's. */
export async function isPrincipal(sign: Sign, signal: AbortSignal): Promise<boolean> {
  try {
    await agents.listAgents({ pageSize: 1 }, timed(sign, signal));
    return true;
  } catch {
    return false;
  }
}
