"""Games and batches of games: what they do, and what they say to those who use them wrongly."""

import copy
import gc
import os
import pickle
import threading

import hierophant_native
import numpy as np
import pytest

import hierophant
import hierophant.env as he
from hierophant import arcanoid, arcanum
from hierophant.v1 import view_pb2

TABLES = [("arcanum", 3), ("arcanum", 4), ("arcanum", 5), ("arcanoid", 2), ("arcanoid", 4), ("arcanoid", 10), ("res_arcana", 2), ("res_arcana", 4), ("arcana", 2), ("arcana", 4)]


def play(game, rng, most=10**9):
    """Plays at random; the answers."""
    answers = []
    while game.seat is not None and len(answers) < most:
        answers.append((game.seat, int(rng.choice(game.legal()))))
        game.apply(*answers[-1])
    return answers


def first_legal(vec):
    return vec.legal[:, 0].astype(np.int64)


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_a_game_is_played_to_its_end(ruleset, players):
    spec = he.spec(ruleset, players)
    game = he.Game(ruleset, players=players, seed=7)
    assert (game.ruleset, game.players, game.outcome) == (ruleset, players, None)
    assert game.observe().shape == (spec.length,)
    assert list(np.flatnonzero(game.mask())) == game.legal()
    assert spec.kinds[game.kind()] != "none"
    play(game, np.random.default_rng(1))
    assert game.is_over and game.asked == () and game.legal() == [] and not game.mask().any()
    assert abs(sum(standing["utility"] for standing in game.outcome)) < 1e-9
    assert spec.kinds[game.kind(0)] == "none"


def test_setups_are_names_messages_and_bytes():
    setup = arcanum.Setup(players=3)
    for same in (setup, he.Game(setup, seed=1).save):
        if callable(same):
            continue
        assert he.Game(same, seed=1).observe().tobytes() == he.Game("arcanum", players=3, seed=1).observe().tobytes()
    assert he.Game(arcanoid.Setup(players=5)).players == 5


def test_one_seed_makes_one_deal():
    one, same, other = (he.Game("arcanum", seed=seed) for seed in (7, hierophant.seed(7), 8))
    assert np.array_equal(one.central_state(), same.central_state())
    assert not np.array_equal(one.central_state(), other.central_state())
    vec = he.VecGame("arcanum", 3, seed=9)
    for row in range(3):
        again = he.Game("arcanum", seed=he.seed_bytes(9, int(vec.episode[row])))
        assert np.array_equal(again.observe(int(vec.seat[row])), vec.obs[row])


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_copies_and_saved_games_go_on_alike(ruleset, players):
    rng = np.random.default_rng(3)
    game = he.Game(ruleset, players=players, seed=3)
    play(game, rng, 30)
    game = game.guess(1, 5)
    play(game, rng, 10)
    others = [game.clone(), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), he.Game.load(game.save())]
    answers = play(game.clone(), rng)
    for other in others:
        for answer in answers:
            other.apply(*answer)
        assert other.is_over
    assert len({str(other.outcome) for other in others}) == 1
    assert not game.is_over


def test_a_guess_shows_its_seat_the_same_and_hides_the_truth():
    game = he.Game("arcanum", seed=2)
    play(game, np.random.default_rng(2), 20)
    guess = game.guess(2, 1)
    assert np.array_equal(guess.observe(2), game.observe(2))
    assert not np.array_equal(guess.central_state(), game.central_state())


def test_the_spec_names_every_number():
    for ruleset, players in TABLES:
        spec = he.spec(ruleset, players)
        at = 0
        for field in spec.fields:
            assert field.slice == slice(at, at + int(np.prod(field.shape)))
            at = field.slice.stop
            assert spec[field.name] == spec.slices[field.name]
        assert at == spec.length
    with pytest.raises(KeyError, match="no part 'cards'.*there are hand"):
        he.spec("arcanum")["cards"]


def test_the_view_is_that_of_the_protocol():
    game = he.Game("arcanum", seed=2)
    view = view_pb2.View.FromString(game.view(2))
    spec = he.spec("arcanum")
    hand = np.flatnonzero(game.observe(2)[spec["hand"]])
    assert len(hand) == view.arcanum.hand_sizes[2] if hasattr(view.arcanum, "hand_sizes") else True
    assert "you" in game.text(2).lower() or game.text(2)


def test_floats_are_the_bytes_divided_by_their_scales():
    bytes_, floats = (he.VecGame("arcanum", 5, seed=1, dtype=dtype) for dtype in ("uint8", "float32"))
    scale = np.concatenate([np.full(f.slice.stop - f.slice.start, f.scale) for f in he.spec("arcanum").fields])
    for _ in range(50):
        assert np.allclose(floats.obs, bytes_.obs / scale)
        for vec in (bytes_, floats):
            vec.step(first_legal(vec))


def test_masks_of_bits_are_masks():
    bools, bits, none = (he.VecGame("arcanoid", 5, seed=1, mask=mask) for mask in ("bool", "bits", None))
    assert none.mask is None
    for _ in range(200):
        unpacked = np.unpackbits(bits.mask, axis=1, bitorder="little").astype(bool)
        assert np.array_equal(unpacked, bools.mask)
        assert np.array_equal(bools.mask.sum(axis=1), bools.legal_n)
        for vec in (bools, bits, none):
            vec.step(first_legal(vec))


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_the_three_ways_to_begin_anew(autoreset):
    vec = he.VecGame("arcanum", 8, seed=4, autoreset=autoreset, players=3)
    rng = np.random.default_rng(4)
    ended = np.zeros(8, int)
    before = vec.episode.copy()
    for _ in range(400):
        idle = vec.legal_n == 0
        if autoreset == "disabled" and idle.any():
            vec.reset_rows(idle)
            assert (vec.episode[idle] == before[idle] + 8).all() and (vec.legal_n > 0).all()
            before = vec.episode.copy()
        actions = np.array([rng.choice(vec.legal[i, : max(1, vec.legal_n[i])]) for i in range(8)], np.int64)
        vec.step(actions)
        now = vec.terminated.copy()
        ended += now
        assert (vec.rewards[~now] == 0).all()
        assert (vec.final_episode[now] == before[now]).all()
        if autoreset == "same_step":
            assert (vec.legal_n > 0).all()
            assert (vec.episode[now] == before[now] + 8).all()
        else:
            assert (vec.legal_n[now] == 0).all() and (vec.actor[now] == -1).all()
            assert np.array_equal(vec.obs[now], vec.final_obs[now])
        before = vec.episode.copy()
    assert (ended > 1).all()


def test_forced_decisions_may_be_skipped_and_games_cut_off():
    vec = he.VecGame("arcanum", 8, seed=4, skip_forced=True, answers_max=50)
    cut = 0
    for _ in range(300):
        assert (vec.legal_n > 1).all()
        vec.step(first_legal(vec))
        cut += vec.truncated.sum()
        assert (vec.rewards[vec.truncated] == 0).all()
    assert cut > 0


def test_opponents_answer_for_the_other_seats():
    played = he.play(
        he.random_policy(1), "arcanum", games=64, seats=[1], opponents=["greedy"] * 3, at_once=16, seed=1
    )
    assert played.rewards.shape == (64, 4) and list(played.episode) == list(range(64))
    assert played.rewards[:, 1].mean() < -0.5
    again = he.play(he.random_policy(1), "arcanum", games=64, seats=[1], opponents=["greedy"] * 3, at_once=16, seed=1)
    assert np.array_equal(played.rewards, again.rewards)


@pytest.mark.parametrize("ruleset", he.RULESETS)
def test_built_in_policies_say_what_they_would_answer(ruleset):
    """Followed, the answers of `greedy` make the games that greedy opponents play."""
    others = he.spec(ruleset).players - 1

    def games(vec):
        ended = {}
        while len(ended) < 3:
            codes = vec.answers("greedy")
            assert np.array_equal(codes, vec.answers("greedy"))
            assert all(code in vec.legal[row, : vec.legal_n[row]] for row, code in enumerate(codes))
            vec.step(codes)
            for row in np.flatnonzero(vec.terminated & (vec.final_episode < 3)):
                ended[int(vec.final_episode[row])] = (vec.rewards[row].tolist(), int(vec.length[row]))
        return ended

    alone = he.VecGame(ruleset, 3, seed=3, threads=2)
    among = he.VecGame(ruleset, 3, seed=3, seats=[0], opponents=["greedy"] * others)
    assert games(alone) == games(among)
    assert np.array_equal(alone.answers("search:5"), alone.answers("search:5"))
    raises(ValueError, f'policy: {ruleset} has no built-in policy "me"', alone.answers, "me")
    ended = he.VecGame("arcanum", 1, seed=1, autoreset="disabled", illegal="forfeit")
    ended.step(np.array([-1]))
    assert list(ended.answers("greedy")) == [-1]


def test_forfeits_lose_the_game():
    vec = he.VecGame("arcanum", 2, seed=1, illegal="forfeit")
    actions = first_legal(vec)
    actions[1] = -1
    seat = vec.seat[1]
    vec.step(actions)
    assert list(vec.terminated) == [False, True]
    assert vec.rewards[1, seat] == -1 and abs(vec.rewards[1].sum()) < 1e-6


def raises(kind, match, call, *args, **kwargs):
    with pytest.raises(kind, match=match):
        call(*args, **kwargs)


def test_wrong_arguments_are_named():
    for call in (he.Game, lambda *args, **kwargs: he.VecGame(args[0], 2, **kwargs)):
        raises(ValueError, 'setup: there is no ruleset "chess"; choose among arcanum, arcanoid, res_arcana, arcana', call, "chess")
        raises(ValueError, "setup: players: a game has 3 to 5 players, not 9", call, "arcanum", players=9)
        raises(TypeError, "setup: a ruleset's name or a setup of hierophant is wanted, not int", call, 7)
        raises(TypeError, "players: only with a ruleset's name", call, arcanum.Setup(), players=3)
        raises(ValueError, "setup: these bytes are no setup", call, b"\xff\xff")
    raises(ValueError, "seed: 32 bytes, not 3", he.Game, "arcanum", seed=b"abc")
    raises(TypeError, "seed: an int or 32 bytes, not str", he.Game, "arcanum", seed="7")
    raises(ValueError, "seed: a number is 0 or more", he.Game, "arcanum", seed=-1)
    raises(ValueError, "games: 1 to 1048576, not 0", he.VecGame, "arcanum", 0)
    raises(ValueError, "threads: 1 to 256, not -1", he.VecGame, "arcanum", 1, threads=-1)
    raises(ValueError, "dtype: \"float64\" is none of", he.VecGame, "arcanum", 1, dtype="float64")
    raises(ValueError, "illegal: \"ignore\" is none of", he.VecGame, "arcanum", 1, illegal="ignore")
    raises(ValueError, "opponents: a built-in policy for each of the 3", he.VecGame, "arcanum", 1, seats=[0])
    raises(
        ValueError,
        "opponents: arcanum has no built-in policy \"me\"",
        he.VecGame,
        "arcanum",
        1,
        seats=[0],
        opponents=["me"] * 3,
    )
    raises(IndexError, "seat: there is no seat 9 in a game of 4", he.VecGame, "arcanum", 1, seats=[9])
    raises(ValueError, "data: this is no saved game", he.Game.load, b"")
    saved = he.Game("arcanum", seed=1).save()
    raises(ValueError, "data: the saved game is cut off or damaged", he.Game.load, saved[:-1])
    raises(IndexError, "code: arcanum has no action 99999", he.action_text, "arcanum", 99999)


def test_wrong_buffers_are_named():
    game = he.Game("arcanum", seed=1)
    length = he.spec("arcanum").length
    raises(TypeError, "out: an array of uint8 with .* entries is wanted, not float32", game.observe, 0, np.zeros(length, "f4"))
    raises(ValueError, f"out: {length} entries are wanted, not 3", game.observe, 0, np.zeros(3, np.uint8))
    raises(ValueError, "out: the array is not contiguous", game.observe, 0, np.zeros(2 * length, np.uint8)[::2])
    frozen = np.zeros(length, np.uint8)
    frozen.flags.writeable = False
    raises(ValueError, "out: .*writ", game.observe, 0, frozen)
    raises(TypeError, "out: .* not list", game.observe, 0, [1, 2])
    vec = he.VecGame("arcanum", 3, seed=1)
    raises(TypeError, r"actions: an array of int32 or int64 of shape \[3\] is wanted, not float64", vec.step, np.zeros(3))
    raises(TypeError, "actions: .* not list", vec.step, [0, 0, 0])
    raises(TypeError, r"actions: .* of shape \[4\]", vec.step, np.zeros(4, np.int64))
    raises(ValueError, "rows: 3 entries are wanted, not 2", vec.reset_rows, np.zeros(2, bool))


def test_illegal_actions_name_row_and_rule_and_change_nothing():
    game = he.Game("arcanum", seed=1)
    before = game.central_state()
    with pytest.raises(he.IllegalAction, match="code 1 of seat 0 is illegal: [A-Z_]+: ") as caught:
        game.apply(0, 1)
    assert (caught.value.code, caught.value.seat, caught.value.row) == (1, 0, None)
    raises(he.IllegalAction, "NO_SUCH_ACTION", game.apply, 0, -5)
    raises(IndexError, "there is no seat 4", game.apply, 4, 0)
    assert np.array_equal(before, game.central_state())
    play(game, np.random.default_rng(1))
    raises(he.IllegalAction, "GAME_OVER", game.apply, 0, 0)
    vec = he.VecGame("arcanum", 3, seed=1)
    before = vec.obs.copy(), vec.legal.copy()
    actions = first_legal(vec)
    actions[1] = 1
    with pytest.raises(he.IllegalAction, match=r"actions\[1\] = 1 of seat 0 is illegal: [A-Z_]+") as caught:
        vec.step(actions)
    assert caught.value.row == 1
    assert np.array_equal(before[0], vec.obs) and np.array_equal(before[1], vec.legal)
    vec = he.VecGame("arcanum", 1, seed=1, autoreset="disabled", illegal="forfeit")
    vec.step(np.array([-1]))
    raises(he.IllegalAction, "GAME_OVER: the game has ended: reset the row", vec.step, np.array([0]))


def test_buffers_stay_the_same_objects_and_memory_stays_flat():
    vec = he.VecGame("arcanum", 64, seed=1)
    buffers = [vec.obs, vec.mask, vec.legal, vec.seat, vec.rewards]

    def resident():
        gc.collect()
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def run(steps):
        rng = np.random.default_rng(1)
        for _ in range(steps):
            vec.step(vec.legal[np.arange(64), rng.integers(0, vec.legal_n)].astype(np.int64))

    run(1000)
    before = resident() if os.path.exists("/proc/self/statm") else 0
    run(5000)
    if before:
        assert resident() - before < 4 << 20
    assert all(one is other for one, other in zip(buffers, [vec.obs, vec.mask, vec.legal, vec.seat, vec.rewards]))


def test_threads_on_one_object_are_told_or_served():
    vec = he.VecGame("arcanum", 512, seed=1)
    others = []
    actions = first_legal(vec)

    def use():
        for _ in range(200):
            try:
                vec.reset(1)
            except RuntimeError as error:
                others.append(str(error))

    threads = [threading.Thread(target=use) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    vec.reset(1)
    vec.step(actions)
    assert set(others) <= {"another thread is using this VecGame: give each thread one of its own"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_both_sides_of_a_fork_step_on():
    vec = he.VecGame("arcanum", 64, seed=1, threads=2)
    vec.step(first_legal(vec))
    child = os.fork()
    if child == 0:
        vec.step(first_legal(vec))
        os._exit(0 if (vec.legal_n > 0).all() else 1)
    vec.step(first_legal(vec))
    assert os.waitpid(child, 0)[1] == 0


def bent(rng, data):
    """Bytes of which some are changed, or are no longer there."""
    data = bytearray(data)
    for _ in range(rng.integers(1, 4)):
        if data and rng.random() < 0.8:
            data[rng.integers(len(data))] = rng.integers(256)
        else:
            del data[rng.integers(len(data) + 1) :]
    return bytes(data)


def test_no_call_however_wild_ends_the_process():
    """HIEROPHANT_FUZZ_ROUNDS=1000000 makes a million."""
    rng = np.random.default_rng(5)
    names = [*he.RULESETS]
    game = he.Game("arcanum", seed=5)
    batches = {
        name: he.VecGame(name, 4, seed=5, players=3, illegal=illegal, autoreset=autoreset, answers_max=200)
        for name, illegal, autoreset in zip(names, ["raise", "forfeit"] * 2, ["same_step", "next_step", "disabled", "same_step"])
    }
    encoders = {name: he.Encoder(name, players=3) for name in names}
    length = {name: he.spec(name, 3).length for name in names}
    space = {name: he.spec(name, 3).action_space for name in names}
    things = [None, -1, 0, 1, 2, 300, 2**31, 2**40, -(2**70), 1.5, float("nan"), "x", "arcanum", "greedy", b"y", [], {}, np.zeros(4), np.zeros(4, np.int64), np.full(4, 2**40), np.zeros((2, 2), np.int8), np.zeros(4, bool), np.zeros(0, np.int64)]
    options = ["players", "threads", "seats", "opponents", "skip_forced", "dtype", "mask", "illegal", "autoreset", "answers_max", "seed"]
    did, refused = 0, 0

    def any_of(choices):
        return choices[rng.integers(len(choices))]

    def wild_call():
        vec = batches[any_of(names)]
        call, count = any_of([
            (game.apply, 2), (game.legal, 1), (game.observe, 2), (game.mask, 2), (game.kind, 1), (game.actor, 1), (game.guess, 2),
            (game.view, 1), (game.text, 1), (he.Game.load, 1), (vec.step, 1), (vec.reset, 1), (vec.reset_rows, 1), (vec.answers, 1),
            (he.seed_bytes, 2), (he.action_text, 2), (he.spec, 2), (he.Game, 1), (he.Encoder, 2), (he.VecGame, 2),
        ])
        call(*(any_of(things) for _ in range(count)))

    def wild_batch():
        given = {any_of(options): any_of(things) for _ in range(rng.integers(3))}
        he.VecGame(any_of(names), int(rng.integers(3)), **given)

    def wild_answers():
        vec = batches[any_of(names)]
        codes = np.where(rng.random(4) < 0.9, np.maximum(vec.legal[np.arange(4), rng.integers(0, np.maximum(vec.legal_n, 1))], 0), rng.integers(-5, 3000, 4))
        vec.step(codes)

    def bent_game():
        he.Game.load(bent(rng, game.save()))

    def bent_view():
        name = any_of(names)
        view = he.Game(name, players=3, seed=int(rng.integers(9))).view(int(rng.integers(3)))
        encoders[any_of([name, name, any_of(names)])].encode(bent(rng, view), np.zeros(length[name], np.uint8), np.zeros(space[name], bool))

    def bent_setup():
        setup = bent(rng, hierophant_native.encode_setup(any_of(names)))
        he.Game(setup, seed=1)
        he.VecGame(setup, 1, seed=1)

    def play_on():
        nonlocal game
        if game.is_over:
            game = he.Game(any_of(names), seed=int(rng.integers(2**40)))
        game.apply(game.seat, int(any_of(game.legal())))

    for _ in range(int(os.environ.get("HIEROPHANT_FUZZ_ROUNDS", "10000"))):
        act = any_of([wild_call, wild_call, wild_call, wild_batch, wild_answers, bent_game, bent_view, bent_setup, play_on, play_on])
        try:
            act()
            did += 1
        except (ValueError, TypeError, IndexError, KeyError, OverflowError):
            refused += 1
    assert did > refused / 20 and refused > did / 20
    # Nothing is broken.
    for vec in batches.values():
        vec.reset(1)
        vec.step(first_legal(vec))
    play(game, rng)
