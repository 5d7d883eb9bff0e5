"""Enums and cards that typed actions and views are made of."""

from __future__ import annotations

import dataclasses
import enum
from typing import Generic, TypeVar


class OpenEnum(enum.IntEnum):
    """An enum of the protocol. A number that a newer service sends becomes a member UNKNOWN_<number>."""

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_, member._value_ = f"UNKNOWN_{value}", value
        return member


S = TypeVar("S", bound=OpenEnum)


@dataclasses.dataclass(frozen=True, order=True, slots=True)
class TarotCard(Generic[S]):
    """A card of a tarot deck."""

    number: int
    """Its number on the wire, 0..77: Minors from 0, suit by suit; the Fool is 56."""
    name: str
    """Its name in the ruleset, e.g. "7 of Wands"."""
    suit: S | None
    """The suit of a Minor; None for a Major."""
    rank: int
    """Of a Minor 1..14 (Knave 11, Knight 12, Queen 13, King 14); of a Major its number 0..21."""

    @property
    def is_minor(self) -> bool:
        """Whether it is one of the 56."""
        return self.suit is not None

    def __str__(self) -> str:
        return self.name
