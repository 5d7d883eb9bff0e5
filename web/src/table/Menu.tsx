// Help, rules, settings, and giving the seat up.
import { useEffect, useState } from "preact/hooks";
import { client, keys } from "../app.js";
import type { Session } from "../game/session.js";
import { en, RULESETS } from "../strings/en.js";
import { CopyField } from "../ui/CopyField.js";
import { Dialog } from "../ui/Dialog.js";
import { FailureNote } from "../ui/FailureNote.js";
import { ThemeSelect } from "../ui/head.js";
import { HowToPlay } from "../ui/HowToPlay.js";
import { Markdown } from "../ui/Markdown.js";
import { prefs, type PaceName } from "../ui/prefs.js";
import { failureOf, type Failure } from "../wire/errors.js";
import { CALL_MS_MAX } from "../wire/transport.js";

type Open = "none" | "help" | "settings";

export function Menu({ session, ruleset }: { session: Session; ruleset: string | undefined }) {
  const [open, setOpen] = useState<Open>("none");
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing =
        event.target instanceof HTMLElement &&
        /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (
        event.key !== "?" ||
        typing ||
        !prefs.keys.value ||
        document.querySelector("dialog[open]")
      )
        return;
      event.preventDefault();
      setOpen("help");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const close = (): void => setOpen("none");
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen("help")}>
        {en.game.help}
      </button>
      <button type="button" class="quiet" onClick={() => setOpen("settings")}>
        {en.game.settings}
      </button>
      {open === "help" ? <Help ruleset={ruleset} onClose={close} /> : null}
      {open === "settings" ? <Settings session={session} onClose={close} /> : null}
    </>
  );
}

function Help({ ruleset, onClose }: { ruleset: string | undefined; onClose(): void }) {
  const [rules, setRules] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    if (ruleset === undefined) return;
    let here = true;
    client
      .getRuleset({ ruleset }, { timeoutMs: CALL_MS_MAX })
      .then((response) => here && setRules(response.ruleset?.documentation ?? ""))
      .catch((error: unknown) => here && setFailure(failureOf(error)));
    return () => {
      here = false;
    };
  }, [ruleset]);
  return (
    <Dialog title={en.help.title} onClose={onClose}>
      <ul>
        {en.help.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {ruleset === undefined ? null : (
        <section class="rules">
          <h2>{en.start.howTo}</h2>
          <HowToPlay ruleset={ruleset} />
          <h2>{en.help.rules(RULESETS[ruleset]?.name ?? ruleset)}</h2>
          {failure ? <FailureNote failure={failure} /> : null}
          {rules === "" ? <p>{en.help.noRules}</p> : null}
          {rules ? <Markdown text={rules} /> : null}
        </section>
      )}
    </Dialog>
  );
}

/** An address that shows the game to others, and no hand. */
function SpectatorLink({ id }: { id: string }) {
  const token = keys.get(id)?.spectators;
  if (token === undefined) return null;
  return (
    <CopyField name={en.game.spectators} text={`${location.origin}/g/${id}#token=${token}`} />
  );
}

const PACES: PaceName[] = ["slow", "normal", "off"];

function Settings({ session, onClose }: { session: Session; onClose(): void }) {
  const [sure, setSure] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const mayResign = session.seat !== undefined && !session.model.ended.value;
  return (
    <Dialog title={en.game.settings} onClose={onClose}>
      <fieldset class="option">
        <legend>{en.settings.pace}</legend>
        <div class="pills">
          {PACES.map((pace) => (
            <label key={pace} class="pill">
              <input
                type="radio"
                name="pace"
                checked={prefs.pace.value === pace}
                onChange={() => {
                  prefs.pace.value = pace;
                }}
              />
              <span>
                <b>{en.settings.paces[pace]}</b>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <ThemeSelect />
      <label class="check">
        <input
          type="checkbox"
          checked={prefs.keys.value}
          onChange={(event) => {
            prefs.keys.value = event.currentTarget.checked;
          }}
        />
        {en.settings.keys}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={prefs.auto.value}
          onChange={(event) => {
            prefs.auto.value = event.currentTarget.checked;
          }}
        />
        {en.settings.auto}
      </label>
      <SpectatorLink id={session.game.replace(/^games\//, "")} />
      {failure ? <FailureNote failure={failure} /> : null}
      {mayResign ? (
        sure ? (
          <div class="sure">
            <p>{en.game.resignSure}</p>
            <button
              type="button"
              class="danger"
              onClick={() =>
                void session.resign().then((failed) => {
                  setFailure(failed);
                  if (!failed) onClose();
                })
              }
            >
              {en.game.resignYes}
            </button>
            <button type="button" onClick={() => setSure(false)}>
              {en.game.cancel}
            </button>
          </div>
        ) : (
          <button type="button" class="danger" onClick={() => setSure(true)}>
            {en.game.resign}
          </button>
        )
      ) : null}
    </Dialog>
  );
}
