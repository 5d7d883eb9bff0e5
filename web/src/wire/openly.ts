// Reading what may be open to everyone: with what the page has, else without a token.
import { failureOf } from "./errors.js";
import type { Sign } from "./transport.js";

/** The service does not know the caller, or has nothing of that name for it. */
export const STRANGERS: ReadonlySet<string> = new Set([
  "TOKEN_UNKNOWN",
  "UNAUTHENTICATED",
  "TOKEN_NOT_PERMITTED",
  "TOURNAMENT_UNKNOWN",
  "GAME_UNKNOWN",
]);

/** Signs calls in the first way that the service takes, and stays with it. */
export class Reader {
  readonly #ways: readonly Sign[];
  #chosen: Sign | undefined;

  constructor(ways: readonly Sign[]) {
    this.#ways = ways;
  }

  /** The way that the service has taken. */
  get chosen(): Sign | undefined {
    return this.#chosen;
  }

  async read<T>(call: (sign: Sign) => Promise<T>): Promise<T> {
    if (this.#chosen) return call(this.#chosen);
    const first: unknown[] = [];
    for (const way of this.#ways) {
      try {
        const answer = await call(way);
        this.#chosen ??= way;
        return answer;
      } catch (error) {
        if (!STRANGERS.has(failureOf(error).reason)) throw error;
        first.push(error);
      }
    }
    // What the page's own token is told says more than what strangers are told.
    throw first[0];
  }

  async *stream<T>(call: (sign: Sign) => AsyncIterable<T>): AsyncIterable<T> {
    const [messages, begun] = await this.read(async (sign) => {
      const messages = call(sign)[Symbol.asyncIterator]();
      return [messages, await messages.next()] as const;
    });
    for (let next = begun; next.done !== true; next = await messages.next()) yield next.value;
  }
}
