"""A registered agent for asyncio: the same as `hierophant.agent`; its policies think in tasks."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, Optional, Sequence, Set

import grpc

from hierophant import plans
from hierophant.address import clean_token
from hierophant.agent import KNOWN_MAX, POLL_S_MAX, hello, serving_terms
from hierophant.aio.channel import Channel
from hierophant.errors import HierophantError, PolicyError
from hierophant.playing import Playing, Work
from hierophant.steps import Call
from hierophant.v1 import agent_pb2, agent_service_pb2, ruleset_pb2
from hierophant.watching import STREAM_S_MAX, Reopening


class Agent:
    """Whoever holds a registered agent's token."""

    def __init__(self, channel: Channel, rulesets: Dict[str, ruleset_pb2.Ruleset], token: str) -> None:
        self._channel = channel
        self._rulesets = rulesets
        self._token = clean_token(token)

    def __repr__(self) -> str:
        return "<Agent>"

    async def serve(
        self,
        new_policy: Callable[[str, int], Any],
        games_at_once: int = 4,
        *,
        rulesets: Sequence[str] = (),
        typed_actions: bool = True,
        include_text: bool = False,
        unary: bool = False,
        on_error: Optional[Callable[[PolicyError], Any]] = None,
    ) -> AsyncIterator[agent_service_pb2.AgentGameEnded]:
        """Plays all games that the agent is seated in, and gives the end of each; goes on for as long as it is asked for the next.

        `new_policy(game, seat)` makes the policy of a seat. Policies run in tasks, so that games
        don't wait for one another, and may be `async`; a policy may return whatever `Seat.submit` takes. Lost streams are opened again; what was answered
        on one counts once. With `unary` it uses calls that wait (PollDecisions, SubmitActions) instead of the stream, and gives no
        ends: games that are over are just gone.

        A policy that raises, or whose answer is against the rules, costs its own seat: the mistake is logged at once, the seat resigns,
        other games go on. When no other seat is in play any more, the first mistake is raised as a PolicyError. With `on_error` the
        author is told instead: `on_error(error)` may return another answer, or None to resign. What it raises
        itself ends `serve` at once.
        Raises HierophantError, with STREAM_REPLACED if the agent has another stream.
        """
        terms = serving_terms(rulesets, games_at_once, typed_actions, include_text)
        # `Decision.mask` makes no call here: what it needs is known before.
        for ruleset in await self._channel.run(plans.rulesets()):
            self._rulesets.setdefault(ruleset.id, ruleset)
        line = _Line(self, new_policy, games_at_once, on_error)
        try:
            async for ended in line.by_calls(terms) if unary else line.by_stream(terms):
                yield ended
        finally:
            await line.close()

    async def poll_decisions(
        self,
        terms: agent_pb2.ServingTerms,
        known: Sequence[agent_service_pb2.KnownDecision] = (),
        wait_s: float = POLL_S_MAX,
    ) -> agent_service_pb2.PollDecisionsResponse:
        """One call for decisions, for who would rather not use `serve`: all that are open but for those that are `known`."""
        request = agent_service_pb2.PollDecisionsRequest(
            terms=terms, known=known[:KNOWN_MAX], wait_ms_max=max(1, int(wait_s * 1000))
        )
        call = Call("PollDecisions", request, self._token, POLL_S_MAX + plans.CALL_S_MAX, waits=True)
        answer: agent_service_pb2.PollDecisionsResponse = await self._channel.perform(call)
        return answer

    async def submit_actions(
        self, answers: Sequence[agent_service_pb2.AgentAnswer]
    ) -> Sequence[agent_service_pb2.AnswerResult]:
        """One call that answers decisions, each by itself; the results are in the order of the answers."""
        request = agent_service_pb2.SubmitActionsRequest(answers=answers)
        results: Sequence[agent_service_pb2.AnswerResult] = await self._channel.run(
            plans.one("SubmitActions", request, self._token, "results")
        )
        return results

    async def rotate_token(self, name: str, request_id: Optional[str] = None) -> str:
        """Replaces the agent's token by another, which this object has from now on: the old one opens nothing any more."""
        self._token = await self._channel.run(plans.rotate_agent_token(name, self._token, request_id))
        return self._token


class _Line:
    """An agent's connection: what its seats say goes out here, and what they are told comes in."""

    def __init__(self, agent: Agent, new_policy: Any, games_at_once: int, on_error: Any) -> None:
        self._agent = agent
        self._channel = agent._channel
        self._token = agent._token
        self._thinkers = asyncio.Semaphore(games_at_once)
        self._playing = Playing(new_policy, on_error, self._action_space, self._start, self._say)
        # Where what is said goes on a stream; without one each answer is a call.
        self._said: Optional[asyncio.Queue[Any]] = None
        self._terms: Optional[agent_pb2.ServingTerms] = None
        self._tasks: Set[asyncio.Task[None]] = set()
        self._failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def by_stream(self, terms: agent_pb2.ServingTerms) -> AsyncIterator[agent_service_pb2.AgentGameEnded]:
        reopening = Reopening(self._channel.patience)
        while True:
            reopening.begin()
            failure: Optional[HierophantError] = None
            said: asyncio.Queue[Any] = asyncio.Queue()
            said.put_nowait(hello(terms))
            self._said = said
            messages = self._channel.stream("Serve", _all_of(said), self._token, STREAM_S_MAX)
            try:
                while True:
                    message = await self._or_failure(messages.__anext__())
                    reopening.heard()
                    ended = self._playing.hear(message)
                    if ended is not None:
                        yield ended
                    self._playing.verdict()
            except StopAsyncIteration:
                pass
            except HierophantError as error:
                failure = error
            finally:
                said.put_nowait(None)
                await messages.aclose()  # type: ignore[attr-defined]
            await asyncio.sleep(reopening.pause_s(failure))

    async def by_calls(self, terms: agent_pb2.ServingTerms) -> AsyncIterator[agent_service_pb2.AgentGameEnded]:
        self._terms = terms
        reopening = Reopening(self._channel.patience)
        while True:
            reopening.begin()
            self._playing.verdict()
            try:
                told = await self._or_failure(self._agent.poll_decisions(terms, self._playing.known()))
            except HierophantError as error:
                if error.code is grpc.StatusCode.UNAVAILABLE:
                    raise  # The call has been patient by itself.
                await asyncio.sleep(reopening.pause_s(error))
                continue
            reopening.heard()
            self._playing.keep({(seat.game, seat.seat) for seat in told.seats})
            for asked in told.decisions:
                self._playing.asked(asked)
            nothing: Sequence[agent_service_pb2.AgentGameEnded] = ()
            for ended in nothing:
                yield ended

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._failure.cancel()

    async def _or_failure(self, waited: Awaitable[Any]) -> Any:
        """What is waited for, unless a policy's author ends everything before."""
        waiting = asyncio.ensure_future(waited)
        try:
            await asyncio.wait({waiting, self._failure}, return_when=asyncio.FIRST_COMPLETED)
            if self._failure.done():
                self._failure.result()
            return await waiting
        finally:
            if not waiting.done():
                waiting.cancel()
                await asyncio.gather(waiting, return_exceptions=True)

    def _action_space(self, ruleset: str) -> int:
        return int(self._agent._rulesets[ruleset].action_space)

    def _start(self, work: Work, error: Optional[PolicyError]) -> None:
        self._spawn(self._think(work, error))

    def _spawn(self, job: Any) -> None:
        task = asyncio.ensure_future(job)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not self._failure.done():
            self._failure.set_exception(error)

    async def _think(self, work: Work, error: Optional[PolicyError]) -> None:
        async with self._thinkers:
            await self._channel.run(self._playing.think(work, error))

    def _say(self, request: agent_service_pb2.ServeRequest, delay_s: float) -> None:
        if delay_s > 0:
            self._spawn(self._say_later(request, delay_s))
        elif self._terms is not None:
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
        said: asyncio.Queue[Any] = asyncio.Queue()
        for message in (hello(self._terms or agent_pb2.ServingTerms()), request, None):
            said.put_nowait(message)
        try:
            async for _ in self._channel.stream("Serve", _all_of(said), self._token, plans.CALL_S_MAX):
                pass
        except HierophantError as error:
            if error.code is not grpc.StatusCode.CANCELLED and error.reason != "STREAM_REPLACED":
                raise
        self._playing.out((request.resign.game, request.resign.seat))
        # What is polled for may be nothing any more.
        try:
            self._playing.verdict()
        except PolicyError as error:
            if not self._failure.done():
                self._failure.set_exception(error)


async def _all_of(said: asyncio.Queue[Any]) -> AsyncIterator[Any]:
    while (message := await said.get()) is not None:
        yield message
