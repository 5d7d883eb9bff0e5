import type { ComponentChildren } from "preact";
import { en } from "../strings/en.js";
import { plain } from "./names.js";
import type { Failure } from "../wire/errors.js";

/** A failure in words, with the next step; what the service said is beneath. */
export function FailureNote({
  failure,
  children,
}: {
  failure: Failure;
  children?: ComponentChildren;
}) {
  const { what, next, detail, name } = en.failure(failure);
  return (
    <div class="failure" role="alert">
      <p>
        <strong>{what}</strong> {next}
        {name ? <code class="code"> {plain(name)}</code> : null}
      </p>
      {detail ? <p class="note">{plain(detail)}</p> : null}
      {children}
    </div>
  );
}
