"""The games as PettingZoo environments, one agent a seat."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from hierophant_native import Game, encode_setup, seed_bytes
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from hierophant.env.spec import spec


class RawEnv(AECEnv):  # type: ignore[type-arg,unused-ignore]
    """The environment without wrappers: faster, and careless with those who misuse it."""

    metadata = {"name": "hierophant_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        setup: Any = "arcanum",
        players: int | None = None,
        mask_in: Literal["observation", "info"] = "observation",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if mask_in not in ("observation", "info"):
            raise ValueError(f'mask_in: "observation" or "info", not {mask_in!r}')
        self._setup = encode_setup(setup, players)
        self.spec_of_observations = spec(self._setup)
        self.render_mode = render_mode
        self._mask_in_info = mask_in == "info"
        made_of = self.spec_of_observations
        self.possible_agents = [f"seat_{seat}" for seat in range(made_of.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        numbers: gymnasium.Space[Any] = gymnasium.spaces.Box(0, 255, (made_of.length,), np.uint8)
        if not self._mask_in_info:
            mask = gymnasium.spaces.Box(0, 1, (made_of.action_space,), np.int8)
            numbers = gymnasium.spaces.Dict({"observation": numbers, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, numbers)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(made_of.action_space) for agent in self.possible_agents}
        self._seed: int | None = None
        self._episode = 0

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seed, self._episode = seed, 0
        elif self._seed is None:
            self._seed = int(np.random.SeedSequence().generate_state(1)[0])
        self.game = Game(self._setup, seed=seed_bytes(self._seed, self._episode))
        self._episode += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select(self.game.seat or 0)

    def _select(self, seat: int) -> None:
        self.agent_selection = self.possible_agents[seat]
        if self._mask_in_info:
            self.infos[self.agent_selection] = {"action_mask": self.game.mask(seat).view(np.int8)}

    def observe(self, agent: str) -> Any:
        seat = self._seat_of[agent]
        numbers = self.game.observe(seat)
        if self._mask_in_info:
            return numbers
        return {"observation": numbers, "action_mask": self.game.mask(seat).view(np.int8)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked and not done: None is no action")
        self._cumulative_rewards[agent] = 0.0
        self.game.apply(self._seat_of[agent], int(action))
        seat = self.game.seat
        if seat is not None:
            # Nothing is won before the end.
            self._select(seat)
            return
        outcome = self.game.outcome
        assert outcome is not None
        for other, standing in zip(self.possible_agents, outcome, strict=True):
            self.rewards[other] = standing["utility"]
            self.terminations[other] = True
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return self.game.text(self._seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing is held."""


def env(
    setup: Any = "arcanum",
    players: int | None = None,
    mask_in: Literal["observation", "info"] = "observation",
    render_mode: str | None = None,
) -> AECEnv:  # type: ignore[type-arg,unused-ignore]
    """The environment, with PettingZoo's checks of the order of calls around it."""
    made: Any = RawEnv(setup, players, mask_in, render_mode)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    checked: AECEnv = wrappers.OrderEnforcingWrapper(made)  # type: ignore[type-arg,unused-ignore]
    return checked


raw_env = RawEnv
