// One visit to one game: follows it, shows it step by step, and sends the answers of the seat.
import { signal, type ReadonlySignal } from "@preact/signals";
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";
import { type Game, GameStatus } from "../../gen/hierophant/v1/game_pb.js";
import type { SubmitActionResponse } from "../../gen/hierophant/v1/game_service_pb.js";
import type { GameUpdate, View } from "../../gen/hierophant/v1/view_pb.js";
import { backoff, follow, type Link, type World } from "../wire/follow.js";
import { Hidden, type Sight } from "../wire/hidden.js";
import { failureOf, type Failure } from "../wire/errors.js";
import type { Leases } from "../wire/lease.js";
import { nested } from "../wire/nested.js";
import { ServiceClock } from "../wire/clock.js";
import { CALL_MS_MAX, type GameClient, type Sign } from "../wire/transport.js";
import { GameModel, LOG_MAX } from "./model.js";
import { Pacing, type Pace } from "./pacing.js";
import { type Answer, Trail } from "./choice.js";

/** How the answer that was given last fares. */
export type Sending =
  | { state: "idle" }
  | { state: "sending"; decisionId: number; text: string; tries: number }
  | { state: "refused"; decisionId: number; failure: Failure };

/** How long the view may take to follow an answer before the page asks for it. */
const VIEW_MS_MAX = 1_500;

export interface SessionWorld extends Sight {
  client: GameClient;
  sign: Sign;
  leases: Leases;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  watcherId: string;
  gapText: string;
}

export class Session {
  readonly game: string;
  readonly seat: number | undefined;
  readonly model: GameModel;
  readonly clock: ServiceClock;
  readonly trail = new Trail();

  readonly #world: SessionWorld;
  readonly #link = signal<Link>({ state: "connecting" });
  readonly #sending = signal<Sending>({ state: "idle" });
  readonly #about = signal<Game | undefined>(undefined);
  readonly #pacing: Pacing<GameUpdate | View>;
  #run: AbortController | undefined;
  /** The newest version that has arrived, shown or not. */
  #received = 0;
  /** Whether what happened before the visit was asked for. */
  #askedPast = false;
  readonly #hidden: Hidden;
  /** Ends the wait before the next attempt to follow the game. */
  #reached: () => void = () => {};

  readonly link: ReadonlySignal<Link> = this.#link;
  readonly sending: ReadonlySignal<Sending> = this.#sending;
  /** The game in its public form. */
  readonly about: ReadonlySignal<Game | undefined> = this.#about;

  constructor(world: SessionWorld, id: string, seat: number | undefined) {
    this.#world = world;
    this.#hidden = new Hidden(world);
    this.game = `games/${id}`;
    this.seat = seat;
    this.model = new GameModel(world.gapText);
    this.clock = new ServiceClock(world.monotonic);
    this.#pacing = new Pacing(
      (step) => this.#show(step),
      // A clock that runs does not wait for the show.
      (step) => (isUpdate(step) ? step.view?.decision : step.decision)?.decideBy !== undefined,
    );
  }

  /** How many steps wait to be shown. */
  get behind(): ReadonlySignal<number> {
    return this.#pacing.waiting;
  }

  /** Shows at once what waits. */
  catchUp(): void {
    this.#pacing.flush();
  }

  set pace(pace: Pace) {
    this.#pacing.pace = pace;
  }

  /** Begins, or begins anew after a final failure. */
  start(): void {
    this.stop();
    const run = new AbortController();
    this.#run = run;
    this.#hidden.look();
    run.signal.addEventListener(
      "abort",
      this.#world.onVisibility(() => this.#hidden.look()),
      { once: true },
    );
    void this.#readAbout(run.signal);
    void follow(this.#followed(), this.#sink(run.signal), run.signal);
  }

  stop(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#pacing.stop();
    // The answer can be given again: the service takes it once.
    if (this.#sending.value.state === "sending") this.#sending.value = { state: "idle" };
  }

  /** Answers the open decision, and repeats the same answer until the service has taken or refused it. */
  answer(decision: Decision, code: number, text: string): Promise<void> {
    return this.answerAll(decision, [{ code, text }]);
  }

  /** Answers the open decision and those that follow within the same choice, one after the other. */
  async answerAll(decision: Decision, answers: readonly Answer[]): Promise<void> {
    const signal = this.#run?.signal;
    if (!signal || this.#sending.value.state === "sending") return;
    if (this.model.decision.value?.decisionId !== decision.decisionId) return;
    this.model.answering(decision.decisionId);
    const isTaken = await this.#submitAll(decision, answers, signal);
    this.model.answering(undefined);
    if (isTaken) this.#sending.value = { state: "idle" };
  }

  /** Whether all answers were taken that were asked for. */
  async #submitAll(
    decision: Decision,
    answers: readonly Answer[],
    signal: AbortSignal,
  ): Promise<boolean> {
    let next: Decision | undefined = decision;
    for (const { code, text } of answers) {
      // The choice has gone another way than it was checked: the list shows what is asked now.
      if (!next?.legalCodes.includes(code)) break;
      const asked: Decision = next;
      const taken = await this.#submit(asked, code, text, signal);
      if (!taken) return false;
      next = taken.nextDecision?.continues ? taken.nextDecision : undefined;
    }
    return true;
  }

  /** Whether these answers would complete a choice; or why they would not be taken. It leaves no trace. */
  async check(decision: Decision, codes: readonly number[]): Promise<boolean | Failure> {
    const [code = 0, ...followingCodes] = codes;
    const { decisionId } = decision;
    const answer = { case: "actionCode", value: code } as const;
    const request = { game: this.game, decisionId, answer, followingCodes, validateOnly: true };
    try {
      const options = this.#world.sign({ timeoutMs: CALL_MS_MAX });
      return (await this.#world.client.submitAction(request, options)).choiceComplete;
    } catch (error) {
      return failureOf(error);
    }
  }

  /** One answer, until it is taken; nothing if it is refused or the visit is over. */
  async #submit(
    decision: Decision,
    code: number,
    text: string,
    signal: AbortSignal,
  ): Promise<SubmitActionResponse | undefined> {
    const { decisionId } = decision;
    for (let tries = 1; !signal.aborted; tries++) {
      this.#sending.value = { state: "sending", decisionId, text, tries };
      try {
        const request = {
          game: this.game,
          decisionId,
          answer: { case: "actionCode", value: code } as const,
        };
        const taken = await this.#world.client.submitAction(
          request,
          this.#signed(signal, CALL_MS_MAX),
        );
        if (signal.aborted) return undefined;
        this.#reached();
        this.trail.answered(decision, text);
        this.model.answered(decisionId);
        void this.#expect(taken.viewVersion, signal);
        return taken;
      } catch (error) {
        if (signal.aborted) return undefined;
        const failure = failureOf(error);
        if (failure.remedy !== "retry") {
          this.#sending.value = { state: "refused", decisionId, failure };
          void this.refresh(signal);
          return undefined;
        }
        await this.#world.sleep(backoff(tries, this.#world.random()), signal);
      }
    }
    return undefined;
  }

  /** Gives the seat up. */
  async resign(): Promise<Failure | undefined> {
    try {
      await this.#world.client.resign(
        { game: this.game },
        this.#world.sign({ timeoutMs: CALL_MS_MAX }),
      );
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Asks for the present view at once. */
  async refresh(signal: AbortSignal): Promise<void> {
    try {
      const view = await this.#view(signal);
      this.#pacing.flush();
      this.#received = Math.max(this.#received, view.viewVersion);
      this.model.refresh(view);
    } catch {
      // Following the game finds out by itself.
    }
  }

  #signed(signal: AbortSignal, timeoutMs?: number) {
    return this.#world.sign(timeoutMs === undefined ? { signal } : { signal, timeoutMs });
  }

  async #expect(version: number, signal: AbortSignal): Promise<void> {
    await this.#world.sleep(this.#link.value.state === "polling" ? 0 : VIEW_MS_MAX, signal);
    if (!signal.aborted && this.#received < version) await this.refresh(signal);
  }

  async #view(signal: AbortSignal): Promise<View> {
    const request = { game: this.game, includeText: true, includeLegalActions: true };
    const { view } = await this.#world.client.getView(request, this.#signed(signal, CALL_MS_MAX));
    if (!view) throw new Error("a response without a view");
    return view;
  }

  async #readAbout(signal: AbortSignal): Promise<void> {
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        const { game } = await this.#world.client.getGame(
          { game: this.game },
          this.#signed(signal, CALL_MS_MAX),
        );
        this.#about.value = game;
        return;
      } catch (error) {
        if (failureOf(error).remedy !== "retry") return;
        await this.#world.sleep(backoff(tries, this.#world.random()), signal);
      }
    }
  }

  /** What happened up to this version, over a stream that ends with it. Without it the log begins with the visit. */
  async #readPast(until: number, signal: AbortSignal): Promise<void> {
    const lease = until > 0 ? await this.#world.leases() : undefined;
    if (!lease) return;
    const own = nested(signal);
    const updates: GameUpdate[] = [];
    try {
      const request = {
        game: this.game,
        resumeAfterViewVersion: Math.max(0, until - LOG_MAX),
        includeText: true,
        // One of its own: the stream of the visit would be replaced.
        watcherId: `${this.#world.watcherId}-past`,
      };
      const messages = this.#world.client.watchGame(request, this.#signed(own.signal, CALL_MS_MAX));
      for await (const { message } of messages) {
        if (message.case === "heartbeat") continue;
        if (message.case !== "update" || message.value.viewVersion > until) break;
        updates.push(message.value);
        if (message.value.viewVersion === until) break;
      }
      if (!own.signal.aborted) this.model.past(updates);
    } catch {
      // The game is followed all the same.
    } finally {
      own.end();
      lease.release();
    }
  }

  #show(step: GameUpdate | View): void {
    if (!isUpdate(step)) return this.model.snapshot(step);
    this.model.update(step);
    const run = this.#run;
    // The newest step always leads to the newest view.
    if (!step.view && run && step.viewVersion >= this.#received) void this.refresh(run.signal);
  }

  #mayRest(): boolean {
    return !this.model.decision.value && this.#hidden.isLong();
  }

  #followed(): World {
    const { client } = this.#world;
    return {
      watch: (resumeAfterViewVersion, signal) =>
        client.watchGame(
          {
            game: this.game,
            ...(resumeAfterViewVersion === undefined ? {} : { resumeAfterViewVersion }),
            includeText: true,
            includeLegalActions: true,
            includeViews: true,
            watcherId: this.#world.watcherId,
          },
          this.#signed(signal),
        ),
      view: (signal) => this.#view(signal),
      lease: this.#world.leases,
      sleep: (ms, signal) => this.#world.sleep(ms, signal),
      random: () => this.#world.random(),
      mayRest: () => this.#mayRest(),
      awake: (signal) => this.#hidden.untilSeen(signal),
      reached: () =>
        new Promise((resolve) => {
          this.#reached = resolve;
        }),
    };
  }

  #sink(signal: AbortSignal) {
    return {
      snapshot: (view: View) => {
        if (signal.aborted) return;
        if (view.account?.serverTime) this.clock.heard(view.account.serverTime);
        this.#received = Math.max(this.#received, view.viewVersion);
        this.#pacing.push(view);
        if (!this.#askedPast && view.status === GameStatus.LIVE) {
          this.#askedPast = true;
          void this.#readPast(view.viewVersion, signal);
        }
      },
      update: (update: GameUpdate) => {
        if (signal.aborted) return;
        this.#received = Math.max(this.#received, update.viewVersion);
        const time = update.view?.account?.serverTime;
        if (time) this.clock.heard(time);
        this.#pacing.push(update);
      },
      account: (account: NonNullable<View["account"]>) => {
        if (signal.aborted) return;
        if (account.serverTime) this.clock.heard(account.serverTime);
        this.model.heard(account);
      },
      link: (link: Link) => {
        if (!signal.aborted) this.#link.value = link;
      },
    };
  }
}

function isUpdate(step: GameUpdate | View): step is GameUpdate {
  return step.$typeName === "hierophant.v1.GameUpdate";
}
