// The spectators' token of a game, for its owner.
import { failureOf } from "./errors.js";

/**
 * The id of the request for the token. The same owner always sends the same one for a game, so that the pages of one
 * owner get the same token, none takes it from another, and none adds a record. Nobody guesses it who does not know
 * the owner's token.
 */
export async function watchId(
  game: string,
  owner: string | undefined,
  subtle: SubtleCrypto | undefined = globalThis.crypto.subtle,
): Promise<string> {
  const bytes = new TextEncoder().encode(`watch ${game} ${owner ?? ""}`);
  if (owner === undefined || !subtle) return fnv(bytes);
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** FNV-1a of 128 bits, where a page is no secure context and has no SHA-256. */
function fnv(bytes: Uint8Array): string {
  let hash = 0x6c62272e07bb014262b821756295c58dn;
  for (const byte of bytes)
    hash = BigInt.asUintN(128, (hash ^ BigInt(byte)) * 0x1000000000000000000013bn);
  return hash.toString(16).padStart(32, "0");
}

/** The token. Where somebody else has replaced what the id once gave, another id gets one, once. */
export async function watchToken(
  id: string,
  random: () => string,
  rotate: (requestId: string) => Promise<string>,
): Promise<string> {
  try {
    return await rotate(id);
  } catch (error) {
    if (failureOf(error).reason !== "REQUEST_ID_REUSED") throw error;
    return rotate(random());
  }
}
