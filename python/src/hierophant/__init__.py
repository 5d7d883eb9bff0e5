"""Write bots for Hierophant, a gRPC service that referees tabletop games of hidden information.

    import random
    import hierophant

    def policy(view, decision):
        return random.choice(decision.legal_codes)

    with hierophant.connect("127.0.0.1:50051") as server:
        game = server.create_game("arcanum", seats=[hierophant.OPEN, "greedy", "greedy", "greedy"])
        print(game.seats[0].play(policy).standing)

The messages are generated and documented in the proto files: `hierophant.v1`, `hierophant.arcanum.v1`, `hierophant.arcanoid.v1`.

`hierophant.aio` is the same for asyncio.
"""

from hierophant.agent import Agent
from hierophant.client import OPEN, Connection, Game, connect
from hierophant.decision import Decision, NoDecision
from hierophant.errors import HierophantError, PolicyError
from hierophant.seat import Policy, Result, Seat, Spectator
from hierophant.seeds import seed

__all__ = [
    "OPEN",
    "Agent",
    "Connection",
    "Decision",
    "Game",
    "HierophantError",
    "NoDecision",
    "Policy",
    "PolicyError",
    "Result",
    "Seat",
    "Spectator",
    "connect",
    "seed",
]
