"""The games in OpenSpiel: importing this module registers "python_hierophant".

`pyspiel.load_game("python_hierophant(ruleset=arcanum,players=4)")`. The one chance node is the seed, which fixes all chance to come:
a search must draw what it does not know anew, by `resample_from_infostate`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel
from hierophant_native import Game, action_text, seed_bytes

from hierophant.env.spec import spec

# Deals to draw from.
_DEALS = 2**16
_ANSWERS_MAX = 60_000

_TYPE = pyspiel.GameType(
    short_name="python_hierophant",
    long_name="Hierophant",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"ruleset": "arcanum", "players": 4},
)


class HierophantGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A ruleset at a table of one size."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.ruleset = str(given.get("ruleset", "arcanum"))
        self.made_of = spec(self.ruleset, int(given.get("players", 4)))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.made_of.action_space,
            max_chance_outcomes=_DEALS,
            num_players=self.made_of.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_ANSWERS_MAX,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> HierophantState:
        return HierophantState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.made_of.length)


class HierophantState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A position; before the deal a chance node."""

    def __init__(self, game: HierophantGame) -> None:
        super().__init__(game)
        self._game = game
        self.dealt: Game | None = None

    def current_player(self) -> int:
        if self.dealt is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.dealt.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1.0 / _DEALS) for deal in range(_DEALS)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.dealt is not None
        return self.dealt.legal(player)

    def _apply_action(self, action: int) -> None:
        if self.dealt is None:
            self.dealt = Game(self._game.ruleset, players=self._game.made_of.players, seed=seed_bytes(0, action))
            return
        seat = self.dealt.seat
        assert seat is not None
        self.dealt.apply(seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return action_text(self._game.ruleset, action)

    def is_terminal(self) -> bool:
        return self.dealt is not None and self.dealt.is_over

    def returns(self) -> list[float]:
        outcome = None if self.dealt is None else self.dealt.outcome
        if outcome is None:
            return [0.0] * self._game.made_of.players
        return [standing["utility"] for standing in outcome]

    def __str__(self) -> str:
        return "before the deal" if self.dealt is None else self.dealt.save().hex()

    def resample_from_infostate(self, player: int, sampler: Any) -> HierophantState:
        """A state that the player cannot tell from this one. It has no history, because it was dealt otherwise."""
        assert self.dealt is not None
        other = HierophantState(self._game)
        seed = bytes(int(sampler() * 256) & 255 for _ in range(32))
        other.dealt = self.dealt.guess(player, seed)
        return other


class Observer:
    """What a player may know, as a tensor or as text."""

    def __init__(self, length: int) -> None:
        self.tensor: npt.NDArray[np.float32] = np.zeros(length, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: HierophantState, player: int) -> None:
        """Writes the tensor."""
        self.tensor[:] = 0 if state.dealt is None else state.dealt.observe(player)

    def string_from(self, state: HierophantState, player: int) -> str:
        """The view as text."""
        return "before the deal" if state.dealt is None else state.dealt.text(player)


pyspiel.register_game(_TYPE, HierophantGame)
