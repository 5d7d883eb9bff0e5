// What the pages share of tokens: those of games, and those of a principal and of an agent.
import { effect, signal } from "@preact/signals";
import { routeOf } from "./ui/router.js";
import { Account } from "./wire/account.js";
import { backoff } from "./wire/follow.js";
import { failureOf } from "./wire/errors.js";
import { HeldToken } from "./wire/held.js";
import {
  browserStore,
  isGameToken,
  isKeptFragment,
  isLoopback,
  keyInFragment,
  Keys,
  tabStore,
} from "./wire/tokens.js";
import { sleep } from "./world.js";

export { client, randomId, sleep } from "./world.js";

export const keys = new Keys(browserStore());

const held = new HeldToken(tabStore());

/** The page's tokens that are no game's. */
export const tokens = new Account(held);

/**
 * A principal's token, which creates games where the service asks for one, and opens what its holder has. It lasts as
 * long as the page, or, if the person has said so, as long as the tab.
 */
export const account = tokens.token;

/** Whether the tab keeps the token, so that the page has it after it is loaded again. */
export const keeps = tokens.keeps;

effect(() => held.write(keeps.value ? account.value : undefined));

/** How many tokens addresses have brought: a page that waits for one looks again. */
export const tokensTaken = signal(0);

/** Takes a token out of the address before anything else reads it. */
export function takeFragment(): void {
  const key = keyInFragment(location.hash, Date.now());
  if (!key) return;
  // A program on this machine prints such links: its token is of no use once the program has ended.
  const isKept = isKeptFragment(location.hash) && isLoopback(location.hostname);
  history.replaceState(history.state, "", location.pathname + location.search);
  const route = routeOf(location.pathname);
  // What a browser keeps for a game is a token of that game, never that of an agent or a principal.
  if (route.page === "game" && isGameToken(key.token)) keys.take(route.id, key);
  else tokens.take(key.token, isKept);
  tokensTaken.value += 1;
}

const TRIES_MAX = 4;

/** Calls again, a few times, what has failed for a while. */
export async function tried<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (signal?.aborted || failureOf(error).remedy !== "retry" || tries >= TRIES_MAX) throw error;
      await sleep(backoff(tries, Math.random()), signal ?? new AbortController().signal);
    }
  }
}
