// What the page knows of one game: the latest view, the log, and what the seat is asked.
// Signals and no DOM. Nothing here is guessed: all of it came from the service.
import { signal, computed, type ReadonlySignal } from "@preact/signals";
import type { Decision } from "../../gen/hierophant/v1/decision_pb.js";
import type { Event } from "../../gen/hierophant/v1/ruleset_pb.js";
import type { GameUpdate, SeatAccount, SeatState, View } from "../../gen/hierophant/v1/view_pb.js";
import { GameStatus } from "../../gen/hierophant/v1/game_pb.js";

/** One line of the log. */
export interface LogLine {
  /** Counts lines, for keys of lists: from 0 those of this visit, below it those from before. */
  number: number;
  text: string;
  /** A gap is a sentence of the page itself: that steps were missed. A failure is one of a replay. */
  kind: "event" | "gap" | "failure";
}

export const LOG_MAX = 400;

export class GameModel {
  readonly #view = signal<View | undefined>(undefined);
  readonly #log = signal<LogLine[]>([]);
  readonly #changed = signal<Event[]>([]);
  readonly #account = signal<SeatAccount | undefined>(undefined);
  readonly #seats = signal<SeatState[]>([]);
  readonly #answered = signal<number | undefined>(undefined);
  readonly #whole = signal<number | undefined>(undefined);
  #lines = 0;
  /** The version up to which the log tells everything, or says that it does not. */
  #told: number | undefined;

  readonly view: ReadonlySignal<View | undefined> = this.#view;
  readonly log: ReadonlySignal<LogLine[]> = this.#log;
  /** The events of the latest step. */
  readonly changed: ReadonlySignal<Event[]> = this.#changed;
  readonly account: ReadonlySignal<SeatAccount | undefined> = this.#account;

  /** Clocks and endings of the seats; a view of the past has none, so these may be newer than it. */
  readonly seats: ReadonlySignal<SeatState[]> = this.#seats;

  /** The seat's open decision; absent once it is answered, and within a choice that is answered as a whole. */
  readonly decision: ReadonlySignal<Decision | undefined> = computed(() => {
    const decision = this.#view.value?.decision;
    if (!decision || decision.decisionId <= (this.#answered.value ?? 0)) return undefined;
    const whole = this.#whole.value;
    return decision.continues && whole !== undefined && decision.decisionId > whole ? undefined : decision;
  });
  readonly ended: ReadonlySignal<boolean> = computed(
    () => this.#view.value?.status === GameStatus.ENDED,
  );

  readonly #gapText: string;

  constructor(gapText: string) {
    this.#gapText = gapText;
  }

  /** Where a stream begins, or a poll: events since the log's last line were not told. */
  snapshot(view: View): void {
    if (this.#told !== undefined && view.viewVersion > this.#told) this.#gap();
    this.#told = Math.max(this.#told ?? 0, view.viewVersion);
    this.#changed.value = [];
    this.refresh(view);
  }

  /** A view beside the stream, which tells its events itself. */
  refresh(view: View): void {
    if ((this.#view.value?.viewVersion ?? 0) <= view.viewVersion) this.#show(view);
  }

  /** The next change, with its events. Without a view in it, the page has to ask for one. */
  update(update: GameUpdate): void {
    if (this.#told !== undefined && update.viewVersion <= this.#told) return;
    this.#told = update.viewVersion;
    this.#write(textsOf(update));
    this.#changed.value = update.events;
    if (update.view) this.refresh(update.view);
  }

  /** What happened before the first snapshot, which no update tells. */
  past(updates: readonly GameUpdate[]): void {
    const texts = updates.flatMap(textsOf);
    this.#log.value = [...linesOf(texts, -texts.length), ...this.#log.value].slice(-LOG_MAX);
  }

  heard(account: SeatAccount): void {
    this.#account.value = account;
  }

  /** This decision is answered: it is asked no more, whatever an older view says. */
  answered(decisionId: number): void {
    this.#answered.value = Math.max(decisionId, this.#answered.value ?? 0);
  }

  /** The choice that begins with this decision is answered as a whole; none is any more if absent. */
  answering(decisionId: number | undefined): void {
    this.#whole.value = decisionId;
  }

  /** An answer was refused as never taken: the decision is open again. */
  reopened(): void {
    this.#answered.value = undefined;
  }

  #show(view: View): void {
    this.#view.value = view;
    if (view.account) this.#account.value = view.account;
    if (view.seats.length > 0) this.#seats.value = view.seats;
  }

  #gap(): void {
    const last = this.#log.value.at(-1);
    if (last?.kind !== "gap")
      this.#append([{ number: this.#lines++, text: this.#gapText, kind: "gap" }]);
  }

  #write(texts: string[]): void {
    if (texts.length === 0) return;
    this.#append(linesOf(texts, this.#lines));
    this.#lines += texts.length;
  }

  #append(lines: LogLine[]): void {
    this.#log.value = [...this.#log.value, ...lines].slice(-LOG_MAX);
  }
}

function textsOf(update: GameUpdate): string[] {
  return update.events.map((event) => event.text).filter((text) => text !== "");
}

/** Lines of the log, numbered from `first` on. */
function linesOf(texts: readonly string[], first: number): LogLine[] {
  return texts.map((text, i) => ({ number: first + i, text, kind: "event" }));
}
