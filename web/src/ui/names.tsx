// Text of strangers: never markup, set apart from the text around it, control characters visible.
import { once } from "./once.js";

/** Control characters, and those that turn the direction of text, as visible signs. */
export function plain(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (sign) => {
      const code = sign.charCodeAt(0);
      return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
    },
  );
}

export const Name = once(({ text }: { text: string }) => <bdi class="name">{plain(text)}</bdi>);
