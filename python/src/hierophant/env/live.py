"""A policy of observations on a live service: the same object that plays in this process."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import numpy.typing as npt
from hierophant_native import Encoder, encode_setup

from hierophant.bot import Bot, GameInfo
from hierophant.decision import Decision
from hierophant.env.policy import Batch, Policy
from hierophant.env.spec import spec


class _Live(Bot):
    """One game of a policy."""

    def __init__(self, policy: Policy, version: str | None) -> None:
        self._policy = policy
        self._version = version

    def start(self, info: GameInfo) -> None:
        if info.proto is None:
            raise ValueError(
                "a policy needs the game's setup, which `serve(..., unary=True)` does not send: serve over a stream"
            )
        setup = encode_setup(info.proto.setup)
        made_of = spec(setup)
        if self._version not in (None, made_of.version):
            raise ValueError(f"version: the policy reads {self._version}, and this build makes {made_of.version}")
        self._encoder = Encoder(setup)
        self._obs: npt.NDArray[np.uint8] = np.zeros((1, made_of.length), np.uint8)
        self._mask: npt.NDArray[np.bool_] = np.zeros((1, made_of.action_space), np.bool_)

    def choose(self, decision: Decision) -> Any:
        seat, actor, kind = self._encoder.encode(decision.view.proto.SerializeToString(), self._obs[0], self._mask[0])
        told = (np.array([number], np.int8) for number in (seat, actor, kind))
        codes = self._policy(Batch(self._obs, self._mask, *told))
        return decision.action(int(codes[0]))


def live(policy: Policy, *, version: str | None = None) -> Callable[[], Bot]:
    """What plays a policy on a service: `agent.serve(live(policy))`, `seat.play(live(policy)())`.

    `version` is the table that the policy was trained with, e.g. "arcanum-obs-1": games of another one are refused.
    """
    return lambda: _Live(policy, version)
