// The gRPC-Web transport, on the page's own origin.
import { createClient, type CallOptions, type Client, type Transport } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { GameService } from "../../gen/hierophant/v1/game_service_pb.js";

export type GameClient = Client<typeof GameService>;

/**
 * Fetches like `fetch`, but drops the body of a response whose status is already in its headers.
 * Otherwise an empty trailer frame after it would replace that status (connect-es#1434).
 */
export function statusFirst(inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    const status = response.headers.get("grpc-status");
    if (status === null || status === "0") return response;
    await response.body?.cancel();
    return new Response(null, { status: response.status, headers: response.headers });
  };
}

export function transport(
  baseUrl: string,
  inner: typeof fetch = (input, init) => fetch(input, init),
): Transport {
  return createGrpcWebTransport({ baseUrl, useBinaryFormat: true, fetch: statusFirst(inner) });
}

export function gameClient(baseUrl: string): GameClient {
  return createClient(GameService, transport(baseUrl));
}

/** The time that an ordinary call may take, in milliseconds. */
export const CALL_MS_MAX = 10_000;

/** Makes the options of a call those of who calls. */
export type Sign = (options?: CallOptions) => CallOptions;

/** Calls as everyone may. */
export const unsigned: Sign = (options = {}) => options;
