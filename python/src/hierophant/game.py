"""A game as its creator has it."""

from __future__ import annotations

from typing import Dict, Generic, Mapping, NoReturn, TypeVar

from hierophant.v1 import game_pb2

SomeSeat = TypeVar("SomeSeat")


class OpenSeats(Dict[int, SomeSeat]):
    """The open seats of a game, by number. Another number is a KeyError that says who plays there."""

    def __init__(self, seats: Mapping[int, SomeSeat], proto: game_pb2.Game) -> None:
        super().__init__(seats)
        self._proto = proto

    def __missing__(self, number: object) -> NoReturn:
        here = [seat for seat in self._proto.seats if seat.seat == number]
        if not here:
            why = f"the game has no seat {number!r}"
        elif player := here[0].agent or here[0].built_in_agent:
            why = f"seat {number} is not open, {player!r} plays it"
        else:
            why = f"seat {number} is not one of those that this object has"
        raise KeyError(f"{why}; game.seats holds the open seats by number: {sorted(self)}")


class Game(Generic[SomeSeat]):
    """A game as its creator has it."""

    proto: game_pb2.Game
    """The game as it is known from outside: setup, seats, commitment to the deal."""
    seats: Mapping[int, SomeSeat]
    """The open seats by number, from 0; a seat that another player has is not among them."""
    spectator_token: str
    """Secret; opens the public part of the game to spectators."""

    def __init__(self, proto: game_pb2.Game, seats: Mapping[int, SomeSeat], spectator_token: str) -> None:
        self.proto = proto
        self.seats = OpenSeats(seats, proto)
        self.spectator_token = spectator_token

    @property
    def name(self) -> str:
        """Resource name: "games/{id}"."""
        return self.proto.name

    def __repr__(self) -> str:
        return f"<Game {self.name}, open seats {sorted(self.seats)}>"
