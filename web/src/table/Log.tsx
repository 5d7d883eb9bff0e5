import type { JSX } from "preact";
import type { LogLine } from "../game/model.js";
import { en } from "../strings/en.js";
import { plain } from "../ui/names.js";
import { once } from "../ui/once.js";

/** What was drawn for each line, which never changes: of a long list only what is new is compared. */
const ROWS = new WeakMap<LogLine, JSX.Element>();

function row(line: LogLine): JSX.Element {
  const known = ROWS.get(line);
  if (known) return known;
  const made = (
    <li key={line.number} class={line.kind}>
      {plain(line.text)}
    </li>
  );
  ROWS.set(line, made);
  return made;
}

/** What happened, newest first, so that nothing has to scroll by itself. */
export const Log = once(function Log({ lines }: { lines: readonly LogLine[] }) {
  return (
    <>
      <h2 id="log-title">
        {en.game.log} <small>{en.game.newest}</small>
      </h2>
      {lines.length === 0 ? (
        <p class="note">{en.game.emptyLog}</p>
      ) : (
        <ol class="log" tabIndex={0} aria-labelledby="log-title">
          {[...lines].reverse().map(row)}
        </ol>
      )}
    </>
  );
});
