// Parts of a page that take their turns to be drawn while steps follow one another (`drawing.ts`). Otherwise they are drawn
// with the page.
import { Component, type ComponentChildren, createRef, type HTMLAttributes } from "preact";
import { drawing } from "./drawing.js";

/** What is so near is in sight: scrolling finds it drawn. */
const MARGIN = "200px";

/** A part that costs so little that it is drawn at once. No slice is in another one. */
export class Slice extends Component<{ children?: ComponentChildren }> {
  override shouldComponentUpdate(): boolean {
    if (drawing.inTurns) drawing.wait(this, true);
    return !drawing.inTurns;
  }

  override componentWillUnmount(): void {
    drawing.drop(this);
  }

  draw(): void {
    this.forceUpdate();
  }

  override render(): ComponentChildren {
    drawing.drop(this);
    return this.props.children;
  }
}

type Attributes = Partial<Pick<HTMLAttributes<HTMLElement>, "class" | "aria-label" | "aria-labelledby">>;

/** A section of the page: in sight, the slices in it wait for their turns; out of sight, all of it waits longer. */
export class Part extends Component<Attributes & { children: ComponentChildren }> {
  readonly #section = createRef<HTMLElement>();
  #sight: IntersectionObserver | undefined;
  #isInSight = true;

  override componentDidMount(): void {
    const section = this.#section.current;
    if (!section) return;
    this.#sight = new IntersectionObserver(
      (entries) => {
        this.#isInSight = entries.at(-1)?.isIntersecting ?? true;
        if (this.#isInSight && drawing.drop(this)) this.draw();
      },
      { rootMargin: MARGIN },
    );
    this.#sight.observe(section);
  }

  override componentWillUnmount(): void {
    this.#sight?.disconnect();
    drawing.drop(this);
  }

  override shouldComponentUpdate(): boolean {
    if (!drawing.inTurns || this.#isInSight) return true;
    drawing.wait(this, false);
    return false;
  }

  draw(): void {
    this.forceUpdate();
  }

  override render({ children, ...attributes }: Attributes & { children: ComponentChildren }): ComponentChildren {
    drawing.drop(this);
    return (
      <section {...attributes} ref={this.#section}>
        {children}
      </section>
    );
  }
}
