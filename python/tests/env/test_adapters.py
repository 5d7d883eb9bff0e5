"""The adapters, by the checks that their interfaces come with."""

import contextlib
import io
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import hierophant.env as he


@pytest.mark.parametrize("ruleset", he.RULESETS)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_the_environment(ruleset):
    from pettingzoo.test import api_test, seed_test

    with contextlib.redirect_stdout(io.StringIO()):
        api_test(he.pettingzoo.env(ruleset), num_cycles=600)
        api_test(he.pettingzoo.env(ruleset, mask_in="info"), num_cycles=300)
        seed_test(lambda: he.pettingzoo.env(ruleset), num_cycles=150)


def test_a_game_of_pettingzoo_ends_with_rewards():
    env = he.pettingzoo.env("arcanum", players=3)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        obs, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        ended = terminated or truncated
        env.step(None if ended else int(rng.choice(np.flatnonzero(obs["action_mask"]))))
    assert abs(sum(rewards.values())) < 1e-9 and any(rewards.values())


@pytest.mark.parametrize("ruleset", he.RULESETS)
def test_gymnasium_accepts_the_environment(ruleset):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(he.gym.Env(ruleset), skip_render_check=True)


def test_one_seat_plays_a_game_of_gymnasium():
    env = he.gym.Env("arcanum", opponents="greedy", seat=2, illegal="raise")
    rng = np.random.default_rng(1)
    obs, info = env.reset(seed=1)
    for _ in range(2000):
        assert np.array_equal(info["action_mask"], env.action_masks())
        obs, reward, terminated, _truncated, info = env.step(rng.choice(np.flatnonzero(env.action_masks())))
        if terminated:
            break
    assert terminated and -1 <= reward <= 1 and obs in env.observation_space


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_environment_resets_as_gymnasium_says(mode):
    env = he.gym.VectorEnv("arcanum", 6, players=3, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] == mode
    rng = np.random.default_rng(1)
    obs, infos = env.reset(seed=1)
    assert obs in env.observation_space
    assert not np.array_equal(obs[0], env.reset()[0][0])
    env.reset(seed=1)
    ends = 0
    was_over = np.zeros(6, bool)
    for _ in range(300):
        masks = env.action_masks()
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        if mode == AutoresetMode.DISABLED and was_over.any():
            _, infos = env.reset(options={"reset_mask": was_over})
            masks = env.action_masks()
            actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        obs, rewards, terminated, truncated, infos = env.step(actions)
        if mode == AutoresetMode.NEXT_STEP:
            assert not terminated[was_over].any() and (rewards[was_over] == 0).all()
        if mode == AutoresetMode.SAME_STEP and terminated.any():
            assert np.array_equal(infos["_final_obs"], terminated)
            assert all(infos["final_obs"][row].shape == obs[row].shape for row in np.flatnonzero(terminated))
        was_over = terminated.copy()
        ends += terminated.sum()
    assert ends > 6
    assert isinstance(env, gymnasium.vector.VectorEnv)


@pytest.mark.parametrize(("ruleset", "players"), [("arcanum", 4), ("arcanum", 3), ("arcanoid", 2)])
def test_openspiel_accepts_the_game(ruleset, players):
    pyspiel = pytest.importorskip("pyspiel")
    assert he.openspiel
    game = pyspiel.load_game(f"python_hierophant(ruleset={ruleset},players={players})")
    with contextlib.redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    state = game.new_initial_state()
    state.apply_action(7)
    rng = np.random.default_rng(1)
    for _ in range(20):
        state.apply_action(int(rng.choice(state.legal_actions())))
    player = state.current_player()
    other = state.resample_from_infostate(player, rng.random)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.legal_actions() == state.legal_actions()
    assert np.array_equal(other.observation_tensor(player), state.observation_tensor(player))
    assert str(other) != str(state)
