"""A question put to a seat, as a bot meets it. Knows messages; makes no calls by itself."""

from __future__ import annotations

from typing import Any, Callable, Optional

from hierophant.v1 import decision_pb2, ruleset_pb2, view_pb2


class Decision:
    """A question put to one seat, with the view that it is to be answered from."""

    def __init__(self, view: view_pb2.View, action_space: Callable[[], int]) -> None:
        self.view = view
        # As it came: `decide_by`, `continues`, `actor` and the rest, documented in decision.proto.
        self.message: decision_pb2.Decision = view.decision
        self.decision_id: int = self.message.decision_id
        # The codes of all legal actions, ascending, never empty.
        self.legal_codes: tuple[int, ...] = tuple(self.message.legal_codes)
        # The same actions in the same order, typed.
        self.legal_actions: tuple[ruleset_pb2.Action, ...] = tuple(self.message.legal_actions)
        self._action_space = action_space

    @property
    def kind(self) -> str:
        """What is asked, by its name in the ruleset, e.g. "DECISION_KIND_PLAY"."""
        # Every ruleset has a field of its own in the oneof.
        ruleset = self.message.WhichOneof("kind")
        if ruleset is None:
            return ""
        kinds: Any = self.message.DESCRIPTOR.fields_by_name[ruleset].enum_type
        number: int = getattr(self.message, ruleset)
        # A newer service may ask what these stubs have no name for.
        return kinds.values_by_number[number].name if number in kinds.values_by_number else str(number)

    def mask(self) -> Any:
        """Which codes of the ruleset's whole action space are legal: one entry per code, 1 or 0.

        An array of bool if numpy is installed, else bytes. The first call for a ruleset asks the service for its size.
        """
        numpy = _numpy()
        if numpy is None:
            return self.mask_bytes()
        return numpy.frombuffer(self.mask_bytes(), dtype=bool).copy()

    def mask_bytes(self) -> bytes:
        """The mask as bytes, with or without numpy."""
        mask = bytearray(self._action_space())
        for code in self.legal_codes:
            mask[code] = 1
        return bytes(mask)

    def __repr__(self) -> str:
        return f"<Decision {self.decision_id} {self.kind}, {len(self.legal_codes)} legal>"


def of_view(view: view_pb2.View, action_space: Callable[[], int]) -> Optional[Decision]:
    """The decision that is open in this view, if any."""
    return Decision(view, action_space) if view.HasField("decision") else None


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        return None
    return numpy
