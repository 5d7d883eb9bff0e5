"""Creates a game with three built-in agents, plays its own seat at random to the end, prints the result.

python random_bot.py [HOST:PORT [RULESET]]
"""

import random
import sys

import hierophant


def policy(decision: hierophant.Decision) -> hierophant.Action:
    return random.choice(decision.actions)


def main(target: str = "127.0.0.1:50051", ruleset: str = "arcanum") -> None:
    with hierophant.connect(target) as server:
        game = server.create_game(ruleset, seats=[hierophant.OPEN, "random", "random", "random"])
        result = game.seats[0].play(policy)
        print(f"{game.name} is over")
        for seat, standing in enumerate(result.outcome.standings):
            who = "I" if seat == result.seat else "built-in agent"
            print(f"seat {seat} ({who}): {standing.victory_points} VP, rank {standing.rank}")


if __name__ == "__main__":
    main(*sys.argv[1:])
