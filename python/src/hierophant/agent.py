"""A registered agent: one stream, or calls that wait, for all its games. Knows nothing of how calls are carried."""

from __future__ import annotations

import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, Iterator, Optional, Sequence, Tuple

import grpc

from hierophant import decision as decisions
from hierophant.channel import TRIES_MAX, Channel, wait_before
from hierophant.errors import HierophantError
from hierophant.seat import Policy
from hierophant.v1 import agent_pb2, agent_service_pb2
from hierophant.watching import CALL_S_MAX, STREAM_S_GOOD, STREAM_S_MAX, _passes

# A call for decisions waits so long at most.
POLL_S_MAX = 30.0
# An answer that met a limit is sent again so often.
ANSWER_TRIES_MAX = 20

_Place = Tuple[str, int]


class Agent:
    """Whoever holds a registered agent's token."""

    def __init__(self, channel: Channel, rulesets: Any, token: str) -> None:
        self._channel = channel
        self._rulesets = rulesets
        self._token = token

    def __repr__(self) -> str:
        return "<Agent>"

    def serve(
        self,
        new_policy: Callable[[str, int], Policy],
        games_at_once: int = 4,
        *,
        rulesets: Sequence[str] = (),
        typed_actions: bool = True,
        include_text: bool = False,
        unary: bool = False,
    ) -> Iterator[agent_service_pb2.AgentGameEnded]:
        """Plays all games that the agent is seated in, and gives the end of each; goes on for as long as it is asked for the next.

        `new_policy(game, seat)` makes the policy of a seat. Policies run in threads, one for each game at once, so that games
        don't wait for one another. Lost streams are opened again; what was answered on one counts once. With `unary` it uses calls that
        wait (PollDecisions, SubmitActions) instead of the stream, and gives no ends: games that are over are just gone.
        Raises HierophantError, with STREAM_REPLACED if the agent has another stream.
        """
        terms = agent_pb2.ServingTerms(
            rulesets=rulesets,
            games_at_once_max=games_at_once,
            include_legal_actions=typed_actions,
            include_text=include_text,
        )
        with ThreadPoolExecutor(games_at_once) as threads:
            play = _Play(self._rulesets, new_policy, threads)
            yield from (self._by_calls(play, terms) if unary else self._by_stream(play, terms))

    def _by_stream(self, play: _Play, terms: agent_pb2.ServingTerms) -> Iterator[agent_service_pb2.AgentGameEnded]:
        failures = 0
        while True:
            opened = time.monotonic()
            said = play.open(terms)
            try:
                for message in self._channel.stream("Serve", said, self._token, STREAM_S_MAX):
                    failures = 0
                    ended = play.hear(message)
                    if ended is not None:
                        yield ended
                error = HierophantError(grpc.StatusCode.UNAVAILABLE, "the stream ended")
            except HierophantError as raised:
                error = raised
            finally:
                play.close()
            if error.code is not grpc.StatusCode.DEADLINE_EXCEEDED:
                failures = 1 if time.monotonic() - opened > STREAM_S_GOOD else failures + 1
                if not _passes(error) or failures == TRIES_MAX:
                    raise error
                wait_before(failures, error.retry_after_s)

    def _by_calls(self, play: _Play, terms: agent_pb2.ServingTerms) -> Iterator[agent_service_pb2.AgentGameEnded]:
        while True:
            request = agent_service_pb2.PollDecisionsRequest(terms=terms, wait_ms_max=int(POLL_S_MAX * 1000))
            told = self._channel.wait("PollDecisions", request, self._token, POLL_S_MAX + CALL_S_MAX)
            play.keep({(seat.game, seat.seat) for seat in told.seats})
            answers = play.threads.map(play.answer, told.decisions)
            if told.decisions:
                said = agent_service_pb2.SubmitActionsRequest(answers=answers)
                self._channel.call("SubmitActions", said, self._token, CALL_S_MAX)
            else:
                # Whoever looks on may stop here.
                yield from ()


def _is_of(refused: agent_service_pb2.AnswerRefused, answer: agent_service_pb2.AgentAnswer) -> bool:
    """Whether this answer is the one that was refused, as far as its code tells."""
    tells = refused.HasField("action_code") and answer.WhichOneof("answer") == "action_code"
    return not tells or refused.action_code == answer.action_code


class _Play:
    """The seats in play, and what is thought and said of them."""

    def __init__(self, rulesets: Any, new_policy: Callable[[str, int], Policy], threads: ThreadPoolExecutor) -> None:
        self.threads = threads
        self._rulesets = rulesets
        self._new_policy = new_policy
        self._lock = threading.Lock()
        self._policies: Dict[_Place, Policy] = {}
        # What was answered last, to be sent again.
        self._answers: Dict[_Place, agent_service_pb2.AgentAnswer] = {}
        self._thinks: Dict[_Place, int] = {}
        self._said: Optional[queue.SimpleQueue[Any]] = None
        self._failure: Optional[BaseException] = None

    def open(self, terms: agent_pb2.ServingTerms) -> Iterator[agent_service_pb2.ServeRequest]:
        said: queue.SimpleQueue[Any] = queue.SimpleQueue()
        said.put(agent_service_pb2.ServeRequest(hello=agent_service_pb2.AgentHello(terms=terms)))
        with self._lock:
            self._said = said
        return iter(said.get, None)

    def close(self) -> None:
        with self._lock:
            said, self._said = self._said, None
        if said is not None:
            said.put(None)

    def hear(self, message: agent_service_pb2.ServeResponse) -> Optional[agent_service_pb2.AgentGameEnded]:
        if self._failure is not None:
            raise self._failure
        kind = message.WhichOneof("message")
        if kind == "welcome":
            self.keep({(seat.game, seat.seat) for seat in message.welcome.seats})
        elif kind == "decision":
            self._hear_decision(message.decision)
        elif kind == "refused" and message.refused.retry_after_ms > 0:
            self._again(message.refused)
        elif kind == "ended":
            self._forget((message.ended.game, message.ended.seat))
            return message.ended
        return None

    def keep(self, places: set[_Place]) -> None:
        """Forgets the seats of games that have ended meanwhile."""
        with self._lock:
            gone = [place for place in self._policies if place not in places]
        for place in gone:
            self._forget(place)

    def answer(self, asked: agent_service_pb2.AgentDecision) -> agent_service_pb2.AgentAnswer:
        place = (asked.game, asked.seat)
        with self._lock:
            earlier = self._answers.get(place)
            policy = self._policies.get(place)
        decision = self._decision_of(asked.view)
        if earlier is not None and earlier.decision_id == decision.decision_id:
            return earlier
        if policy is None:
            policy = self._new_policy(asked.game, asked.seat)
        answer = agent_service_pb2.AgentAnswer(game=asked.game, seat=asked.seat, decision_id=decision.decision_id)
        action: Any = policy(asked.view, decision)
        if hasattr(action, "__index__"):
            answer.action_code = int(action)
        else:
            answer.action.CopyFrom(action)
        with self._lock:
            self._policies[place] = policy
            self._answers[place] = answer
        return answer

    def _hear_decision(self, asked: agent_service_pb2.AgentDecision) -> None:
        place, decision_id = (asked.game, asked.seat), asked.view.decision.decision_id
        with self._lock:
            if self._thinks.get(place) == decision_id:
                return
            self._thinks[place] = decision_id
        self.threads.submit(self._think, asked)

    def _think(self, asked: agent_service_pb2.AgentDecision) -> None:
        try:
            self._say(self.answer(asked))
        except BaseException as error:  # A policy's own: the reader raises it.
            self._failure = error
            self.close()
        finally:
            with self._lock:
                self._thinks.pop((asked.game, asked.seat), None)

    def _again(self, refused: agent_service_pb2.AnswerRefused) -> None:
        with self._lock:
            answer = self._answers.get((refused.game, refused.seat))
        if answer is not None and answer.decision_id == refused.decision_id and _is_of(refused, answer):
            timer = threading.Timer(refused.retry_after_ms / 1000, self._say, [answer])
            timer.daemon = True
            timer.start()

    def _say(self, answer: agent_service_pb2.AgentAnswer) -> None:
        with self._lock:
            # If the stream is lost the decision comes again, and finds its answer.
            if self._said is not None:
                self._said.put(agent_service_pb2.ServeRequest(answer=answer))

    def _forget(self, place: _Place) -> None:
        with self._lock:
            self._policies.pop(place, None)
            self._answers.pop(place, None)

    def _decision_of(self, view: Any) -> decisions.Decision:
        ruleset = view.WhichOneof("ruleset") or ""
        return decisions.Decision(view, lambda: self._rulesets.action_space(ruleset))
