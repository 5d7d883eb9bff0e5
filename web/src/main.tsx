// The page begins here: the token first, then the theme, then what the address asks for.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { account, takeFragment, tokensTaken } from "./app.js";
import { GamePage } from "./pages/GamePage.js";
import { Start } from "./pages/Start.js";
import { en } from "./strings/en.js";
import { FailureNote } from "./ui/FailureNote.js";
import { LiveRegions } from "./ui/live.js";
import { applyPrefs } from "./ui/prefs.js";
import { follows, listen, route, type Route } from "./ui/router.js";
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
      {account.value === undefined ? null : (
        <a class="top-link" href="/t" onClick={(event) => follows(event, "/t")}>
          {en.tournament.list}
        </a>
      )}
      <ThemeSelect />
    </header>
  );
}

/** The pages of tournaments, once their chunk is here. */
function Later({ at }: { at: Route }) {
  const [chunk, setChunk] = useState<typeof import("./tournament/index.js")>();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let here = true;
    import("./tournament/index.js").then(
      (loaded) => here && setChunk(loaded),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, [tries]);
  if (chunk) return <chunk.Tournaments at={at} />;
  return (
    <main id="main">
      <h1>{en.tournament.list}</h1>
      {failed ? (
        <FailureNote failure={{ reason: "UNAVAILABLE", detail: "", remedy: "stop" }}>
          <button
            type="button"
            onClick={() => {
              setFailed(false);
              setTries(tries + 1);
            }}
          >
            {en.start.again}
          </button>
        </FailureNote>
      ) : (
        <p class="note">{en.tournament.loading}</p>
      )}
    </main>
  );
}

const SKIPS: Partial<Record<Route["page"], string>> = {
  game: en.skip,
  tournament: en.skipMain,
  tournaments: en.skipMain,
};

function App() {
  const here = route.value;
  return (
    <>
      <a class="skip" href="#main">
        {SKIPS[here.page] ?? en.skipStart}
      </a>
      {here.page === "game" ? null : <Top />}
      {here.page === "start" ? (
        <Start key={here.ruleset ?? ""} chosen={here.ruleset} />
      ) : here.page === "game" ? (
        <GamePage key={`${here.id} ${tokensTaken.value}`} id={here.id} />
      ) : here.page === "tournament" || here.page === "tournaments" ? (
        <Later at={here} />
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
