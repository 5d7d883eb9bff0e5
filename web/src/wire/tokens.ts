// Tokens of games: read from the address once, erased there, kept in this browser alone.
import type { Sign } from "./transport.js";

/** What opens a game in this browser. */
export interface Key {
  /** The token: a secret. */
  token: string;
  /** The seat that it opens; absent for the spectators' token. */
  seat?: number;
  /** The spectators' token, for those who have created the game. */
  spectators?: string;
  /** What to create for another game like this one. */
  table?: TableChoice;
  /** When this browser first had it, in milliseconds. */
  since: number;
  ruleset?: string;
  /** The seats of people who were invited from here, and have made no move that was seen here. */
  invited?: number[];
  /** Whether the game is known to be over. */
  over?: boolean;
}

/** A table as a person has chosen it. */
export interface TableChoice {
  ruleset: string;
  opponent: string;
  seats: number;
  name: string;
  /** How many of the other seats are for people who are invited. */
  friends?: number;
  /** What they are called; what is not said is the page's own. */
  friendNames?: string[];
  /** Which clock; none in what was kept before there were any. */
  clock?: ClockName;
}

/** An invitation to a seat: the browser that opens it first replaces its token, so that it opens nothing for anybody else. */
export interface Invitation {
  game: string;
  seat: number;
  token: string;
}

export type ClockName = "none" | "relaxed" | "quick";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "hierophant.game.";
const KEPT_MAX = 30;

/** The token in a fragment such as `#seat=0&token=...`. */
export function keyInFragment(fragment: string, now: number): Key | undefined {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const token = fields.get("token");
  if (!token || !isToken(token)) return undefined;
  const seat = fields.get("seat");
  return seat !== null && /^\d{1,2}$/.test(seat)
    ? { token, seat: Number(seat), since: now }
    : { token, since: now };
}

/** Whether a fragment says that the tab is to keep its token. */
export function isKeptFragment(fragment: string): boolean {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("keep") === "tab";
}

/** Whether a page of this host comes from the machine itself. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The address that invites to a seat. */
export function invitationLink(origin: string, { game, seat, token }: Invitation): string {
  const fields = new URLSearchParams({ game, seat: `${seat}`, invite: token });
  return `${origin}/play#${fields}`;
}

/** The invitation in a fragment such as `#game=a1&seat=1&invite=...`. */
export function invitationIn(fragment: string): Invitation | undefined {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const [game, seat, token] = ["game", "seat", "invite"].map((name) => fields.get(name) ?? "");
  if (!game || !seat || !token) return undefined;
  const isOne = /^[a-z0-9_-]{1,64}$/.test(game) && /^\d{1,2}$/.test(seat) && isToken(token);
  return isOne && isGameToken(token) ? { game, seat: Number(seat), token } : undefined;
}

/** Whether this can be a token: one line of visible letters. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,1024}$/.test(text);
}

/** Whether this is the token of an agent: `ha1_` is their prefix, as `service/secrets/agent_token.rs` has it. */
export function isAgentToken(token: string): boolean {
  return token.startsWith("ha1_");
}

/** Whether this may be a token of a game: `hp1_` is the prefix of principals, as `service/secrets/principals.rs` has it. */
export function isGameToken(token: string): boolean {
  return !isAgentToken(token) && !token.startsWith("hp1_");
}

/** Signs calls with this token, which goes into the metadata and nowhere else. */
export function signing(token: string | undefined): Sign {
  return (options = {}) =>
    token === undefined ? options : { ...options, headers: { authorization: `Bearer ${token}` } };
}

/** Keys of games, in a browser's storage; without storage they last as long as the page. */
export class Keys {
  readonly #page = new Map<string, Key>();
  readonly #store: Store | undefined;

  constructor(store: Store | undefined) {
    this.#store = store;
  }

  get(game: string): Key | undefined {
    return this.#page.get(game) ?? this.#kept(game);
  }

  #kept(game: string): Key | undefined {
    try {
      return parsed(this.#store?.getItem(PREFIX + game) ?? null);
    } catch {
      return undefined;
    }
  }

  /** Takes the key of a link. It never takes the place of a seat: it opens the game in this page alone then. */
  take(game: string, key: Key): void {
    const before = this.#kept(game) ?? this.#page.get(game);
    if (!before || (before.seat === undefined && key.seat !== undefined)) this.put(game, key);
    else this.#page.set(game, before.token === key.token ? before : key);
  }

  put(game: string, key: Key): void {
    this.#page.set(game, key);
    try {
      this.#store?.setItem(PREFIX + game, JSON.stringify(key));
      for (const old of this.games().slice(KEPT_MAX)) this.#store?.removeItem(PREFIX + old.game);
    } catch {
      // A full or forbidden storage: the page itself still has the key.
    }
  }

  /** Adds to what is known of a game whose key is kept; what a page alone has stays there alone. */
  learn(game: string, part: Partial<Key>): void {
    const kept = this.#kept(game);
    if (!kept) return;
    const inPage = this.#page.get(game);
    this.put(game, { ...kept, ...part });
    if (inPage && inPage.token !== kept.token) this.#page.set(game, inPage);
  }

  /** As long as the page lasts, for a game that is looked at in passing: a browser keeps few keys. */
  keepInPage(game: string, key: Key): void {
    this.#page.set(game, key);
  }

  forget(game: string): void {
    this.#page.delete(game);
    try {
      this.#store?.removeItem(PREFIX + game);
    } catch {
      // As above.
    }
  }

  /** The games that this browser has keys of, newest first. */
  games(): { game: string; key: Key }[] {
    const found: { game: string; key: Key }[] = [];
    try {
      const store = this.#store;
      for (let i = 0; store && i < store.length; i++) {
        const name = store.key(i);
        if (!name?.startsWith(PREFIX)) continue;
        const key = parsed(store.getItem(name));
        if (key) found.push({ game: name.slice(PREFIX.length), key });
      }
    } catch {
      return [];
    }
    return found.sort((a, b) => b.key.since - a.key.since);
  }
}

function parsed(text: string | null): Key | undefined {
  if (text === null) return undefined;
  try {
    const key = JSON.parse(text) as Partial<Key> | null;
    return typeof key?.token === "string" && typeof key.since === "number"
      ? (key as Key)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The storage of this tab, if it may be used. */
export function tabStore(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** This browser's storage, if it may be used. */
export function browserStore(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
