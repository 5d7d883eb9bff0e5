"""A question put to a seat, as a bot meets it. Knows messages; makes no calls by itself."""

from __future__ import annotations

from typing import Any, Callable, Literal, Union

from hierophant.v1 import decision_pb2, game_pb2, ruleset_pb2, view_pb2

# An action by its code, as the envelope's Action, or as the ruleset's own, e.g. `arcanum_pb2.Action(play=57)`.
AnyAction = Union[int, ruleset_pb2.Action, Any]


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
        # The same in words, if text was asked for.
        self.legal_texts: tuple[str, ...] = tuple(self.message.legal_texts)
        self._action_space = action_space

    def describe(self, code: int) -> str:
        """What the legal action with this code does, in words, e.g. "hide 4 of Chalices".

        Raises ValueError if the code is not legal, or if the decision was fetched without `include_text`.
        """
        if code not in self.legal_codes:
            raise ValueError(f"{code} is no legal answer to decision {self.decision_id}")
        if not self.legal_texts:
            raise ValueError("the decision came without words: ask for it with include_text=True")
        return self.legal_texts[self.legal_codes.index(code)]

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


class NoDecision:
    """Nothing is asked of the seat: it is false where a decision is true, and has the view that says why."""

    def __init__(self, view: view_pb2.View) -> None:
        self.view = view

    @property
    def is_over(self) -> bool:
        """The game has ended; otherwise the seat is not asked at present."""
        return self.view.status != game_pb2.GAME_STATUS_LIVE

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return f"<NoDecision, {'the game is over' if self.is_over else 'the seat is not asked'}>"


def of_view(view: view_pb2.View, action_space: Callable[[], int]) -> Union[Decision, NoDecision]:
    """The decision that is open in this view, or why there is none."""
    return Decision(view, action_space) if view.HasField("decision") else NoDecision(view)


def put_answer(message: Any, action: AnyAction) -> None:
    """Puts the action into the field of the message that holds its kind."""
    if hasattr(action, "__index__"):  # int, and the integers of numpy
        message.action_code = int(action)
        return
    name = getattr(getattr(action, "DESCRIPTOR", None), "full_name", "")
    if name == ruleset_pb2.Action.DESCRIPTOR.full_name:
        message.action.CopyFrom(action)
        return
    fields: Any = ruleset_pb2.Action.DESCRIPTOR.fields
    for field in fields:
        if name == field.message_type.full_name:
            getattr(message.action, field.name).CopyFrom(action)
            return
    raise TypeError(f"an action is a code or a typed action, not {type(action).__name__}")


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        return None
    return numpy
