// Shows step by step, so that a person can follow programs that answer at once.

export interface Pace {
  /** The longest wait between two steps, in milliseconds. */
  step: number;
  /** The longest time that the page may be behind, in milliseconds. */
  behind: number;
}

export const PACE: Pace = { step: 700, behind: 4_000 };

/** A queue of steps. It catches up when one of them asks the own seat. */
export class Pacing<Step> {
  readonly #show: (step: Step) => void;
  readonly #urgent: (step: Step) => boolean;
  readonly #after: (ms: number, then: () => void) => () => void;
  #pace: Pace;
  #queue: Step[] = [];
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
    if (!this.#cancel) this.#next();
  }

  /** Shows everything that waits. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const queue = this.#queue;
    this.#queue = [];
    for (const step of queue) this.#show(step);
  }

  /** Forgets what waits and stops. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#queue = [];
  }

  #next(): void {
    const step = this.#queue.shift();
    if (step === undefined) {
      this.#cancel = undefined;
      return;
    }
    this.#show(step);
    const wait = Math.min(this.#pace.step, this.#pace.behind / (this.#queue.length + 1));
    this.#cancel = this.#after(wait, () => this.#next());
  }
}
