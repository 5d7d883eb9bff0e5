"""How a registered agent is served: one stream, or calls that wait, for all its games. Its bots think in threads."""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING, Any, Callable, Generic, Iterator, Optional, Sequence, Union

import grpc

from hierophant import plans
from hierophant.bot import OnError, OnIllegal, Result
from hierophant.errors import HierophantError
from hierophant.many import get
from hierophant.playing import Playing
from hierophant.progress import Progress
from hierophant.serving import POLL_S_MAX, RESULTS_MAX, hello, is_resigned, note_dropped, poll_request
from hierophant.steps import Steps, T, run
from hierophant.v1 import agent_pb2, agent_service_pb2, game_pb2, view_pb2
from hierophant.watching import STREAM_S_MAX, Reopening

if TYPE_CHECKING:
    from hierophant.agent import Agent

# So many threads send answers, where each answer is a call of its own.
SENDERS = 4
# How long the end of `serve` waits for its stream to end.
CLOSE_S_MAX = 1.0


class _Workers(Generic[T]):
    """Threads that end with the process, whatever they are doing: a bot that thinks for long holds nothing up."""

    def __init__(self, threads_max: int, do: Callable[[T], None], fail: Callable[[BaseException], None]) -> None:
        self._threads_max = threads_max
        self._do = do
        self._fail = fail
        self._jobs: queue.SimpleQueue[Optional[T]] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._unfinished = 0
        self._lock = threading.Lock()

    def submit(self, job: T) -> None:
        with self._lock:
            self._unfinished += 1
            # No more threads than are needed: those that wait are woken in turn, and each has forgotten what it had at hand.
            if len(self._threads) < min(self._unfinished, self._threads_max):
                thread = threading.Thread(target=self._work, name="hierophant-bot", daemon=True)
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
            try:
                self._do(job)
            except BaseException as error:
                self._fail(error)
            with self._lock:
                self._unfinished -= 1


class ServingLoop:
    """An agent's connection: what its seats say goes out here, and what they are sent comes in, in a thread of its own."""

    def __init__(
        self,
        agent: Agent,
        new_bot: Callable[[], Any],
        games_at_once: int,
        on_error: Optional[OnError],
        on_illegal: Optional[OnIllegal],
        terms: agent_pb2.ServingTerms,
        unary: bool,
    ) -> None:
        self._agent = agent
        self._channel = agent._channel
        self._token = agent._token
        self._terms = terms
        self._unary = unary
        self._thinkers = _Workers(games_at_once, self._carry_out, self._fail)
        self._senders = _Workers(SENDERS, self._send, self._fail)
        owner = agent._owner_token if unary else None
        self._playing = Playing(new_bot, on_error, on_illegal, self._thinkers.submit, self._say, owner)
        # What has ended, and at last what ends all: at most RESULTS_MAX results.
        self._ended: queue.SimpleQueue[Union[Result, BaseException]] = queue.SimpleQueue()
        # Where what is said goes on a stream; without one each answer is a call.
        self._said: Optional[queue.SimpleQueue[Any]] = None
        self._open: Any = None
        self._is_closed = False
        self._lock = threading.Lock()
        # An agent has one stream: by calls, one resignation after another.
        self._resigning = threading.Lock()
        self._reader = threading.Thread(target=self._read, name="hierophant-agent", daemon=True)

    def results(self, progress: Optional[bool]) -> Iterator[Result]:
        """Serves for as long as it is asked for the next result."""
        bar = Progress(None, progress)
        self._reader.start()
        try:
            while True:
                result = get(self._ended)
                if isinstance(result, BaseException):
                    raise result
                bar.step()
                yield result
        finally:
            bar.close()
            self._close()

    def _close(self) -> None:
        with self._lock:
            self._is_closed = True
        self._cut()
        self._thinkers.close()
        self._senders.close()
        self._reader.join(CLOSE_S_MAX)

    def _read(self) -> None:
        try:
            (self._by_calls if self._unary else self._by_stream)()
        except BaseException as error:
            self._fail(error)

    def _by_stream(self) -> None:
        reopening = Reopening(self._channel.state)
        while not self._is_closed:
            reopening.begin()
            failure: Optional[HierophantError] = None
            said: queue.SimpleQueue[Any] = queue.SimpleQueue()
            said.put(hello(self._terms))
            self._said = said
            try:
                requests = iter(said.get, None)
                for message in self._channel.stream("Serve", requests, self._token, STREAM_S_MAX, self._opened):
                    reopening.heard()
                    if message.HasField("welcome"):
                        self._forget_ended(message.welcome.seats)
                    result = self._playing.hear(message)
                    if result is not None:
                        self._put(result)
                    self._playing.verdict()
            except HierophantError as error:
                failure = error
            finally:
                said.put(None)
            if not self._is_closed:
                time.sleep(reopening.pause_s(failure))

    def _by_calls(self) -> None:
        reopening = Reopening(self._channel.state)
        while not self._is_closed:
            reopening.begin()
            self._playing.verdict()
            request = poll_request(self._terms, self._playing.known(), POLL_S_MAX)
            try:
                response = self._channel.wait("PollDecisions", request, self._token, POLL_S_MAX, self._opened)
            except HierophantError as error:
                if self._is_closed:
                    return
                if error.code is grpc.StatusCode.UNAVAILABLE:
                    raise  # The call has been repeated by itself.
                time.sleep(reopening.pause_s(error))
                continue
            reopening.heard()
            self._forget_ended(response.seats)
            self._playing.verdict()
            for asked in response.decisions:
                self._playing.asked(asked)

    def _forget_ended(self, seats: Sequence[agent_pb2.AgentSeat]) -> None:
        """Games that are not among these have ended without a message."""
        ended = self._playing.keep({(seat.game, seat.seat) for seat in seats})
        for ref, view in ended.items():
            outcome = game_pb2.Outcome()
            try:
                outcome = run(plans.game(ref[0], self._agent._owner_token), self._channel.perform).outcome
            except HierophantError:
                pass  # The caller may not know the game.
            self._put(self._playing.ended(ref, view or view_pb2.View(), outcome))

    def _put(self, result: Result) -> None:
        if self._ended.qsize() >= RESULTS_MAX:
            note_dropped()
            try:
                self._ended.get_nowait()
            except queue.Empty:
                pass
        self._ended.put(result)

    def _opened(self, call: Any) -> None:
        """What the reader waits for from now on; the end cuts it off."""
        with self._lock:
            self._open = call
            is_over = self._is_closed
        if is_over:
            call.cancel()

    def _carry_out(self, plan: Callable[[], Steps[None]]) -> None:
        if not self._is_closed:
            run(plan(), self._channel.perform)

    def _fail(self, error: BaseException) -> None:
        """The loop over the results raises it."""
        if not self._is_closed:
            self._ended.put(error)

    def _say(self, request: agent_service_pb2.ServeRequest, delay_s: float) -> None:
        if delay_s > 0:
            timer = threading.Timer(delay_s, self._say, [request, 0.0])
            timer.daemon = True
            timer.start()
        elif self._unary:
            self._senders.submit(request)
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
        with self._resigning:
            self._resign(request)
        self._playing.out((request.resign.game, request.resign.seat))
        # The reader looks again, and may find that nothing is left to play.
        self._cut()

    def _resign(self, request: agent_service_pb2.ServeRequest) -> None:
        reopening = Reopening(self._channel.state)
        while True:
            reopening.begin()
            failure: Optional[HierophantError] = None
            said = iter((hello(self._terms), request))
            try:
                for message in self._channel.stream("Serve", said, self._token, self._channel.timeout.call_s):
                    if is_resigned(message, request.resign):
                        return
            except HierophantError as error:
                if error.reason == "STREAM_REPLACED":
                    raise
                failure = error
            time.sleep(reopening.pause_s(failure))

    def _cut(self) -> None:
        with self._lock:
            call = self._open
        if call is not None:
            call.cancel()
