// Settings of this browser.
import { effect, signal, type Signal } from "@preact/signals";
import { browserStore } from "../wire/tokens.js";

export type Theme = "system" | "light" | "dark";
export type PaceName = "slow" | "normal" | "off";

interface Kept {
  theme: Theme;
  pace: PaceName;
  keys: boolean;
  auto: boolean;
  name: string;
}

const NAME = "hierophant.settings";
const DEFAULTS: Kept = { theme: "system", pace: "normal", keys: true, auto: false, name: "Guest" };

function kept(): Kept {
  try {
    const read = JSON.parse(browserStore()?.getItem(NAME) ?? "{}") as Partial<Kept>;
    return {
      theme: read.theme === "light" || read.theme === "dark" ? read.theme : "system",
      pace: read.pace === "slow" || read.pace === "off" ? read.pace : "normal",
      keys: read.keys !== false,
      auto: read.auto === true,
      name: typeof read.name === "string" ? read.name : DEFAULTS.name,
    };
  } catch {
    return DEFAULTS;
  }
}

const start = kept();
export const prefs = {
  theme: signal(start.theme),
  pace: signal(start.pace),
  keys: signal(start.keys),
  auto: signal(start.auto),
  name: signal(start.name),
} satisfies { [key in keyof Kept]: Signal<Kept[key]> };

/** Keeps the settings and puts the theme on the page, from now on. */
export function applyPrefs(): void {
  effect(() => {
    const now: Kept = {
      theme: prefs.theme.value,
      pace: prefs.pace.value,
      keys: prefs.keys.value,
      auto: prefs.auto.value,
      name: prefs.name.value,
    };
    try {
      browserStore()?.setItem(NAME, JSON.stringify(now));
    } catch {
      // They last as long as the page.
    }
  });
  effect(() => {
    const theme = prefs.theme.value;
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  });
}
