"""How a registered agent is served with asyncio: the same as `hierophant.serving_loop`; its bots think in tasks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Optional, Sequence, Union

import grpc

from hierophant import plans
from hierophant.bot import OnError, OnIllegal, Result
from hierophant.errors import HierophantError
from hierophant.playing import Playing
from hierophant.progress import Progress
from hierophant.serving import POLL_S_MAX, RESULTS_MAX, hello, is_resigned, note_dropped, poll_request
from hierophant.steps import Call, Steps
from hierophant.v1 import agent_pb2, agent_service_pb2, game_pb2, view_pb2
from hierophant.watching import STREAM_S_MAX, Reopening

if TYPE_CHECKING:
    from hierophant.aio.agent import Agent


class ServingLoop:
    """An agent's connection: what its seats say goes out here, and what they are sent comes in, in a task of its own."""

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
        self._thinkers = asyncio.Semaphore(games_at_once)
        owner = agent._owner_token if unary else None
        self._playing = Playing(new_bot, on_error, on_illegal, self._start, self._say, owner)
        # What has ended, and at last what ends all: at most RESULTS_MAX results.
        self._ended: asyncio.Queue[Union[Result, BaseException]] = asyncio.Queue()
        # Where what is said goes on a stream; without one each answer is a call.
        self._said: Optional[asyncio.Queue[Any]] = None
        self._tasks: set[asyncio.Task[None]] = set()
        # An agent has one stream: by calls, one resignation after another.
        self._resigning = asyncio.Lock()
        # By calls: that nothing is left to play is noticed at once.
        self._resigned = asyncio.Event()

    async def results(self, progress: Optional[bool]) -> AsyncIterator[Result]:
        """Serves for as long as it is asked for the next result."""
        bar = Progress(None, progress)
        self._spawn(self._by_calls() if self._unary else self._by_stream())
        try:
            while True:
                result = await self._ended.get()
                if isinstance(result, BaseException):
                    raise result
                bar.step()
                yield result
        finally:
            bar.close()
            await self._close()

    async def _close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _by_stream(self) -> None:
        reopening = Reopening(self._channel.state)
        while True:
            reopening.begin()
            failure: Optional[HierophantError] = None
            said: asyncio.Queue[Any] = asyncio.Queue()
            said.put_nowait(hello(self._terms))
            self._said = said
            try:
                async for message in self._channel.stream("Serve", _all_of(said), self._token, STREAM_S_MAX):
                    reopening.heard()
                    if message.HasField("welcome"):
                        await self._forget_ended(message.welcome.seats)
                    result = self._playing.hear(message)
                    if result is not None:
                        self._put(result)
                    self._playing.verdict()
            except HierophantError as error:
                failure = error
            finally:
                said.put_nowait(None)
            await asyncio.sleep(reopening.pause_s(failure))

    async def _by_calls(self) -> None:
        reopening = Reopening(self._channel.state)
        while True:
            reopening.begin()
            self._playing.verdict()
            request = poll_request(self._terms, self._playing.known(), POLL_S_MAX)
            try:
                response = await self._unless_resigned(Call("PollDecisions", request, self._token, POLL_S_MAX))
            except HierophantError as error:
                if error.code is grpc.StatusCode.UNAVAILABLE:
                    raise  # The call has been repeated by itself.
                await asyncio.sleep(reopening.pause_s(error))
                continue
            reopening.heard()
            if response is None:
                continue
            await self._forget_ended(response.seats)
            self._playing.verdict()
            for asked in response.decisions:
                self._playing.asked(asked)

    async def _unless_resigned(self, call: Call) -> Any:
        """The answer of a call; None if a seat was given up meanwhile."""
        self._resigned.clear()
        waiting = [asyncio.ensure_future(self._channel.perform(call)), asyncio.ensure_future(self._resigned.wait())]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            return waiting[0].result() if waiting[0].done() else None
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def _forget_ended(self, seats: Sequence[agent_pb2.AgentSeat]) -> None:
        """Games that are not among these have ended without a message."""
        ended = self._playing.keep({(seat.game, seat.seat) for seat in seats})
        for ref, view in ended.items():
            outcome = game_pb2.Outcome()
            try:
                outcome = (await self._channel.run(plans.game(ref[0], self._agent._owner_token))).outcome
            except HierophantError:
                pass  # The caller may not know the game.
            self._put(self._playing.ended(ref, view or view_pb2.View(), outcome))

    def _put(self, result: Result) -> None:
        if self._ended.qsize() >= RESULTS_MAX:
            note_dropped()
            self._ended.get_nowait()
        self._ended.put_nowait(result)

    def _start(self, plan: Callable[[], Steps[None]]) -> None:
        self._spawn(self._carry_out(plan))

    def _spawn(self, job: Any) -> None:
        task = asyncio.ensure_future(job)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._ended.put_nowait(error)

    async def _carry_out(self, plan: Callable[[], Steps[None]]) -> None:
        async with self._thinkers:
            await self._channel.run(plan())

    def _say(self, request: agent_service_pb2.ServeRequest, delay_s: float) -> None:
        if delay_s > 0:
            self._spawn(self._say_later(request, delay_s))
        elif self._unary:
            self._spawn(self._send(request))
        elif self._said is not None:
            self._said.put_nowait(request)

    async def _say_later(self, request: agent_service_pb2.ServeRequest, delay_s: float) -> None:
        await asyncio.sleep(delay_s)
        self._say(request, 0.0)

    async def _send(self, request: agent_service_pb2.ServeRequest) -> None:
        """By calls: an answer is one; a resignation needs a stream for as long as it takes."""
        if request.HasField("answer"):
            for result in await self._agent.submit_actions([request.answer]):
                if result.HasField("taken"):
                    self._playing.taken(result.taken)
                else:
                    self._playing.refused(result.refused)
            return
        async with self._resigning:
            await self._resign(request)
        self._playing.out((request.resign.game, request.resign.seat))
        self._resigned.set()

    async def _resign(self, request: agent_service_pb2.ServeRequest) -> None:
        reopening = Reopening(self._channel.state)
        while True:
            reopening.begin()
            failure: Optional[HierophantError] = None
            said: asyncio.Queue[Any] = asyncio.Queue()
            for message in (hello(self._terms), request, None):
                said.put_nowait(message)
            stream = self._channel.stream("Serve", _all_of(said), self._token, self._channel.timeout.call_s)
            try:
                async for message in stream:
                    if is_resigned(message, request.resign):
                        await stream.aclose()  # type: ignore[attr-defined]
                        return
            except HierophantError as error:
                if error.reason == "STREAM_REPLACED":
                    raise
                failure = error
            await asyncio.sleep(reopening.pause_s(failure))


async def _all_of(said: asyncio.Queue[Any]) -> AsyncIterator[Any]:
    while (message := await said.get()) is not None:
        yield message
