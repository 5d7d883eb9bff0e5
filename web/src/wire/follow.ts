// Follows one game for one viewer: over a stream where that works, by polling where it does not.
// It resumes where it was, and says at each moment how it stands.
import type { GameUpdate, SeatAccount, View } from "../../gen/hierophant/v1/view_pb.js";
import type { WatchGameResponse } from "../../gen/hierophant/v1/game_service_pb.js";
import { GameStatus } from "../../gen/hierophant/v1/game_pb.js";
import { failureOf, type Failure } from "./errors.js";
import type { Leases } from "./lease.js";
import { nested } from "./nested.js";

/** How the page is connected. */
export type Link =
  | { state: "connecting" }
  | { state: "live" }
  /** By `GetView`, and why: a proxy holds the stream back, or other tabs have the streams. */
  | { state: "polling"; why: "buffered" | "tabs" }
  | { state: "hidden" }
  | { state: "waiting"; failure: Failure; seconds: number }
  | { state: "replaced" }
  | { state: "stopped"; failure: Failure }
  | { state: "ended" };

export interface Sink {
  snapshot(view: View): void;
  update(update: GameUpdate): void;
  account(account: SeatAccount): void;
  link(link: Link): void;
}

/** What `follow` needs from the world; the tests script it. */
export interface World {
  watch(resumeAfter: number | undefined, signal: AbortSignal): AsyncIterable<WatchGameResponse>;
  view(signal: AbortSignal): Promise<View>;
  lease: Leases;
  /** Waits; ends early, without an error, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** Whether the page may rest, because nobody sees it and its seat is not asked. */
  mayRest(): boolean;
  /** Resolves once the page is seen again: without a stream it cannot learn that its seat is asked. */
  awake(signal: AbortSignal): Promise<void>;
  /** Resolves once another call has reached the service: there is no reason to wait any longer then. */
  reached?(): Promise<void>;
}

export const BACKOFF_MS = [500, 15_000] as const;
export const FIRST_MESSAGE_MS_MAX = 5_000;
export const SILENCE_MS_MAX = 50_000;
export const POLL_MS = 2_000;
/** How often a polling page tries whether a stream works by now. */
export const POLLS_BEFORE_STREAM = 30;
/** How long a page that nobody sees keeps its stream. */
export const REST_AFTER_MS = 30_000;

/** The wait before attempt `failures` (from 1), between half and all of the doubled time. */
export function backoff(failures: number, random: number): number {
  const [least, most] = BACKOFF_MS;
  return Math.round(Math.min(most, least * 2 ** (failures - 1)) * (0.5 + random / 2));
}

type Ending = "ended" | "closed" | "silent" | "buffered" | "rest" | { failure: Failure };

/** Follows until the game ends, the failure is final, or the signal is aborted. */
export async function follow(world: World, sink: Sink, signal: AbortSignal): Promise<void> {
  let version: number | undefined;
  let failures = 0;
  let buffered = 0;
  // The stream after polling begins with a view, so that its first message comes at once.
  let probes = false;

  const took = (view: View): boolean => {
    version = view.viewVersion;
    failures = 0;
    sink.snapshot(view);
    return view.status === GameStatus.ENDED;
  };
  const waits = async (failure: Failure): Promise<void> => {
    failures += 1;
    const ms = backoff(failures, world.random());
    sink.link({ state: "waiting", failure, seconds: Math.ceil(ms / 1000) });
    await Promise.race([world.sleep(ms, signal), ...(world.reached ? [world.reached()] : [])]);
  };

  sink.link({ state: "connecting" });
  while (!signal.aborted) {
    if (world.mayRest()) {
      sink.link({ state: "hidden" });
      await world.awake(signal);
      continue;
    }
    const lease = buffered > 0 ? undefined : await world.lease();
    if (signal.aborted) return lease?.release();
    if (!lease) {
      sink.link({ state: "polling", why: buffered > 0 ? "buffered" : "tabs" });
      try {
        if (took(await world.view(signal))) return sink.link({ state: "ended" });
        buffered = Math.max(0, buffered - 1);
        await world.sleep(POLL_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        if (failure.remedy === "stop") return sink.link({ state: "stopped", failure });
        await waits(failure);
      }
      continue;
    }
    const ending = await stream(world, sink, signal, probes ? undefined : version, {
      snapshot: (view) => {
        probes = false;
        return took(view);
      },
      version: (now) => {
        probes = false;
        version = now;
        failures = 0;
      },
    }).finally(() => lease.release());
    if (signal.aborted) return;
    if (ending === "ended") return sink.link({ state: "ended" });
    if (ending === "rest") continue;
    if (ending === "buffered") {
      buffered = POLLS_BEFORE_STREAM;
      probes = true;
    } else if (ending === "closed" || ending === "silent") {
      await waits({
        reason: ending === "closed" ? "CLOSED" : "SILENT",
        detail: "",
        remedy: "retry",
      });
    } else if (ending.failure.remedy === "begin-anew") {
      version = undefined;
      failures += 1;
      if (failures > 1) await waits(ending.failure);
    } else if (ending.failure.remedy === "replaced") {
      return sink.link({ state: "replaced" });
    } else if (ending.failure.remedy === "stop") {
      return sink.link({ state: "stopped", failure: ending.failure });
    } else {
      await waits(ending.failure);
    }
  }
}

interface Progress {
  snapshot(view: View): boolean;
  version(version: number): void;
}

/** One stream, to its end. */
async function stream(
  world: World,
  sink: Sink,
  outer: AbortSignal,
  resumeAfter: number | undefined,
  progress: Progress,
): Promise<Ending> {
  const own = nested(outer);
  const messages = world.watch(resumeAfter, own.signal)[Symbol.asyncIterator]();
  let patience = FIRST_MESSAGE_MS_MAX;
  try {
    for (;;) {
      // A resumed stream with nothing new says nothing before its first heartbeat.
      const wait = resumeAfter === undefined ? patience : SILENCE_MS_MAX;
      const next = await within(world, wait, own.signal, messages.next());
      if (next === "late")
        return patience === FIRST_MESSAGE_MS_MAX && resumeAfter === undefined
          ? "buffered"
          : "silent";
      if (next === "rest") return "rest";
      if (next.done) return "closed";
      patience = SILENCE_MS_MAX;
      sink.link({ state: "live" });
      const { message } = next.value;
      switch (message.case) {
        case "snapshot":
          if (progress.snapshot(message.value)) return "ended";
          break;
        case "update":
          progress.version(message.value.viewVersion);
          sink.update(message.value);
          break;
        case "heartbeat":
          if (message.value.account) sink.account(message.value.account);
          break;
        case "ended":
          if (message.value.view) progress.snapshot(message.value.view);
          return "ended";
      }
    }
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    own.end();
  }
}

/** The next message, or that it is late, or that the page may rest. */
export async function within<T>(
  world: Pick<World, "sleep" | "mayRest">,
  ms: number,
  signal: AbortSignal,
  next: Promise<T>,
): Promise<T | "late" | "rest"> {
  const timer = nested(signal);
  const late = (async (): Promise<"late" | "rest" | "aborted"> => {
    for (let waited = 0; waited < ms && !timer.signal.aborted;) {
      const step = Math.min(ms - waited, REST_AFTER_MS);
      await world.sleep(step, timer.signal);
      waited += step;
      if (timer.signal.aborted) return "aborted";
      if (world.mayRest()) return "rest";
    }
    return timer.signal.aborted ? "aborted" : "late";
  })();
  try {
    const first = await Promise.race([next, late]);
    if (first === "late" || first === "rest") {
      next.catch(() => {}); // It fails when the stream is given up.
      return first;
    }
    return first === "aborted" ? await next : (first as T);
  } finally {
    timer.end();
  }
}
