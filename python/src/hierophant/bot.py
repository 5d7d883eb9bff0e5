"""Bots: objects that play one game, or plain functions of a decision."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Generic, Mapping, TypeVar, Union

from hierophant.actions import AnyAction
from hierophant.decision import Decision
from hierophant.enums import GameEnding, SeatEnding
from hierophant.errors import BotError, IllegalAction
from hierophant.view import View

if TYPE_CHECKING:
    from hierophant.v1 import game_pb2

# The label that the service puts on the games of a tournament.
_TOURNAMENT = "tournament"

D = TypeVar("D", bound=Decision)
D_contra = TypeVar("D_contra", bound=Decision, contravariant=True)

Choice = Union[AnyAction, Awaitable[AnyAction]]
"""What `choose` returns: an action, or from a coroutine what gives one."""
OnError = Callable[[BotError], Union[Choice, None]]
"""Receives what a bot raised; may return another action, or None to resign the seat."""
OnIllegal = Callable[[IllegalAction], Union[Choice, None]]
"""Receives an action that is against the rules, as an exception; may return another action, or None to leave it at that."""
Policy = Callable[[D], Choice]
"""A bot without state: a function of a decision."""


@dataclasses.dataclass(frozen=True)
class GameInfo:
    """What a bot knows of a game before its first decision."""

    game: str
    """The game: "games/{id}"."""
    seat: int
    """The bot's seat."""
    proto: game_pb2.Game | None = dataclasses.field(default=None, repr=False)
    """The game's message, with its setup; None where the service does not send it (`serve` with `unary`)."""

    @property
    def ruleset(self) -> str:
        """The ruleset's id; empty without the message."""
        return self.proto.ruleset if self.proto else ""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        seats = self.proto.seats if self.proto else ()
        return tuple(map(player_name, seats))

    @property
    def clock(self) -> game_pb2.TimeControl | None:
        """How much time seats have; None without clocks."""
        return self.proto.time_control if self.proto and self.proto.HasField("time_control") else None

    @property
    def labels(self) -> Mapping[str, str]:
        """What the creator tagged the game with."""
        return dict(self.proto.labels) if self.proto else {}

    @property
    def tournament(self) -> str | None:
        """The id of the tournament that the game belongs to."""
        return self.labels.get(_TOURNAMENT)


@dataclasses.dataclass(frozen=True)
class Standing:
    """One seat's result."""

    victory_points: int
    """Victory points; 0 if the game was not played to its end."""
    rank: int
    """1 is best; tied seats share the better rank; 0 if the game was not played to its end."""
    utility: float
    """(seats beaten - seats beaten by) / (seats - 1), from -1 to 1."""
    ending: SeatEnding
    """How the seat's part ended."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The result of a game."""

    standings: tuple[Standing, ...]
    """By seat."""
    ending: GameEnding
    """How the game ended. Only a game that was played to its end has points and ranks."""
    reason: str
    """The reason that was given for ending it; empty if it was played to its end."""

    @classmethod
    def of(cls, proto: game_pb2.Outcome) -> Outcome:
        """The outcome in a message."""
        standings = tuple(
            Standing(s.victory_points, s.rank, s.utility_thousandths / 1000, SeatEnding(s.ending))
            for s in proto.standings
        )
        return cls(standings, GameEnding(proto.ending), proto.reason)


@dataclasses.dataclass(frozen=True)
class Result:
    """How a game ended, from one seat's chair."""

    game: str
    """The game: "games/{id}"."""
    seat: int
    """The seat."""
    view: View = dataclasses.field(repr=False)
    """The last view: everything that the seat knows at the end."""
    outcome: Outcome
    """Every seat's result. Without standings where the service does not send them (`serve` with `unary`)."""
    token: str = dataclasses.field(default="", repr=False)
    """The seat's token, for `server.replay(result.game, result.token)`; empty in what `serve` gives."""

    @property
    def standing(self) -> Standing:
        """The seat's own result."""
        return self.outcome.standings[self.seat]


class BotFor(Generic[D]):
    """A bot for decisions of type D; see `Bot`."""

    def start(self, info: GameInfo) -> Awaitable[None] | None:
        """Called once, before the first decision."""

    def choose(self, decision: D) -> Choice:
        """Answers a decision with one of `decision.actions`."""
        raise NotImplementedError("a bot has a method `choose(decision)` that returns one of decision.actions")

    def end(self, result: Result) -> Awaitable[None] | None:
        """Called once, when the game has ended."""


class Bot(BotFor[Decision]):
    """A player of one game: make a subclass with a method `choose`. Each game and seat has an object of its own.

    The methods may be coroutines. `hierophant.arcanum.Bot` and its like are the same with the types of one ruleset.
    """


BotLike = Union[BotFor[D], Policy[D]]
"""What plays a seat: an object of a class like `Bot` or `arcanum.Bot`, or a function of a decision."""
NewBot = Callable[[], BotLike[D]]
"""What makes the bot of each game and seat: a class, or a function without arguments."""


def player_name(seat: game_pb2.GameSeat) -> str:
    """What a seat's player is called."""
    return seat.display_name or seat.agent or seat.built_in_agent or f"seat {seat.seat}"


def check_new_bot(new_bot: object) -> None:
    """Whether it can make a bot for each game. Raises TypeError."""
    if isinstance(new_bot, BotFor) or not callable(new_bot):
        raise TypeError(
            f"{new_bot!r} makes no bots: each game and seat needs one of its own, so give a class, or a function without "
            "arguments that returns a bot"
        )


def chooser(player: BotLike[Any]) -> Callable[[Any], Any]:
    """What is called with each decision."""
    if isinstance(player, BotFor):
        return player.choose
    if isinstance(player, type) or not callable(player):
        raise TypeError(
            f"{player!r} plays no seat: give an object of a class like hierophant.Bot, or a function of a decision"
        )
    return player
