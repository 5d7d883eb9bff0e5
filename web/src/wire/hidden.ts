// Whether the page has been hidden for so long that it gives up its streams, and when it is seen again.
import { REST_AFTER_MS } from "./follow.js";

/** What tells whether the page is seen. */
export interface Sight {
  monotonic(): number;
  /** Whether the page is seen. */
  visible(): boolean;
  /** Calls back whenever `visible` changes; gives what ends that. */
  onVisibility(then: () => void): () => void;
}

export class Hidden {
  readonly #sight: Sight;
  #since: number | undefined;

  constructor(sight: Sight) {
    this.#sight = sight;
  }

  /** To be called at the beginning, and whenever visibility changes. */
  look(): void {
    this.#since = this.#sight.visible() ? undefined : (this.#since ?? this.#sight.monotonic());
  }

  isLong(): boolean {
    return this.#since !== undefined && this.#sight.monotonic() - this.#since >= REST_AFTER_MS;
  }

  /** Resolves once the page is seen, or `signal` is aborted. */
  untilSeen(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = this.#sight.onVisibility(() => {
        if (this.#sight.visible()) done();
      });
      const done = (): void => {
        end();
        resolve();
      };
      signal.addEventListener("abort", done, { once: true });
      if (signal.aborted || this.#sight.visible()) done();
    });
  }
}
