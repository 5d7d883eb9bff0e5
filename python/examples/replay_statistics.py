"""Plays games of built-in agents, then asks their replays what winners do more often, with pandas.

python replay_statistics.py [HOST:PORT [GAMES]]
"""

import sys

import pandas as pd

import hierophant


def main(target: str = "127.0.0.1:50051", games: str = "10") -> None:
    records = []
    with hierophant.connect(target) as server:
        for number in range(int(games)):
            seed = hierophant.seed(number)
            game = server.create_game("arcanum", seats=["greedy", "greedy", "random", "random"], seed=seed)
            for _ in server.spectator(game.name, game.spectator_token).watch():
                pass  # To the end.
            records += server.replay(game.name, game.spectator_token).to_records()
    answers = pd.DataFrame(records)
    answers["won"] = answers["rank"] == 1
    per_game = answers.groupby(["won", "kind"]).size() / answers.groupby("won")["game"].nunique()
    print(per_game.unstack("won").fillna(0).round(1))


if __name__ == "__main__":
    main(*sys.argv[1:])
