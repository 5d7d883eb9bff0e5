"""A game as its creator has it."""

from __future__ import annotations

from typing import Generic, Mapping, TypeVar

from hierophant.v1 import game_pb2

SomeSeat = TypeVar("SomeSeat")


class Game(Generic[SomeSeat]):
    """A game as its creator has it."""

    proto: game_pb2.Game
    """The game as it is known from outside: setup, seats, commitment to the deal."""
    seats: Mapping[int, SomeSeat]
    """The open seats, by number."""
    spectator_token: str
    """Secret; opens the public part of the game to spectators."""

    def __init__(self, proto: game_pb2.Game, seats: Mapping[int, SomeSeat], spectator_token: str) -> None:
        self.proto = proto
        self.seats = dict(seats)
        self.spectator_token = spectator_token

    @property
    def name(self) -> str:
        """Resource name: "games/{id}"."""
        return self.proto.name

    def __repr__(self) -> str:
        return f"<Game {self.name}, open seats {sorted(self.seats)}>"
