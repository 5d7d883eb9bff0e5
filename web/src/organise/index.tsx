// The pages of who organises: a chunk of their own.
import { useEffect, useState } from "preact/hooks";
import { CallerRole } from "../../gen/hierophant/v1/game_service_pb.js";
import { account } from "../app.js";
import { serviceInfo } from "../service.js";
import { en } from "../strings/en.js";
import { organise } from "../strings/organise.js";
import { PageLink } from "../tournament/parts.js";
import { TournamentTable } from "../tournament/TournamentList.js";
import type { OrganisePart, Route } from "../ui/router.js";
import { TokenNote } from "../ui/TokenNote.js";
import type { Failure } from "../wire/errors.js";
import { Agents } from "./Agents.js";
import { NewTournament } from "./NewTournament.js";

const PARTS: { part: OrganisePart; to: string }[] = [
  { part: "tournaments", to: "/organise" },
  { part: "new", to: "/organise/new" },
  { part: "agents", to: "/organise/agents" },
];

export function Organise({ at }: { at: Route }) {
  const words = organise;
  const here = at.page === "organise" ? at.part : "tournaments";
  useEffect(() => {
    document.title = `${words.parts[here]}: ${en.title}`;
  }, [here]);
  // With another token everything is asked anew.
  const who = account.value ?? "";
  const needsToken = useNeedsToken(who);
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
      {needsToken ? (
        <TokenNote failure={NEEDS_TOKEN} />
      ) : here === "new" ? (
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

/** What is said to who has no token, before anything is asked. */
const NEEDS_TOKEN: Failure = { reason: "UNAUTHENTICATED", detail: "", remedy: "stop" };

/** Whether the service wants a token of who organises: there may be lists that everyone may read, and these are not theirs. */
function useNeedsToken(token: string): boolean {
  const [needs, setNeeds] = useState(false);
  useEffect(() => {
    setNeeds(false);
    if (token !== "") return;
    let here = true;
    serviceInfo(undefined)
      .then(({ role }) => here && setNeeds(role === CallerRole.NONE || role === CallerRole.GUEST))
      // What is asked for next says what is wrong.
      .catch(() => {});
    return () => {
      here = false;
    };
  }, [token]);
  return needs;
}
