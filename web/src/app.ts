// What every page shares: the service, the tokens, the streams' leases.
import { signal } from "@preact/signals";
import { browserLeases } from "./wire/lease.js";
import { browserStore, keyInFragment, Keys } from "./wire/tokens.js";
import { gameClient } from "./wire/transport.js";
import { routeOf } from "./ui/router.js";
import type { SessionWorld } from "./game/session.js";
import { en } from "./strings/en.js";

export const client = gameClient(location.origin);
export const keys = new Keys(browserStore());

/** A principal's token, which creates games where the service asks for one. It lasts as long as the page. */
export const account = signal<string | undefined>(undefined);

/** How many tokens addresses have brought: a page that waits for one looks again. */
export const tokensTaken = signal(0);

/** Takes a token out of the address before anything else reads it. */
export function takeFragment(): void {
  const key = keyInFragment(location.hash, Date.now());
  if (!key) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  const route = routeOf(location.pathname);
  if (route.page === "game") {
    keys.take(route.id, key);
  } else {
    account.value = key.token;
  }
  tokensTaken.value += 1;
}

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

export function sessionWorld(): SessionWorld {
  return {
    client,
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
