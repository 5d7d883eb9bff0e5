"""Policies of observations, and what plays them in this process."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Sequence

import numpy as np
import numpy.typing as npt
from hierophant_native import VecGame


@dataclasses.dataclass(frozen=True)
class Batch:
    """Decisions to be answered, one in each row."""

    obs: npt.NDArray[np.uint8]
    """(rows, length): what each seat may know."""
    mask: npt.NDArray[np.bool_]
    """(rows, action space): which codes are legal."""
    seat: npt.NDArray[np.int8]
    """(rows,): the seat that is asked."""
    actor: npt.NDArray[np.int8]
    """(rows,): the player that it decides for: a seat, or -2 for a virtual player."""
    kind: npt.NDArray[np.int8]
    """(rows,): the kind of decision, an index of `spec.kinds`."""

    def __len__(self) -> int:
        return len(self.seat)


# Answers each row by a legal code.
Policy = Callable[[Batch], "npt.NDArray[np.integer[Any]]"]


@dataclasses.dataclass(frozen=True)
class Played:
    """Games that were played to their ends, in the order of their numbers."""

    episode: npt.NDArray[np.int64]
    """(games,): the number of each game; `seed_bytes` gives its seed."""
    rewards: npt.NDArray[np.float32]
    """(games, players): what each seat came to, -1 to 1."""
    length: npt.NDArray[np.int32]
    """(games,): answers."""


def play(
    policy: Policy,
    setup: Any = "arcanum",
    *,
    games: int,
    players: int | None = None,
    seats: Sequence[int] | None = None,
    opponents: Sequence[str] | None = None,
    seed: int = 0,
    at_once: int = 256,
    threads: int = 1,
) -> Played:
    """Plays games 0 to `games` of a seed: the policy answers for `seats`, built-in policies for the others."""
    if games < 1:
        raise ValueError(f"games: at least 1, not {games}")
    rows = min(games, at_once)
    vec = VecGame(setup, rows, players=players, seats=seats, opponents=opponents, seed=seed, threads=threads)
    assert vec.mask is not None
    batch = Batch(vec.obs, vec.mask, vec.seat, vec.actor, vec.kind)
    results: dict[int, tuple[npt.NDArray[np.float32], int]] = {}
    while len(results) < games:
        vec.step(np.ascontiguousarray(policy(batch), np.int64))
        for row in np.flatnonzero(vec.terminated):
            # A row that is early plays games beyond the last, which do not count.
            if vec.final_episode[row] < games:
                results[int(vec.final_episode[row])] = (vec.rewards[row].copy(), int(vec.length[row]))
    order = sorted(results)
    return Played(
        np.array(order, np.int64),
        np.stack([results[episode][0] for episode in order]),
        np.array([results[episode][1] for episode in order], np.int32),
    )


def random_policy(seed: int | None = None) -> Policy:
    """A policy that draws each legal code with the same chance."""
    rng = np.random.default_rng(seed)

    def choose(batch: Batch) -> npt.NDArray[np.int64]:
        codes: npt.NDArray[np.int64] = np.where(batch.mask, rng.random(batch.mask.shape, np.float32), -1).argmax(axis=1)
        return codes

    return choose
