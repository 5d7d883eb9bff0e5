"""Enums and cards that typed actions and views are made of."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, Callable, Generic, TypeVar


class OpenEnum(enum.IntEnum):
    """An enum of the protocol. A number that a newer service sends becomes a member UNKNOWN_<number>."""

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_, member._value_ = f"UNKNOWN_{value}", value
        return member


T_co = TypeVar("T_co", covariant=True)


class lazy_property(Generic[T_co]):
    """A property that is made when it is first asked for, and kept. `functools.cached_property` takes a lock for it before Python 3.12."""

    def __init__(self, make: Callable[[Any], T_co]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> T_co:
        if instance is None:
            return self  # type: ignore[return-value]  # For those who look at the class, `help` say.
        made = instance.__dict__[self._name] = self._make(instance)
        return made


# The Fool's number in every ruleset of a tarot deck.
FOOL = 56

S = TypeVar("S", bound=OpenEnum)


@dataclasses.dataclass(frozen=True, order=True, slots=True)
class TarotCard(Generic[S]):
    """A card of a tarot deck. `CARDS[number]` of a ruleset's module is the card with a number; equal numbers are equal cards."""

    number: int
    """Its number on the wire, 0..77: Minors from 0, suit by suit; the Fool is 56."""
    name: str
    """Its name in the ruleset, e.g. "7 of Wands"."""
    suit: S | None
    """The suit of a Minor; None for a Major."""
    rank: int
    """Of a Minor 1..14 (Knave 11, Knight 12, Queen 13, King 14); of a Major its number 0..21. Ranks of Minors and of Majors are not
    for comparison with each other: look at `is_minor` first.
    """

    @property
    def is_minor(self) -> bool:
        """Whether it is one of the 56."""
        return self.suit is not None

    @property
    def is_fool(self) -> bool:
        """Whether it is the Fool, a Major by its suit, that each ruleset treats in a way of its own."""
        return self.number == FOOL

    def __str__(self) -> str:
        return self.name
