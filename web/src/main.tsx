// The page begins here: the token first, then the theme, then what the address asks for.
import { render } from "preact";
import { takeFragment } from "./app.js";
import { GamePage } from "./pages/GamePage.js";
import { Start } from "./pages/Start.js";
import { en } from "./strings/en.js";
import { LiveRegions } from "./ui/live.js";
import { applyPrefs, prefs, type Theme } from "./ui/prefs.js";
import { follows, listen, route } from "./ui/router.js";

takeFragment();
applyPrefs();
listen();
addEventListener("hashchange", () => {
  takeFragment();
});

const THEMES: Theme[] = ["system", "light", "dark"];

function Top() {
  const theme = prefs.theme.value;
  return (
    <header class="top">
      <a class="brand" href="/" onClick={(event) => follows(event, "/")}>
        {en.title}
      </a>
      <label class="theme">
        <span class="unseen">{en.settings.theme}</span>
        <select
          value={theme}
          onChange={(event) => {
            const value = event.currentTarget.value;
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
    </header>
  );
}

function App() {
  const here = route.value;
  return (
    <>
      <a class="skip" href="#main">
        {here.page === "game" ? en.skip : en.skipStart}
      </a>
      <Top />
      {here.page === "start" ? (
        <Start key={here.ruleset ?? ""} chosen={here.ruleset} />
      ) : here.page === "game" ? (
        <GamePage key={here.id} id={here.id} />
      ) : (
        <main id="main">
          <h1>{en.title}</h1>
          <p>{en.notFound}</p>
          <p>
            <a href="/">{en.home}</a>
          </p>
        </main>
      )}
      <LiveRegions />
    </>
  );
}

const root = document.getElementById("app");
if (root) render(<App />, root);
