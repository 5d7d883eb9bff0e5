// The pages of tournaments: a chunk of their own, which is loaded with the first of them.
import type { Route } from "../ui/router.js";
import { account } from "../app.js";
import { TournamentList } from "./TournamentList.js";
import { TournamentPage } from "./TournamentPage.js";
import { TvPage } from "./TvPage.js";

export function Tournaments({ at }: { at: Route }) {
  // With another token everything is asked anew.
  const who = account.value ?? "";
  if (at.page === "tournaments") return <TournamentList key={who} />;
  if (at.page !== "tournament") return null;
  const Page = at.tv ? TvPage : TournamentPage;
  return <Page key={`${at.id} ${who}`} id={at.id} />;
}
