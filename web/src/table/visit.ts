// What a page of a game needs of its ruleset: the board, once it is loaded, and the names at the table.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Session } from "../game/session.js";
import { NOTHING_CHANGED, type RulesetUi } from "../rulesets/contract.js";
import { generic } from "../rulesets/generic/index.js";
import { rulesetUi } from "../rulesets/registry.js";
import { en } from "../strings/en.js";
import { plain } from "../ui/names.js";

interface Table {
  ruleset: string | undefined;
  /** Absent until it is loaded. */
  ui: RulesetUi | undefined;
  /** `generic/` until it is loaded. */
  shown: RulesetUi;
  names: readonly string[];
  /** The pieces that the latest step has changed. */
  changed: ReadonlySet<string>;
  /** The latest of these, for what asks later. */
  now: { current: { shown: RulesetUi; names: readonly string[] } };
}

export function useTable(session: Session): Table {
  const { model } = session;
  const about = session.about.value;
  const ruleset = about?.ruleset ?? snake(model.view.value?.ruleset.case);
  const [ui, setUi] = useState<RulesetUi>();
  useEffect(() => {
    let here = true;
    if (ruleset !== undefined) void rulesetUi(ruleset).then((loaded) => here && setUi(loaded));
    return () => {
      here = false;
    };
  }, [ruleset]);
  const shown = ui ?? generic;
  const events = model.changed.value;
  const changed = useMemo(() => shown.changed?.(events) ?? NOTHING_CHANGED, [events, shown]);
  const names = useMemo(
    () => about?.seats.map((one) => plain(one.displayName) || en.game.seat(one.seat)) ?? [],
    [about],
  );
  const now = useRef({ shown, names });
  now.current = { shown, names };
  return { ruleset, ui, shown, names, changed, now };
}

/** `resArcana` is the ruleset `res_arcana`. */
function snake(name: string | undefined): string | undefined {
  return name?.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
