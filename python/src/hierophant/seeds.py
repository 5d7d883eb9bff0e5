"""Seeds from numbers. The same as `--seed 7` of the commands."""

from __future__ import annotations

import hashlib

_TAG = b"hierophant seed v1\0"


def seed(number: int) -> bytes:
    """The 32 bytes that a number stands for everywhere in Hierophant: `create_game(..., seed=hierophant.seed(7))`.

    SHA-256 over a tag and the decimal digits; the number is 0 or more, and below 2**64.
    """
    if not 0 <= number < 2**64:
        raise ValueError(f"a seed's number is 0 or more and below 2**64, not {number}")
    return hashlib.sha256(_TAG + str(int(number)).encode("ascii")).digest()


def seed_bytes(given: bytes | int | None) -> bytes | None:
    """The seed that was given as bytes or by its number."""
    return seed(given) if isinstance(given, int) else given


def seed_of_game(number: int, game: int) -> bytes:
    """The seed of one of many games that are played by one number: as different as those of different numbers."""
    return hashlib.sha256(seed(number) + game.to_bytes(8, "big")).digest()
