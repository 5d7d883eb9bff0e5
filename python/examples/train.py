"""Learns Arcanum from observations, with numpy alone: first what the built-in agent `greedy` answers, then by PPO against built-in agents.

    python python/examples/train.py --minutes 60 --out policy.npz

Each checkpoint has the name of its table of observations. To play it on a service, see `Network.policy` and `he.live`.
"""

from __future__ import annotations

import argparse
import dataclasses
import pathlib
import sys
import time
from typing import Any, Iterator

import numpy as np
import numpy.typing as npt

import hierophant.env as he

F = npt.NDArray[np.float32]
Codes = npt.NDArray[np.int64]
SEAT = 0
TEACHER = "greedy"
# Decisions of one gradient.
BATCH = 512


class Network:
    """Two hidden layers; a logit for each code that comes up in play, and a value: the chance of winning, about."""

    def __init__(self, spec: he.Spec, codes: Codes, width: int = 256, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.spec, self.codes, self.scale = spec, codes, np.ones(spec.length, np.float32)
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
            "wp": layer(width, len(codes), 0.01),
            "bp": np.zeros(len(codes), np.float32),
            "wv": layer(width, 1, 0.1),
            "bv": np.zeros(1, np.float32),
        }
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.updates = 0

    def forward(self, obs: npt.NDArray[np.uint8], legal: npt.NDArray[np.bool_]) -> tuple[F, F, tuple[F, F, F]]:
        """Log-probabilities of the legal ones among `codes`, values, and what `backward` needs."""
        w = self.weights
        x = np.multiply(obs, self.scale, dtype=np.float32)
        h1 = np.maximum(x @ w["w1"] + w["b1"], 0)
        h2 = np.maximum(h1 @ w["w2"] + w["b2"], 0)
        logits = np.where(legal, h2 @ w["wp"] + w["bp"], np.float32(-1e9))
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
        norm = np.sqrt(sum(float(np.vdot(g, g)) for g in gradients.values()))
        clip = np.float32(min(1.0, 1.0 / (norm + 1e-9)))
        self.updates += 1
        step = np.float32(rate * np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates))
        for name, gradient in gradients.items():
            first, second = self.moments[name]
            gradient *= clip
            first += np.float32(0.1) * (gradient - first)
            gradient *= gradient
            second += np.float32(0.001) * (gradient - second)
            w[name] -= step * first / (np.sqrt(second) + np.float32(1e-8))

    def legal(self, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Which of `codes` are legal. Where none is, all count as such: see `policy`."""
        legal: npt.NDArray[np.bool_] = mask[:, self.codes]
        legal[~legal.any(axis=1)] = True
        return legal

    def policy(self, batch: he.Batch) -> Codes:
        """The likeliest legal code of each row: for `he.play` and `he.live`."""
        chosen: Codes = self.codes[self.forward(batch.obs, self.legal(batch.mask))[0].argmax(axis=1)]
        unheard_of = ~batch.mask[np.arange(len(batch)), chosen]
        chosen[unheard_of] = batch.mask[unheard_of].argmax(axis=1)
        return chosen

    def save(self, path: pathlib.Path, **notes: Any) -> None:
        named = {"version": self.spec.version, "digest": self.spec.digest, "codes": self.codes}
        np.savez(path, **named, **self.weights, **notes)

    @classmethod
    def load(cls, path: pathlib.Path, spec: he.Spec) -> Network:
        with np.load(path) as saved:
            if str(saved["digest"]) != spec.digest:
                raise ValueError(
                    f"{path} was trained with {saved['version']} ({saved['digest']}), this is {spec.version}"
                )
            network = cls(spec, saved["codes"], saved["b1"].shape[0])
            network.weights = {name: saved[name] for name in network.weights}
        return network


def draw(logits: F, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """One column of each row, by these log-probabilities."""
    # The largest of the sums with Gumbel noise is a draw by the probabilities.
    noise = -np.log(-np.log(rng.random(logits.shape, np.float32) + 1e-12) + 1e-12)
    drawn: npt.NDArray[np.int64] = (logits + noise).argmax(axis=1)
    return drawn


def codes_in_play(games: int = 256, steps: int = 400) -> Codes:
    """The codes that games in which every fourth answer is drawn at random ever offer."""
    vec, rng = he.VecGame("arcanum", games, players=4, seed=99), np.random.default_rng(99)
    assert vec.mask is not None
    seen = np.zeros(vec.mask.shape[1], np.bool_)
    for _ in range(steps):
        seen |= vec.mask.any(axis=0)
        answers = vec.answers(TEACHER)
        wild = rng.random(games) < 0.25
        vec.step(np.where(wild, vec.legal[np.arange(games), rng.integers(0, vec.legal_n)], answers))
    codes: Codes = np.flatnonzero(seen)
    return codes


class Imitation:
    """Every seat's decisions, labelled with what the teacher answers there."""

    def __init__(self, network: Network, games: int, threads: int) -> None:
        self.network, self.rng = network, np.random.default_rng(2)
        self.vec = he.VecGame("arcanum", games, players=4, skip_forced=True, seed=2, threads=threads)
        self.column = np.full(network.spec.action_space, -1)
        self.column[network.codes] = np.arange(len(network.codes))

    def update(self, rate: float) -> float:
        """One gradient; how often the network's likeliest answer is the teacher's."""
        vec, network = self.vec, self.network
        assert vec.mask is not None
        obs, legal, wanted = [], [], []
        for _ in range(BATCH // vec.games):
            answers = vec.answers(TEACHER)
            obs.append(vec.obs.copy())
            legal.append(network.legal(vec.mask))
            wanted.append(self.column[answers])
            # Some answers at random, so that positions come up to which the teacher alone would not lead.
            wild = self.rng.random(vec.games) < 0.1
            vec.step(np.where(wild, vec.legal[np.arange(vec.games), self.rng.integers(0, vec.legal_n)], answers))
        columns = np.concatenate(wanted)
        known = np.flatnonzero(columns >= 0)
        columns = columns[known]
        logits, value, kept = network.forward(np.concatenate(obs)[known], np.concatenate(legal)[known])
        d_logits = np.exp(logits)
        d_logits[np.arange(len(known)), columns] -= 1
        network.backward(kept, d_logits / np.float32(len(known)), np.zeros_like(value), rate)
        return float((logits.argmax(axis=1) == columns).mean())


@dataclasses.dataclass
class Rollout:
    """What one seat has seen, done and come to: (steps, games, ...)."""

    obs: npt.NDArray[np.uint8]
    legal: npt.NDArray[np.bool_]
    column: npt.NDArray[np.int64]
    chance: F
    value: F
    reward: F
    ended: npt.NDArray[np.bool_]

    def advantages(self, after: F, fade: float) -> F:
        """Generalized advantage estimation, without discount."""
        advantages, running = np.zeros_like(self.reward), np.zeros_like(after)
        for step in range(len(self.reward) - 1, -1, -1):
            alive = ~self.ended[step]
            running = self.reward[step] + alive * (after + fade * running) - self.value[step]
            advantages[step] = running
            after = self.value[step]
        return advantages


class Play:
    """PPO: one seat against built-in agents."""

    def __init__(self, network: Network, opponents: list[str], games: int, steps: int, threads: int) -> None:
        self.network, self.rng = network, np.random.default_rng(3)
        self.vec = he.VecGame(
            "arcanum", games, players=4, seats=[SEAT], opponents=opponents, skip_forced=True, seed=3, threads=threads
        )
        shape, spec = (steps, games), network.spec
        self.kept = Rollout(
            np.zeros((*shape, spec.length), np.uint8),
            np.zeros((*shape, len(network.codes)), np.bool_),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.bool_),
        )
        self.points = spec["victory_points"]
        self.games = 0
        self.wins: list[float] = []

    def worth(self, rows: npt.NDArray[np.bool_]) -> F:
        """What ended games came to: the share of the win, and a part for the lead in points."""
        rewards = self.vec.rewards[rows]
        won = np.where(
            rewards[:, SEAT] >= rewards.max(axis=1), 1 / (rewards >= rewards.max(axis=1, keepdims=True)).sum(1), 0
        )
        points = self.vec.final_obs[rows][:, self.points].astype(np.float32)
        lead = np.tanh((points[:, 0] - points[:, 1:].max(axis=1)) / 20)
        self.wins.extend(won)
        self.wins = self.wins[-4000:]
        self.games += len(won)
        worth: F = (won + 0.5 * lead).astype(np.float32)
        return worth

    def collect(self) -> None:
        vec, kept = self.vec, self.kept
        assert vec.mask is not None
        rows = np.arange(vec.games)
        for step in range(len(kept.reward)):
            kept.obs[step], kept.legal[step] = vec.obs, self.network.legal(vec.mask)
            logits, kept.value[step], _ = self.network.forward(vec.obs, kept.legal[step])
            kept.column[step] = draw(logits, self.rng)
            kept.chance[step] = logits[rows, kept.column[step]]
            codes = self.network.codes[kept.column[step]]
            codes = np.where(vec.mask[rows, codes], codes, vec.legal[:, 0])
            vec.step(codes)
            kept.ended[step], kept.reward[step] = vec.terminated, 0
            kept.reward[step][vec.terminated] = self.worth(vec.terminated)

    def update(self, rate: float, learn_answers: bool, epochs: int = 2) -> None:
        """Plays on, then learns from what was played."""
        self.collect()
        vec, kept, network = self.vec, self.kept, self.network
        assert vec.mask is not None
        after = network.forward(vec.obs, network.legal(vec.mask))[1]
        advantages = kept.advantages(after, fade=0.95)
        targets = advantages + kept.value
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)

        def flat(array: Any) -> Any:
            return array.reshape(-1, *array.shape[2:])

        obs, legal, column, chance = (flat(a) for a in (kept.obs, kept.legal, kept.column, kept.chance))
        advantages, targets = flat(advantages), flat(targets)
        for chosen in self.shuffled(len(obs), epochs):
            rows, size = np.arange(len(chosen)), np.float32(len(chosen))
            logits, value, hidden = network.forward(obs[chosen], legal[chosen])
            d_logits = np.zeros_like(logits)
            if learn_answers:
                probabilities, advantage = np.exp(logits), advantages[chosen]
                ratio = np.exp(logits[rows, column[chosen]] - chance[chosen])
                # The gradient of the clipped objective is that of the ratio, or nothing.
                moves = np.where(advantage > 0, ratio < 1.2, ratio > 0.8) * ratio * advantage
                d_logits = probabilities * moves[:, None]
                d_logits[rows, column[chosen]] -= moves
                known = np.where(legal[chosen], logits, 0)
                entropy = -(probabilities * known).sum(axis=1, keepdims=True)
                d_logits += np.float32(0.003) * probabilities * (known + entropy)
            d_value = np.float32(0.5) * (value - targets[chosen])
            network.backward(hidden, (d_logits / size).astype(np.float32), d_value / size, rate)

    def shuffled(self, count: int, epochs: int) -> Iterator[npt.NDArray[np.int64]]:
        for _ in range(epochs):
            yield from np.array_split(self.rng.permutation(count), max(1, count // BATCH))


@dataclasses.dataclass
class Progress:
    """A bar, and what the plot shows."""

    minutes: float
    begun: float = dataclasses.field(default_factory=time.monotonic)
    history: list[tuple[float, float]] = dataclasses.field(default_factory=list)

    def spent(self) -> float:
        return (time.monotonic() - self.begun) / 60

    def show(self, text: str, share: float | None = None) -> None:
        if share is not None:
            self.history.append((self.spent(), share))
        filled = int(30 * min(1.0, self.spent() / self.minutes))
        print(f"\r[{'#' * filled:30}] {self.spent():5.1f} min, {text}  ", end="", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument(
        "--imitate", type=float, default=0.4, help="the part of the time that goes into imitation; 0 for none"
    )
    parser.add_argument("--updates", type=int, default=10**9, help="stop each part after this number of updates")
    parser.add_argument("--opponents", default="greedy,greedy,greedy", help="what plays the other three seats")
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--steps", type=int, default=32, help="decisions of each game between two updates")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3, help="of imitation; a fifth of it when it plays")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("policy.npz"))
    parser.add_argument("--resume", type=pathlib.Path)
    given = parser.parse_args()
    spec = he.spec("arcanum", 4)
    network = Network.load(given.resume, spec) if given.resume else Network(spec, codes_in_play(), given.width)
    progress = Progress(given.minutes)
    # The sizes of imitation and play differ; both fill a batch.
    imitation = Imitation(network, 256, given.threads)
    saved, alike, update = 0.0, 0.0, 0
    until = given.minutes * given.imitate
    while progress.spent() < until and update < given.updates:
        rate = given.rate * max(0.05, 1 - progress.spent() / until)
        alike += (imitation.update(rate) - alike) / min(50, update + 1)
        update += 1
        progress.show(f"imitation: {update * BATCH:,} decisions, {alike:.1%} as {TEACHER} answers")
        if progress.spent() - saved > 1:
            saved = progress.spent()
            network.save(given.out, minutes=saved, games=0)
    print(file=sys.stderr)
    play = Play(network, given.opponents.split(","), given.games, given.steps, given.threads)
    begun, update = progress.spent(), 0
    while progress.spent() < given.minutes and update < given.updates:
        left = 1 - (progress.spent() - begun) / (given.minutes - begun)
        # What a position is worth comes first: the answers would be pushed around by noise.
        play.update(given.rate / 5 * max(0.05, left), learn_answers=update >= 10)
        update += 1
        share = float(np.mean(play.wins)) if play.wins else 0.0
        progress.show(f"play: {play.games:,} games, wins {share:.1%}", share)
        if progress.spent() - saved > 1:
            saved = progress.spent()
            network.save(given.out, minutes=saved, games=play.games)
    print(file=sys.stderr)
    network.save(given.out, minutes=progress.spent(), games=play.games)
    plot(progress.history, given.out.with_suffix(".svg"))
    if play.wins:
        print(
            f"{given.out}: {play.games:,} games against {given.opponents}, wins {np.mean(play.wins):.1%} of the last ones"
        )


def plot(history: list[tuple[float, float]], path: pathlib.Path) -> None:
    """Wins by minutes, as a picture."""
    longest = max((minutes for minutes, _ in history), default=0) or 1
    points = " ".join(f"{40 + 540 * minutes / longest:.1f},{280 - 260 * share:.1f}" for minutes, share in history)
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
