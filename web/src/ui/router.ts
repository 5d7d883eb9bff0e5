// The address of the page, as a signal.
import { signal } from "@preact/signals";

export type Route =
  | { page: "start"; ruleset?: string }
  | { page: "game"; id: string }
  | { page: "tournaments" }
  /** `tv`: for a big screen. */
  | { page: "tournament"; id: string; tv: boolean }
  | { page: "organise"; part: OrganisePart }
  | { page: "agent"; name: string }
  | { page: "unknown" };

export type OrganisePart = "tournaments" | "new" | "agents";

const ID = /^[a-z0-9_-]{1,64}$/;

export function routeOf(pathname: string): Route {
  const parts = pathname.split("/").filter((part) => part !== "");
  const [first, second, third] = parts;
  if (first === undefined) return { page: "start" };
  if (first === "play" && parts.length <= 2)
    return second === undefined ? { page: "start" } : { page: "start", ruleset: second };
  if (first === "g" && parts.length === 2 && second && ID.test(second))
    return { page: "game", id: second };
  if (first === "t" && parts.length === 1) return { page: "tournaments" };
  if (first === "t" && second && ID.test(second) && (third === undefined || third === "tv"))
    if (parts.length <= 3) return { page: "tournament", id: second, tv: third === "tv" };
  if (first === "organise" && parts.length <= 2)
    if (second === undefined) return { page: "organise", part: "tournaments" };
    else if (second === "new" || second === "agents") return { page: "organise", part: second };
  if (first === "a" && parts.length === 2 && second && ID.test(second))
    return { page: "agent", name: second };
  return { page: "unknown" };
}

export const route = signal<Route>(routeOf(location.pathname));

/** The path of the tournament whose page has led to the game that is shown. */
export const cameFrom = signal<string | undefined>(undefined);

/** Goes to a path, which may have a query. */
export function go(path: string): void {
  const { page } = route.value;
  if (page === "tournament") cameFrom.value = location.pathname;
  else if (page !== "game") cameFrom.value = undefined;
  history.pushState(null, "", path);
  route.value = routeOf(location.pathname);
  window.scrollTo(0, 0);
}

export function listen(): void {
  addEventListener("popstate", () => {
    route.value = routeOf(location.pathname);
  });
}

/** Follows a link within the page, unless the person wants another tab. */
export function follows(event: MouseEvent, path: string): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  event.preventDefault();
  go(path);
}
