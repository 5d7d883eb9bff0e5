"""Creates a game with three house agents, plays its own seat at random to the end, prints the result.

    python random_bot.py [HOST:PORT [RULESET]]
"""

import random
import sys

import hierophant


def policy(view, decision):
    return random.choice(decision.legal_codes)


def main(target, ruleset):
    with hierophant.connect(target) as server:
        game = server.create_game(ruleset, seats=[hierophant.OPEN, "random", "random", "random"])
        result = game.seats[0].play(policy)
        print(f"{game.name} is over")
        for seat, standing in enumerate(result.outcome.standings):
            who = "I" if seat == result.seat else "house"
            print(f"seat {seat} ({who}): {standing.victory_points} VP, rank {standing.rank}")


if __name__ == "__main__":
    defaults = ["127.0.0.1:50051", "arcanum"]
    main(*sys.argv[1:], *defaults[len(sys.argv) - 1 :])
