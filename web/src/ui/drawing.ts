// When a page is drawn while changes follow one another faster than it can be drawn: as a whole, and then not again for a
// while, so that most frames are in time. What is out of sight waits longer. No signals and no DOM.

/** A change that comes so long after the one before is drawn at once. */
export const REST_MS = 200;
/** A page is left alone for so long at most, however long it takes to draw. */
export const ALONE_MS_MAX = 250;
/** So long after a change at most, what is out of sight is drawn with the page. */
export const UNSEEN_LAG_MS_MAX = 1_000;

const FRAME_MS = 1000 / 60;
/** What a frame may take of the page's thread; the rest is for input, for garbage and for the browser. */
const BUDGET_MS = 0.75 * FRAME_MS;
/** A page that takes longer than a frame is left alone for so many times as long. */
const ALONE = 2.5;

/** What `draw` begins has ended once the microtasks that it has begun are over. */
export interface Drawable {
  draw(): void;
}

export interface DrawingWorld {
  now(): number;
  /** Calls back when the next frame is made. */
  onFrame(then: () => void): void;
  /** Calls back when the frame that is being made is laid out and painted. */
  afterFrame(then: () => void): void;
  after(ms: number, then: () => void): void;
}

export class Drawing {
  readonly #world: DrawingWorld;
  /** What is drawn next. */
  readonly #waiting = new Set<Drawable>();
  /** What is out of sight, and since when it waits. */
  readonly #unseen = new Map<Drawable, number>();
  #changed = -Infinity;
  /** Until then nothing is drawn. */
  #alone = -Infinity;
  #runs = false;
  #rests = false;
  #follows = false;

  constructor(world: DrawingWorld) {
    this.#world = world;
  }

  /** Whether what is drawn now is one of many changes: what is out of sight waits. */
  get follows(): boolean {
    return this.#follows;
  }

  /** The page has changed. It is drawn at once if the change stands alone. */
  change(page: Drawable): void {
    const now = this.#world.now();
    const isAlone = now - this.#changed >= REST_MS && this.#waiting.size === 0;
    this.#changed = now;
    if (isAlone) page.draw();
    else this.wait(page);
  }

  /** Draws this with the page, the next time. */
  wait(one: Drawable): void {
    this.#unseen.delete(one);
    this.#waiting.add(one);
    this.#run();
  }

  /** Draws this once changes rest, or when it has waited for long. */
  waitUnseen(one: Drawable): void {
    if (this.#waiting.has(one) || this.#unseen.has(one)) return;
    this.#unseen.set(one, this.#world.now());
    this.#rest();
  }

  /** This has been drawn, or is gone. Says whether it has waited. */
  drop(one: Drawable): boolean {
    const hasWaited = this.#waiting.delete(one);
    return this.#unseen.delete(one) || hasWaited;
  }

  #run(): void {
    if (this.#runs) return;
    this.#runs = true;
    this.#world.onFrame(() => void this.#frame());
  }

  #rest(): void {
    if (this.#rests) return;
    this.#rests = true;
    const rested = (): void => {
      const left = this.#changed + REST_MS - this.#world.now();
      if (left > 0 && this.#unseen.size > 0) return this.#world.after(left, rested);
      this.#rests = false;
      for (const one of this.#unseen.keys()) this.wait(one);
    };
    this.#world.after(REST_MS, rested);
  }

  async #frame(): Promise<void> {
    const began = this.#world.now();
    this.#runs = false;
    if (began < this.#alone) return this.#run();
    for (const [one, since] of this.#unseen) if (began - since >= UNSEEN_LAG_MS_MAX) this.wait(one);
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#follows = true;
    for (const one of waiting) one.draw();
    await null;
    this.#follows = false;
    this.#world.afterFrame(() => {
      const now = this.#world.now();
      const took = now - began;
      if (took > BUDGET_MS) this.#alone = now + Math.min(ALONE * took, ALONE_MS_MAX);
    });
  }
}

/** The page's own. */
export const drawing = new Drawing({
  now: () => performance.now(),
  onFrame: (then) => {
    requestAnimationFrame(() => then());
  },
  // Frames are made in one task: the next one comes after it.
  afterFrame: (then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      then();
    };
    port2.postMessage(null);
  },
  after: (ms, then) => {
    setTimeout(then, ms);
  },
});
