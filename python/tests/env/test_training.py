"""examples/train.py: its network's gradients, a few hundred steps of it, and what it has learned on a service."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

import hierophant
import hierophant.env as he

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))

import train  # noqa: E402


@pytest.fixture(scope="module")
def codes():
    return train.codes_in_play(games=32, steps=120)


def decisions(network, rows, seed=4):
    vec = he.VecGame("arcanum", rows, seed=seed, skip_forced=True)
    return vec.obs.copy(), network.legal(vec.mask)


def test_one_step_goes_down_the_slope(codes):
    """What `backward` takes for gradients, by Adam's first moments, is what small changes of the weights do to the loss."""
    network = train.Network(he.spec("arcanum"), codes, width=8)
    network.weights = {name: w.astype(np.float64) for name, w in network.weights.items()}
    network.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in network.weights.items()}
    obs, legal = decisions(network, 6)
    columns, rows = legal.argmax(axis=1), np.arange(6)
    targets = np.linspace(-1, 1, 6)

    def loss():
        logits, value, kept = network.forward(obs, legal)
        return -logits[rows, columns].sum() + 0.5 * ((value - targets) ** 2).sum(), logits, value, kept

    _, logits, value, kept = loss()
    d_logits = np.exp(logits)
    d_logits[rows, columns] -= 1
    before = {name: w.copy() for name, w in network.weights.items()}
    network.backward(kept, d_logits, value - targets, rate=0.0)
    rng = np.random.default_rng(1)
    found, wanted = [], []
    for name, weights in network.weights.items():
        assert np.array_equal(weights, before[name])
        for _ in range(6):
            at = tuple(rng.integers(size) for size in weights.shape)
            weights[at] += 1e-4
            above = loss()[0]
            weights[at] -= 2e-4
            below = loss()[0]
            weights[at] += 1e-4
            found.append(network.moments[name][0][at])
            wanted.append((above - below) / 2e-4)
    found, wanted = np.array(found), np.array(wanted)
    assert np.abs(wanted).max() > 0.01
    # All gradients are scaled by one number where they are long.
    scale = (found @ wanted) / (wanted @ wanted)
    assert 0 < scale <= 0.11
    assert np.abs(found / scale - wanted).max() < 0.02 * np.abs(wanted).max()


def test_advantages_are_what_came_less_what_was_expected():
    steps, games = 5, 2
    rng = np.random.default_rng(1)
    value, reward = rng.random((2, steps, games), np.float32)
    ended = np.array([[0, 0], [0, 1], [0, 0], [0, 0], [0, 0]], bool)
    none = np.zeros((steps, games, 0))
    kept = train.Rollout(none, none, none, none, value, reward, ended)
    after = np.array([7, 8], np.float32)
    # Without fading it is all that came, up to the end or what is expected after the last step.
    whole = kept.advantages(after, fade=1.0)
    assert np.allclose(whole[0, 0], reward[:, 0].sum() + 7 - value[0, 0])
    assert np.allclose(whole[0, 1], reward[:2, 1].sum() - value[0, 1])
    assert np.allclose(whole[2, 1], reward[2:, 1].sum() + 8 - value[2, 1])
    # With it, one step.
    one = kept.advantages(after, fade=0.0)
    assert np.allclose(one[0], reward[0] + value[1] - value[0])
    assert np.allclose(one[1, 1], reward[1, 1] - value[1, 1])


def test_imitation_learns(codes):
    network = train.Network(he.spec("arcanum"), codes, width=64)
    vec = he.VecGame("arcanum", 512, players=4, skip_forced=True, seed=9)
    for _ in range(20):
        vec.step(vec.answers("greedy"))

    def alike():
        likeliest = network.forward(vec.obs, network.legal(vec.mask))[0].argmax(axis=1)
        return (codes[likeliest] == vec.answers("greedy")).mean()

    before = alike()
    imitation = train.Imitation(network, "greedy", 256, threads=1, seed=2)
    for _ in range(60):
        imitation.update(2e-3)
    assert alike() > before + 0.08


def test_a_few_hundred_steps_and_a_game_on_a_service(server, tmp_path):
    out = tmp_path / "policy.npz"
    program = [sys.executable, str(EXAMPLES / "train.py"), "--out", str(out)]
    sizes = ["--updates", "3", "--games", "64", "--steps", "100", "--width", "32", "--minutes", "5"]
    sizes += ["--imitate", "greedy=0.2,search:2=0.2"]
    done = subprocess.run([*program, *sizes], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "games against greedy,greedy,greedy, wins" in done.stdout
    assert "as greedy answers" in done.stderr and "as search:2 answers" in done.stderr
    assert out.with_suffix(".svg").read_text().startswith("<svg")
    network = train.Network.load(out, he.spec("arcanum", 4))
    with pytest.raises(ValueError, match="was trained with arcanum-obs-1 .* this is arcanoid-obs-1"):
        train.Network.load(out, he.spec("arcanoid", 4))
    played = he.play(network.policy, "arcanum", games=8, seats=[0], opponents=["random"] * 3)
    assert played.rewards.shape == (8, 4)
    game = server.create_game("arcanum", seats=[hierophant.OPEN, "random", "random", "random"])
    result = game.seats[0].play(he.live(network.policy, version="arcanum-obs-1")())
    assert len(result.outcome.standings) == 4


def test_a_code_that_never_came_up_is_answered_by_a_legal_one(codes):
    network = train.Network(he.spec("arcanum"), codes[codes < 300], width=8)
    masks = np.zeros((2, network.spec.action_space), bool)
    masks[0, [2000, 2001]] = True
    masks[1, [3, 2000]] = True
    one = np.zeros(2, np.int8)
    answers = network.policy(he.Batch(np.zeros((2, network.spec.length), np.uint8), masks, one, one, one))
    assert list(answers) == [2000, 3]
