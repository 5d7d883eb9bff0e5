// What a screen reader is told: events politely and in batches, decisions and the clock at once.
import { signal } from "@preact/signals";

const polite = signal("");
const urgent = signal("");
const BATCH_MS = 600;

let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function tell(text: string): void {
  waiting.push(text);
  timer ??= setTimeout(() => {
    polite.value = waiting.slice(-12).join(". ");
    waiting = [];
    timer = undefined;
  }, BATCH_MS);
}

export function tellNow(text: string): void {
  urgent.value = text;
}

export function LiveRegions() {
  return (
    <>
      <div class="unseen" aria-live="polite" data-live="polite">
        {polite.value}
      </div>
      <div class="unseen" aria-live="assertive" data-live="assertive">
        {urgent.value}
      </div>
    </>
  );
}
