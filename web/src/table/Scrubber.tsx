// The way through an ended game: step by step, by chapter, from failure to failure, and whose cards are seen.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Replay, Viewers } from "../game/replay.js";
import { en } from "../strings/en.js";
import { plain } from "../ui/names.js";
import { once } from "../ui/once.js";
import { prefs } from "../ui/prefs.js";

export function Scrubber({
  replay,
  names,
  notes,
}: {
  replay: Replay;
  names: readonly string[];
  /** The steps that have notes. */
  notes: readonly number[];
}) {
  useReplayKeys(replay);
  const index = replay.index.value;
  // The same as long as the game is: it is drawn once.
  const marks = useMemo(() => <Marks replay={replay} notes={notes} />, [replay, index, notes]);
  // So are the names of chapters and viewers.
  const chapterNames = useMemo(
    () => index?.chapters.map(({ title }, i) => <Option key={i} value={`${i}`} name={title} />),
    [index],
  );
  const eyesNames = useMemo(
    () =>
      replay
        .choices()
        .map((eyes) => <Option key={`${eyes}`} value={`${eyes}`} name={eyesInWords(eyes, names)} />),
    [replay, index, names],
  );
  const step = replay.step.value;
  const eyes = replay.eyes.value;
  const { last } = replay;
  const way = useMemo(
    () => <Way replay={replay} isFirst={step === 0} isLast={step === last} />,
    [replay, step === 0, step === last],
  );
  const chapter = index?.chapters.findLastIndex((one) => one.step <= step) ?? -1;
  const choices = useMemo(
    () =>
      index ? (
        <Choices {...{ replay, chapters: index.chapters, chapter, chapterNames, eyes, eyesNames }} />
      ) : null,
    [replay, index, chapter, chapterNames, eyes, eyesNames],
  );
  if (!index) return null;
  const words = en.replay;
  return (
    <nav class="scrubber" aria-label={words.title}>
      {way}
      <div class="scrubber-track">
        <input
          type="range"
          min={0}
          max={last}
          value={step}
          aria-label={words.step}
          aria-valuetext={words.at(step, last, index.chapters[chapter]?.title ?? "")}
          onInput={(event) => replay.moveTo(Number(event.currentTarget.value))}
        />
        {marks}
      </div>
      <output class="scrubber-at">
        <b>{step}</b> / {last}
      </output>
      {choices}
    </nav>
  );
}

/** The buttons that lead to a neighbour or to an end. */
function Way({ replay, isFirst, isLast }: { replay: Replay; isFirst: boolean; isLast: boolean }) {
  const words = en.replay;
  const button = (name: string, keys: string, sign: string, go: () => void, off: boolean) => (
    <button
      type="button"
      class="quiet"
      aria-label={name}
      title={name}
      aria-keyshortcuts={keys}
      aria-disabled={off}
      onClick={go}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={sign} />
      </svg>
    </button>
  );
  return (
    <div class="scrubber-way">
      {button(words.first, "Home", SIGNS.first, () => replay.moveTo(0), isFirst)}
      {button(words.back, "ArrowLeft", SIGNS.back, () => replay.moveBy(-1), isFirst)}
      {button(words.on, "ArrowRight", SIGNS.on, () => replay.moveBy(1), isLast)}
      {button(words.last, "End", SIGNS.last, () => replay.moveTo(replay.last), isLast)}
    </div>
  );
}

/** The chapter, the failures, and whose cards are seen. */
function Choices({
  replay,
  chapters,
  chapter,
  chapterNames,
  eyes,
  eyesNames,
}: {
  replay: Replay;
  chapters: readonly { step: number }[];
  /** The place of the one that is shown. */
  chapter: number;
  chapterNames: ComponentChildren;
  eyes: Viewers;
  eyesNames: ComponentChildren;
}) {
  const words = en.replay;
  const failures = replay.failures();
  const choices = replay.choices();
  return (
    <div class="scrubber-choices">
      <label>
        <span>{words.chapter}</span>
        <select
          value={`${chapter}`}
          onChange={(event) => {
            const chosen = chapters[Number(event.currentTarget.value)];
            if (chosen) replay.moveTo(chosen.step);
          }}
        >
          {chapterNames}
        </select>
      </label>
      {failures.length > 0 ? (
        <button type="button" aria-keyshortcuts="!" onClick={() => replay.toNextFailure()}>
          {words.failures(failures.length)}
        </button>
      ) : null}
      {choices.length > 0 ? (
        <label>
          <span>{words.eyes}</span>
          <select
            value={`${eyes}`}
            aria-keyshortcuts="e"
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              replay.look(choices.find((one) => `${one}` === chosen) ?? "spectator");
            }}
          >
            {eyesNames}
          </select>
        </label>
      ) : null}
    </div>
  );
}

const Option = once(({ value, name }: { value: string; name: string }) => (
  <option value={value}>{name}</option>
));

const SIGNS = {
  first: "M5 5h2.6v14H5zM20 5v14L9 12z",
  back: "M17 5v14L6 12z",
  on: "M7 5v14l11-7z",
  last: "M16.400 5H19v14h-2.600zM4 5v14l11-7z",
};

/** Where chapters begin, and failures and notes are. */
function Marks({ replay, notes }: { replay: Replay; notes: readonly number[] }) {
  const { last } = replay;
  const chapters = replay.index.value?.chapters ?? [];
  const width = Math.max(1, last);
  const wide = width / 300;
  return (
    <svg
      class="scrubber-marks"
      viewBox={`0 0 ${width} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {chapters.map(({ step }) => (
        <rect key={`c${step}`} class="is-chapter" x={step - wide / 2} width={wide} height={10} />
      ))}
      {notes.map((step) => (
        <rect key={`n${step}`} class="is-note" x={step - wide} y={4} width={wide * 2} height={6} />
      ))}
      {replay.failures().map((step) => (
        <rect key={`f${step}`} class="is-failure" x={step - wide} width={wide * 2} height={10} />
      ))}
    </svg>
  );
}

export function eyesInWords(eyes: Viewers, names: readonly string[]): string {
  if (eyes === "spectator") return en.replay.spectator;
  if (eyes === "open") return en.replay.open;
  return plain(names[eyes] ?? en.game.seat(eyes));
}

/** Arrows step, with Shift by chapter; Home, End, `!` and `e`. */
function useReplayKeys(replay: Replay): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !prefs.keys.value) return;
      if (document.querySelector("dialog[open]") || usesKeys(event.target)) return;
      const action = keyAction(replay, event);
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [replay]);
}

function keyAction(replay: Replay, { key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  switch (key) {
    case "ArrowLeft":
      return () => (shiftKey ? replay.moveByChapter(-1) : replay.moveBy(-1));
    case "ArrowRight":
      return () => (shiftKey ? replay.moveByChapter(1) : replay.moveBy(1));
    case "Home":
      return () => replay.moveTo(0);
    case "End":
      return () => replay.moveTo(replay.last);
    case "!":
      return () => replay.toNextFailure();
    case "e":
      return replay.choices().length > 0 ? () => replay.lookOn() : undefined;
    default:
      return undefined;
  }
}

/** Whether the keys are this element's own. The track is moved by the same keys as the page. */
function usesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target.isContentEditable || target.matches("select, textarea, .aligned");
}
