// The way from a game to its tournament.
import type { Game } from "../../gen/hierophant/v1/game_pb.js";
import { en } from "../strings/en.js";
import { cameFrom, follows, routeOf } from "../ui/router.js";

/** To the page that led here; for a reader who came another way, to the tournament of the game. */
export function TournamentLink({ game }: { game: Game | undefined }) {
  const back = cameFrom.value;
  const to = back ?? pathOf(game);
  if (to === undefined) return null;
  return (
    <a class="top-link" href={to} onClick={(event) => follows(event, to)}>
      {back === undefined ? en.game.ofTournament : en.game.tournament}
    </a>
  );
}

function pathOf(game: Game | undefined): string | undefined {
  const path = `/t/${game?.labels["tournament"] ?? ""}`;
  return routeOf(path).page === "tournament" ? path : undefined;
}
