// Parts of a page that wait while steps follow one another and they are out of sight (`drawing.ts`). Otherwise they are drawn
// with the page.
import { Component, type ComponentChildren, createRef, type HTMLAttributes } from "preact";
import { drawing } from "./drawing.js";

/** What is so near is in sight: scrolling finds it drawn. */
const MARGIN = "200px";

type Attributes = Partial<Pick<HTMLAttributes<HTMLElement>, "class" | "aria-label" | "aria-labelledby">>;

/** A section of the page. Out of sight it waits. */
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
    if (!drawing.follows || this.#isInSight) return true;
    drawing.waitUnseen(this);
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
