"""A registered agent: one stream, or calls that wait, for all its games. Its bots think in threads."""

from __future__ import annotations

import queue
import threading
import time
from typing import Any, Callable, Iterator, Optional, Sequence, Union

import grpc

from hierophant import plans
from hierophant.address import clean_token
from hierophant.bot import D, NewBot, OnError, OnIllegal, Result, check_new_bot
from hierophant.channel import Channel
from hierophant.errors import HierophantError
from hierophant.many import get
from hierophant.playing import Playing
from hierophant.progress import Progress
from hierophant.serving import POLL_S_MAX, RESULTS_MAX, hello, is_resigned, note_dropped, poll_request, serving_terms
from hierophant.steps import Call, Steps, run
from hierophant.v1 import agent_pb2, agent_service_pb2, game_pb2, view_pb2
from hierophant.watching import STREAM_S_MAX, Reopening

# So many threads send answers, where each answer is a call of its own.
SENDERS = 4
# How long the end of `serve` waits for its stream to end.
CLOSE_S_MAX = 1.0


class Agent:
    """A registered agent, by its token."""

    def __init__(self, channel: Channel, token: str, owner_token: str = "") -> None:
        self._channel = channel
        self._token = clean_token(token)
        self._owner_token = owner_token

    def __repr__(self) -> str:
        return "<Agent>"

    def serve(
        self,
        new_bot: NewBot[D],
        *,
        games_at_once: int = 4,
        rulesets: Sequence[str] = (),
        include_text: bool = False,
        unary: bool = False,
        on_error: Optional[OnError] = None,
        on_illegal: Optional[OnIllegal] = None,
        progress: Optional[bool] = None,
    ) -> Iterator[Result]:
        """Plays all games that the agent is seated in, until the loop over the results is left.

        `new_bot` makes the bot of each game and seat: a class, or a function without arguments. Bots think in threads, one for each
        game at once, so that games don't wait for one another, nor for the body of the loop. Lost streams are opened again; what was
        answered on one counts once. With `unary` it uses calls that wait (PollDecisions, SubmitActions) instead of the stream; results
        then have the last view before the end, and standings only if the connection's caller owns the agent.

        A bot that raises, or whose action is against the rules, costs its own seat: the mistake is logged at once, the seat resigns,
        other games continue. When no other seat is in play any more, the first mistake is raised: BotError or IllegalAction. With
        `on_error` or `on_illegal` the function is called instead, in the bot's thread: it may return another action (8 for one
        decision at most), or None to resign. What it raises itself ends `serve` at once.
        Raises StreamReplaced if the agent has another stream.
        """
        check_new_bot(new_bot)
        terms = serving_terms(rulesets, games_at_once, include_text)
        return _results(
            _Line(self, new_bot, games_at_once, on_error, on_illegal, terms, unary), Progress(None, progress)
        )

    def poll_decisions(
        self,
        terms: agent_pb2.ServingTerms,
        known: Sequence[agent_service_pb2.KnownDecision] = (),
        *,
        wait_s: float = POLL_S_MAX,
    ) -> agent_service_pb2.PollDecisionsResponse:
        """One call for decisions, instead of `serve`: all that are open but for those that are `known`."""
        call = Call("PollDecisions", poll_request(terms, known, wait_s), self._token, POLL_S_MAX)
        answer: agent_service_pb2.PollDecisionsResponse = self._channel.perform(call)
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

    def rotate_token(self, name: str, *, request_id: Optional[str] = None) -> str:
        """Replaces the agent's token by another, which this object has from now on: the old one opens nothing any more."""
        self._token = self._channel.run(plans.rotate_agent_token(name, self._token, request_id))
        return self._token


def _results(line: _Line, progress: Progress) -> Iterator[Result]:
    line.begin()
    try:
        while True:
            result = get(line.results)
            if isinstance(result, BaseException):
                raise result
            progress.step()
            yield result
    finally:
        progress.close()
        line.close()


class _Workers:
    """Threads that end with the process, whatever they are doing: a bot that thinks for long holds nothing up."""

    def __init__(self, threads_max: int) -> None:
        self._threads_max = threads_max
        self._jobs: queue.SimpleQueue[Optional[Callable[[], None]]] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    def submit(self, job: Callable[[], None]) -> None:
        with self._lock:
            if len(self._threads) < self._threads_max:
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
            job()


class _Line:
    """An agent's connection: what its seats say goes out here, and what they are told comes in, in a thread of its own."""

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
        self._thinkers = _Workers(games_at_once)
        self._senders = _Workers(SENDERS)
        owner = agent._owner_token if unary else None
        self._playing = Playing(new_bot, on_error, on_illegal, self._start, self._say, owner)
        # What has ended, and at last what ends all: at most RESULTS_MAX results.
        self.results: queue.SimpleQueue[Union[Result, BaseException]] = queue.SimpleQueue()
        # Where what is said goes on a stream; without one each answer is a call.
        self._said: Optional[queue.SimpleQueue[Any]] = None
        self._open: Any = None
        self._is_closed = False
        self._lock = threading.Lock()
        # An agent has one stream: by calls, one resignation after another.
        self._resigning = threading.Lock()
        self._reader = threading.Thread(
            target=self._guarded,
            args=[self._by_calls if unary else self._by_stream],
            name="hierophant-agent",
            daemon=True,
        )

    def begin(self) -> None:
        self._reader.start()

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
        self._cut()
        self._thinkers.close()
        self._senders.close()
        self._reader.join(CLOSE_S_MAX)

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
                told = self._channel.wait("PollDecisions", request, self._token, POLL_S_MAX, self._opened)
            except HierophantError as error:
                if self._is_closed:
                    return
                if error.code is grpc.StatusCode.UNAVAILABLE:
                    raise  # The call has been repeated by itself.
                time.sleep(reopening.pause_s(error))
                continue
            reopening.heard()
            self._forget_ended(told.seats)
            self._playing.verdict()
            for asked in told.decisions:
                self._playing.asked(asked)

    def _forget_ended(self, seats: Sequence[agent_pb2.AgentSeat]) -> None:
        """Games that are not among these have ended while nothing told of it."""
        ended = self._playing.keep({(seat.game, seat.seat) for seat in seats})
        for place, view in ended.items():
            outcome = game_pb2.Outcome()
            try:
                outcome = run(plans.game(place[0], self._agent._owner_token), self._channel.perform).outcome
            except HierophantError:
                pass  # The caller may not know the game.
            self._put(self._playing.ended(place, view or view_pb2.View(), outcome))

    def _put(self, result: Result) -> None:
        if self.results.qsize() >= RESULTS_MAX:
            note_dropped()
            try:
                self.results.get_nowait()
            except queue.Empty:
                pass
        self.results.put(result)

    def _opened(self, call: Any) -> None:
        """What the reader waits for from now on; the end cuts it off."""
        with self._lock:
            self._open = call
            is_over = self._is_closed
        if is_over:
            call.cancel()

    def _start(self, plan: Callable[[], Steps[None]]) -> None:
        self._thinkers.submit(lambda: self._guarded(lambda: self._carry_out(plan)))

    def _carry_out(self, plan: Callable[[], Steps[None]]) -> None:
        if not self._is_closed:
            run(plan(), self._channel.perform)

    def _guarded(self, job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as error:  # The loop over the results raises it.
            if not self._is_closed:
                self.results.put(error)

    def _say(self, request: agent_service_pb2.ServeRequest, delay_s: float) -> None:
        if delay_s > 0:
            timer = threading.Timer(delay_s, self._say, [request, 0.0])
            timer.daemon = True
            timer.start()
        elif self._unary:
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
