// How the page is connected, in words.
import type { Session } from "../game/session.js";
import { en } from "../strings/en.js";
import { FailureNote } from "../ui/FailureNote.js";

export function LinkState({ session }: { session: Session }) {
  const link = session.link.value;
  switch (link.state) {
    case "polling":
      return (
        <span class="link is-polling" role="status" title={en.link[link.why]}>
          {en.link.polling}
          <span class="unseen">. {en.link[link.why]}</span>
        </span>
      );
    case "waiting":
      return (
        <span class="link is-waiting" role="status" title={en.failure(link.failure).what}>
          {en.failure(link.failure).what} {en.link.waiting(link.seconds)}
        </span>
      );
    case "replaced":
      return (
        <span class="link is-waiting" role="status">
          {en.link.replaced}{" "}
          <button type="button" onClick={() => session.start()}>
            {en.link.takeBack}
          </button>
        </span>
      );
    case "stopped":
      return (
        <div class="link-stopped">
          <FailureNote failure={link.failure}>
            <button type="button" onClick={() => session.start()}>
              {en.link.now}
            </button>{" "}
            <a href="/">{en.home}</a>
          </FailureNote>
        </div>
      );
    default:
      return (
        <span class={`link is-${link.state}`} role="status">
          {en.link[link.state]}
        </span>
      );
  }
}
