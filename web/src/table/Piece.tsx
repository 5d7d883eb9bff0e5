// A piece that answers where answers stand for it: one at once, several, or one that gives the piece up, by a list.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Target } from "../rulesets/contract.js";
import { en } from "../strings/en.js";
import { Dialog } from "../ui/Dialog.js";
import { plain } from "../ui/names.js";
import { once } from "../ui/once.js";

export interface Answering {
  targets: readonly Target[] | undefined;
  answer(code: number): void;
}

interface Props extends Answering {
  /** The piece by its name; who does not see it hears this. */
  name: string;
  class: string;
  /** What is seen. */
  children: ComponentChildren;
}

/** A small piece: all of it is the button. */
export function Piece({ name, class: classes, targets, answer, children }: Props) {
  const inside = (said: string) => (
    <>
      {children}
      <span class="unseen">{said}</span>
    </>
  );
  if (!targets || targets.length === 0) {
    return (
      <span class={classes} title={name}>
        {inside(name)}
      </span>
    );
  }
  return (
    <Button name={name} class={`${classes} is-target`} targets={targets} answer={answer}>
      {inside}
    </Button>
  );
}

/** The name of a large piece, whose box has the class `box`: a click anywhere in the box answers. */
export const BoxName = once(function BoxName({ name, class: classes, targets, answer, children }: Props) {
  if (!targets || targets.length === 0) return <span class={classes}>{children}</span>;
  return (
    <Button name={name} class={`stretched ${classes}`} targets={targets} answer={answer}>
      {(said) => (
        <>
          <span class="unseen">{said}</span>
          <span aria-hidden="true">{children}</span>
        </>
      )}
    </Button>
  );
});

function Button({
  name,
  class: classes,
  targets,
  answer,
  children,
}: {
  name: string;
  class: string;
  targets: readonly Target[];
  answer(code: number): void;
  children: (said: string) => ComponentChildren;
}) {
  // The answers whose list is open: other answers close it.
  const [open, setOpen] = useState<string>();
  const codes = targets.map(({ code }) => code).join(" ");
  const [only] = targets;
  if (only && targets.length === 1 && !only.shownFirst) {
    const text = plain(only.text);
    return (
      <button
        type="button"
        class={classes}
        title={text}
        aria-pressed={only.pressed}
        data-code={only.code}
        onClick={() => answer(only.code)}
      >
        {children(text)}
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        class={classes}
        title={targets.map(({ text }) => plain(text)).join(" / ")}
        aria-haspopup="dialog"
        data-codes={codes}
        onClick={() => setOpen(codes)}
      >
        {children(en.answers.uses(name, targets.length))}
      </button>
      {open === codes ? (
        <Dialog title={name} class="uses" onClose={() => setOpen(undefined)}>
          <ul class="answers">
            {targets.map(({ code, text, pressed }) => (
              <li key={code}>
                <button
                  type="button"
                  aria-pressed={pressed}
                  data-code={code}
                  onClick={() => {
                    setOpen(undefined);
                    answer(code);
                  }}
                >
                  <span>{plain(text)}</span>
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      ) : null}
    </>
  );
}
