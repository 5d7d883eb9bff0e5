// The service's time, as this machine can tell it.
import { timestampMs, type Timestamp } from "@bufbuild/protobuf/wkt";

/** Follows the service's clock by a monotonic one, so that a change of the machine's time is nothing. */
export class ServiceClock {
  #offset: number | undefined;
  readonly #monotonic: () => number;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Takes the service's time from a message that has just arrived. The earliest arrival is the truest. */
  heard(serverTime: Timestamp): void {
    const offset = timestampMs(serverTime) - this.#monotonic();
    if (
      this.#offset === undefined ||
      Math.abs(offset - this.#offset) > 2_000 ||
      offset > this.#offset
    ) {
      this.#offset = offset;
    }
  }

  /** What is left until the service decides for the seat, in milliseconds; the grace is not promised. */
  left(decideBy: Timestamp): number | undefined {
    if (this.#offset === undefined) return undefined;
    return timestampMs(decideBy) - (this.#monotonic() + this.#offset);
  }
}

/** The two parts of what is left: the free time of the choice, and the bank that pays for what it takes beyond. */
export function partsOf(left: number, bankMs: number): { free: number; bank: number } {
  const whole = Math.max(0, left);
  const bank = Math.min(Math.max(0, bankMs), whole);
  return { free: whole - bank, bank };
}

/** What is said while the time for a choice runs out, in seconds that are left; each once. */
export const WARNINGS_S = [30, 10] as const;

export class Warnings {
  readonly #said = new Set<number>();

  /** What was left when the page first saw the choice: what is over then is not said. */
  constructor(left: number) {
    for (const seconds of WARNINGS_S) if (left <= seconds * 1000) this.#said.add(seconds);
  }

  /** The seconds to say now, if any: the fewest, where a page has slept. */
  due(left: number): number | undefined {
    const due = WARNINGS_S.filter((seconds) => left <= seconds * 1000 && !this.#said.has(seconds));
    for (const seconds of due) this.#said.add(seconds);
    return left > 0 ? due.at(-1) : undefined;
  }
}

/** `0:24`, `1:02:03`. */
export function clockFace(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = `${String(rest).padStart(2, "0")}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
