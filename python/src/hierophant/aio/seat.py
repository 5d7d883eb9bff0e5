"""A seat in a game: what its player sees and does; and spectators. Knows nothing of how calls are carried."""

from __future__ import annotations

from typing import AsyncIterator, Iterable

from hierophant import plans
from hierophant.actions import Action, AnyAction
from hierophant.address import clean_token
from hierophant.aio.channel import Channel
from hierophant.bot import BotLike, D, OnIllegal, Result
from hierophant.decision import CheckedChoice, Decision, NoDecision
from hierophant.enums import SeatEnding
from hierophant.news import GameNews
from hierophant.plans import Submission
from hierophant.replay import Replay
from hierophant.v1 import game_pb2, game_service_pb2
from hierophant.view import View
from hierophant.watching import Following


class Seat:
    """A seat, opened by its token. The object holds the token."""

    game: str
    """The game: "games/{id}"."""
    number: int
    """The seat's number, from 0 clockwise."""

    def __init__(self, channel: Channel, game: str, number: int, token: str) -> None:
        self._channel = channel
        self.game = game
        self.number = number
        self._token = clean_token(token)

    def __repr__(self) -> str:
        return f"<Seat {self.number} of {self.game}>"

    @property
    def token(self) -> str:
        """The secret that opens the seat: `Connection.seat` takes it."""
        return self._token

    async def view(self, *, include_text: bool = False) -> View:
        """What the seat may know now."""
        return await self._channel.run(plans.typed_view(self.game, self._token, include_text))

    async def decision(self, *, wait_s: float | None = None, include_text: bool = False) -> Decision | NoDecision:
        """Waits for the seat's next decision.

        What comes without one is false, and says why: `is_over` if the game is over; otherwise `wait_s` seconds ran out before the
        seat was asked. Its `view` is there in any case. Without `wait_s` it waits as long as it takes. `include_text` asks for
        `view.text`.
        """
        return await self._channel.run(plans.decision(self.game, self._token, wait_s, include_text))

    async def submit(
        self, decision: Decision | int, action: AnyAction, *, validate_only: bool = False
    ) -> game_service_pb2.SubmitActionResponse:
        """Answers a decision with an action; with `validate_only` it only asks whether the answer would be taken.

        Sending the equal answer again changes nothing. Raises IllegalAction, NotYourDecision, DecisionExpired, AlreadyAnswered,
        SeatOut or GameOver, among others.
        """
        submission = Submission(self.game, self.number, self._token, decision, validate_only)
        return await self._channel.run(submission.action(action))

    async def submit_code(
        self, decision: Decision | int, code: int, *, validate_only: bool = False
    ) -> game_service_pb2.SubmitActionResponse:
        """The same with the code of an action."""
        submission = Submission(self.game, self.number, self._token, decision, validate_only)
        return await self._channel.run(submission.code(code))

    async def check(self, decision: Decision, actions: Iterable[Action | int]) -> CheckedChoice:
        """Whether these actions, or codes, would be taken as the answers to a decision and to those that follow within its choice.

        Changes nothing. Tells what would be asked next, until the choice is complete. Raises IllegalAction, whose `fields` name the
        code that breaks a rule (`following_codes[0]` is the second one), and InvalidField for a code after the end of the choice.
        """
        return await self._channel.run(plans.check(self.game, self.number, self._token, decision, actions))

    async def resign(self) -> SeatEnding:
        """Gives the seat up: it ranks below all seats that play on. Returns how its part ended, by this or by what came before."""
        return await self._channel.run(plans.resign(self.game, self._token))

    async def rotate_token(self, *, request_id: str | None = None) -> str:
        """Replaces the seat's token by another, which this seat has from now on: the old one opens nothing any more."""
        self._token = await self._channel.run(plans.rotate_token(self.game, self._token, None, False, request_id))
        return self._token

    async def game_info(self) -> game_pb2.Game:
        """The game as it is known from outside: setup, seats, commitment to the deal."""
        return await self._channel.run(plans.game(self.game, self._token))

    async def play(
        self,
        bot: BotLike[D],
        *,
        include_text: bool = False,
        on_illegal: OnIllegal | None = None,
    ) -> Result:
        """Plays the seat to the end of the game by a bot: a `Bot`, or a function of a decision that returns an action.

        A decision that expired while the bot thought is the game's to answer; the play continues with the next one. A seat that is
        out (its time ran out for good, say) waits for the end; `standing.ending` tells. A service that is away is waited for, and one
        that was restored from a backup is believed. `on_illegal(error)` may return another action for one that is against the rules.
        Every other failure is raised: what the bot raises, and IllegalAction.
        """
        plan = plans.play(self.game, self.number, self._token, bot, include_text, on_illegal, self._channel.state)
        return await self._channel.run(plan)

    def watch(self, known_version: int | None = None, *, include_text: bool = False) -> AsyncIterator[GameNews]:
        """All that the seat may see, to the end of the game; `news.proto` of each piece is the message of the protocol.

        First a `Snapshot`, or with a `known_version` what came after that version; then each `Update` with its events, whose `view`
        and `decision` are there when it opens a decision; at last `Ended` with the outcome. Lost streams are opened again where they broke off: nothing is missed or sent twice.
        Raises StreamReplaced if the seat has more streams than it may.
        """
        following = Following(self._channel.state, self.game, known_version, include_text)
        return self._channel.follow(following, self._token)

    async def replay(self) -> Replay:
        """The whole game, once it has ended: nothing is secret any more. Before, raises ReplayNotReady."""
        return await self._channel.run(plans.replay(self.game, self._token))


class Spectator:
    """A game as spectators see it."""

    game: str
    """The game: "games/{id}"."""

    def __init__(self, channel: Channel, game: str, token: str) -> None:
        self._channel = channel
        self.game = game
        self._token = clean_token(token)

    def __repr__(self) -> str:
        return f"<Spectator of {self.game}>"

    async def view(self, *, include_text: bool = False) -> View:
        """What spectators may know now; in a game with a delay, what they may know by now."""
        return await self._channel.run(plans.typed_view(self.game, self._token, include_text))

    def watch(self, known_version: int | None = None, *, include_text: bool = False) -> AsyncIterator[GameNews]:
        """All that spectators may see; see `Seat.watch`."""
        following = Following(self._channel.state, self.game, known_version, include_text)
        return self._channel.follow(following, self._token)

    async def replay(self) -> Replay:
        """The whole game, once spectators have been shown its end. Before, raises ReplayNotReady."""
        return await self._channel.run(plans.replay(self.game, self._token))
