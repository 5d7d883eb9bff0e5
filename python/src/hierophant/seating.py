"""Who shall sit where."""

from __future__ import annotations

import dataclasses
from typing import Union

from hierophant.v1 import game_service_pb2


@dataclasses.dataclass(frozen=True)
class Player:
    """Who plays a seat: the holder of its token, a built-in agent or a registered one; and the name to show."""

    built_in: str = ""
    """The built-in agent of this name."""
    agent: str = ""
    """The registered agent of this name, of the caller's own."""
    display_name: str = ""
    """What people shall call the player; need not be unique."""
    player_ref: str = ""
    """What the caller's own system calls the player; opaque to the service."""

    def __post_init__(self) -> None:
        if self.built_in and self.agent:
            raise ValueError("a seat is played by a built-in agent or by a registered one, not by both")

    def to_proto(self) -> game_service_pb2.SeatRequest:
        """The message of the protocol."""
        request = game_service_pb2.SeatRequest(display_name=self.display_name, player_ref=self.player_ref)
        if self.built_in:
            request.built_in_agent = self.built_in
        elif self.agent:
            request.agent = self.agent
        else:
            request.open.SetInParent()
        return request


OPEN = Player()
"""A seat that is played from outside, by the holder of its token."""

SeatLike = Union[str, Player, game_service_pb2.SeatRequest]
"""Who plays a seat: the name of a built-in agent, e.g. "greedy"; `OPEN` or another `Player`; or the protocol's message."""


def seat_request(seat: SeatLike) -> game_service_pb2.SeatRequest:
    """The message, from whatever form the seat was given in."""
    if isinstance(seat, game_service_pb2.SeatRequest):
        return seat
    return (Player(built_in=seat) if isinstance(seat, str) else seat).to_proto()
