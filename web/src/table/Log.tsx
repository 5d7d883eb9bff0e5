import type { Session } from "../game/session.js";
import { en } from "../strings/en.js";
import { plain } from "../ui/names.js";

/** What happened, newest first, so that nothing has to scroll by itself. */
export function Log({ session }: { session: Session }) {
  const lines = session.model.log.value;
  return (
    <>
      <h2 id="log-title">
        {en.game.log} <small>{en.game.newest}</small>
      </h2>
      {lines.length === 0 ? (
        <p class="note">{en.game.emptyLog}</p>
      ) : (
        <ol class="log" tabIndex={0} aria-labelledby="log-title">
          {[...lines].reverse().map((line) => (
            <li key={line.number} class={line.kind}>
              {plain(line.text)}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
