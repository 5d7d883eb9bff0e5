import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { en } from "../strings/en.js";

interface Props {
  title: string;
  class?: string;
  children: ComponentChildren;
  onClose(): void;
}

/** A modal dialog of the browser's own: it keeps the focus, and Escape closes it. */
export function Dialog({ title, class: classes, children, onClose }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const open = useRef(true);
  // The event of a dialog that is gone comes late, and may be after the next one has opened.
  const onEvent = (): void => {
    if (open.current) onClose();
  };
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      open.current = false;
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={classes === undefined ? "dialog" : `dialog ${classes}`}
      aria-labelledby={id}
      onCancel={onEvent}
      onClose={onEvent}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {en.game.close}
        </button>
      </div>
      {children}
    </dialog>
  );
}
