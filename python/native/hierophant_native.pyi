"""Games of Hierophant within Python: one at a time, or many that step together."""

from __future__ import annotations

from typing import Any, Literal, Sequence, TypedDict, final

import numpy as np
import numpy.typing as npt

__version__: str
RULESETS: tuple[str, ...]
"""The ids of the rulesets that have observation tensors."""

class IllegalAction(ValueError):
    """An action that breaks a rule. Nothing has changed."""

    rule: str
    """The stable name of the rule."""
    code: int
    """The code that was given."""
    seat: int | None
    """The seat that it was given for; None where the game has ended."""
    row: int | None
    """The row of a VecGame; None for a Game."""

class SeatOutcome(TypedDict):
    """One seat's result."""

    rank: int
    victory_points: int
    utility: float

class Spec(TypedDict):
    """What observations are made of."""

    ruleset: str
    version: str
    digest: str
    players: int
    length: int
    action_space: int
    legal_max: int
    kinds: tuple[str, ...]
    fields: list[tuple[str, int, int, list[int], int, str]]

def spec(setup: Any, players: int | None = None) -> Spec:
    """What a setup's observations are made of. A field: name, first index, index after the last, shape, scale, meaning."""

def action_text(ruleset: str, code: int) -> str:
    """What an action of a ruleset does, in a few words."""

def encode_setup(setup: Any, players: int | None = None) -> bytes:
    """A setup as bytes of the message `hierophant.v1.Setup`, every default filled in."""

def seed_bytes(seed: int, episode: int) -> bytes:
    """The seed of game `episode` of a VecGame that was reset with `seed`: for `create_game(seed=...)`."""

@final
class Game:
    """One game. `setup` is a ruleset's id, a setup of hierophant, or its bytes; without `seat` the lowest asked one is meant."""

    def __new__(cls, setup: Any, *, players: int | None = None, seed: int | bytes | None = None) -> Game: ...
    @property
    def ruleset(self) -> str:
        """The id of the ruleset."""
    @property
    def players(self) -> int:
        """Seats at the table."""
    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that the game waits for, ascending; empty once it is over."""
    @property
    def seat(self) -> int | None:
        """The lowest seat that the game waits for; None once it is over."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
    @property
    def outcome(self) -> tuple[SeatOutcome, ...] | None:
        """The result by seat, once the game is over."""
    def kind(self, seat: int | None = None) -> int:
        """The kind of decision that a seat is asked, an index of `spec.kinds`; 0 for none."""
    def actor(self, seat: int | None = None) -> int:
        """The player that a seat decides for: a seat, -2 for a virtual player, -1 if it is not asked."""
    def legal(self, seat: int | None = None) -> list[int]:
        """The codes of the legal actions of a seat, ascending; empty if it is not asked."""
    def apply(self, seat: int, code: int) -> None:
        """Answers for a seat. Raises IllegalAction, and changes nothing, if the action is illegal."""
    def observe(self, seat: int | None = None, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """What a seat may know: a new array, or `out`."""
    def central_state(self) -> npt.NDArray[np.uint8]:
        """What every seat may know, seat by seat from 0: for a critic that trains with all hands open. No policy that plays may see it."""
    def mask(self, seat: int | None = None, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Which codes of the action space are legal for a seat: a new array, or `out`."""
    def clone(self) -> Game:
        """The game as it is now, to be played on apart."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes]]: ...
    def guess(self, seat: int, seed: int | bytes | None = None) -> Game:
        """A game that the seat cannot tell from this one: hidden cards and all chance to come are drawn anew."""
    def save(self) -> bytes:
        """What `load` brings the game back from, seed included."""
    @staticmethod
    def load(data: bytes) -> Game:
        """The game that was saved."""
    def view(self, seat: int | None = None) -> bytes:
        """What a seat may know, as bytes of the message `hierophant.v1.View`."""
    def text(self, seat: int | None = None) -> str:
        """What a seat may know, as text."""

@final
class VecGame:
    """Many games that step together. The buffers are allocated once, and each step overwrites them."""

    def __new__(
        cls,
        setup: Any,
        games: int,
        *,
        players: int | None = None,
        threads: int = 1,
        seats: Literal["all"] | Sequence[int] | None = None,
        opponents: Sequence[str] | None = None,
        skip_forced: bool = False,
        dtype: Literal["uint8", "float32"] = "uint8",
        mask: Literal["bool", "bits"] | None = "bool",
        illegal: Literal["raise", "forfeit"] = "raise",
        autoreset: Literal["same_step", "next_step", "disabled"] = "same_step",
        answers_max: int | None = None,
        seed: int | None = None,
    ) -> VecGame: ...
    @property
    def games(self) -> int:
        """Games."""
    @property
    def players(self) -> int:
        """Seats of each game."""
    @property
    def ruleset(self) -> str:
        """The id of the ruleset."""
    @property
    def threads(self) -> int:
        """Threads that step."""
    @property
    def obs(self) -> npt.NDArray[Any]:
        """(games, length): what the seat that is asked may know."""
    @property
    def mask(self) -> npt.NDArray[Any] | None:
        """(games, action space) bool, or (games, action space / 8) uint8 with the lowest code in the lowest bit, or None."""
    @property
    def legal(self) -> npt.NDArray[np.int16]:
        """(games, legal_max): the legal codes, ascending, then -1."""
    @property
    def legal_n(self) -> npt.NDArray[np.int16]:
        """(games,): their number; 0 where the game has ended."""
    @property
    def seat(self) -> npt.NDArray[np.int8]:
        """(games,): the seat that is asked."""
    @property
    def actor(self) -> npt.NDArray[np.int8]:
        """(games,): the player that it decides for: a seat, -2 for a virtual player, -1 at the end."""
    @property
    def kind(self) -> npt.NDArray[np.int8]:
        """(games,): the kind of decision, an index of `spec.kinds`."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """(games, players): -1 to 1 by seat where a game has ended in the last step, else 0."""
    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """(games,): a game was played to its end in the last step."""
    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """(games,): a game was cut off in the last step."""
    @property
    def episode(self) -> npt.NDArray[np.int64]:
        """(games,): the number of the game that the row shows; `seed_bytes` gives its seed."""
    @property
    def final_obs(self) -> npt.NDArray[Any]:
        """(games, length): the last observation of the row's game that ended last."""
    @property
    def final_episode(self) -> npt.NDArray[np.int64]:
        """(games,): the number of that game."""
    @property
    def length(self) -> npt.NDArray[np.int32]:
        """(games,): the answers that it had, forced ones and those of opponents included."""
    def reset(self, seed: int | None = None) -> None:
        """Deals game 0 of each row by this seed; without one, the next game of each row."""
    def reset_rows(self, rows: npt.NDArray[np.bool_]) -> None:
        """Deals the next game of the rows that are marked."""
    def step(self, actions: npt.NDArray[np.int32] | npt.NDArray[np.int64]) -> None:
        """Answers for the seat of each row. Raises IllegalAction before any game has moved."""
    def answers(self, policy: str) -> npt.NDArray[np.int64]:
        """What a built-in policy would answer for the seat of each row, by code; -1 where the game has ended. Nothing moves."""
    def __len__(self) -> int: ...

@final
class Encoder:
    """Makes the observations of games with one setup from the views that a service sends."""

    def __new__(cls, setup: Any, players: int | None = None) -> Encoder: ...
    @property
    def length(self) -> int:
        """Numbers in an observation."""
    def encode(self, view: bytes, obs: npt.NDArray[np.uint8], mask: npt.NDArray[np.bool_]) -> tuple[int, int, int]:
        """Writes the observation and the mask of a view; returns the seat, the actor and the kind of its decision."""
