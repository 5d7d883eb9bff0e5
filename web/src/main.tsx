// The page begins here: the token first, then the theme, then what the address asks for.
import { render } from "preact";
import { takeFragment, tokensTaken } from "./app.js";
import { GamePage } from "./pages/GamePage.js";
import { Start } from "./pages/Start.js";
import { en } from "./strings/en.js";
import { LiveRegions } from "./ui/live.js";
import { applyPrefs } from "./ui/prefs.js";
import { listen, route } from "./ui/router.js";
import { Brand, ThemeSelect } from "./ui/head.js";

takeFragment();
applyPrefs();
listen();
addEventListener("hashchange", () => {
  takeFragment();
});

/** The head of all pages but a game's, which has its own. */
function Top() {
  return (
    <header class="top">
      <Brand />
      <ThemeSelect />
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
      {here.page === "game" ? null : <Top />}
      {here.page === "start" ? (
        <Start key={here.ruleset ?? ""} chosen={here.ruleset} />
      ) : here.page === "game" ? (
        <GamePage key={`${here.id} ${tokensTaken.value}`} id={here.id} />
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
if (root) {
  // The page had its name before this script was there.
  root.replaceChildren();
  render(<App />, root);
}
