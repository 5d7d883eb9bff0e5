// The pages of who organises: a chunk of their own.
import { useEffect } from "preact/hooks";
import { account } from "../app.js";
import { en } from "../strings/en.js";
import { PageLink } from "../tournament/parts.js";
import { TournamentTable } from "../tournament/TournamentList.js";
import type { OrganisePart, Route } from "../ui/router.js";
import { Agents } from "./Agents.js";
import { NewTournament } from "./NewTournament.js";

const PARTS: { part: OrganisePart; to: string }[] = [
  { part: "tournaments", to: "/organise" },
  { part: "new", to: "/organise/new" },
  { part: "agents", to: "/organise/agents" },
];

export function Organise({ at }: { at: Route }) {
  const words = en.organise;
  const here = at.page === "organise" ? at.part : "tournaments";
  useEffect(() => {
    document.title = `${words.parts[here]}: ${en.title}`;
  }, [here]);
  // With another token everything is asked anew.
  const who = account.value ?? "";
  return (
    <main id="main" class="cup organise">
      <h1>{words.title}</h1>
      <nav class="organise-parts" aria-label={words.title}>
        {PARTS.map(({ part, to }) => (
          <PageLink
            key={part}
            to={to}
            class={part === here ? "button is-here" : "button"}
            current={part === here}
          >
            {words.parts[part]}
          </PageLink>
        ))}
      </nav>
      {here === "new" ? (
        <NewTournament key={who} />
      ) : here === "agents" ? (
        <Agents key={who} />
      ) : (
        <section key={who} aria-labelledby="own-title">
          <h2 id="own-title">{words.own}</h2>
          <TournamentTable />
          <p class="note">{words.help}</p>
        </section>
      )}
    </main>
  );
}
