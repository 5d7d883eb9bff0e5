// The name that leads to the first page, and the colours.
import { en } from "../strings/en.js";
import { prefs, type Theme } from "./prefs.js";
import { follows } from "./router.js";

const THEMES: Theme[] = ["system", "light", "dark"];

export function Brand() {
  return (
    <a class="brand" href="/" onClick={(event) => follows(event, "/")}>
      {en.title}
    </a>
  );
}

export function ThemeSelect() {
  return (
    <label class="theme">
      <span class="unseen">{en.settings.theme}</span>
      <select
        value={prefs.theme.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          prefs.theme.value = THEMES.find((one) => one === value) ?? "system";
        }}
      >
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {en.settings.themes[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
