// What every page needs of the browser and of the service, without a token.
import type { SessionWorld } from "./game/session.js";
import { en } from "./strings/en.js";
import { browserLeases } from "./wire/lease.js";
import { gameClient, type Sign } from "./wire/transport.js";

export const client = gameClient(location.origin);

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}

/** The world of a visit to a game, whose calls are signed like this. */
export function sessionWorld(sign: Sign): SessionWorld {
  return {
    client,
    sign,
    leases: browserLeases(navigator.locks, location.protocol === "https:"),
    sleep,
    random: Math.random,
    monotonic: () => performance.now(),
    visible: () => document.visibilityState === "visible",
    onVisibility: (then) => {
      document.addEventListener("visibilitychange", then);
      return () => document.removeEventListener("visibilitychange", then);
    },
    watcherId: randomId(),
    gapText: en.game.gap,
  };
}

/** 128 random bits; also where a page is no secure context and has no `randomUUID`. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
