"""A seat in a game: what its player sees and does; and spectators. Knows nothing of how calls are carried."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Iterator, List, Optional, Protocol, Tuple, Union

from hierophant import decision as decisions
from hierophant import plans
from hierophant.address import clean_token
from hierophant.channel import Channel
from hierophant.decision import AnyAction, Decision, NoDecision
from hierophant.steps import Steps
from hierophant.v1 import game_pb2, game_service_pb2, replay_pb2, view_pb2
from hierophant.watching import Following

# Maps a view and the decision in it to an action. Called once per decision, forced passes included.
Policy = Callable[[view_pb2.View, Decision], AnyAction]


class _Rulesets(Protocol):
    def action_space(self, ruleset: str) -> int: ...


@dataclasses.dataclass(frozen=True)
class Result:
    """How a game ended, from one seat's chair."""

    seat: int
    # The last view, everything that the seat knows at the end.
    view: view_pb2.View

    @property
    def outcome(self) -> game_pb2.Outcome:
        """Every seat's result."""
        return self.view.outcome

    @property
    def standing(self) -> game_pb2.Standing:
        """The seat's own result."""
        standing: game_pb2.Standing = self.view.outcome.standings[self.seat]
        return standing


class Seat:
    """A seat, opened by its token. Can be sent to other processes; whoever has it holds the token."""

    def __init__(self, channel: Channel, rulesets: _Rulesets, game: str, number: int, token: str) -> None:
        self._channel = channel
        self._rulesets = rulesets
        # Resource name: "games/{id}".
        self.game = game
        self.number = number
        self._token = clean_token(token)

    def __repr__(self) -> str:
        return f"<Seat {self.number} of {self.game}>"

    @property
    def token(self) -> str:
        """The secret that opens the seat: `Connection.seat` takes it."""
        return self._token

    def view(self, include_text: bool = False, typed_actions: bool = False) -> view_pb2.View:
        """What the seat may know now."""
        plan = plans.view(self.game, self._token, 0.0, typed_actions, include_text)
        return self._channel.run(plan)

    def decision(
        self, wait_s: Optional[float] = None, typed_actions: bool = True, include_text: bool = False
    ) -> Union[Decision, NoDecision]:
        """Waits for the seat's next decision.

        What comes without one is false, and says why: `is_over` if the game is over; otherwise `wait_s` seconds ran out before the
        seat was asked. Its `view` is there in any case. Without `wait_s` it waits as long as it takes. `typed_actions` and
        `include_text` ask for `legal_actions`, and for `view.text` and `legal_texts`.
        """
        view = self._channel.run(plans.next_view(self.game, self._token, wait_s, typed_actions, include_text))
        return self._decision_of(view)

    def submit(
        self,
        decision: Union[Decision, int],
        action: AnyAction,
        validate_only: bool = False,
        typed_actions: bool = False,
        include_text: bool = False,
    ) -> game_service_pb2.SubmitActionResponse:
        """Answers a decision; with `validate_only` it only asks whether the answer would be taken.

        Sending the equal answer again changes nothing. `typed_actions` and `include_text` are for the next decision, if the answer
        opens one at once. Raises HierophantError with, among others, the reasons ILLEGAL_ACTION, NOT_YOUR_DECISION, DECISION_EXPIRED,
        ALREADY_ANSWERED, SEAT_OUT and GAME_OVER.
        """
        plan = plans.submit(self.game, self._token, decision, action, validate_only, typed_actions, include_text)
        return self._channel.run(plan)

    def resign(self) -> game_pb2.SeatEnding:
        """Gives the seat up: it ranks below all seats that play on. Returns how its part ended, by this or by what came before."""
        request = game_service_pb2.ResignRequest(game=self.game)
        ending: game_pb2.SeatEnding = self._channel.run(plans.one("Resign", request, self._token, "ending"))
        return ending

    def rotate_token(self, request_id: Optional[str] = None) -> str:
        """Replaces the seat's token by another, which this seat has from now on: the old one opens nothing any more."""
        self._token = self._channel.run(plans.rotate_token(self.game, self._token, None, False, request_id))
        return self._token

    def game_message(self) -> game_pb2.Game:
        """The game as it is known from outside: setup, seats, commitment to the deal."""
        request = game_service_pb2.GetGameRequest(game=self.game)
        game: game_pb2.Game = self._channel.run(plans.one("GetGame", request, self._token, "game"))
        return game

    def play(self, policy: Policy, typed_actions: bool = True, include_text: bool = False) -> Result:
        """Plays the seat to the end of the game.

        A decision that expired while the policy thought is the game's to answer; the play goes on with the next one. A seat
        that is out (its time ran out for good, say) waits for the end; `standing.ending` tells. A service that is away is waited for,
        and one that was restored from a backup is believed. Every other failure is raised, a policy's own exceptions and illegal
        actions included.
        """
        plan = plans.play(
            self.game, self._token, policy, self._plan_decision, self._channel.patience, typed_actions, include_text
        )
        return Result(self.number, self._channel.run(plan))

    def watch(
        self, known_version: Optional[int] = None, typed_actions: bool = True, include_text: bool = False
    ) -> Iterator[game_service_pb2.WatchGameResponse]:
        """All that the seat is told, to the end of the game.

        First a `snapshot`, or with a `known_version` what came after that version; then each `update`, whose `view` is there when it
        opens a decision; at last `ended`. Lost streams are opened again where they broke off: nothing is missed or told twice.
        Raises HierophantError, with STREAM_REPLACED if the seat has more streams than it may.
        """
        patience = self._channel.patience
        following = Following(patience, self.game, known_version, typed_actions, include_text)
        return self._channel.follow(following, self._token)

    def replay(self) -> Tuple[replay_pb2.ReplayHeader, List[replay_pb2.ReplayEntry]]:
        """The whole game, once it has ended: nothing is secret any more. Before, fails with REPLAY_NOT_READY."""
        return self._channel.run(plans.replay(self.game, self._token))

    def _decision_of(self, view: view_pb2.View) -> Union[Decision, NoDecision]:
        ruleset = view.WhichOneof("ruleset") or ""
        return decisions.of_view(view, lambda: self._rulesets.action_space(ruleset))

    def _plan_decision(self, view: view_pb2.View) -> Steps[Union[Decision, NoDecision]]:
        yield from ()
        return self._decision_of(view)


class Spectator:
    """Whoever holds the spectators' token of a game. Can be sent to other processes."""

    def __init__(self, channel: Channel, game: str, token: str) -> None:
        self._channel = channel
        # Resource name: "games/{id}".
        self.game = game
        self._token = clean_token(token)

    def __repr__(self) -> str:
        return f"<Spectator of {self.game}>"

    def view(self, include_text: bool = False) -> view_pb2.View:
        """What spectators may know now; in a game with a delay, what they may know by now."""
        return self._channel.run(plans.view(self.game, self._token, 0.0, False, include_text))

    def watch(
        self, known_version: Optional[int] = None, include_text: bool = False
    ) -> Iterator[game_service_pb2.WatchGameResponse]:
        """All that spectators are told; see `Seat.watch`."""
        following = Following(self._channel.patience, self.game, known_version, False, include_text)
        return self._channel.follow(following, self._token)

    def replay(self) -> Tuple[replay_pb2.ReplayHeader, List[replay_pb2.ReplayEntry]]:
        """The whole game, once spectators have been shown its end. Before, fails with REPLAY_NOT_READY."""
        return self._channel.run(plans.replay(self.game, self._token))
