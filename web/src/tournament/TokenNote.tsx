// A failure of a tournament's page; where a token is missing or is another's, a field for one.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { account } from "../app.js";
import { en } from "../strings/en.js";
import { FailureNote } from "../ui/FailureNote.js";
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

function TokenField() {
  const [token, setToken] = useState("");
  return (
    <form
      class="token-form"
      onSubmit={(event) => {
        event.preventDefault();
        account.value = token.trim() || undefined;
      }}
    >
      <label class="field">
        {en.tournament.token.field}
        <input
          type="password"
          autocomplete="off"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        {en.tournament.token.use}
      </button>
    </form>
  );
}
