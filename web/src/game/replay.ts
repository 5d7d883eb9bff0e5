// An ended game, moment by moment: frames that the service makes, in windows, for the viewers that are chosen.
// Signals and no DOM.
import type { MessageInitShape } from "@bufbuild/protobuf";
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { GetReplayIndexResponse } from "../../gen/hierophant/v1/game_service_pb.js";
import {
  ReplayFailure,
  type ReplayFrame,
  type ReplayViewerSchema,
} from "../../gen/hierophant/v1/replay_pb.js";
import type { Event } from "../../gen/hierophant/v1/ruleset_pb.js";
import type { View } from "../../gen/hierophant/v1/view_pb.js";
import { failureOf, type Failure } from "../wire/errors.js";
import { backoff } from "../wire/follow.js";

/** The viewers whose cards are seen: a seat, the spectators, or, with open cards, all of them. */
export type Viewers = number | "spectator" | "open";

/** A decision of a seat, as a log names it. */
export interface DecisionName {
  seat: number;
  decision: number;
}

/** A failure of a seat, counted from 1. */
export interface FailureName {
  seat: number;
  failure: number;
}

/** Frames come and are kept in windows of this many steps. */
export const WINDOW = 100;
const WINDOWS_KEPT_MAX = 24;

/** What an address says about a replay. */
export interface Place {
  step?: number;
  eyes?: Viewers;
  /** The moment before this decision was answered. */
  asked?: DecisionName;
  /** The moment at which the seat failed for that time. */
  failed?: FailureName;
}

/** One moment as it is shown. */
export interface Moment {
  step: number;
  eyes: Viewers;
  frame: ReplayFrame;
  /** The view of the chosen viewer, with its decision; the spectators' if all cards are open. */
  view: View | undefined;
  /** With open cards, the view of each seat, with its decision. */
  seats: View[];
  /** What the chosen viewer was sent of the step. */
  events: Event[];
}

/** Which frames to fetch. */
export interface FramesWanted {
  viewers: MessageInitShape<typeof ReplayViewerSchema>[];
  firstStep: number;
  count: number;
}

/** What a replay needs from the world. */
export interface ReplayWorld {
  index(signal: AbortSignal): Promise<GetReplayIndexResponse>;
  frames(wanted: FramesWanted, signal: AbortSignal): Promise<ReplayFrame[]>;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** Calls back before the next picture is drawn. */
  beforeDrawing(then: () => void): void;
}

/** A window that is asked for and has not come, or will not come. */
interface Fetch {
  run: AbortController;
  /** The latest failure of its calls. */
  failure: Failure | undefined;
  /** Whether it has failed for good. */
  isOver: boolean;
}

/** The service has sent no frames where there are some. */
const EMPTY: Failure = { reason: "FRAMES_MISSING", detail: "", remedy: "stop" };

export class Replay {
  readonly #world: ReplayWorld;
  readonly #run = new AbortController();
  readonly #index = signal<GetReplayIndexResponse | undefined>(undefined);
  readonly #callFailure = signal<Failure | undefined>(undefined);
  readonly #notFound = signal<DecisionName | FailureName | undefined>(undefined);
  readonly #step = signal(0);
  readonly #eyes: Signal<Viewers>;
  readonly #moment = signal<Moment | undefined>(undefined);
  /** Counts the windows that have come. */
  readonly #came = signal(0);
  /** The windows that are here, by name. The latest use is last. */
  readonly #windows = new Map<string, ReplayFrame[]>();
  /** By name: at most the window that is shown and its neighbours. */
  readonly #fetches = new Map<string, Fetch>();
  readonly #place: Place;
  #failures: number[] = [];
  #wanted = 0;
  #moved = false;
  #drawing = false;

  readonly index: ReadonlySignal<GetReplayIndexResponse | undefined> = this.#index;
  /** What is wrong with the calls for what is to be shown. */
  readonly callFailure: ReadonlySignal<Failure | undefined> = this.#callFailure;
  /** The decision or failure that the address names, if it is not in the game; until something is chosen. */
  readonly notFound: ReadonlySignal<DecisionName | FailureName | undefined> = this.#notFound;
  /** The step that is wanted; what is shown follows it. */
  readonly step: ReadonlySignal<number> = this.#step;
  readonly eyes: ReadonlySignal<Viewers>;
  readonly moment: ReadonlySignal<Moment | undefined> = this.#moment;
  /** Whether what has come is not yet what is wanted. */
  readonly isLate: ReadonlySignal<boolean> = computed(() => {
    const moment = this.#moment.value;
    return (
      moment !== undefined &&
      (moment.step !== this.#step.value || moment.eyes !== this.#eyes.value)
    );
  });
  readonly came: ReadonlySignal<number> = this.#came;

  constructor(world: ReplayWorld, place: Place, eyes: Viewers) {
    this.#world = world;
    this.#place = place;
    this.#eyes = signal<Viewers>(place.eyes ?? (place.asked ?? place.failed)?.seat ?? eyes);
    this.eyes = this.#eyes;
  }

  /** Fetches the index, then the place that the address names, or the end. */
  async start(): Promise<void> {
    const index = await this.#tried(
      this.#run.signal,
      (signal) => this.#world.index(signal),
      (failure) => (this.#callFailure.value = failure),
    );
    if (!index) return;
    const { step, asked, failed } = this.#place;
    this.#failures = index.steps.flatMap(({ failure }, i) =>
      failure === ReplayFailure.UNSPECIFIED ? [] : [i],
    );
    this.#index.value = index;
    const seats = index.game?.seats.length ?? 0;
    const eyes = this.#eyes.value;
    if (typeof eyes === "number" && eyes >= seats) this.#eyes.value = "spectator";
    const found = (asked && stepOf(index, asked)) ?? (failed && failureStepOf(index, failed));
    if (step === undefined && found === undefined) this.#notFound.value = asked ?? failed;
    this.#wanted = this.#within(step ?? found ?? this.last);
    this.#draw();
  }

  stop(): void {
    this.#run.abort();
    this.#drop(() => true);
  }

  get last(): number {
    return Math.max(0, (this.#index.value?.stepCount ?? 1) - 1);
  }

  /** Whether somebody has chosen the moment, or the address has. */
  get moved(): boolean {
    return this.#moved || Object.keys(this.#place).length > 0;
  }

  moveTo(step: number): void {
    this.#chosen();
    this.#wanted = this.#within(step);
    this.#drawSoon();
  }

  moveBy(steps: number): void {
    this.moveTo(this.#wanted + steps);
  }

  /** To the beginning of the next chapter, or of this one, or of the one before. */
  moveByChapter(direction: 1 | -1): void {
    const starts = this.#index.value?.chapters.map(({ step }) => step) ?? [];
    const next =
      direction > 0
        ? starts.find((start) => start > this.#wanted)
        : starts.findLast((start) => start < this.#wanted);
    this.moveTo(next ?? (direction > 0 ? this.last : 0));
  }

  /** To the next step at which something went wrong; after the last one to the first. */
  toNextFailure(): void {
    const failures = this.failures();
    const next = failures.find((step) => step > this.#wanted) ?? failures[0];
    if (next !== undefined) this.moveTo(next);
  }

  /** The steps at which something went wrong. */
  failures(): readonly number[] {
    return this.#failures;
  }

  look(eyes: Viewers): void {
    this.#chosen();
    this.#eyes.value = eyes;
    this.#drawSoon();
  }

  /** All that may be chosen, in order; nothing if no viewer has a view. */
  choices(): Viewers[] {
    const index = this.#index.value;
    if (!index?.hasPositions) return [];
    return [...(index.game?.seats ?? []).keys(), "spectator", "open"];
  }

  lookOn(): void {
    const choices = this.choices();
    const next = choices[(choices.indexOf(this.#eyes.value) + 1) % choices.length];
    if (next !== undefined) this.look(next);
  }

  /** The frames up to that moment, as far back as they are here without a gap; the earliest first. */
  past(shown: Pick<Moment, "step" | "eyes">, most: number): { frames: ReplayFrame[]; eyes: Viewers } {
    const frames: ReplayFrame[] = [];
    for (let step = shown.step; step >= 0 && frames.length < most; step--) {
      const frame = this.#frame(shown.eyes, step);
      if (!frame) break;
      frames.push(frame);
    }
    return { frames: frames.reverse(), eyes: shown.eyes };
  }

  #chosen(): void {
    this.#moved = true;
    this.#notFound.value = undefined;
  }

  #within(step: number): number {
    return Math.min(this.last, Math.max(0, Math.floor(step)));
  }

  /** One position for each picture that is drawn, however fast the steps are asked for. */
  #drawSoon(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    this.#world.beforeDrawing(() => {
      this.#drawing = false;
      batch(() => this.#draw());
    });
  }

  #draw(): void {
    if (!this.#index.value) return;
    const [step, eyes] = [this.#wanted, this.#eyes.value];
    this.#step.value = step;
    const frame = this.#frame(eyes, step);
    if (frame) this.#moment.value = momentOf(frame, eyes);
    const window = Math.floor(step / WINDOW);
    const shown = nameOf(eyes, window);
    // The one before has the log.
    const neighbours = [window - 1, window + 1].filter((one) => one >= 0 && one * WINDOW <= this.last);
    const near = new Set([window, ...neighbours].map((one) => nameOf(eyes, one)));
    this.#drop((name) => !near.has(name));
    near.forEach((name) => this.#use(name));
    if (frame) {
      this.#callFailure.value = undefined;
      for (const one of neighbours) this.#need(eyes, one);
    } else {
      // Whoever moves tries again what has failed for good.
      const before = this.#fetches.get(shown);
      if (before?.isOver) this.#fetches.delete(shown);
      this.#need(eyes, window, before?.failure);
      this.#callFailure.value = this.#fetches.get(shown)?.failure;
    }
  }

  #frame(eyes: Viewers, step: number): ReplayFrame | undefined {
    return this.#windows.get(nameOf(eyes, Math.floor(step / WINDOW)))?.[step % WINDOW];
  }

  /** The window is what was used last. */
  #use(name: string): void {
    const frames = this.#windows.get(name);
    if (!frames) return;
    this.#windows.delete(name);
    this.#windows.set(name, frames);
  }

  /** Gives up the fetches with these names. */
  #drop(which: (name: string) => boolean): void {
    for (const [name, { run }] of this.#fetches) {
      if (!which(name)) continue;
      run.abort();
      this.#fetches.delete(name);
    }
  }

  #need(eyes: Viewers, window: number, failure?: Failure): void {
    const name = nameOf(eyes, window);
    if (this.#windows.has(name) || this.#fetches.has(name)) return;
    const fetch: Fetch = { run: new AbortController(), failure, isOver: false };
    this.#fetches.set(name, fetch);
    void this.#fetch(eyes, window, name, fetch);
  }

  async #fetch(eyes: Viewers, window: number, name: string, fetch: Fetch): Promise<void> {
    const isShown = (): boolean =>
      name === nameOf(this.#eyes.value, Math.floor(this.#wanted / WINDOW));
    const failed = (failure: Failure | undefined): void => {
      fetch.failure = failure;
      if (isShown()) this.#callFailure.value = failure;
    };
    const viewers = viewersOf(eyes, this.#index.value?.game?.seats.length ?? 0);
    const frames: ReplayFrame[] = [];
    const end = Math.min((window + 1) * WINDOW, this.last + 1);
    while (window * WINDOW + frames.length < end) {
      const firstStep = window * WINDOW + frames.length;
      const some = await this.#tried(
        fetch.run.signal,
        (signal) => this.#world.frames({ viewers, firstStep, count: end - firstStep }, signal),
        failed,
      );
      if (some?.length === 0) failed(EMPTY);
      if (!some || some.length === 0) {
        // It stays in the list: not each picture asks for it again.
        fetch.isOver = true;
        return;
      }
      frames.push(...some);
    }
    this.#fetches.delete(name);
    this.#windows.set(name, frames);
    for (const old of this.#windows.keys()) {
      if (this.#windows.size <= WINDOWS_KEPT_MAX) break;
      this.#windows.delete(old);
    }
    this.#came.value += 1;
    if (isShown()) this.#drawSoon();
  }

  /** Calls until it works; nothing if the failure is final or the call was given up. */
  async #tried<T>(
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
    failed: (failure: Failure | undefined) => void,
  ): Promise<T | undefined> {
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        const answer = await call(signal);
        if (signal.aborted) return undefined;
        failed(undefined);
        return answer;
      } catch (error) {
        if (signal.aborted) return undefined;
        const failure = failureOf(error);
        failed(failure);
        if (failure.remedy !== "retry") return undefined;
        await this.#world.sleep(backoff(tries, this.#world.random()), signal);
      }
    }
    return undefined;
  }
}

function nameOf(eyes: Viewers, window: number): string {
  return `${eyes} ${window}`;
}

function viewersOf(eyes: Viewers, seats: number): FramesWanted["viewers"] {
  const spectator = { viewer: { case: "spectator", value: {} } } as const;
  const seat = (value: number) => ({ viewer: { case: "seat", value } }) as const;
  if (eyes === "spectator") return [spectator];
  if (eyes === "open") return [spectator, ...[...Array(seats).keys()].map(seat)];
  return [seat(eyes)];
}

/** The frame as the chosen viewers see it. */
function momentOf(frame: ReplayFrame, eyes: Viewers): Moment {
  const asked = (view: View | undefined): View | undefined => {
    if (view?.viewer.case !== "seat") return view;
    const seat = view.viewer.value;
    const decision = frame.decisions.find((one) => one.seat === seat)?.decision;
    return decision ? { ...view, decision } : view;
  };
  const [first, ...rest] = frame.views;
  return {
    step: frame.step,
    eyes,
    frame,
    view: asked(first?.view),
    seats: rest.flatMap(({ view }) => asked(view) ?? []),
    events: eventsOf(frame, eyes),
  };
}

/** What a viewer was sent of a step; with open cards, what the seat of the record was sent. */
export function eventsOf(frame: ReplayFrame, eyes: Viewers): Event[] {
  const record = frame.entry?.record;
  const own = eyes === "open" && record?.case === "answered" ? record.value.seat + 1 : 0;
  return frame.views[own]?.events ?? [];
}

/** The moment at which a seat's decision was open: right before it was answered, if it was. */
export function stepOf(
  index: GetReplayIndexResponse,
  { seat, decision }: DecisionName,
): number | undefined {
  // Decisions count from 1; a record about no decision has 0.
  if (decision === 0) return undefined;
  const answered = index.steps.findLastIndex(
    (step) => step.seat === seat && step.decisionId === decision,
  );
  return answered < 0 ? undefined : Math.max(0, answered - 1);
}

/** The step at which a seat failed for that time. */
export function failureStepOf(
  index: GetReplayIndexResponse,
  { seat, failure }: FailureName,
): number | undefined {
  const steps = index.steps.flatMap((step, i) =>
    step.seat === seat && step.failure !== ReplayFailure.UNSPECIFIED ? [i] : [],
  );
  return steps[failure - 1];
}

/** What an address says: `?step=120&eyes=2`, `?seat=2&decision=45`, or `?seat=2&failure=1`. */
export function placeIn(search: string): Place {
  const fields = new URLSearchParams(search);
  const number = (name: string): number | undefined => {
    const text = fields.get(name);
    return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
  };
  const place: Place = {};
  const [step, seat] = [number("step"), number("seat")];
  const [decision, failure] = [number("decision"), number("failure")];
  const eyes = fields.get("eyes");
  if (step !== undefined) place.step = step;
  if (eyes === "spectator" || eyes === "open") place.eyes = eyes;
  else if (number("eyes") !== undefined) place.eyes = number("eyes") ?? 0;
  if (seat !== undefined && decision !== undefined) place.asked = { seat, decision };
  else if (seat !== undefined && failure !== undefined) place.failed = { seat, failure };
  return place;
}

export function searchOf(step: number, eyes: Viewers): string {
  return `?step=${step}&eyes=${eyes}`;
}
