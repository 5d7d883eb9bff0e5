// A text to pass on, in a field, with a button that copies it.
import { useState } from "preact/hooks";
import { en } from "../strings/en.js";

export function CopyField({ name, text }: { name: string; text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="spectators">
      <label>
        <span>{name}</span>
        <input
          type="text"
          readOnly
          autocomplete="off"
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button
        type="button"
        onClick={() => {
          // Without the permission, the field itself can be copied.
          navigator.clipboard?.writeText(text).then(
            () => setCopied(true),
            () => {},
          );
        }}
      >
        {copied ? en.game.copied : en.game.copy}
      </button>
    </div>
  );
}
