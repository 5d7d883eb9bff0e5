// Settings of this browser, as the pages have them.
import { signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";
export type PaceName = "slow" | "normal" | "off";

export const prefs = {
  theme: signal<Theme>("system"),
  pace: signal<PaceName>("normal"),
  keys: signal(true),
  auto: signal(false),
  name: signal("Guest"),
};
