// A part of a page that is drawn with each change while it is in sight, and once the changes rest while it is not.
import { Component, type ComponentChildren, createRef, type HTMLAttributes } from "preact";

/** How long nothing has to change until what is out of sight is drawn. */
const REST_MS = 200;
/** What is so near is in sight: scrolling finds it drawn. */
const MARGIN = "200px";

type Props = Partial<Pick<HTMLAttributes<HTMLElement>, "class" | "aria-label" | "aria-labelledby">> & {
  children: ComponentChildren;
};

export class Part extends Component<Props> {
  readonly #section = createRef<HTMLElement>();
  #sight: IntersectionObserver | undefined;
  #isInSight = true;
  /** When it was to change the last time. */
  #changed = -Infinity;
  /** What waits until the changes rest. */
  #wait: ReturnType<typeof setTimeout> | undefined;

  override componentDidMount(): void {
    const section = this.#section.current;
    if (!section) return;
    this.#sight = new IntersectionObserver(
      (entries) => {
        this.#isInSight = entries.at(-1)?.isIntersecting ?? true;
        if (this.#isInSight && this.#wait !== undefined) this.#draw();
      },
      { rootMargin: MARGIN },
    );
    this.#sight.observe(section);
  }

  override componentWillUnmount(): void {
    this.#sight?.disconnect();
    clearTimeout(this.#wait);
  }

  override shouldComponentUpdate(): boolean {
    const now = performance.now();
    const isFirst = now - this.#changed >= REST_MS;
    this.#changed = now;
    // It may have left sight with a change that still waits.
    if (this.#isInSight || (isFirst && this.#wait === undefined)) return true;
    this.#wait ??= setTimeout(this.#rested, REST_MS);
    return false;
  }

  readonly #rested = (): void => {
    const left = this.#changed + REST_MS - performance.now();
    if (left > 0) this.#wait = setTimeout(this.#rested, left);
    else this.#draw();
  };

  #draw(): void {
    clearTimeout(this.#wait);
    this.#wait = undefined;
    this.forceUpdate();
  }

  override render({ children, ...attributes }: Props): ComponentChildren {
    return (
      <section {...attributes} ref={this.#section}>
        {children}
      </section>
    );
  }
}
