#!/usr/bin/env python3
"""Compares the speed of two versions of this package: each plays the same deals against one service, in turns.

    python python/scripts/compare_speed.py target/release/hierophant OLD/python/src python/src

Prints decisions per second and microseconds of the client's processor time per decision: medians over the pairs of runs, and
the median of the ratios new / old with an interval that holds the true one in 95 % of cases (from 6 pairs on; else the
extremes). Both need grpcio and protobuf in this interpreter. The older version may be one whose bots are functions of a view
and a decision.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import time
from typing import Any

from with_server import running

WORKLOADS = ("readme", "codes", "stream")
WARMING_GAMES = 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("old", help="the folder that has the older package `hierophant`")
    parser.add_argument("new", help="the folder that has the newer one")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--games", type=int, default=12, help="games of a run")
    parser.add_argument("--workloads", default=",".join(WORKLOADS))
    wanted = parser.parse_args()
    with running(wanted.binary) as target:
        for workload in wanted.workloads.split(","):
            pairs = []
            for number in range(wanted.pairs):
                # The second of a pair may find a warmer machine: they take turns at being first.
                order = [wanted.old, wanted.new] if number % 2 == 0 else [wanted.new, wanted.old]
                measured = {source: run(source, target, workload, wanted.games) for source in order}
                pairs.append((measured[wanted.old], measured[wanted.new]))
            for index, name in enumerate(("decisions/s", "CPU us/decision")):
                old, new = ([pair[side][index] for pair in pairs] for side in (0, 1))
                ratios = sorted(b / a for a, b in zip(old, new, strict=True))
                least = beyond(len(ratios))
                print(
                    f"{workload:7} {name:16} old {statistics.median(old):8.1f}  new {statistics.median(new):8.1f}  "
                    f"new/old {statistics.median(ratios):.3f} [{ratios[least]:.3f}, {ratios[-1 - least]:.3f}]",
                    flush=True,
                )
    return 0


def beyond(count: int) -> int:
    """How many values at either end of a sorted list lie beyond an interval of 95 % for its median."""
    below = 0
    for index in range(count // 2):
        below += math.comb(count, index)
        if below > 0.025 * 2**count:
            return max(index - 1, 0)
    return 0


def run(source: str, target: str, workload: str, games: int) -> tuple[float, float]:
    """One run in a process of its own: decisions per second, and processor time per decision in microseconds."""
    command = [sys.executable, __file__, "--play", target, workload, str(games)]
    played = subprocess.run(command, env={**os.environ, "PYTHONPATH": source}, stdout=subprocess.PIPE, check=True)
    decisions, wall_s, cpu_s = json.loads(played.stdout)
    return decisions / wall_s, 1e6 * cpu_s / decisions


def play(target: str, workload: str, games: int) -> None:
    """Plays the games of one run and prints what they took."""
    import hierophant

    decisions = 0
    is_typed = hasattr(hierophant, "Bot")
    draw = random.Random(7)

    def by_readme(decision: Any) -> Any:
        nonlocal decisions
        decisions += 1
        if is_typed:
            plays = decision.actions.of("play")
            return max(plays, key=lambda play: play.card.rank) if plays else draw.choice(decision.actions)
        plays = [action for action in decision.legal_actions if action.arcanum.WhichOneof("action") == "play"]
        return max(plays, key=lambda action: action.arcanum.play) if plays else draw.choice(decision.legal_actions)

    def by_code(decision: Any) -> Any:
        nonlocal decisions
        decisions += 1
        code = draw.choice(decision.legal_codes)
        return decision.action(code) if is_typed else code

    policy = by_code if workload == "codes" else by_readme
    bot: Any = policy if is_typed else lambda view, decision: policy(decision)
    with hierophant.connect(target) as server:
        name = f"speed-{os.getpid()}"
        token = server.register_agent(name)
        seat = hierophant.Player(agent=name) if is_typed else agent_seat(name)
        first = seat if workload == "stream" else hierophant.OPEN

        def create(number: int) -> Any:
            return server.create_game("arcanum", [first, "random", "random", "random"], seed=number.to_bytes(32, "big"))

        def rounds(numbers: range) -> None:
            if workload != "stream":
                for number in numbers:
                    create(number).seats[0].play(bot)
                return
            for number in numbers:
                create(number)
            serving = server.agent(token).serve((lambda: bot) if is_typed else (lambda game, number: bot))
            for _, _ in zip(numbers, serving, strict=False):
                pass
            serving.close()

        rounds(range(games, games + WARMING_GAMES))
        decisions, wall, cpu = 0, time.perf_counter(), time.process_time()
        rounds(range(games))
        print(json.dumps([decisions, time.perf_counter() - wall, time.process_time() - cpu]))


def agent_seat(name: str) -> Any:
    """A registered agent's seat, in versions without `Player`."""
    from hierophant.v1 import game_service_pb2

    return game_service_pb2.SeatRequest(agent=name)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        play(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        sys.exit(main())
