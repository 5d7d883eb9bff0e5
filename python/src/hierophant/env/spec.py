"""What observations are made of."""

from __future__ import annotations

import dataclasses
from typing import Any, Mapping

import hierophant_native


@dataclasses.dataclass(frozen=True)
class Field:
    """A named part of an observation."""

    name: str
    """Its name."""
    slice: slice
    """Where it lies."""
    shape: tuple[int, ...]
    """Its dimensions; empty for a single number."""
    scale: int
    """What float32 observations divide the numbers by."""
    meaning: str
    """What it says."""


@dataclasses.dataclass(frozen=True)
class Spec:
    """What the observations of one ruleset are made of, at a table of one size."""

    ruleset: str
    """The id of the ruleset."""
    version: str
    """The name of the table: a policy that was trained with it can play with it alone."""
    digest: str
    """A digest of the table."""
    players: int
    """Seats at the table."""
    length: int
    """Numbers in an observation."""
    action_space: int
    """Codes of actions are below this."""
    legal_max: int
    """The longest list of legal actions."""
    kinds: tuple[str, ...]
    """The names of the kinds of decision, by number."""
    fields: tuple[Field, ...]
    """The parts, in order."""

    @property
    def slices(self) -> Mapping[str, slice]:
        """Where each part lies, by its name."""
        return {field.name: field.slice for field in self.fields}

    def __getitem__(self, name: str) -> slice:
        for field in self.fields:
            if field.name == name:
                return field.slice
        names = ", ".join(field.name for field in self.fields)
        raise KeyError(f"observations of {self.ruleset} have no part {name!r}; there are {names}")


def spec(setup: Any, players: int | None = None) -> Spec:
    """What the observations of a setup are made of: of a ruleset's id, or a setup of hierophant."""
    given = hierophant_native.spec(setup, players)
    fields = tuple(
        Field(name, slice(first, after), tuple(shape), scale, meaning)
        for name, first, after, shape, scale, meaning in given["fields"]
    )
    return Spec(
        given["ruleset"],
        given["version"],
        given["digest"],
        given["players"],
        given["length"],
        given["action_space"],
        given["legal_max"],
        given["kinds"],
        fields,
    )
