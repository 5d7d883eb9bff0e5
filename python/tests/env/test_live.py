"""One policy in two places: in this process, and on a service."""

import numpy as np
import pytest

import hierophant
import hierophant.env as he
from hierophant import arcana, arcanoid, arcanum, res_arcana

SETUPS = [
    *(arcanum.Setup(players=n) for n in (3, 4, 5)),
    *(arcanoid.Setup(players=n, rounds=1) for n in (2, 3, 6, 10)),
    *(res_arcana.Setup(players=n) for n in (2, 3, 4)),
    arcana.Setup(players=3, objectives=True, militia=True),
]


def name_of(setup):
    return f"{setup.DESCRIPTOR.full_name.split('.')[1]}-{setup.players}"


class Recorder:
    """Plays by what it sees alone, and notes it."""

    def __init__(self):
        self.seen = []

    def __call__(self, batch):
        codes = []
        for row in range(len(batch)):
            legal = np.flatnonzero(batch.mask[row])
            code = int(legal[int(batch.obs[row].astype(np.int64) @ np.arange(batch.obs.shape[1])) % len(legal)])
            self.seen.append(
                (batch.obs[row].tobytes(), batch.mask[row].tobytes(), int(batch.seat[row]), int(batch.actor[row]), int(batch.kind[row]), code)
            )
            codes.append(code)
        return np.array(codes)


@pytest.mark.parametrize("setup", SETUPS, ids=name_of)
def test_a_policy_sees_the_same_in_process_and_on_a_service(server, setup):
    for number in range(2):
        seed = he.seed_bytes(11, number)
        here = {seat: Recorder() for seat in range(setup.players)}
        game = he.Game(setup, seed=seed)
        while game.seat is not None:
            seat = game.seat
            row = [np.array([value], np.int8) for value in (seat, game.actor(), game.kind())]
            batch = he.Batch(game.observe()[None], game.mask()[None], *row)
            game.apply(seat, int(here[seat](batch)[0]))
        there = {seat: Recorder() for seat in range(setup.players)}
        created = server.create_game(setup, seats=[hierophant.OPEN] * setup.players, seed=seed)
        outcome = played_by_all(created, there)
        for seat in here:
            assert there[seat].seen == here[seat].seen
        assert [standing.rank for standing in outcome.standings] == [standing["rank"] for standing in game.outcome]


def played_by_all(created, policies):
    """Plays all seats, each in a thread of its own."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(len(policies)) as pool:
        results = [pool.submit(created.seats[seat].play, he.live(policy)()) for seat, policy in policies.items()]
        return results[0].result().outcome


def test_another_table_is_refused(server):
    game = server.create_game("arcanum", seats=[hierophant.OPEN, "random", "random", "random"])
    with pytest.raises(Exception, match="version: the policy reads arcanum-obs-0, and this build makes arcanum-obs-1"):
        game.seats[0].play(he.live(he.random_policy(1), version="arcanum-obs-0")())
