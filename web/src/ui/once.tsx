// Parts of a page that look the same for the same props: they are drawn again only when a prop is another one, so that a
// step of a replay costs what it changes. Not for parts that read signals.
import { Component, type ComponentChildren, type ComponentType } from "preact";

/** Whether two props are the same: lists are if each of their things is. */
function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  return (
    Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((thing, i) => Object.is(thing, other[i]))
  );
}

/** Whether all props are the same. */
function alike(one: object, other: object): boolean {
  const [before, now] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const names = Object.keys(before);
  return (
    names.length === Object.keys(now).length &&
    names.every((name) => name in now && same(before[name], now[name]))
  );
}

export function once<P extends object>(draw: (props: P) => ComponentChildren): ComponentType<P> {
  return class Once extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !alike(this.props, next);
    }
    override render(): ComponentChildren {
      return draw(this.props as P);
    }
  };
}
