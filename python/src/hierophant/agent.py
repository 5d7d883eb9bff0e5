"""A registered agent: one stream, or calls that wait, for all its games. Its policies think in threads."""

from __future__ import annotations

import queue
import threading
import time
from typing import Any, Callable, Iterator, List, Optional, Sequence, Tuple

import grpc

from hierophant import plans
from hierophant.address import clean_token
from hierophant.channel import Channel
from hierophant.errors import HierophantError, PolicyError
from hierophant.playing import OnError, Playing, Work
from hierophant.seat import Policy
from hierophant.steps import run
from hierophant.v1 import agent_pb2, agent_service_pb2
from hierophant.watching import STREAM_S_MAX, Reopening

# A call for decisions waits so long at most.
POLL_S_MAX = 30.0
# The service takes note of so many decisions that are known.
KNOWN_MAX = 512
# So many threads send answers, where each answer is a call of its own.
SENDERS = 4

PLAYED_SO_LITTLE = "a game is played by as many threads as games_at_once says: at least one"


class Agent:
    """Whoever holds a registered agent's token."""

    def __init__(self, channel: Channel, rulesets: Any, token: str) -> None:
        self._channel = channel
        self._rulesets = rulesets
        self._token = clean_token(token)

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
        on_error: Optional[OnError] = None,
    ) -> Iterator[agent_service_pb2.AgentGameEnded]:
        """Plays all games that the agent is seated in, and gives the end of each; goes on for as long as it is asked for the next.

        `new_policy(game, seat)` makes the policy of a seat. Policies run in threads, one for each game at once, so that games
        don't wait for one another; a policy may return whatever `Seat.submit` takes. Lost streams are opened again; what was answered
        on one counts once. With `unary` it uses calls that wait (PollDecisions, SubmitActions) instead of the stream, and gives no
        ends: games that are over are just gone.

        A policy that raises, or whose answer is against the rules, costs its own seat: the mistake is logged at once, the seat resigns,
        other games go on. When no other seat is in play any more, the first mistake is raised as a PolicyError. With `on_error` the
        author is told instead, in the policy's thread: `on_error(error)` may return another answer, or None to resign. What it raises
        itself ends `serve` at once.
        Raises HierophantError, with STREAM_REPLACED if the agent has another stream.
        """
        terms = serving_terms(rulesets, games_at_once, typed_actions, include_text)
        line = _Line(self, new_policy, games_at_once, on_error)
        try:
            yield from (line.by_calls(terms) if unary else line.by_stream(terms))
        finally:
            line.close()

    def poll_decisions(
        self,
        terms: agent_pb2.ServingTerms,
        known: Sequence[agent_service_pb2.KnownDecision] = (),
        wait_s: float = POLL_S_MAX,
        *,
        opened: Callable[[Any], None] = lambda _: None,
    ) -> agent_service_pb2.PollDecisionsResponse:
        """One call for decisions, for who would rather not use `serve`: all that are open but for those that are `known`."""
        request = agent_service_pb2.PollDecisionsRequest(
            terms=terms, known=known[:KNOWN_MAX], wait_ms_max=max(1, int(wait_s * 1000))
        )
        answer: agent_service_pb2.PollDecisionsResponse = self._channel.wait(
            "PollDecisions", request, self._token, POLL_S_MAX + plans.CALL_S_MAX, opened
        )
        return answer

    def submit_actions(
        self, answers: Sequence[agent_service_pb2.AgentAnswer]
    ) -> Sequence[agent_service_pb2.AnswerResult]:
        """One call that answers decisions, each by itself; the results are in the order of the answers."""
        request = agent_service_pb2.SubmitActionsRequest(answers=answers)
        results: Sequence[agent_service_pb2.AnswerResult] = self._channel.run(
            plans.one("SubmitActions", request, self._token, "results")
        )
        return results

    def rotate_token(self, name: str, request_id: Optional[str] = None) -> str:
        """Replaces the agent's token by another, which this object has from now on: the old one opens nothing any more."""
        self._token = self._channel.run(plans.rotate_agent_token(name, self._token, request_id))
        return self._token


def serving_terms(
    rulesets: Sequence[str], games_at_once: int, typed_actions: bool, include_text: bool
) -> agent_pb2.ServingTerms:
    """How an agent wants to be served."""
    if games_at_once < 1:
        raise ValueError(PLAYED_SO_LITTLE)
    return agent_pb2.ServingTerms(
        rulesets=rulesets,
        games_at_once_max=games_at_once,
        include_legal_actions=typed_actions,
        include_text=include_text,
    )


def hello(terms: agent_pb2.ServingTerms) -> agent_service_pb2.ServeRequest:
    """The first message of a stream."""
    return agent_service_pb2.ServeRequest(hello=agent_service_pb2.AgentHello(terms=terms))


class _Workers:
    """Threads that end with the process, whatever they are doing: a policy that thinks for long holds nobody up."""

    def __init__(self, threads_max: int) -> None:
        self._threads_max = threads_max
        self._jobs: queue.SimpleQueue[Optional[Callable[[], None]]] = queue.SimpleQueue()
        self._threads: List[threading.Thread] = []
        self._lock = threading.Lock()

    def submit(self, job: Callable[[], None]) -> None:
        with self._lock:
            if len(self._threads) < self._threads_max:
                thread = threading.Thread(target=self._work, name="hierophant-policy", daemon=True)
                self._threads.append(thread)
                thread.start()
        self._jobs.put(job)

    def close(self) -> None:
        """Lets each thread end after what it is at."""
        with self._lock:
            threads, self._threads_max = len(self._threads), 0
        for _ in range(threads):
            self._jobs.put(None)

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            job()


class _Line:
    """An agent's connection: what its seats say goes out here, and what they are told comes in."""

    def __init__(self, agent: Agent, new_policy: Any, games_at_once: int, on_error: Optional[OnError]) -> None:
        self._agent = agent
        self._channel = agent._channel
        self._token = agent._token
        self._thinkers = _Workers(games_at_once)
        self._senders = _Workers(SENDERS)
        self._playing = Playing(new_policy, on_error, agent._rulesets.action_space, self._start, self._say)
        # Where what is said goes on a stream; without one each answer is a call.
        self._said: Optional[queue.SimpleQueue[Any]] = None
        self._terms: Optional[agent_pb2.ServingTerms] = None
        self._failure: Optional[BaseException] = None
        self._open: Any = None
        self._is_closed = False
        self._lock = threading.Lock()

    def by_stream(self, terms: agent_pb2.ServingTerms) -> Iterator[agent_service_pb2.AgentGameEnded]:
        reopening = Reopening(self._channel.patience)
        while True:
            reopening.begin()
            failure: Optional[HierophantError] = None
            said: queue.SimpleQueue[Any] = queue.SimpleQueue()
            said.put(hello(terms))
            self._said = said
            try:
                requests = iter(said.get, None)
                for message in self._channel.stream("Serve", requests, self._token, STREAM_S_MAX, self._opened):
                    reopening.heard()
                    self._check()
                    ended = self._playing.hear(message)
                    if ended is not None:
                        yield ended
                    self._playing.verdict()
            except HierophantError as error:
                failure = error
            finally:
                said.put(None)
            self._check()
            time.sleep(reopening.pause_s(failure))

    def by_calls(self, terms: agent_pb2.ServingTerms) -> Iterator[agent_service_pb2.AgentGameEnded]:
        self._terms = terms
        reopening = Reopening(self._channel.patience)
        while True:
            reopening.begin()
            self._playing.verdict()
            try:
                told = self._agent.poll_decisions(terms, self._playing.known(), opened=self._opened)
            except HierophantError as error:
                self._check()
                if error.code is grpc.StatusCode.UNAVAILABLE:
                    raise  # The call has been patient by itself.
                time.sleep(reopening.pause_s(error))
                continue
            reopening.heard()
            self._check()
            self._playing.keep({(seat.game, seat.seat) for seat in told.seats})
            self._playing.verdict()
            for asked in told.decisions:
                self._playing.asked(asked)
            # Whoever looks on may stop here.
            yield from ()

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
        self._thinkers.close()
        self._senders.close()

    def _opened(self, call: Any) -> None:
        """What the caller waits for from now on; a failure cuts it off."""
        with self._lock:
            self._open = call
            failed = self._failure is not None
        if failed:
            call.cancel()

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _fail(self, error: BaseException) -> None:
        with self._lock:
            self._failure = self._failure or error
            call = self._open
        if call is not None:
            call.cancel()

    def _start(self, work: Work, error: Optional[PolicyError]) -> None:
        self._thinkers.submit(lambda: self._guarded(lambda: self._think(work, error)))

    def _think(self, work: Work, error: Optional[PolicyError]) -> None:
        if not self._is_closed:
            run(self._playing.think(work, error), self._channel.perform)

    def _guarded(self, job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as error:  # The reader raises it.
            self._fail(error)

    def _say(self, request: agent_service_pb2.ServeRequest, delay_s: float) -> None:
        if delay_s > 0:
            timer = threading.Timer(delay_s, self._say, [request, 0.0])
            timer.daemon = True
            timer.start()
        elif self._terms is not None:
            self._senders.submit(lambda: self._guarded(lambda: self._send(request)))
        elif self._said is not None:
            self._said.put(request)

    def _send(self, request: agent_service_pb2.ServeRequest) -> None:
        """By calls: an answer is one; a resignation needs a stream for as long as it takes."""
        if self._is_closed:
            return
        if request.HasField("answer"):
            for result in self._agent.submit_actions([request.answer]):
                if result.HasField("taken"):
                    self._playing.taken(result.taken)
                else:
                    self._playing.refused(result.refused)
            return
        said = iter((hello(self._terms or agent_pb2.ServingTerms()), request))
        place: Tuple[str, int] = (request.resign.game, request.resign.seat)
        try:
            for _ in self._channel.stream("Serve", said, self._token, plans.CALL_S_MAX):
                pass
        except HierophantError as error:
            if error.code is not grpc.StatusCode.CANCELLED and error.reason != "STREAM_REPLACED":
                raise
        self._playing.out(place)
        # The one who polls looks again, and may find that nothing is left to play.
        self._cut()

    def _cut(self) -> None:
        with self._lock:
            call = self._open
        if call is not None:
            call.cancel()
