"""The seats of a registered agent: what is known, thought and said of each. Makes no calls and starts no threads.

`hear` is given what the service sends; what is to be thought about is handed to `start` as a plan, what is to be said to `say`.
The client and its asyncio twin have both in their own way.
"""

from __future__ import annotations

import functools
import logging
import threading
from typing import Any, Callable, Optional, Union

import grpc

from hierophant import plans
from hierophant.actions import AnyAction, put_answer
from hierophant.bot import BotFor, GameInfo, OnError, OnIllegal, Outcome, Result, chooser
from hierophant.decision import Decision
from hierophant.errors import BotError, HierophantError, IllegalAction, error_of
from hierophant.rulesets import decision_of, view_of
from hierophant.steps import Ask, Steps
from hierophant.v1 import agent_pb2, agent_service_pb2, error_pb2, game_pb2, view_pb2

# An answer that met a limit is sent again so often.
ANSWER_TRIES_MAX = 20

SeatRef = tuple[str, int]
Mistake = Union[BotError, IllegalAction]

_log = logging.getLogger("hierophant")


class Work:
    """A decision that is to be answered."""

    def __init__(self, ref: SeatRef, view: view_pb2.View, decision: Decision) -> None:
        self.ref = ref
        self.decision = decision
        self.decision_id = decision.decision_id
        # Ids may come again in a service that was restored from a backup; the digest tells positions apart.
        self.key = (self.decision_id, view.digest)
        # The answer, as it is said.
        self.request: Optional[agent_service_pb2.ServeRequest] = None
        self.tries = 0
        self.answers_again = 0

    def caused(self, raised: BaseException) -> BotError:
        """What the author learns of an exception."""
        message = f"{type(raised).__name__}: {raised}"
        error = BotError(message, *self.ref, self.decision_id, self.decision.kind.name)
        error.__cause__ = raised
        return error


class _Seat:
    def __init__(self) -> None:
        self.bot: Any = None
        self.game: Optional[game_pb2.Game] = None
        self.view: Optional[view_pb2.View] = None
        # What is thought about, or was answered last.
        self.work: Optional[Work] = None
        self.thinks = False
        # A newer decision that came meanwhile: the one that is thought about has expired.
        self.waiting: Optional[Work] = None
        # By calls: the service has not said yet that it has the answer.
        self.is_unsure = False
        self.mistake: Optional[Mistake] = None
        self.is_out = False


class Playing:
    """All seats of an agent that are in play."""

    def __init__(
        self,
        new_bot: Callable[[], Any],
        on_error: Optional[OnError],
        on_illegal: Optional[OnIllegal],
        start: Callable[[Callable[[], Steps[None]]], None],
        say: Callable[[agent_service_pb2.ServeRequest, float], None],
        owner_token: Optional[str] = None,
    ) -> None:
        self._new_bot = new_bot
        self._on_error = on_error
        self._on_illegal = on_illegal
        # Called while the lock is held: neither waits for anything.
        self._start = start
        self._say = say
        # By calls the agent receives nothing about the game itself: its owner's token can request it.
        self._owner_token = owner_token
        self._lock = threading.RLock()
        self._seats: dict[SeatRef, _Seat] = {}
        self._first_mistake: Optional[Mistake] = None

    def hear(self, message: agent_service_pb2.ServeResponse) -> Optional[Result]:
        """Takes in a message of the stream. Returns the result of a game that has ended."""
        kind = message.WhichOneof("message")
        if kind == "decision":
            self.asked(message.decision)
        elif kind == "seated":
            with self._lock:
                self._seats.setdefault(
                    (message.seated.game.name, message.seated.seat), _Seat()
                ).game = message.seated.game
        elif kind == "refused":
            self.refused(message.refused)
        elif kind == "seat_lost":
            _log.info("%s seat %d is out", message.seat_lost.game, message.seat_lost.seat)
            self.out((message.seat_lost.game, message.seat_lost.seat))
        elif kind == "ended":
            ended = message.ended
            return self.ended((ended.game, ended.seat), ended.view, ended.view.outcome)
        return None

    def ended(self, ref: SeatRef, view: view_pb2.View, outcome: game_pb2.Outcome) -> Result:
        """A game has ended: its bot is called."""
        result = Result(*ref, view_of(view), Outcome.of(outcome))
        with self._lock:
            seat = self._seats.pop(ref, None)
            if seat is not None and isinstance(seat.bot, BotFor) and not seat.mistake:
                bot = seat.bot
                self._start(lambda: self._told(bot, result))
        return result

    def _told(self, bot: BotFor[Any], result: Result) -> Steps[None]:
        try:
            yield Ask(lambda: bot.end(result))
        except Exception as raised:
            error = BotError(f"{type(raised).__name__}: {raised}", result.game, result.seat)
            error.__cause__ = raised
            _log.error("%s; the game had ended", error, exc_info=raised)
            if self._on_error is not None:
                on_error = self._on_error
                yield Ask(lambda: on_error(error))

    def verdict(self) -> None:
        """Raises the first mistake of a bot, once no seat is left for which any bot could still play."""
        if self._first_mistake is None:
            return  # Asked after each message: without the lock.
        with self._lock:
            if all(seat.mistake and seat.is_out for seat in self._seats.values()):
                raise self._first_mistake

    def keep(self, in_play: set[SeatRef]) -> dict[SeatRef, Optional[view_pb2.View]]:
        """These are the seats in play. Returns the others, whose games have ended, with their last views."""
        with self._lock:
            for ref in in_play:
                self._seats.setdefault(ref, _Seat())
            return {ref: seat.view for ref, seat in self._seats.items() if ref not in in_play}

    def known(self) -> list[agent_service_pb2.KnownDecision]:
        """The decisions that need not be sent again."""
        with self._lock:
            return [
                agent_service_pb2.KnownDecision(game=game, seat=number, decision_id=work.decision_id)
                for (game, number), seat in self._seats.items()
                for work in (seat.work, seat.waiting)
                if work is not None and (seat.thinks or seat.is_unsure or seat.mistake)
            ]

    def asked(self, asked: agent_service_pb2.AgentDecision) -> None:
        """A seat is asked."""
        view = asked.view
        decision = decision_of(view)
        if not isinstance(decision, Decision):
            return
        work = Work((asked.game, asked.seat), view, decision)
        with self._lock:
            seat = self._seats.get(work.ref)
            if seat is None:
                seat = self._seats[work.ref] = _Seat()
            seat.view = view
            if seat.mistake is not None:
                seat.work = work
                self._resign(work.ref)
            elif seat.work is not None and seat.work.key == work.key:
                if seat.work.request is not None and not seat.thinks:
                    # It was answered on a stream that was lost: the same answer counts once.
                    seat.is_unsure = True
                    self._say(seat.work.request, 0.0)
                elif not seat.thinks:
                    self._begin(seat, work)
            elif seat.thinks:
                _log.info(
                    "%s seat %d, decision %d has expired",
                    *work.ref,
                    seat.work.decision_id if seat.work else 0,
                )
                seat.waiting = work
            else:
                self._begin(seat, work)

    def taken(self, taken: agent_service_pb2.AnswerTaken) -> None:
        """An answer was taken. Only by calls anything follows from it."""
        with self._lock:
            seat = self._seats.get((taken.game, taken.seat))
            if seat is not None and seat.work is not None and seat.work.decision_id == taken.decision_id:
                seat.is_unsure = False

    def refused(self, refused: agent_service_pb2.AnswerRefused) -> None:
        """An answer, or a resignation, was refused."""
        ref = (refused.game, refused.seat)
        reason = error_pb2.ErrorReason.Name(refused.reason)[len("ERROR_REASON_") :]
        is_passing = refused.retry_after_ms > 0
        with self._lock:
            seat = self._seats.get(ref)
            work = seat.work if seat is not None else None
            if seat is None or work is None:
                return
            if refused.decision_id == 0:
                if is_passing:
                    self._resign(ref, refused.retry_after_ms / 1000)
                else:
                    seat.is_out = True
                return
            if work.request is None or work.decision_id != refused.decision_id or seat.thinks:
                return
            answer = work.request.answer
            by_code = refused.HasField("action_code") and answer.WhichOneof("answer") == "action_code"
            if by_code and refused.action_code != answer.action_code:
                return  # Another answer of the same decision, which was given up before.
            work.tries += 1
            if is_passing and work.tries < ANSWER_TRIES_MAX:
                seat.is_unsure = True
                self._say(work.request, refused.retry_after_ms / 1000)
                return
            # If the decision comes again, after a restore of the service say, the bot is asked anew.
            work.request, seat.is_unsure = None, False
            if reason not in ("ILLEGAL_ACTION", "INVALID_FIELD"):
                _log.info("%s seat %d: an answer was refused: %s: %s", *ref, reason, refused.message)
                return
            rule = {"rule": refused.rule} if refused.rule else {}
            error = error_of(grpc.StatusCode.FAILED_PRECONDITION, refused.message, reason, rule)
            mistake = error.at(*ref, refused.decision_id) if isinstance(error, IllegalAction) else work.caused(error)
            seat.thinks = True
            there = seat
            self._start(lambda: self._object(there, work, mistake))

    def out(self, ref: SeatRef) -> None:
        """A seat is out of a game that goes on."""
        with self._lock:
            if ref in self._seats:
                self._seats[ref].is_out = True

    def _think(self, seat: _Seat, work: Work) -> Steps[None]:
        """The bot is asked."""
        try:
            if seat.bot is None:
                seat.bot = yield from self._made(seat, work)
            action = yield Ask(functools.partial(chooser(seat.bot), work.decision))
            self._answered(seat, work, self._answer(work, action))
            return
        except Exception as raised:
            error = work.caused(raised)
        yield from self._object(seat, work, error)

    def _made(self, seat: _Seat, work: Work) -> Steps[Any]:
        bot = yield Ask(self._new_bot)
        if isinstance(bot, BotFor) and type(bot).start is not BotFor.start:
            if seat.game is None and self._owner_token is not None:
                try:
                    seat.game = yield from plans.game(work.ref[0], self._owner_token)
                except HierophantError as error:
                    _log.debug("%s: the caller may not know the game: %s", work.ref[0], error)
            info = GameInfo(*work.ref, seat.game)
            yield Ask(lambda: bot.start(info))
        return bot

    def _object(self, seat: _Seat, work: Work, mistake: Mistake) -> Steps[None]:
        """The author is asked, and may answer; otherwise the seat is given up."""
        while work.answers_again < plans.ANSWERS_AGAIN_MAX:
            work.answers_again += 1
            current: Any = mistake
            tell: Any = self._on_illegal if isinstance(mistake, IllegalAction) else self._on_error
            if tell is None:
                break
            action = yield Ask(lambda: tell(current))
            if action is None:
                break
            try:
                answer = self._answer(work, action)
            except Exception as raised:
                mistake = work.caused(raised)
                continue
            self._answered(seat, work, answer)
            return
        _log.error("%s; the seat resigns", mistake, exc_info=mistake.__cause__)
        with self._lock:
            seat.thinks, seat.waiting, seat.mistake = False, None, mistake
            if (self._on_illegal if isinstance(mistake, IllegalAction) else self._on_error) is None:
                self._first_mistake = self._first_mistake or mistake
            if work.ref in self._seats:
                self._resign(work.ref)

    def _answer(self, work: Work, action: AnyAction) -> agent_service_pb2.ServeRequest:
        request = agent_service_pb2.ServeRequest()
        answer = request.answer
        answer.game, answer.seat = work.ref
        answer.decision_id = work.decision_id
        put_answer(answer, action, work.decision.ruleset)
        return request

    def _answered(self, seat: _Seat, work: Work, request: agent_service_pb2.ServeRequest) -> None:
        with self._lock:
            seat.thinks = False
            waiting, seat.waiting = seat.waiting, None
            if self._seats.get(work.ref) is not seat:
                return
            if waiting is not None:
                self._begin(seat, waiting)
            else:
                # If the stream is lost the decision comes again, and finds its answer.
                work.request, seat.is_unsure = request, True
                self._say(request, 0.0)

    def _begin(self, seat: _Seat, work: Work) -> None:
        seat.work, seat.thinks, seat.is_unsure = work, True, False
        self._start(lambda: self._think(seat, work))

    def _resign(self, ref: SeatRef, delay_s: float = 0.0) -> None:
        game, number = ref
        seat = agent_pb2.AgentSeat(game=game, seat=number)
        self._say(agent_service_pb2.ServeRequest(resign=seat), delay_s)
