"""The seats of a registered agent: what is known, thought and said of each. Makes no calls and starts no threads.

`hear` is given what the service tells, `think` is the plan of one decision; what is to be said and thought about is handed to `say`
and `start`, which the client and its asyncio twin have each in their own way.
"""

from __future__ import annotations

import logging
import threading
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

from hierophant.decision import AnyAction, Decision, put_answer
from hierophant.errors import PolicyError
from hierophant.steps import Ask, Steps
from hierophant.v1 import agent_service_pb2, error_pb2

# An answer that met a limit is sent again so often.
ANSWER_TRIES_MAX = 20
# An author who is told of a mistake may answer a decision so often again.
ANSWERS_AGAIN_MAX = 8

Place = Tuple[str, int]
NewPolicy = Callable[[str, int], Any]
OnError = Callable[[PolicyError], Optional[AnyAction]]

# Refusals that are a mistake of the policy's. Others come of time, of other processes, of the service.
_MISTAKES = ("ILLEGAL_ACTION", "INVALID_FIELD")

_log = logging.getLogger("hierophant")


class Work:
    """A decision that is to be thought about; with an error, once more."""

    def __init__(self, asked: agent_service_pb2.AgentDecision, decision: Decision) -> None:
        self.place: Place = (asked.game, asked.seat)
        self.asked = asked
        self.decision = decision
        # Ids may come again in a service that was restored from a backup; the digest tells positions apart.
        self.key = (decision.decision_id, bytes(asked.view.digest))
        self.answer: Optional[agent_service_pb2.AgentAnswer] = None
        self.tries = 0
        self.answers_again = 0

    def mistake(self, message: str, reason: str = "", rule: str = "") -> PolicyError:
        """What the author is told."""
        return PolicyError(message, *self.place, self.decision.decision_id, self.decision.kind, reason, rule)


class _Seat:
    def __init__(self) -> None:
        self.policy: Any = None
        # What is thought about, or was answered last.
        self.work: Optional[Work] = None
        self.thinks = False
        # A newer decision that came meanwhile: the one that is thought about has expired.
        self.waiting: Optional[Work] = None
        # The service has not said yet that it has the answer.
        self.is_unsure = False
        self.mistake: Optional[PolicyError] = None
        self.is_out = False


class Playing:
    """All seats of an agent that are in play."""

    def __init__(
        self,
        new_policy: NewPolicy,
        on_error: Optional[OnError],
        action_space: Callable[[str], int],
        start: Callable[[Work, Optional[PolicyError]], None],
        say: Callable[[agent_service_pb2.ServeRequest, float], None],
    ) -> None:
        self._new_policy = new_policy
        self._on_error = on_error
        self._action_space = action_space
        # Called while the lock is held: neither waits for anything.
        self._start = start
        self._say = say
        self._lock = threading.RLock()
        self._seats: Dict[Place, _Seat] = {}
        self._first_mistake: Optional[PolicyError] = None

    def hear(self, message: agent_service_pb2.ServeResponse) -> Optional[agent_service_pb2.AgentGameEnded]:
        """Takes in what is told on a stream. Returns the end of a game, if it is one."""
        kind = message.WhichOneof("message")
        if kind == "welcome":
            self.keep({(seat.game, seat.seat) for seat in message.welcome.seats})
        elif kind == "decision":
            self.asked(message.decision)
        elif kind == "taken":
            self.taken(message.taken)
        elif kind == "refused":
            self.refused(message.refused)
        elif kind == "seat_lost":
            self.out((message.seat_lost.game, message.seat_lost.seat))
        elif kind == "ended":
            with self._lock:
                self._seats.pop((message.ended.game, message.ended.seat), None)
            return message.ended
        return None

    def verdict(self) -> None:
        """Raises the first mistake of a policy, once no seat is left for which anybody could still play."""
        with self._lock:
            if self._on_error is None and all(seat.mistake and seat.is_out for seat in self._seats.values()):
                if self._first_mistake is not None:
                    raise self._first_mistake

    def keep(self, places: Set[Place]) -> None:
        """These are the seats in play: others belong to games that have ended meanwhile."""
        with self._lock:
            for place in [place for place in self._seats if place not in places]:
                del self._seats[place]
            for place in places:
                self._seats.setdefault(place, _Seat())

    def known(self) -> List[agent_service_pb2.KnownDecision]:
        """The decisions that need not be sent again."""
        with self._lock:
            return [
                agent_service_pb2.KnownDecision(game=game, seat=number, decision_id=work.decision.decision_id)
                for (game, number), seat in self._seats.items()
                for work in (seat.work, seat.waiting)
                if work is not None and (seat.thinks or seat.is_unsure or seat.mistake)
            ]

    def asked(self, asked: agent_service_pb2.AgentDecision) -> None:
        """A seat is asked."""
        ruleset = asked.view.WhichOneof("ruleset") or ""
        work = Work(asked, Decision(asked.view, lambda: self._action_space(ruleset)))
        with self._lock:
            seat = self._seats.setdefault(work.place, _Seat())
            if seat.mistake is not None:
                seat.work = work
                self._resign(work.place)
            elif seat.work is not None and seat.work.key == work.key:
                if seat.work.answer is not None and not seat.thinks:
                    # It was answered on a stream that was lost: the same answer counts once.
                    self._send(seat.work, 0.0)
                elif not seat.thinks:
                    self._begin(seat, work)
            elif seat.thinks:
                seat.waiting = work
            else:
                self._begin(seat, work)

    def taken(self, taken: agent_service_pb2.AnswerTaken) -> None:
        """An answer was taken."""
        with self._lock:
            seat = self._seats.get((taken.game, taken.seat))
            if seat is not None and seat.work is not None and seat.work.decision.decision_id == taken.decision_id:
                seat.is_unsure = False

    def refused(self, refused: agent_service_pb2.AnswerRefused) -> None:
        """An answer, or a resignation, was refused."""
        place = (refused.game, refused.seat)
        reason = error_pb2.ErrorReason.Name(refused.reason)[len("ERROR_REASON_") :]
        is_passing = refused.retry_after_ms > 0
        with self._lock:
            seat = self._seats.get(place)
            work = seat.work if seat is not None else None
            if seat is None or work is None:
                return
            if refused.decision_id == 0:
                if is_passing:
                    self._resign(place, refused.retry_after_ms / 1000)
                else:
                    seat.is_out = True
                return
            if work.answer is None or work.decision.decision_id != refused.decision_id or seat.thinks:
                return
            if refused.HasField("action_code") and work.answer.WhichOneof("answer") == "action_code":
                if refused.action_code != work.answer.action_code:
                    return  # Another answer of the same decision, which was given up before.
            work.tries += 1
            if is_passing and work.tries < ANSWER_TRIES_MAX:
                self._send(work, refused.retry_after_ms / 1000)
                return
            # If the decision comes again, after a restore of the service say, the policy is asked anew.
            work.answer, seat.is_unsure = None, False
            if reason in _MISTAKES:
                seat.thinks = True
                self._start(work, work.mistake(refused.message, reason, refused.rule))
            else:
                _log.info("%s seat %d: an answer was refused: %s: %s", *place, reason, refused.message)

    def out(self, place: Place) -> None:
        """A seat is out of a game that goes on."""
        with self._lock:
            if place in self._seats:
                self._seats[place].is_out = True

    def think(self, work: Work, error: Optional[PolicyError]) -> Steps[None]:
        """The plan of a decision: the policy is asked; with an error, its author is."""
        with self._lock:
            seat = self._seats.get(work.place)
        if seat is None:
            return
        if error is None:
            try:
                if seat.policy is None:
                    seat.policy = yield Ask(lambda: self._new_policy(*work.place))
                action = yield Ask(lambda: seat.policy(work.asked.view, work.decision))
                self._answered(seat, work, self._answer(work, action))
                return
            except Exception as raised:
                error = _caused(work, raised)
        yield from self._object(seat, work, error)

    def _object(self, seat: _Seat, work: Work, error: PolicyError) -> Steps[None]:
        """The author is told, and may answer; otherwise the seat is given up."""
        while self._on_error is not None and work.answers_again < ANSWERS_AGAIN_MAX:
            work.answers_again += 1
            told = error
            on_error = self._on_error
            action = yield Ask(lambda: on_error(told))
            if action is None:
                break
            try:
                answer = self._answer(work, action)
            except Exception as raised:
                error = _caused(work, raised)
                continue
            self._answered(seat, work, answer)
            return
        _log.error("%s; the seat resigns", error, exc_info=error.__cause__)
        with self._lock:
            seat.thinks, seat.waiting, seat.mistake = False, None, error
            self._first_mistake = self._first_mistake or error
            if work.place in self._seats:
                self._resign(work.place)

    def _answer(self, work: Work, action: AnyAction) -> agent_service_pb2.AgentAnswer:
        game, number = work.place
        answer = agent_service_pb2.AgentAnswer(game=game, seat=number, decision_id=work.decision.decision_id)
        put_answer(answer, action)
        return answer

    def _answered(self, seat: _Seat, work: Work, answer: agent_service_pb2.AgentAnswer) -> None:
        with self._lock:
            seat.thinks = False
            waiting, seat.waiting = seat.waiting, None
            if self._seats.get(work.place) is not seat:
                return
            if waiting is not None:
                self._begin(seat, waiting)
            else:
                work.answer = answer
                self._send(work, 0.0)

    def _begin(self, seat: _Seat, work: Work) -> None:
        seat.work, seat.thinks, seat.is_unsure = work, True, False
        self._start(work, None)

    def _send(self, work: Work, delay_s: float) -> None:
        self._seats[work.place].is_unsure = True
        # If the stream is lost the decision comes again, and finds its answer.
        self._say(agent_service_pb2.ServeRequest(answer=work.answer), delay_s)

    def _resign(self, place: Place, delay_s: float = 0.0) -> None:
        game, number = place
        self._say(agent_service_pb2.ServeRequest(resign={"game": game, "seat": number}), delay_s)


def _caused(work: Work, raised: Exception) -> PolicyError:
    error = work.mistake(f"{type(raised).__name__}: {raised}")
    error.__cause__ = raised
    return error
