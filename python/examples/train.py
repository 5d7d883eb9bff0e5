"""Learns Arcanum from observations, with numpy alone: what built-in agents would answer, and if asked to, by PPO against them.

    python python/examples/train.py --minutes 60 --threads 2 --out policy.npz

The teachers are `greedy`, which is cheap to ask, and then `search`, which plays better and takes half a millisecond an answer.

Each checkpoint has the name of its table of observations. To play it on a service, see `Network.policy` and `he.live`.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
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
# Decisions of one gradient.
BATCH = 512
# Labelled decisions that an imitation draws from, and about how often it draws each.
KEPT = 131_072
DRAWS = {"greedy": 1}
DRAWS_OF_SLOW_TEACHERS = 4


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
        answers = vec.answers("greedy")
        wild = rng.random(games) < 0.25
        vec.step(np.where(wild, vec.legal[np.arange(games), rng.integers(0, vec.legal_n)], answers))
    codes: Codes = np.flatnonzero(seen)
    return codes


class Imitation:
    """Every seat's decisions, labelled with what a teacher would answer there."""

    def __init__(self, network: Network, teacher: str, games: int, threads: int, seed: int) -> None:
        self.network, self.teacher, self.rng = network, teacher, np.random.default_rng(seed)
        self.fresh = BATCH // DRAWS.get(teacher, DRAWS_OF_SLOW_TEACHERS)
        self.vec = he.VecGame("arcanum", games, players=4, skip_forced=True, seed=seed, threads=threads)
        self.column = np.full(network.spec.action_space, -1)
        self.column[network.codes] = np.arange(len(network.codes))
        self.obs = np.zeros((KEPT, network.spec.length), np.uint8)
        self.legal = np.zeros((KEPT, len(network.codes)), np.bool_)
        self.wanted = np.zeros(KEPT, np.int64)
        self.count = 0

    def label(self) -> None:
        """Asks the teacher about the decision of each game, and plays on."""
        vec, network, rows = self.vec, self.network, np.arange(self.vec.games)
        assert vec.mask is not None
        answers, legal = vec.answers(self.teacher), network.legal(vec.mask)
        columns = self.column[answers]
        known = np.flatnonzero(columns >= 0)
        at = np.arange(self.count, self.count + len(known)) % KEPT
        self.obs[at], self.legal[at], self.wanted[at] = vec.obs[known], legal[known], columns[known]
        self.count += len(known)
        # The teacher's answers alone would lead to few of the positions that the network meets when it plays.
        luck = self.rng.random(vec.games)
        if self.fresh < BATCH:
            own = network.codes[network.forward(vec.obs, legal)[0].argmax(axis=1)]
            answers = np.where((luck < 0.5) & vec.mask[rows, own], own, answers)
        drawn = vec.legal[rows, self.rng.integers(0, vec.legal_n)]
        vec.step(np.where(luck > 0.9, drawn, answers))

    def update(self, rate: float) -> float:
        """One gradient; how often the network's likeliest answer is the teacher's."""
        upto = self.count + self.fresh
        while self.count < upto:
            self.label()
        rows = self.rng.integers(0, min(self.count, KEPT), BATCH)
        columns, network = self.wanted[rows], self.network
        logits, value, kept = network.forward(self.obs[rows], self.legal[rows])
        d_logits = np.exp(logits)
        d_logits[np.arange(BATCH), columns] -= 1
        network.backward(kept, d_logits / np.float32(BATCH), np.zeros_like(value), rate)
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
    history: dict[str, list[tuple[float, float]]] = dataclasses.field(default_factory=dict)

    def spent(self) -> float:
        return (time.monotonic() - self.begun) / 60

    def show(self, text: str, line: str, share: float | None) -> None:
        if share is not None:
            self.history.setdefault(line, []).append((self.spent(), share))
        filled = int(30 * min(1.0, self.spent() / self.minutes))
        print(f"\r[{'#' * filled:30}] {self.spent():5.1f} min, {text}  ", end="", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument(
        "--imitate",
        default="greedy=0.3,search:8=0.7",
        help="teachers, and the part of the time for each; PPO takes what is left, all if empty (default: %(default)s)",
    )
    parser.add_argument("--updates", type=int, default=10**9, help="stop each part after this number of updates")
    parser.add_argument("--opponents", default="greedy,greedy,greedy", help="what plays the other three seats")
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--steps", type=int, default=32, help="decisions of each game between two updates")
    parser.add_argument("--width", type=int, default=384)
    parser.add_argument("--rate", type=float, default=1e-3, help="of imitation; a fifth of it when it plays")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("policy.npz"))
    parser.add_argument("--resume", type=pathlib.Path)
    given = parser.parse_args()
    lessons = [(name, float(part)) for name, part in (one.split("=") for one in given.imitate.split(",") if one)]
    spec = he.spec("arcanum", 4)
    network = Network.load(given.resume, spec) if given.resume else Network(spec, codes_in_play(), given.width)
    progress = Progress(given.minutes)
    saved, begun = 0.0, 0.0
    for lesson, (teacher, part) in enumerate(lessons):
        imitation = Imitation(network, teacher, BATCH // 4, given.threads, seed=2 + lesson)
        until, alike, update = begun + given.minutes * part, 0.0, 0
        while progress.spent() < until and update < given.updates:
            rate = given.rate / (1 + lesson) * max(0.05, (until - progress.spent()) / (until - begun))
            alike += (imitation.update(rate) - alike) / min(200, update + 1)
            update += 1
            text = f"imitation: {imitation.count:,} decisions, {alike:.1%} as {teacher} answers"
            progress.show(text, f"answers as {teacher}", alike)
            if progress.spent() - saved > 1:
                saved = progress.spent()
                network.save(given.out, minutes=saved, games=0)
        begun = progress.spent()
        print(file=sys.stderr)
    play = Play(network, given.opponents.split(","), given.games, given.steps, given.threads)
    begun, update = progress.spent(), 0
    while progress.spent() < given.minutes and update < given.updates:
        left = 1 - (progress.spent() - begun) / (given.minutes - begun)
        # What a position is worth comes first: the answers would be pushed around by noise.
        play.update(given.rate / 5 * max(0.05, left), learn_answers=update >= 10)
        update += 1
        wins = float(np.mean(play.wins)) if play.wins else None
        text = f"play: {play.games:,} games" + ("" if wins is None else f", wins {wins:.1%}")
        progress.show(text, "wins", wins)
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


def plot(history: dict[str, list[tuple[float, float]]], path: pathlib.Path) -> None:
    """Shares by minutes, as a picture: a line for each lesson, and one for the wins."""
    longest = max((line[-1][0] for line in history.values()), default=0) or 1
    par = 280 - 260 * 0.25
    lines = []
    for (name, line), color in zip(history.items(), itertools.cycle(("#36c", "#283", "#c60", "#936")), strict=False):
        points = [(40 + 540 * minutes / longest, 280 - 260 * share) for minutes, share in line]
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points[:: len(points) // 500 + 1])
        (x, _), (_, y) = points[0], points[-1]
        lines.append(
            f'<polyline points="{places}" fill="none" stroke="{color}" stroke-width="1.5"/>'
            f'<text x="{x:.1f}" y="{y - 8:.1f}" fill="{color}">{name}</text>'
        )
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 310" font-family="sans-serif" font-size="11">'
        f'<path d="M40 20V280H580M40 {par}H580" fill="none" stroke="#999"/><text x="4" y="{par + 4}">25 %</text>'
        f'<text x="4" y="24">100 %</text><text x="500" y="300">{longest:.0f} minutes</text>'
        f"{''.join(lines)}</svg>\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
