// A signal within another one.

/** It is aborted with the outer signal, or by `end`, which also lets the outer one go. */
export function nested(outer: AbortSignal): { signal: AbortSignal; end(): void } {
  const own = new AbortController();
  const end = (): void => {
    outer.removeEventListener("abort", end);
    own.abort();
  };
  if (outer.aborted) own.abort();
  else outer.addEventListener("abort", end, { once: true });
  return { signal: own.signal, end };
}
