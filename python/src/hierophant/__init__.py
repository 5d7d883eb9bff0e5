"""Write bots for Hierophant, a gRPC service that referees tabletop games of hidden information.

    import random
    import hierophant

    class RandomBot(hierophant.Bot):
        def choose(self, decision):
            return random.choice(decision.actions)

    with hierophant.connect("127.0.0.1:50051") as server:
        game = server.create_game("arcanum", seats=[hierophant.OPEN, "greedy", "greedy", "greedy"])
        print(game.seats[0].play(RandomBot()).standing)

`hierophant.arcanum`, `hierophant.arcanoid`, `hierophant.res_arcana` and `hierophant.arcana` have the types of each ruleset:
cards, actions, views.
`hierophant.aio` is the same client for asyncio. The messages of the protocol are in `hierophant.v1` and `hierophant.<ruleset>.v1`.
"""

from importlib.metadata import PackageNotFoundError, version

from hierophant import aio, arcana, arcanoid, arcanum, res_arcana
from hierophant.actions import Action, Actions, AnyAction
from hierophant.agent import Agent
from hierophant.bot import (
    Bot,
    BotLike,
    Choice,
    GameInfo,
    NewBot,
    OnError,
    OnIllegal,
    Outcome,
    Policy,
    Result,
    Standing,
)
from hierophant.client import Connection, connect
from hierophant.decision import CheckedChoice, Decision, NoDecision
from hierophant.enums import GameEnding, GameStatus, SeatEnding, Visibility
from hierophant.errors import BotError, HierophantError, IllegalAction
from hierophant.game import Game
from hierophant.news import Ended, Event, GameNews, SeatResult, SlotResult, Snapshot, TournamentNews, Update
from hierophant.plans import ReplayViewer, SetupLike
from hierophant.replay import Replay
from hierophant.retry import Retry, Timeout
from hierophant.seat import Seat, Spectator
from hierophant.seating import OPEN, Player, SeatLike
from hierophant.seeds import seed
from hierophant.tls import PathLike
from hierophant.view import View

try:
    __version__ = version("hierophant")
except PackageNotFoundError:  # A checkout that is not installed.
    __version__ = "0"

__all__ = [
    "OPEN",
    "Action",
    "Actions",
    "Agent",
    "AnyAction",
    "Bot",
    "BotError",
    "BotLike",
    "CheckedChoice",
    "Choice",
    "Connection",
    "Decision",
    "Ended",
    "Event",
    "Game",
    "GameEnding",
    "GameInfo",
    "GameNews",
    "GameStatus",
    "HierophantError",
    "IllegalAction",
    "NewBot",
    "NoDecision",
    "OnError",
    "OnIllegal",
    "Outcome",
    "PathLike",
    "Player",
    "Policy",
    "Replay",
    "ReplayViewer",
    "Result",
    "Retry",
    "Seat",
    "SeatEnding",
    "SeatLike",
    "SeatResult",
    "SetupLike",
    "SlotResult",
    "Snapshot",
    "Spectator",
    "Standing",
    "Timeout",
    "TournamentNews",
    "Update",
    "View",
    "Visibility",
    "__version__",
    "aio",
    "arcana",
    "arcanoid",
    "arcanum",
    "connect",
    "res_arcana",
    "seed",
]
