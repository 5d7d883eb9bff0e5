"""A bot with rules and a memory of its own for each game: it plays its highest cards, and counts what it has seen.

python rule_bot.py [HOST:PORT]
"""

import random
import sys

import hierophant
from hierophant import arcanum


class RuleBot(arcanum.Bot):
    """Each game and seat has one of its own."""

    def start(self, info: hierophant.GameInfo) -> None:
        self.me = info.names[info.seat]
        self.seen: set[arcanum.Card] = set()

    def choose(self, decision: arcanum.Decision) -> arcanum.Action:
        self.seen.update(decision.view.my_hand, decision.view.discards)
        plays = decision.actions.of("play")
        if plays:
            return max(plays, key=lambda play: play.card.rank)
        return random.choice(decision.actions)

    def end(self, result: hierophant.Result) -> None:
        standing = result.standing
        print(f"{self.me}: rank {standing.rank}, {standing.victory_points} VP, {len(self.seen)} cards seen")


def main(target: str = "127.0.0.1:50051") -> None:
    with hierophant.connect(target) as server:
        game = server.create_game("arcanum", seats=[hierophant.OPEN, "greedy", "greedy", "greedy"])
        game.seats[0].play(RuleBot())


if __name__ == "__main__":
    main(*sys.argv[1:])
