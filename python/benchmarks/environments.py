#!/usr/bin/env python3
"""How fast environments step: random legal play, steps for each second of processor time, on one core.

    python python/benchmarks/environments.py [--seconds 3] [--only native]

Needs hierophant and hierophant-native; peers are measured in the same run if they are installed, and named if they are not.
Rows of Hierophant count forced decisions, and every observation and mask is written. Drawing the actions is not counted for
batches (`step` alone is timed); it is counted for single games, because there it cannot be told apart.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import platform
import random
import statistics
import time
from typing import Any, Callable

import numpy as np

GAMES = 1024
# So many games of ours stay in a core's own cache.
FEW = 128
Measured = Callable[[float], float]
CASES: dict[str, Measured] = {}


def case(name: str) -> Callable[[Measured], Measured]:
    def add(measure: Measured) -> Measured:
        CASES[name] = measure
        return measure

    return add


def steps_per_second(step: Callable[[], int], seconds: float) -> float:
    """`step` makes some steps and returns their number."""
    step()
    done, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        done += step()
    return done / (time.process_time() - begun)


def rate(games: Any, seconds: float, clock: Callable[[], float]) -> float:
    """Rows of random legal play for each second that the steps take by the clock."""
    count = len(games.legal_n)
    rng, rows = np.random.default_rng(1), np.arange(count)
    done, spent = 0, 0.0
    while spent < seconds:
        actions = games.legal[rows, rng.integers(0, games.legal_n)].astype(np.int64)
        begun = clock()
        games.step(actions)
        spent += clock() - begun
        done += count
    return done / spent


def vec(ruleset: str, count: int = FEW, **options: Any) -> Measured:
    def measure(seconds: float) -> float:
        import hierophant_native

        return rate(hierophant_native.VecGame(ruleset, count, seed=1, **options), seconds, time.process_time)

    return measure


for _ruleset in ("arcanum", "arcanoid", "res_arcana", "arcana"):
    CASES[f"VecGame {_ruleset}, uint8 and masks"] = vec(_ruleset)
    CASES[f"VecGame {_ruleset}, uint8 and masks, {GAMES} games"] = vec(_ruleset, GAMES)
    CASES[f"VecGame {_ruleset}, uint8, masks of bits"] = vec(_ruleset, mask="bits")
    CASES[f"VecGame {_ruleset}, float32 and masks"] = vec(_ruleset, dtype="float32")


def two_threads(count: int) -> Measured:
    def measure(seconds: float) -> float:
        import hierophant_native

        batches = [hierophant_native.VecGame("arcanum", count, seed=1, threads=threads) for threads in (1, 2)]
        # In turns, so that both meet the same machine.
        turns = [[rate(games, seconds / 20, time.perf_counter) for games in batches] for _ in range(20)]
        one, two = (statistics.harmonic_mean(rates) for rates in zip(*turns, strict=True))
        print(f"  {count:,} games: two threads are {two / one:.2f} times as fast as one by the clock")
        return two

    return measure


for _count in (GAMES // 2, GAMES, GAMES * 2, GAMES * 4):
    CASES[f"VecGame arcanum, {_count:,} games, two threads (wall clock)"] = two_threads(_count)


@case("Game arcanum: legal list and answer")
def game(seconds: float) -> float:
    import hierophant_native

    def step() -> int:
        one, steps = hierophant_native.Game("arcanum", seed=random.getrandbits(63)), 0
        while (seat := one.seat) is not None:
            legal = one.legal(seat)
            one.apply(seat, legal[int(random.random() * len(legal))])
            steps += 1
        return steps

    return steps_per_second(step, seconds)


@case("Game arcanum: with observation and mask")
def game_observed(seconds: float) -> float:
    import hierophant_native

    spec = hierophant_native.spec("arcanum")
    obs, mask = np.zeros(spec["length"], np.uint8), np.zeros(spec["action_space"], np.bool_)

    def step() -> int:
        one, steps = hierophant_native.Game("arcanum", seed=random.getrandbits(63)), 0
        while (seat := one.seat) is not None:
            one.observe(seat, obs)
            one.mask(seat, mask)
            legal = one.legal(seat)
            one.apply(seat, legal[int(random.random() * len(legal))])
            steps += 1
        return steps

    return steps_per_second(step, seconds)


def aec(make: Callable[[], Any], legal: Callable[[Any, Any, Any], Any]) -> Measured:
    def measure(seconds: float) -> float:
        env = make()

        def step() -> int:
            env.reset(seed=random.getrandbits(31))
            steps = 0
            for _agent in env.agent_iter():
                obs, _, terminated, truncated, info = env.last()
                ended = terminated or truncated
                env.step(None if ended else legal(env, obs, info))
                steps += not ended
            return steps

        return steps_per_second(step, seconds)

    return measure


def masked(env: Any, obs: Any, info: Any) -> int:
    mask = info["action_mask"] if "action_mask" in info else obs["action_mask"]
    # As bytes that are 0 or 1: numpy looks through int8 ten times as long.
    codes = mask.view(np.bool_).nonzero()[0]
    return int(codes[int(random.random() * len(codes))])


@case("PettingZoo adapter, arcanum (raw)")
def our_aec(seconds: float) -> float:
    import hierophant.env as he

    return aec(lambda: he.pettingzoo.raw_env("arcanum"), masked)(seconds)


def classic(name: str) -> Measured:
    def measure(seconds: float) -> float:
        import importlib

        module = importlib.import_module(f"pettingzoo.classic.{name}")
        return aec(lambda: module.raw_env(), masked)(seconds)

    return measure


for _name in ("leduc_holdem_v4", "connect_four_v3", "tictactoe_v3"):
    CASES[f"PettingZoo {_name} (raw)"] = classic(_name)


def rlcard(name: str) -> Measured:
    def measure(seconds: float) -> float:
        import rlcard as package

        env = package.make(name, config={"seed": 1})

        def step() -> int:
            state, _ = env.reset()
            steps = 0
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                steps += 1
            return steps

        return steps_per_second(step, seconds)

    return measure


for _name in ("gin-rummy", "uno", "leduc-holdem"):
    CASES[f"RLCard {_name}"] = rlcard(_name)


def spiel(name: str, tensor: bool) -> Measured:
    def measure(seconds: float) -> float:
        import pyspiel

        load = pyspiel.load_game(name)

        def step() -> int:
            state, steps = load.new_initial_state(), 0
            while not state.is_terminal():
                legal = state.legal_actions()
                if state.is_chance_node():
                    state.apply_action(random.choice(state.chance_outcomes())[0])
                    continue
                if tensor:
                    state.information_state_tensor()
                state.apply_action(legal[int(random.random() * len(legal))])
                steps += 1
            return steps

        return steps_per_second(step, seconds)

    return measure


CASES["OpenSpiel hearts"] = spiel("hearts", False)
CASES["OpenSpiel hearts, with tensor"] = spiel("hearts", True)
CASES["OpenSpiel Leduc poker, with tensor"] = spiel("leduc_poker", True)


@case("OpenSpiel rl_environment, hearts")
def rl_environment(seconds: float) -> float:
    from open_spiel.python import rl_environment as package

    env = package.Environment("hearts")

    def step() -> int:
        at, steps = env.reset(), 0
        while not at.last():
            player = at.observations["current_player"]
            at = env.step([random.choice(at.observations["legal_actions"][player])])
            steps += 1
        return steps

    return steps_per_second(step, seconds)


def pgx(name: str) -> Measured:
    def measure(seconds: float) -> float:
        import jax
        import jax.numpy as jnp
        import pgx as package

        env = package.make(name)
        init, step_all = (
            jax.jit(jax.vmap(env.init)),
            jax.jit(jax.vmap(package.experimental.wrappers.auto_reset(env.step, env.init))),
        )

        @jax.jit
        def act(state: Any, key: Any) -> Any:
            return jax.random.categorical(key, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)

        key = jax.random.key(1)
        state = init(jax.random.split(key, GAMES))

        def step() -> int:
            nonlocal state, key
            key, one, two = jax.random.split(key, 3)
            state = step_all(state, act(state, one), jax.random.split(two, GAMES))
            state.observation.block_until_ready()
            return GAMES

        return steps_per_second(step, seconds)

    return measure


for _name in ("backgammon", "sparrow_mahjong", "leduc_holdem", "connect_four"):
    CASES[f"pgx {_name}, {GAMES} games"] = pgx(_name)


@case("EnvPool Blackjack-v1, 256 games")
def envpool(seconds: float) -> float:
    import envpool as package

    env = package.make_gymnasium("Blackjack-v1", num_envs=256, num_threads=1)
    env.reset()
    actions = np.random.default_rng(1).integers(0, 2, 256).astype(np.int32)

    def step() -> int:
        env.step(actions)
        return 256

    return steps_per_second(step, seconds)


@case("RiichiEnv, with encoded observation")
def riichi(seconds: float) -> float:
    from riichienv import RiichiEnv

    env = RiichiEnv(game_mode="4p-red-half")

    def step() -> int:
        observations, steps = env.reset(), 0
        while not env.done():
            actions = {}
            for player, obs in observations.items():
                obs.encode()
                actions[player] = random.choice(obs.legal_actions())
                steps += 1
            observations = env.step(actions)
        return steps

    return steps_per_second(step, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="processor time for each line")
    parser.add_argument("--only", default="", help="lines that contain this")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        everywhere = os.sched_getaffinity(0)
        core = {max(everywhere)}
    else:
        everywhere = core = set()
    print(
        f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )
    rows = []
    for name, measure in CASES.items():
        if arguments.only.lower() not in name.lower():
            continue
        if core:
            os.sched_setaffinity(0, everywhere if "threads" in name else core)
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                rate = measure(arguments.seconds)
        except Exception as error:
            rows.append(
                (
                    name,
                    None,
                    f"not measured: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}",
                )
            )
            continue
        rows.append((name, rate, ""))
    best = next((rate for _, rate, _ in rows if rate), None)
    print("\n| environment | steps/s | of the first line |\n| --- | ---: | ---: |")
    for name, rate, why in rows:
        print(f"| {name} | {rate:,.0f} | {rate / best:.1%} |" if rate and best else f"| {name} | {why} | |")


if __name__ == "__main__":
    main()
