// A failure of an organiser's page; where a token is missing or is another's, a field for one.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { account, keeps, leave } from "../app.js";
import { en } from "../strings/en.js";
import { FailureNote } from "./FailureNote.js";
import type { Failure } from "../wire/errors.js";

const NAMES: Record<string, string> = {
  TOKEN_UNKNOWN: "NEEDS_PRINCIPAL",
  UNAUTHENTICATED: "NEEDS_PRINCIPAL",
  TOKEN_NOT_PERMITTED: "WRONG_PRINCIPAL",
};

export function TokenNote({
  failure,
  children,
}: {
  failure: Failure;
  children?: ComponentChildren;
}) {
  const reason = NAMES[failure.reason];
  if (reason === undefined) return <FailureNote failure={failure}>{children}</FailureNote>;
  return (
    <>
      <FailureNote failure={{ ...failure, reason }} />
      <TokenField />
    </>
  );
}

export function TokenField() {
  const [token, setToken] = useState("");
  const [isKept, keep] = useState(keeps.value);
  return (
    <form
      class="token-form"
      onSubmit={(event) => {
        event.preventDefault();
        keeps.value = isKept;
        account.value = token.trim() || undefined;
      }}
    >
      <label class="field">
        {en.token.field}
        <input
          type="password"
          autocomplete="off"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <Keep isKept={isKept} onKeep={keep} />
      <button type="submit" class="primary">
        {en.token.use}
      </button>
    </form>
  );
}

function Keep({ isKept, onKeep }: { isKept: boolean; onKeep(is: boolean): void }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isKept}
        onChange={(event) => onKeep(event.currentTarget.checked)}
      />
      {en.token.keep}
    </label>
  );
}

/** Whether the tab keeps the page's token. */
export function KeepToken() {
  return <Keep isKept={keeps.value} onKeep={(is) => (keeps.value = is)} />;
}

/** What the page does with the token that it has, in its head. */
export function HeldNote() {
  return (
    <details class="held">
      <summary>{en.token.held}</summary>
      <div class="held-box">
        <KeepToken />
        <button type="button" onClick={leave}>
          {en.token.leave}
        </button>
      </div>
    </details>
  );
}
