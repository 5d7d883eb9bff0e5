"""A question put to a seat, as a bot meets it. Knows messages; makes no calls by itself."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from hierophant.actions import Action, Actions, ActionTable
from hierophant.values import OpenEnum, lazy_property
from hierophant.view import View

if TYPE_CHECKING:
    from hierophant.v1 import decision_pb2, game_service_pb2, view_pb2


class Decision:
    """A question put to one seat, with the view that it is to be answered from.

    Each ruleset has a subclass with its own types, e.g. `hierophant.arcanum.Decision`.
    """

    ruleset: ClassVar[str] = ""
    """The id of the ruleset."""
    _table: ClassVar[ActionTable[Any] | None] = None

    legal_codes: tuple[int, ...]
    """The codes of all legal actions, ascending, never empty."""

    def __init__(self, proto: view_pb2.View) -> None:
        self._view = proto
        self.legal_codes = tuple(proto.decision.legal_codes)
        self._received = time.monotonic()

    @property
    def proto(self) -> decision_pb2.Decision:
        """The message of the protocol, with all its fields."""
        return self._view.decision

    @property
    def decision_id(self) -> int:
        """The seat's own count of decisions, from 1."""
        return self._view.decision.decision_id

    @lazy_property
    def view(self) -> View:
        """Everything that the seat may know now."""
        return View(self._view)

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self._view.seat

    @property
    def kind(self) -> OpenEnum:
        """What is asked."""
        return OpenEnum(0)

    @lazy_property
    def actions(self) -> Actions[Action]:
        """All legal actions, ascending by code, never empty."""
        return Actions(self.legal_codes, self.action)

    def action(self, code: int) -> Action:
        """The action with a code, legal or not. Raises IndexError if the ruleset has no such code."""
        return Action(code, f"action {code}") if self._table is None else self._table[int(code)]

    @property
    def time_left_s(self) -> float | None:
        """How long until the service decides for the seat, the grace not counted; None without a clock."""
        view = self._view
        if not view.decision.HasField("decide_by"):
            return None
        # By the service's own clock: this machine's may be wrong.
        sent = view.account.server_time
        given_s = (view.decision.decide_by.ToNanoseconds() - sent.ToNanoseconds()) / 1e9
        return given_s - (time.monotonic() - self._received)

    def mask(self) -> Any:
        """Which codes of the ruleset's action space are legal: one entry for each code.

        An array of bool if numpy is installed, else bytes of 1 and 0.
        """
        try:
            import numpy
        except ImportError:
            return self.mask_bytes()
        return numpy.frombuffer(self.mask_bytes(), dtype=bool).copy()

    def mask_bytes(self) -> bytes:
        """The mask as bytes, with or without numpy."""
        if self._table is None:
            raise ValueError("this version of the client doesn't know the ruleset: update it")
        mask = bytearray(self._table.size)
        for code in self.legal_codes:
            mask[code] = 1
        return bytes(mask)

    @property
    def text(self) -> str:
        """The question in words; empty unless it was fetched with `include_text=True`."""
        return self._view.decision.text

    def __repr__(self) -> str:
        return f"<Decision {self.decision_id} {self.kind.name}, {len(self.legal_codes)} legal>"


class CheckedChoice:
    """A choice that would be taken as far as it was checked: complete, or with what would be asked next."""

    def __init__(self, decision: Decision, proto: game_service_pb2.SubmitActionResponse) -> None:
        self._decision = decision
        self.proto = proto
        """The message of the protocol."""

    @property
    def is_complete(self) -> bool:
        """The choice is complete; what would follow is not shown before it is made."""
        return self.proto.choice_complete

    @property
    def legal_codes(self) -> tuple[int, ...]:
        """The codes of the actions that would be legal next; none if the choice is complete."""
        return tuple(self.proto.next_decision.legal_codes)

    @lazy_property
    def actions(self) -> Actions[Action]:
        """The actions that would be legal next, ascending by code; none if the choice is complete."""
        return Actions(self.legal_codes, self._decision.action)

    def __repr__(self) -> str:
        return f"<CheckedChoice, {'complete' if self.is_complete else f'{len(self.legal_codes)} legal next'}>"


class NoDecision:
    """Nothing is asked of the seat: it is false where a decision is true, and has the view that says why."""

    def __init__(self, view: View) -> None:
        self.view = view

    @property
    def is_over(self) -> bool:
        """The game has ended; otherwise the seat is not asked at present."""
        return self.view.is_over

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return f"<NoDecision, {'the game is over' if self.is_over else 'the seat is not asked'}>"
