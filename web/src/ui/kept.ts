// The settings of this browser, kept in it.
import { effect } from "@preact/signals";
import { browserStore } from "../wire/tokens.js";
import { prefs } from "./prefs.js";

type Kept = { [key in keyof typeof prefs]: (typeof prefs)[key]["value"] };

const NAME = "hierophant.settings";

function readPrefs(): void {
  try {
    const read = JSON.parse(browserStore()?.getItem(NAME) ?? "{}") as Partial<Kept>;
    prefs.theme.value = read.theme === "light" || read.theme === "dark" ? read.theme : "system";
    prefs.pace.value = read.pace === "slow" || read.pace === "off" ? read.pace : "normal";
    prefs.keys.value = read.keys !== false;
    prefs.auto.value = read.auto === true;
    if (typeof read.name === "string") prefs.name.value = read.name;
  } catch {
    // They begin as they are.
  }
}

/** Keeps the settings and puts the theme on the page, from now on. */
export function applyPrefs(): void {
  readPrefs();
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
