"""What a viewer may know, as a bot meets it. Each ruleset has a class of its own with typed attributes."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, ClassVar

from hierophant.enums import GameStatus

if TYPE_CHECKING:
    from hierophant.v1 import view_pb2


class View:
    """Everything that one viewer may know now."""

    __slots__ = ("proto",)

    ruleset: ClassVar[str] = ""
    """The id of the ruleset."""

    proto: view_pb2.View
    """The message of the protocol, with all its fields."""

    def __init__(self, proto: view_pb2.View) -> None:
        self.proto = proto

    @property
    def text(self) -> str:
        """The view in words, several lines; empty unless it was fetched with `include_text=True`."""
        return self.proto.text

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for a spectator."""
        return self.proto.seat if self.proto.HasField("seat") else None

    @property
    def version(self) -> int:
        """Counts the changes that this viewer could see."""
        return self.proto.view_version

    @property
    def status(self) -> GameStatus:
        """Whether the game is in play or has ended."""
        return GameStatus(self.proto.status)

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return self.status != GameStatus.LIVE

    @property
    def asked_seats(self) -> tuple[int, ...]:
        """The seats that the present decision was put to."""
        return tuple(self.proto.asked_seats)

    @property
    def bank_left_s(self) -> float | None:
        """What is left of the viewer's bank, in seconds; None without clocks."""
        return self.proto.account.bank_ms / 1000 if self.proto.HasField("account") else None

    def __str__(self) -> str:
        return self.text or str(self.proto)

    def __repr__(self) -> str:
        viewer = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {viewer}, version {self.version}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return f"<pre>{html.escape(str(self))}</pre>"
