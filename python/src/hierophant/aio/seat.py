"""Seats and spectators for asyncio: the same as `hierophant.seat`, awaited."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Dict, List, Optional, Tuple, Union

from hierophant import decision as decisions
from hierophant import plans
from hierophant.address import clean_token
from hierophant.aio.channel import Channel
from hierophant.decision import AnyAction, Decision, NoDecision
from hierophant.seat import Result
from hierophant.steps import Steps
from hierophant.v1 import game_pb2, game_service_pb2, replay_pb2, ruleset_pb2, view_pb2
from hierophant.watching import Following

# Maps a view and the decision in it to an action, or to an awaitable of one. A policy that computes for long holds up the event
# loop: let it be `async` and await `asyncio.to_thread(...)`.
Policy = Callable[[view_pb2.View, Decision], Union[AnyAction, Awaitable[AnyAction]]]


class Seat:
    """A seat, opened by its token. Whoever has it holds the token."""

    def __init__(self, channel: Channel, rulesets: Dict[str, ruleset_pb2.Ruleset], game: str, number: int, token: str) -> None:
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

    async def view(self, include_text: bool = False, typed_actions: bool = False) -> view_pb2.View:
        """What the seat may know now."""
        plan = plans.view(self.game, self._token, 0.0, typed_actions, include_text)
        return await self._channel.run(plan)

    async def decision(
        self, wait_s: Optional[float] = None, typed_actions: bool = True, include_text: bool = False
    ) -> Union[Decision, NoDecision]:
        """Waits for the seat's next decision.

        What comes without one is false, and says why: `is_over` if the game is over; otherwise `wait_s` seconds ran out before the
        seat was asked. Its `view` is there in any case. Without `wait_s` it waits as long as it takes. `typed_actions` and
        `include_text` ask for `legal_actions`, and for `view.text` and `legal_texts`.
        """
        view = await self._channel.run(plans.next_view(self.game, self._token, wait_s, typed_actions, include_text))
        return await self._channel.run(self._plan_decision(view))

    async def submit(
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
        return await self._channel.run(plan)

    async def resign(self) -> game_pb2.SeatEnding:
        """Gives the seat up: it ranks below all seats that play on. Returns how its part ended, by this or by what came before."""
        request = game_service_pb2.ResignRequest(game=self.game)
        ending: game_pb2.SeatEnding = await self._channel.run(plans.one("Resign", request, self._token, "ending"))
        return ending

    async def rotate_token(self, request_id: Optional[str] = None) -> str:
        """Replaces the seat's token by another, which this seat has from now on: the old one opens nothing any more."""
        self._token = await self._channel.run(plans.rotate_token(self.game, self._token, None, False, request_id))
        return self._token

    async def game_message(self) -> game_pb2.Game:
        """The game as it is known from outside: setup, seats, commitment to the deal."""
        request = game_service_pb2.GetGameRequest(game=self.game)
        game: game_pb2.Game = await self._channel.run(plans.one("GetGame", request, self._token, "game"))
        return game

    async def play(self, policy: Policy, typed_actions: bool = True, include_text: bool = False) -> Result:
        """Plays the seat to the end of the game.

        A decision that expired while the policy thought is the game's to answer; the play goes on with the next one. A seat
        that is out (its time ran out for good, say) waits for the end; `standing.ending` tells. A service that is away is waited for,
        and one that was restored from a backup is believed. Every other failure is raised, a policy's own exceptions and illegal
        actions included.
        """
        plan = plans.play(
            self.game, self._token, policy, self._plan_decision, self._channel.patience, typed_actions, include_text
        )
        return Result(self.number, await self._channel.run(plan))

    def watch(
        self, known_version: Optional[int] = None, typed_actions: bool = True, include_text: bool = False
    ) -> AsyncIterator[game_service_pb2.WatchGameResponse]:
        """All that the seat is told, to the end of the game.

        First a `snapshot`, or with a `known_version` what came after that version; then each `update`, whose `view` is there when it
        opens a decision; at last `ended`. Lost streams are opened again where they broke off: nothing is missed or told twice.
        Raises HierophantError, with STREAM_REPLACED if the seat has more streams than it may.
        """
        patience = self._channel.patience
        following = Following(patience, self.game, known_version, typed_actions, include_text)
        return self._channel.follow(following, self._token)

    async def replay(self) -> Tuple[replay_pb2.ReplayHeader, List[replay_pb2.ReplayEntry]]:
        """The whole game, once it has ended: nothing is secret any more. Before, fails with REPLAY_NOT_READY."""
        return await self._channel.run(plans.replay(self.game, self._token))

    def _plan_decision(self, view: view_pb2.View) -> Steps[Union[Decision, NoDecision]]:
        # `Decision.mask` makes no call here: what it needs is known before.
        size = 0
        if view.HasField("decision"):
            size = (yield from plans.ruleset(view.WhichOneof("ruleset") or "", self._rulesets)).action_space
        return decisions.of_view(view, lambda: size)


class Spectator:
    """Whoever holds the spectators' token of a game."""

    def __init__(self, channel: Channel, game: str, token: str) -> None:
        self._channel = channel
        # Resource name: "games/{id}".
        self.game = game
        self._token = clean_token(token)

    def __repr__(self) -> str:
        return f"<Spectator of {self.game}>"

    async def view(self, include_text: bool = False) -> view_pb2.View:
        """What spectators may know now; in a game with a delay, what they may know by now."""
        return await self._channel.run(plans.view(self.game, self._token, 0.0, False, include_text))

    def watch(
        self, known_version: Optional[int] = None, include_text: bool = False
    ) -> AsyncIterator[game_service_pb2.WatchGameResponse]:
        """All that spectators are told; see `Seat.watch`."""
        following = Following(self._channel.patience, self.game, known_version, False, include_text)
        return self._channel.follow(following, self._token)

    async def replay(self) -> Tuple[replay_pb2.ReplayHeader, List[replay_pb2.ReplayEntry]]:
        """The whole game, once spectators have been shown its end. Before, fails with REPLAY_NOT_READY."""
        return await self._channel.run(plans.replay(self.game, self._token))
