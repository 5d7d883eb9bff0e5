// The page begins here: the token first, then the theme, then what the address asks for.
import { render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { account, takeFragment, tokens, tokensTaken } from "./app.js";
import { GamePage } from "./pages/GamePage.js";
import { Start } from "./pages/Start.js";
import { en } from "./strings/en.js";
import { FailureNote } from "./ui/FailureNote.js";
import { LiveRegions } from "./ui/live.js";
import { applyPrefs } from "./ui/kept.js";
import { follows, listen, route, type Route } from "./ui/router.js";
import { Brand, ThemeSelect } from "./ui/head.js";
import { BroughtToken, HeldNote } from "./ui/TokenNote.js";

takeFragment();
applyPrefs();
listen();
addEventListener("hashchange", () => {
  takeFragment();
});

/** Pages that organisers come to. */
const ORGANISERS: ReadonlySet<Route["page"]> = new Set(["tournaments", "tournament", "organise"]);

/** The head of all pages but a game's, which has its own. */
function Top({ at }: { at: Route }) {
  return (
    <header class="top">
      <Brand />
      <a class="top-link" href="/t" onClick={(event) => follows(event, "/t")}>
        {en.pages.tournaments}
      </a>
      {/* A service without principals takes an organiser's calls without a token. */}
      {account.value === undefined && !ORGANISERS.has(at.page) ? null : (
        <a class="top-link" href="/organise" onClick={(event) => follows(event, "/organise")}>
          {en.organise.title}
        </a>
      )}
      {account.value === undefined && tokens.agent.value === undefined ? null : <HeldNote />}
      <ThemeSelect />
    </header>
  );
}

/** Pages that are a chunk of their own, by what they are for. */
const CHUNKS = {
  tournament: async () => (await import("./tournament/index.js")).Tournaments,
  organise: async () => (await import("./organise/index.js")).Organise,
  agent: async () => (await import("./agent/index.js")).AgentOf,
};

/** A page, once its chunk is here. */
function Later({ chunk, title, at }: { chunk: keyof typeof CHUNKS; title: string; at: Route }) {
  const [page, setPage] = useState<{ Page: ComponentType<{ at: Route }> }>();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let here = true;
    CHUNKS[chunk]().then(
      (Page) => here && setPage({ Page }),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, [chunk, tries]);
  if (page) return <page.Page at={at} />;
  return (
    <main id="main">
      <h1>{title}</h1>
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
        <p class="note">{en.pages.loading}</p>
      )}
    </main>
  );
}

const SKIPS: Partial<Record<Route["page"], string>> = {
  game: en.skip,
  tournament: en.skipMain,
  tournaments: en.skipMain,
  organise: en.skipMain,
  agent: en.skipMain,
};

function App() {
  const here = route.value;
  return (
    <>
      <a class="skip" href="#main">
        {SKIPS[here.page] ?? en.skipStart}
      </a>
      {here.page === "game" ? null : <Top at={here} />}
      {here.page === "start" ? (
        <Start key={here.ruleset ?? ""} chosen={here.ruleset} />
      ) : here.page === "game" ? (
        <GamePage key={`${here.id} ${tokensTaken.value}`} id={here.id} />
      ) : here.page === "tournament" || here.page === "tournaments" ? (
        <Later key="tournament" chunk="tournament" title={en.pages.tournaments} at={here} />
      ) : here.page === "organise" ? (
        <Later key="organise" chunk="organise" title={en.organise.title} at={here} />
      ) : here.page === "agent" ? (
        <Later key="agent" chunk="agent" title={en.pages.agent} at={here} />
      ) : (
        <main id="main">
          <h1>{en.title}</h1>
          <p>{en.notFound}</p>
          <p>
            <a class="cup-up" href="/">
              {en.home}
            </a>
          </p>
        </main>
      )}
      {tokens.brought.value === undefined ? null : <BroughtToken />}
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
