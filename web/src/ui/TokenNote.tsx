// A failure of an organiser's page; where a token is missing or is another's, a field for one.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { account, keeps, tokens } from "../app.js";
import { en } from "../strings/en.js";
import { Dialog } from "./Dialog.js";
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
        tokens.hold(token.trim() || undefined);
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
        {account.value === undefined ? <p class="note">{en.token.agents}</p> : <KeepToken />}
        <button type="button" onClick={() => tokens.leave()}>
          {en.token.leave}
        </button>
      </div>
    </details>
  );
}

/** Asks which token counts, where an address has brought another one than the page holds. Until then it is the held one. */
export function BroughtToken() {
  const words = en.token.brought;
  const own = useRef<HTMLButtonElement>(null);
  useEffect(() => own.current?.focus(), []);
  return (
    <Dialog title={words.title} class="cup-cancel" onClose={() => tokens.stay()}>
      <p>{words.what}</p>
      <p>{words.next}</p>
      <div class="cup-files">
        <button type="button" class="primary" ref={own} onClick={() => tokens.stay()}>
          {words.stay}
        </button>
        <button type="button" onClick={() => tokens.useBrought()}>
          {words.use}
        </button>
      </div>
    </Dialog>
  );
}
