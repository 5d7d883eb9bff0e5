// When the parts of a page are drawn while changes follow one another faster than all of them can be drawn: some in each
// frame, the one that has waited longest first, each as the page is then. No signals and no DOM.

/** A change that comes so long after the one before is drawn in one go. */
export const REST_MS = 200;
/** So long after a change at most, all parts in sight show it, or a later one. */
export const LAG_MS_MAX = 250;
/** So long after a change at most, parts out of sight show it, or a later one. */
export const UNSEEN_LAG_MS_MAX = 1_000;

const FRAME_MS = 1000 / 60;
/** What a frame may take of the page's thread; the rest is for input, for garbage and for the browser. */
const BUDGET_MS = 0.75 * FRAME_MS;
/** With less room than this in each frame, so many are left alone before one that is longer. */
const ROOM_MS_MIN = 4;
const QUIET_FRAMES = 3;
/** What is taken for the cost of what was never drawn. */
const UNKNOWN_MS = 3;
/** How much a new measurement counts. */
const WEIGHT = 0.25;
/** Of the frames in which nothing is drawn, one in so many is measured. */
const MEASURED = 8;

/** What `draw` begins has ended once the microtasks that it has begun are over. */
export interface Drawable {
  draw(): void;
}

/** A page, whose parts wait when it is drawn. Its changes are counted. */
export interface Whole extends Drawable {
  /** All parts in sight show what has changed before this change. */
  drawn(next: number): void;
}

export interface DrawingWorld {
  now(): number;
  /** Calls back when the next frame is made. */
  onFrame(then: () => void): void;
  /** Calls back when the frame that is being made is laid out and painted. */
  afterFrame(then: () => void): void;
  after(ms: number, then: () => void): void;
}

/** The first change that something does not show. */
interface Missed {
  change: number;
  since: number;
}

export class Drawing {
  readonly #world: DrawingWorld;
  #whole: Whole | undefined;
  #changes = 0;
  #changed = -Infinity;
  /** What the page has not given its parts yet. */
  #missed: Missed | undefined;
  /** The parts that wait; the first one waits longest. */
  readonly #parts = new Map<Drawable, Missed>();
  /** The parts out of sight that wait. */
  readonly #unseen = new Map<Drawable, Missed>();
  /** What is being given to parts. */
  #giving: Missed | undefined;
  /** What it costs to draw something, with all that the browser does for it. */
  readonly #costs = new WeakMap<Drawable, number>();
  /** What the parts cost that have been drawn since the page was: they wait again when it is. */
  #again = 0;
  /** What a frame costs in which nothing is drawn. */
  #base = 0;
  /** How many frames have been made since something was drawn. */
  #quiet = 0;
  #frames = 0;
  #latest = 0;
  #interval = FRAME_MS;
  #runs = false;
  #rests = false;

  constructor(world: DrawingWorld) {
    this.#world = world;
  }

  /** Whether parts wait for their turns when they are given something new. */
  get inTurns(): boolean {
    return this.#giving !== undefined;
  }

  /** The page has changed; gives the number of the change. It is drawn in one go if the change stands alone. */
  change(whole: Whole): number {
    const now = this.#world.now();
    const isAlone = now - this.#changed >= REST_MS && !this.#missed && this.#parts.size === 0;
    this.#changed = now;
    this.#whole = whole;
    const change = ++this.#changes;
    if (isAlone) {
      whole.draw();
      queueMicrotask(() => whole.drawn(change + 1));
    } else {
      this.#missed ??= { change, since: now };
      this.#run();
    }
    return change;
  }

  /** A part waits for its turn. */
  wait(part: Drawable, inSight: boolean): void {
    const missed = this.#giving ?? { change: this.#changes, since: this.#world.now() };
    if (this.#parts.has(part)) return;
    if (inSight) {
      this.#unseen.delete(part);
      this.#parts.set(part, missed);
      this.#run();
    } else if (!this.#unseen.has(part)) {
      this.#unseen.set(part, missed);
      this.#rest();
    }
  }

  /** A part has been drawn, or is gone. Says whether it has waited. */
  drop(part: Drawable): boolean {
    const hasWaited = this.#parts.delete(part);
    return this.#unseen.delete(part) || hasWaited;
  }

  /** The page is gone. */
  stop(whole: Whole): void {
    if (this.#whole !== whole) return;
    this.#whole = undefined;
    this.#missed = undefined;
  }

  #run(): void {
    if (this.#runs) return;
    this.#runs = true;
    this.#world.onFrame(() => void this.#frame());
  }

  /** What is out of sight is drawn once changes rest. */
  #rest(): void {
    if (this.#rests) return;
    this.#rests = true;
    const rested = (): void => {
      const left = this.#changed + REST_MS - this.#world.now();
      if (left > 0 && this.#unseen.size > 0) return this.#world.after(left, rested);
      this.#rests = false;
      this.#show(() => true);
    };
    this.#world.after(REST_MS, rested);
  }

  /** Parts out of sight take their turns with the others. */
  #show(which: (missed: Missed) => boolean): void {
    for (const [part, missed] of this.#unseen) {
      if (!which(missed)) continue;
      this.#unseen.delete(part);
      this.#parts.set(part, { change: this.#changes, since: this.#world.now() });
      this.#run();
    }
  }

  #costOf(one: Drawable): number {
    return Math.min(this.#costs.get(one) ?? UNKNOWN_MS, 4 * FRAME_MS);
  }

  /** What each frame has to take on so that everything is drawn in time, and what all that waits costs. */
  #due(now: number): { pace: number; all: number } {
    let [pace, all] = [0, 0];
    const add = (cost: number, { since }: Missed): void => {
      all += cost;
      pace = Math.max(pace, all / Math.max(1, (since + LAG_MS_MAX - now) / this.#interval - 1));
    };
    for (const [part, missed] of this.#parts) add(this.#costOf(part), missed);
    if (this.#whole && this.#missed) add(this.#costOf(this.#whole) + this.#again, this.#missed);
    return { pace, all };
  }

  async #frame(): Promise<void> {
    const began = this.#world.now();
    this.#frames += 1;
    const interval = Math.min(4 * FRAME_MS, Math.max(FRAME_MS, began - this.#latest));
    this.#interval += WEIGHT * (interval - this.#interval);
    this.#latest = began;
    this.#show(({ since }) => began - since >= UNSEEN_LAG_MS_MAX);

    const { pace, all } = this.#due(began);
    const room = BUDGET_MS - this.#base;
    this.#quiet += 1;
    const [first] = this.#parts.values();
    const oldest = first ?? this.#missed;
    // Without room, some frames are longer, and those between them are not.
    const isTight = room < ROOM_MS_MIN;
    const isTurn = this.#base > 0 && (isTight ? this.#quiet > QUIET_FRAMES : this.#frames % MEASURED > 0);
    const took = new Map<Drawable, number>();
    if (oldest && isTurn) {
      const most = isTight ? Math.max(FRAME_MS, pace * this.#quiet) : Math.max(room, pace);
      await this.#draw(Math.min(all, most), began, took);
      this.#quiet = 0;
    }
    if (took.size > 0 || this.#base === 0 || this.#frames % MEASURED === 0)
      this.#world.afterFrame(() => this.#learn(took, this.#world.now() - began));
    this.#runs = false;
    if (this.#missed || this.#parts.size > 0) this.#run();
  }

  /** Draws what may cost so much, and what is late. */
  async #draw(most: number, began: number, took: Map<Drawable, number>): Promise<void> {
    if (this.#whole && this.#missed) {
      await this.#give(this.#whole, this.#missed, took);
      this.#missed = undefined;
      this.#again = 0;
    }
    let spent = 0;
    for (const [part, missed] of this.#parts) {
      spent += this.#costOf(part);
      if (spent > most && took.size > 1 && began - missed.since < LAG_MS_MAX) break;
      this.#parts.delete(part);
      await this.#give(part, missed, took);
      this.#again += this.#costOf(part);
    }
    const [next] = this.#parts.values();
    this.#whole?.drawn((next ?? this.#missed)?.change ?? this.#changes + 1);
  }

  async #give(one: Drawable, missed: Missed, took: Map<Drawable, number>): Promise<void> {
    const from = this.#world.now();
    this.#giving = missed;
    one.draw();
    await null;
    this.#giving = undefined;
    took.set(one, this.#world.now() - from);
  }

  /** A frame has cost so much. What it took to draw each thing in it is known; what the browser did then is shared by that. */
  #learn(took: ReadonlyMap<Drawable, number>, cost: number): void {
    if (took.size === 0) {
      // What takes longer has mostly been interrupted.
      const weight = this.#base === 0 ? 1 : cost < this.#base ? 2 * WEIGHT : WEIGHT / 4;
      this.#base += weight * (cost - this.#base);
      return;
    }
    const sum = [...took.values()].reduce((one, other) => one + other, 0);
    const more = Math.max(sum, cost - this.#base);
    for (const [one, script] of took) {
      const now = sum > 0 ? (more * script) / sum : more / took.size;
      const before = this.#costs.get(one) ?? now;
      this.#costs.set(one, before + WEIGHT * (now - before));
    }
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
