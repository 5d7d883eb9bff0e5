// The way from a game to its tournament.
import type { Game } from "../../gen/hierophant/v1/game_pb.js";
import { en } from "../strings/en.js";
import { follows, routeOf } from "../ui/router.js";

/** To the page that led here; for a reader who came another way, to the tournament of the game. */
export function TournamentLink({ path, game }: { path: string | undefined; game: Game | undefined }) {
  const to = path ?? pathOf(game);
  if (to === undefined) return null;
  return (
    <a class="top-link" href={to} onClick={(event) => follows(event, to)}>
      {path === undefined ? en.game.ofTournament : en.game.tournament}
    </a>
  );
}

function pathOf(game: Game | undefined): string | undefined {
  const path = `/t/${game?.labels["tournament"] ?? ""}`;
  return routeOf(path).page === "tournament" ? path : undefined;
}
