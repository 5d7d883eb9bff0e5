"""Connects once and plays, at random, all games that its agent is seated in; prints the result of each.

    HIEROPHANT_AGENT_TOKEN=... python agent_bot.py [HOST:PORT] [--unary]

`hierophant agent register NAME` makes an agent and prints its token. With --unary it uses calls that wait instead of a stream.
"""

import os
import random
import sys

import hierophant


class RandomBot(hierophant.Bot):
    """Each game and seat has one of its own, which may keep whatever it likes."""

    def choose(self, decision: hierophant.Decision) -> hierophant.Action:
        return random.choice(decision.actions)


def main(target: str = "127.0.0.1:50051", *flags: str) -> None:
    # It may be started while the service is away.
    with hierophant.connect(target, retry=hierophant.Retry(before_first_contact=True)) as server:
        agent = server.agent(os.environ["HIEROPHANT_AGENT_TOKEN"])
        for result in agent.serve(RandomBot, games_at_once=8, unary="--unary" in flags):
            rank = result.standing.rank if result.outcome.standings else "not told"
            print(f"{result.game} seat {result.seat}: rank {rank}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
