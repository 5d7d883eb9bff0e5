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

/** `0:24`, `1:02:03`. */
export function clockFace(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = `${String(rest).padStart(2, "0")}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
