// What the service says of itself and of who asks: one request for each token that the page has.
import type { GetServiceInfoResponse } from "../gen/hierophant/v1/game_service_pb.js";
import { client } from "./app.js";
import { signing } from "./wire/tokens.js";
import { CALL_MS_MAX } from "./wire/transport.js";

let known: { token: string | undefined; info: Promise<GetServiceInfoResponse> } | undefined;

/** What the holder of the token, or somebody without one, may do. It is asked once; again after a failure, or `anew`. */
export function serviceInfo(token: string | undefined, anew = false): Promise<GetServiceInfoResponse> {
  if (known && known.token === token && !anew) return known.info;
  const asked = { token, info: client.getServiceInfo({}, signing(token)({ timeoutMs: CALL_MS_MAX })) };
  known = asked;
  asked.info.catch(() => {
    if (known === asked) known = undefined;
  });
  return asked.info;
}
