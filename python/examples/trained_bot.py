"""Plays what train.py has learned, on a service, in all games that the agent is seated in.

    hierophant arena run ... --bot 'learned=python python/examples/trained_bot.py policy.npz'

The arena gives the address and the token; by hand, set HIEROPHANT_TARGET and HIEROPHANT_AGENT_TOKEN.
"""

import os
import pathlib
import sys

from train import Network

import hierophant
import hierophant.env as he


def main(checkpoint: str = "policy.npz") -> None:
    network = Network.load(pathlib.Path(checkpoint), he.spec("arcanum", 4))
    bot = he.live(network.policy, version=network.spec.version)
    with hierophant.connect(
        os.environ["HIEROPHANT_TARGET"], retry=hierophant.Retry(before_first_contact=True)
    ) as server:
        for result in server.agent(os.environ["HIEROPHANT_AGENT_TOKEN"]).serve(bot, games_at_once=8):
            print(f"{result.game} seat {result.seat}: rank {result.standing.rank}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
