"""The games as Gymnasium environments: one seat, built-in policies at the others."""

from __future__ import annotations

from typing import Any, Literal, Sequence

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from hierophant_native import VecGame, encode_setup

from hierophant.env.spec import spec

_MODES: dict[AutoresetMode, Literal["same_step", "next_step", "disabled"]] = {
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.DISABLED: "disabled",
}


def _opponents(opponents: Sequence[str] | str, players: int) -> list[str]:
    return [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)


class Env(gymnasium.Env[npt.NDArray[np.uint8], np.int64]):
    """One seat of one game. The reward comes at the end, -1 to 1; `action_masks()` says which actions are legal.

    An illegal action loses the game (`illegal="forfeit"`), because Gymnasium's own checks try such; or it raises.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        setup: Any = "arcanum",
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: Sequence[str] | str = "random",
        skip_forced: bool = True,
        illegal: Literal["raise", "forfeit"] = "forfeit",
    ) -> None:
        encoded = encode_setup(setup, players)
        made_of = spec(encoded)
        self.spec_of_observations = made_of
        self._seat = seat
        self._vec = VecGame(
            encoded,
            1,
            seats=[seat],
            opponents=_opponents(opponents, made_of.players),
            skip_forced=skip_forced,
            illegal=illegal,
            autoreset="disabled",
        )
        self.observation_space = gymnasium.spaces.Box(0, 255, (made_of.length,), np.uint8)
        self.action_space = gymnasium.spaces.Discrete(made_of.action_space)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        self._vec.reset(seed)
        return self._vec.obs[0].copy(), {"action_mask": self.action_masks()}

    def step(self, action: np.int64) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        vec = self._vec
        vec.step(np.array([action], np.int64))
        reward = float(vec.rewards[0, self._seat])
        ended = bool(vec.terminated[0]), bool(vec.truncated[0])
        return vec.obs[0].copy(), reward, *ended, {"action_mask": self.action_masks()}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal; all false once the game has ended."""
        assert self._vec.mask is not None
        mask: npt.NDArray[np.bool_] = self._vec.mask[0].copy()
        return mask


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """One seat of many games, stepped by one call. With `copy=False` each step overwrites what the last one returned."""

    def __init__(
        self,
        setup: Any = "arcanum",
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: Sequence[str] | str = "random",
        skip_forced: bool = True,
        illegal: Literal["raise", "forfeit"] = "forfeit",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        encoded = encode_setup(setup, players)
        made_of = spec(encoded)
        self.spec_of_observations = made_of
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.num_envs = num_envs
        self._seat = seat
        self._mode = autoreset_mode
        self._copy = copy
        self._vec = VecGame(
            encoded,
            num_envs,
            seats=[seat],
            opponents=_opponents(opponents, made_of.players),
            skip_forced=skip_forced,
            illegal=illegal,
            autoreset=_MODES[autoreset_mode],
            threads=threads,
        )
        self.single_observation_space = gymnasium.spaces.Box(0, 255, (made_of.length,), np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(made_of.action_space)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if isinstance(seed, list):
            raise TypeError("seed: one number for all games, which are all different by it")
        super().reset(seed=seed)
        rows = (options or {}).get("reset_mask")
        if rows is None:
            self._vec.reset(seed)
        elif seed is not None:
            raise ValueError("seed: a reset of some games takes each row's next game, and no seed")
        else:
            self._vec.reset_rows(np.ascontiguousarray(rows, np.bool_))
        return self._given(self._vec.obs), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        vec = self._vec
        vec.step(np.ascontiguousarray(actions, np.int64))
        infos = self._infos()
        ended = vec.terminated | vec.truncated
        if self._mode == AutoresetMode.SAME_STEP and ended.any():
            last: npt.NDArray[Any] = np.full(self.num_envs, None, dtype=object)
            for row in np.flatnonzero(ended):
                last[row] = vec.final_obs[row].copy()
            infos["final_obs"], infos["_final_obs"] = last, ended
        rewards = vec.rewards[:, self._seat].astype(np.float64)
        return self._given(vec.obs), rewards, self._given(vec.terminated), self._given(vec.truncated), infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(num_envs, actions): which actions are legal; all false where a game has ended."""
        mask = self._vec.mask
        assert mask is not None
        return mask.copy() if self._copy else mask

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy else array
