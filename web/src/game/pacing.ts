// Shows step by step, so that a person can follow programs that answer at once.
import { signal, type ReadonlySignal } from "@preact/signals";

export interface Pace {
  /** The longest wait between two steps, in milliseconds. */
  step: number;
  /** The longest time that the page may be behind, in milliseconds. */
  behind: number;
}

export const PACE: Pace = { step: 450, behind: 5_000 };

/** A queue of steps, shown one after another. An urgent step, such as a decision whose clock runs, ends the waiting. */
export class Pacing<Step> {
  readonly #show: (step: Step) => void;
  readonly #urgent: (step: Step) => boolean;
  readonly #after: (ms: number, then: () => void) => () => void;
  #pace: Pace;
  #queue: Step[] = [];
  /** The longest queue since it was last empty: all of it is shown within `behind`. */
  #longest = 0;
  readonly #waiting = signal(0);

  /** How many steps wait to be shown. */
  readonly waiting: ReadonlySignal<number> = this.#waiting;
  #cancel: (() => void) | undefined;

  constructor(
    show: (step: Step) => void,
    urgent: (step: Step) => boolean,
    pace: Pace = PACE,
    after: (ms: number, then: () => void) => () => void = (ms, then) => {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
  ) {
    this.#show = show;
    this.#urgent = urgent;
    this.#pace = pace;
    this.#after = after;
  }

  set pace(pace: Pace) {
    this.#pace = pace;
    if (pace.step === 0) this.flush();
  }

  push(step: Step): void {
    this.#queue.push(step);
    if (this.#pace.step === 0 || this.#urgent(step)) return this.flush();
    this.#longest = Math.max(this.#longest, this.#queue.length);
    this.#waiting.value = this.#queue.length;
    if (!this.#cancel) this.#next();
  }

  /** Shows everything that waits. */
  flush(): void {
    const queue = this.#queue;
    this.stop();
    for (const step of queue) this.#show(step);
  }

  /** Forgets what waits and stops. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#queue = [];
    this.#longest = 0;
    this.#waiting.value = 0;
  }

  #next(): void {
    const step = this.#queue.shift();
    if (step === undefined) {
      this.#cancel = undefined;
      this.#longest = 0;
      return;
    }
    this.#waiting.value = this.#queue.length;
    this.#show(step);
    const wait = Math.min(this.#pace.step, this.#pace.behind / Math.max(1, this.#longest));
    this.#cancel = this.#after(wait, () => this.#next());
  }
}
