"""Actions: what a decision can be answered with. Each ruleset has a table of them, which `scripts/typed.py` generates."""

from __future__ import annotations

import dataclasses
import operator
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, Generic, Iterator, Sequence, TypeVar, Union, overload

from google.protobuf.message import Message

if TYPE_CHECKING:
    # Their import needs this module: rulesets' packages are part of both.
    from hierophant.v1 import ruleset_pb2


@dataclasses.dataclass(frozen=True, slots=True)
class Action:
    """An answer to a decision. Two actions are equal if their rulesets and codes are."""

    kind: ClassVar[str] = ""
    """Which kind of action it is, e.g. "play"; each kind has a class of its own with more attributes."""
    ruleset: ClassVar[str] = ""
    """The id of the ruleset that it belongs to."""

    code: int
    """Its code, which means the same in every position."""
    text: str = dataclasses.field(compare=False)
    """What it does, in words, e.g. "play 7 of Wands"."""

    def to_proto(self) -> ruleset_pb2.Action:
        """The message of the protocol."""
        from hierophant.v1 import ruleset_pb2

        if not self.ruleset:
            raise ValueError(f"this version of the client has no name for the action {self.code}: update it")
        return ruleset_pb2.Action(**{self.ruleset: self._fields()})

    def _fields(self) -> Any:
        """The fields of the ruleset's own message."""
        return {}

    def __str__(self) -> str:
        return self.text


A = TypeVar("A", bound=Action, covariant=True)
B = TypeVar("B", bound=Action)

AnyAction = Union[Action, Message]
"""What `submit` takes and bots return: one of `decision.actions`, or an action's message of the protocol."""


class _Made(Dict[int, B]):
    """Actions by code; what is missing is made."""

    def __init__(self, make: Callable[[int], B]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, code: int) -> B:
        action = self[code] = self._make(code)
        return action


class ActionTable(Generic[B]):
    """All actions of a ruleset by code. Each is made when it is first asked for."""

    def __init__(self, ruleset: str, size: int, make: Callable[[int], B]) -> None:
        self.ruleset = ruleset
        self.size = size
        self._make = make
        self.at = _Made(self._action).__getitem__
        """The same as the brackets, quicker: once an action is made no Python code runs."""

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, code: int) -> B:
        """The action with this code. Raises IndexError for a code that is none."""
        return self.at(code)

    def _action(self, code: int) -> B:
        if 0 <= code < self.size:
            return self._make(operator.index(code))
        raise IndexError(f"{code} is no code of {self.ruleset}: its action space has {self.size}")


class Actions(Sequence[A]):
    """The legal actions of a decision, ascending by code, never empty."""

    __slots__ = ("_codes", "_action")

    ruleset: ClassVar[str] = ""
    """The id of the ruleset."""
    kinds: ClassVar[tuple[str, ...]] = ()
    """All kinds of action of the ruleset."""

    def __init__(self, codes: Sequence[int], action: Callable[[int], A]) -> None:
        self._codes = codes
        self._action = action

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> A: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[A, ...]: ...
    def __getitem__(self, index: int | slice) -> A | tuple[A, ...]:
        if isinstance(index, slice):
            return tuple(map(self._action, self._codes[index]))
        return self._action(self._codes[index])

    def __iter__(self) -> Iterator[A]:
        return map(self._action, self._codes)

    def __contains__(self, action: object) -> bool:
        # By code first: a list may be long.
        return isinstance(action, Action) and action.code in self._codes and action in tuple(self)

    def of(self, kind: str) -> tuple[A, ...]:
        """The legal actions of a kind, e.g. `of("play")`, none if there are none. Raises ValueError for what is no kind."""
        found = tuple([action for action in map(self._action, self._codes) if action.kind == kind])
        if not found and self.kinds and kind not in self.kinds:
            raise ValueError(f"{kind!r} is no kind of action of {self.ruleset}; the kinds are {', '.join(self.kinds)}")
        return found

    def __repr__(self) -> str:
        return f"<Actions {[action.text for action in self]}>"


def put_answer(message: Any, action: AnyAction, ruleset: str) -> None:
    """Puts the action into the field of the message that holds its kind; `ruleset` is the decision's, if it is known."""
    if isinstance(action, Action):
        if ruleset and action.ruleset and action.ruleset != ruleset:
            raise ValueError(f"an action of {action.ruleset} is no answer in a game of {ruleset}")
        if ruleset:
            message.action_code = action.code
        else:
            message.action.CopyFrom(action.to_proto())
        return
    from hierophant.v1 import ruleset_pb2

    name = action.DESCRIPTOR.full_name if isinstance(action, Message) else ""
    if name == ruleset_pb2.Action.DESCRIPTOR.full_name:
        message.action.CopyFrom(action)
        return
    for field in ruleset_pb2.Action.DESCRIPTOR.fields:
        if field.message_type is not None and name == field.message_type.full_name:
            getattr(message.action, field.name).CopyFrom(action)
            return
    raise TypeError(
        f"{action!r} is no action: answer with one of decision.actions; a code becomes one by decision.action(code), "
        "and is sent by submit_code"
    )
