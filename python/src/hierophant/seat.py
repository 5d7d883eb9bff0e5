"""A seat in a game: what its player sees and does. Knows nothing of how calls are carried."""

from __future__ import annotations

import dataclasses
import time
from typing import Any, Callable, Iterator, Optional, Protocol, Union

from hierophant import decision as decisions
from hierophant.channel import Channel
from hierophant.decision import Decision
from hierophant.errors import HierophantError
from hierophant.v1 import game_pb2, game_service_pb2, replay_pb2, ruleset_pb2, view_pb2
from hierophant.watching import CALL_S_MAX, follow, whole_replay

# No call waits for news longer than this; the service's own limit.
WAIT_S_MAX = 30.0

# An action by its code, as the envelope's Action, or as the ruleset's own, e.g. `arcanum_pb2.Action(play=57)`.
AnyAction = Union[int, ruleset_pb2.Action, Any]
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
        self._token = token

    def __repr__(self) -> str:
        return f"<Seat {self.number} of {self.game}>"

    @property
    def token(self) -> str:
        """The secret that opens the seat: `Connection.seat` takes it."""
        return self._token

    def view(self, include_text: bool = False) -> view_pb2.View:
        """What the seat may know now."""
        return self._get_view(game_service_pb2.WAIT_FOR_UNSPECIFIED, 0.0, True, include_text)

    def decision(
        self, wait_s: Optional[float] = None, typed_actions: bool = True, include_text: bool = False
    ) -> Optional[Decision]:
        """Waits for the seat's next decision.

        None if the game is over, or if `wait_s` seconds ran out before. Without `wait_s` it waits as long as it takes.
        `typed_actions` and `include_text` ask for `legal_actions` and `view.text`.
        """
        view = self._await(wait_s, typed_actions, include_text)
        return self._decision_of(view)

    def submit(
        self, decision: Union[Decision, int], action: AnyAction, validate_only: bool = False
    ) -> game_service_pb2.SubmitActionResponse:
        """Answers a decision; with `validate_only` it only asks whether the answer would be taken.

        Sending the equal answer again changes nothing. Raises HierophantError with, among others, the reasons
        ILLEGAL_ACTION, NOT_YOUR_DECISION, DECISION_EXPIRED, ALREADY_ANSWERED, SEAT_OUT and GAME_OVER.
        """
        decision_id = decision.decision_id if isinstance(decision, Decision) else decision
        request = game_service_pb2.SubmitActionRequest(
            game=self.game, decision_id=decision_id, validate_only=validate_only
        )
        _answer(request, action)
        response: game_service_pb2.SubmitActionResponse = self._channel.call(
            "SubmitAction", request, self._token, CALL_S_MAX
        )
        return response

    def resign(self) -> game_pb2.SeatEnding:
        """Gives the seat up: it ranks below all seats that play on. Returns how its part ended, by this or by what came before."""
        request = game_service_pb2.ResignRequest(game=self.game)
        response: game_service_pb2.ResignResponse = self._channel.call("Resign", request, self._token, CALL_S_MAX)
        return response.ending

    def play(self, policy: Policy, typed_actions: bool = True, include_text: bool = False) -> Result:
        """Plays the seat to the end of the game.

        A decision that expired while the policy thought is the game's to answer; the play goes on with the next one. A seat
        that is out (its time ran out for good, say) waits for the end; `standing.ending` tells. Every other failure is raised, a policy's own exceptions and illegal actions included.
        """
        while True:
            view = self._await(None, typed_actions, include_text)
            decision = self._decision_of(view)
            if decision is None:
                return Result(self.number, view)
            try:
                self.submit(decision, policy(view, decision))
            except HierophantError as error:
                if error.reason not in ("DECISION_EXPIRED", "GAME_OVER", "SEAT_OUT"):
                    raise

    def watch(
        self, known_version: Optional[int] = None, typed_actions: bool = True, include_text: bool = False
    ) -> Iterator[game_service_pb2.WatchGameResponse]:
        """All that the seat is told, to the end of the game.

        First a `snapshot`, or with a `known_version` what came after that version; then each `update`, whose `view` is there when it
        opens a decision; at last `ended`. Lost streams are opened again where they broke off: nothing is missed or told twice.
        Raises HierophantError, with STREAM_REPLACED if the seat has more streams than it may.
        """
        return follow(self._channel, self.game, self._token, known_version, typed_actions, include_text)

    def replay(self) -> tuple[replay_pb2.ReplayHeader, list[replay_pb2.ReplayEntry]]:
        """The whole game, once it has ended: nothing is secret any more. Before, fails with REPLAY_NOT_READY."""
        return whole_replay(self._channel, self.game, self._token)

    def _await(self, wait_s: Optional[float], typed_actions: bool, include_text: bool) -> view_pb2.View:
        """A view with a decision or with the game's end, unless `wait_s` runs out before."""
        end = None if wait_s is None else time.monotonic() + wait_s
        while True:
            left_s = WAIT_S_MAX if end is None else max(0.0, min(end - time.monotonic(), WAIT_S_MAX))
            view = self._get_view(game_service_pb2.WAIT_FOR_MY_DECISION, left_s, typed_actions, include_text)
            if view.HasField("decision") or view.status != game_pb2.GAME_STATUS_LIVE or left_s == 0.0:
                return view

    def _get_view(self, wait_for: game_service_pb2.WaitFor, wait_s: float, typed_actions: bool, include_text: bool) -> view_pb2.View:
        wait_ms = int(wait_s * 1000)
        request = game_service_pb2.GetViewRequest(
            game=self.game,
            # On the wire no time means the longest.
            wait_for=wait_for if wait_ms > 0 else game_service_pb2.WAIT_FOR_UNSPECIFIED,
            wait_ms_max=wait_ms,
            include_legal_actions=typed_actions,
            include_text=include_text,
        )
        call = self._channel.wait if wait_ms > 0 else self._channel.call
        response = call("GetView", request, self._token, wait_s + CALL_S_MAX)
        view: view_pb2.View = response.view
        return view

    def _decision_of(self, view: view_pb2.View) -> Optional[Decision]:
        ruleset = view.WhichOneof("ruleset") or ""
        return decisions.of_view(view, lambda: self._rulesets.action_space(ruleset))


def _answer(request: game_service_pb2.SubmitActionRequest, action: AnyAction) -> None:
    """Puts the action into the field that holds its kind."""
    if hasattr(action, "__index__"):  # int, and the integers of numpy
        request.action_code = int(action)
        return
    name = getattr(getattr(action, "DESCRIPTOR", None), "full_name", "")
    if name == ruleset_pb2.Action.DESCRIPTOR.full_name:
        request.action.CopyFrom(action)
        return
    fields: Any = ruleset_pb2.Action.DESCRIPTOR.fields
    for field in fields:
        if name == field.message_type.full_name:
            getattr(request.action, field.name).CopyFrom(action)
            return
    raise TypeError(f"an action is a code or a typed action, not {type(action).__name__}")
