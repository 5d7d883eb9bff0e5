"""Learns Arcanum from observations, with numpy alone: PPO with a mask, one seat against built-in agents.

    python python/examples/train.py --minutes 60 --opponents greedy --out policy.npz

Each checkpoint has the name of its table of observations. To play it on a service, see `Network.policy` and `he.live`.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import time
from typing import Any

import numpy as np
import numpy.typing as npt

import hierophant.env as he

F = npt.NDArray[np.float32]
SEAT = 0


class Network:
    """Two hidden layers; a logit for each action code and a value."""

    def __init__(self, spec: he.Spec, width: int = 256, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.spec, self.scale = spec, np.ones(spec.length, np.float32)
        for field in spec.fields:
            self.scale[field.slice] = 1 / field.scale

        def layer(inputs: int, outputs: int, gain: float) -> F:
            return (rng.standard_normal((inputs, outputs)) * gain / np.sqrt(inputs)).astype(np.float32)

        self.weights: dict[str, F] = {
            # About a tenth of the inputs is not 0.
            "w1": layer(spec.length, width, 3.0),
            "b1": np.zeros(width, np.float32),
            "w2": layer(width, width, 1.4),
            "b2": np.zeros(width, np.float32),
            "wp": layer(width, spec.action_space, 0.01),
            "bp": np.zeros(spec.action_space, np.float32),
            "wv": layer(width, 1, 1.0),
            "bv": np.zeros(1, np.float32),
        }
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.updates = 0

    def forward(self, obs: npt.NDArray[np.uint8], mask: npt.NDArray[np.bool_]) -> tuple[F, F, tuple[F, F, F]]:
        """Log-probabilities of legal codes, values, and what `backward` needs."""
        w = self.weights
        x = obs * self.scale
        h1 = np.maximum(x @ w["w1"] + w["b1"], 0)
        h2 = np.maximum(h1 @ w["w2"] + w["b2"], 0)
        logits = np.where(mask, h2 @ w["wp"] + w["bp"], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return logits, (h2 @ w["wv"] + w["bv"])[:, 0], (x, h1, h2)

    def backward(self, kept: tuple[F, F, F], d_logits: F, d_value: F, rate: float) -> None:
        """One step of Adam."""
        w, (x, h1, h2) = self.weights, kept
        d_h2 = (d_logits @ w["wp"].T + d_value[:, None] * w["wv"].T) * (h2 > 0)
        d_h1 = (d_h2 @ w["w2"].T) * (h1 > 0)
        gradients = {
            "w1": x.T @ d_h1,
            "b1": d_h1.sum(0),
            "w2": h1.T @ d_h2,
            "b2": d_h2.sum(0),
            "wp": h2.T @ d_logits,
            "bp": d_logits.sum(0),
            "wv": h2.T @ d_value[:, None],
            "bv": d_value.sum(keepdims=True),
        }
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradients.values()))
        clip = min(1.0, 0.5 / (norm + 1e-9))
        self.updates += 1
        for name, gradient in gradients.items():
            first, second = self.moments[name]
            gradient = gradient * clip
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            unbiased = np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8
            w[name] -= rate * first / (1 - 0.9**self.updates) / unbiased

    def policy(self, batch: he.Batch) -> npt.NDArray[np.int64]:
        """The likeliest legal code of each row: for `he.play` and `he.live`."""
        return self.forward(batch.obs, batch.mask)[0].argmax(axis=1).astype(np.int64)

    def save(self, path: pathlib.Path, **notes: Any) -> None:
        np.savez(path, version=self.spec.version, digest=self.spec.digest, **self.weights, **notes)

    @classmethod
    def load(cls, path: pathlib.Path, spec: he.Spec) -> Network:
        with np.load(path) as saved:
            if str(saved["digest"]) != spec.digest:
                raise ValueError(
                    f"{path} was trained with {saved['version']} ({saved['digest']}), this is {spec.version}"
                )
            network = cls(spec, saved["b1"].shape[0])
            network.weights = {name: saved[name] for name in network.weights}
        return network


def returns(rewards: F, ends: npt.NDArray[np.bool_], values: F, last: F, fade: float = 0.95) -> F:
    """Advantages by generalized advantage estimation, without discount: the reward comes at the end."""
    advantages, running = np.zeros_like(rewards), np.zeros_like(last)
    for step in range(len(rewards) - 1, -1, -1):
        alive = ~ends[step]
        after = last if step == len(rewards) - 1 else values[step + 1]
        running = rewards[step] + alive * after - values[step] + fade * alive * running
        advantages[step] = running
    return advantages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--updates", type=int, default=10**9, help="stop after this number of updates")
    parser.add_argument("--opponents", default="greedy", help="what plays the other three seats")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--steps", type=int, default=32, help="decisions of each game between two updates")
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("policy.npz"))
    parser.add_argument("--resume", type=pathlib.Path)
    given = parser.parse_args()
    spec = he.spec("arcanum", 4)
    network = Network.load(given.resume, spec) if given.resume else Network(spec)
    rng = np.random.default_rng(1)
    vec = he.VecGame(
        "arcanum",
        given.games,
        players=4,
        seats=[SEAT],
        opponents=[given.opponents] * 3,
        skip_forced=True,
        seed=1,
        threads=given.threads,
    )
    assert vec.mask is not None
    shape = (given.steps, given.games)
    obs = np.zeros((*shape, spec.length), np.uint8)
    masks = np.zeros((*shape, spec.action_space), np.bool_)
    codes, chances = np.zeros(shape, np.int64), np.zeros(shape, np.float32)
    values, rewards, ends = np.zeros(shape, np.float32), np.zeros(shape, np.float32), np.zeros(shape, np.bool_)
    begun = saved = time.monotonic()
    recent: list[float] = []
    history: list[tuple[float, float, int]] = []
    games = update = 0
    while time.monotonic() - begun < 60 * given.minutes and update < given.updates:
        for step in range(given.steps):
            obs[step], masks[step] = vec.obs, vec.mask
            logits, values[step], _ = network.forward(vec.obs, vec.mask)
            # The largest of the sums with Gumbel noise is a draw by the probabilities.
            codes[step] = (logits - np.log(-np.log(rng.random(logits.shape, np.float32) + 1e-12) + 1e-12)).argmax(
                axis=1
            )
            chances[step] = logits[np.arange(given.games), codes[step]]
            vec.step(codes[step])
            rewards[step], ends[step] = vec.rewards[:, SEAT], vec.terminated
            recent.extend(vec.rewards[vec.terminated, SEAT] > 0.999)
            games += int(vec.terminated.sum())
        last = network.forward(vec.obs, vec.mask)[1]
        advantages = returns(rewards, ends, values, last)
        targets = (advantages + values).reshape(-1)
        flat = [array.reshape(-1, *array.shape[2:]) for array in (obs, masks, codes, chances, advantages)]
        order = rng.permutation(given.games * given.steps)
        for chosen in np.array_split(order, max(1, len(order) // 1024)):
            o, m, c, old, advantage = (array[chosen] for array in flat)
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
            logits, value, kept = network.forward(o, m)
            probabilities = np.exp(logits)
            rows = np.arange(len(chosen))
            ratio = np.exp(logits[rows, c] - old)
            # The gradient of the clipped objective is that of the ratio, or nothing.
            moves = np.where(advantage > 0, ratio < 1.2, ratio > 0.8) * ratio * advantage
            d_logits = probabilities * moves[:, None]
            d_logits[rows, c] -= moves
            entropy = -(probabilities * np.where(m, logits, 0)).sum(axis=1, keepdims=True)
            d_logits += 0.01 * probabilities * (np.where(m, logits, 0) + entropy)
            network.backward(
                kept, (d_logits / len(chosen)).astype(np.float32), (value - targets[chosen]) / len(chosen), given.rate
            )
        update += 1
        recent = recent[-2000:]
        minutes = (time.monotonic() - begun) / 60
        share = float(np.mean(recent)) if recent else 0.0
        history.append((minutes, share, games))
        filled = int(30 * min(1, max(minutes / given.minutes, update / given.updates)))
        print(
            f"\r[{'#' * filled:30}] {minutes:5.1f} min, {games:,} games, wins {share:.1%}",
            end="",
            file=sys.stderr,
            flush=True,
        )
        if time.monotonic() - saved > 60:
            saved = time.monotonic()
            network.save(given.out, minutes=minutes, games=games)
    print(file=sys.stderr)
    network.save(given.out, minutes=(time.monotonic() - begun) / 60, games=games)
    plot(history, given.out.with_suffix(".svg"))
    print(f"{given.out}: {games:,} games against three {given.opponents}, wins {history[-1][1]:.1%} of the last ones")


def plot(history: list[tuple[float, float, int]], path: pathlib.Path) -> None:
    """Wins by minutes, as a picture."""
    longest = max(minutes for minutes, _, _ in history) or 1
    points = " ".join(f"{40 + 540 * minutes / longest:.1f},{280 - 260 * share:.1f}" for minutes, share, _ in history)
    par = 280 - 260 * 0.25
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 310" font-family="sans-serif" font-size="11">'
        f'<path d="M40 20V280H580M40 {par}H580" fill="none" stroke="#999"/><text x="4" y="{par + 4}">25 %</text>'
        f'<text x="4" y="24">100 %</text><text x="500" y="300">{longest:.0f} minutes</text>'
        f'<polyline points="{points}" fill="none" stroke="#36c" stroke-width="1.5"/></svg>\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
