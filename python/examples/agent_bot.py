"""Connects once and plays, at random, all games that its agent is seated in; prints the result of each.

    HIEROPHANT_AGENT_TOKEN=... python agent_bot.py [HOST:PORT] [--unary]

`hierophant agent register NAME` makes an agent and prints its token. With --unary it uses calls that wait instead of a stream.
"""

import os
import random
import sys

import hierophant


def new_policy(game, seat):
    """A policy for one seat: it may keep whatever it likes of its game."""
    return lambda view, decision: random.choice(decision.legal_codes)


def main(target="127.0.0.1:50051", *flags):
    # It may be started while the service is away.
    with hierophant.connect(target, keep_trying_s=600) as server:
        agent = server.agent(os.environ["HIEROPHANT_AGENT_TOKEN"])
        for ended in agent.serve(new_policy, games_at_once=8, unary="--unary" in flags):
            standing = ended.view.outcome.standings[ended.seat]
            print(f"{ended.game} seat {ended.seat}: {standing.victory_points} VP, rank {standing.rank}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
