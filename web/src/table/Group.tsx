// Cards that lie together: a row with a heading, and a pile that is seldom looked at.
import type { ComponentChildren } from "preact";

/** A heading and cards in a grid; `lines` for cards in few words. */
export function Group({
  title,
  class: classes,
  children,
}: {
  title: string;
  class?: string;
  children: ComponentChildren;
}) {
  return (
    <div class="face-group">
      <h3>{title}</h3>
      <ul class={classes === undefined ? "faces" : `faces ${classes}`}>{children}</ul>
    </div>
  );
}

/** Cards that are seldom looked at; open where one of them answers. */
export function Pile({
  title,
  count,
  open,
  children,
}: {
  title: string;
  count: number;
  open: boolean;
  children: ComponentChildren;
}) {
  if (count === 0) return null;
  return (
    <details class="pile" open={open}>
      <summary>
        {title}: {count}
      </summary>
      <ul class="faces">{children}</ul>
    </details>
  );
}
