"""A registered agent: all games that it is seated in."""

from __future__ import annotations

from typing import AsyncIterator, Iterable, Optional, Sequence

from hierophant import plans
from hierophant.address import clean_token
from hierophant.aio.channel import Channel
from hierophant.aio.serving_loop import ServingLoop
from hierophant.bot import D, NewBot, OnError, OnIllegal, Result, check_new_bot
from hierophant.enums import GameStatus
from hierophant.plans import ReplayViewer
from hierophant.replay import Replay
from hierophant.serving import POLL_S_MAX, poll_request, serving_terms
from hierophant.steps import Call
from hierophant.v1 import agent_pb2, agent_service_pb2, game_pb2, game_service_pb2, replay_pb2


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
    ) -> AsyncIterator[Result]:
        """Plays all games that the agent is seated in, until the loop over the results is left.

        `new_bot` makes the bot of each game and seat: a class, or a function without arguments.
        Bots think in tasks of their own; one that computes for long holds up the event loop: let it await `asyncio.to_thread(...)`.
        So games don't wait for one another, nor for the body of the loop. Lost streams are opened again; what was answered on one
        counts once. With `unary` it uses calls that wait (PollDecisions, SubmitActions) instead of the stream; results then have the
        last view before the end, and standings only if the connection's caller owns the agent.

        A bot that raises, or whose action is against the rules, costs its own seat: the mistake is logged at once, the seat resigns,
        other games continue. When no other seat is in play any more, the first mistake is raised: BotError or IllegalAction. With
        `on_error` or `on_illegal` the function is called instead, where the bot thinks: it may return another action (8 for one
        decision at most), or None to resign. What it raises itself ends `serve` at once.
        Raises StreamReplaced if the agent has another stream.
        """
        check_new_bot(new_bot)
        terms = serving_terms(rulesets, games_at_once, include_text)
        return ServingLoop(self, new_bot, games_at_once, on_error, on_illegal, terms, unary).results(progress)

    async def poll_decisions(
        self,
        terms: agent_pb2.ServingTerms,
        known: Sequence[agent_service_pb2.KnownDecision] = (),
        *,
        wait_s: float = POLL_S_MAX,
    ) -> agent_service_pb2.PollDecisionsResponse:
        """One call for decisions, instead of `serve`: all that are open but for those that are `known`."""
        call = Call("PollDecisions", poll_request(terms, known, wait_s), self._token, POLL_S_MAX)
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

    async def games(
        self,
        *,
        failed: bool = False,
        ruleset: str = "",
        status: GameStatus = GameStatus.UNSPECIFIED,
        finished_after: Optional[int] = None,
    ) -> list[game_pb2.Game]:
        """The games in which the agent has a seat, the oldest first; with `failed` those in which a seat of its own was out early.

        That is: it resigned (as the seat of a bot that raises does), ran out of time, never joined or gave too many illegal answers.
        Games that are live, or sealed because their deal is played elsewhere too, have their name, status and own seats alone.
        """
        plan = plans.games(self._token, ruleset, None, status, finished_after, "", failed)
        return await self._channel.run(plan)

    async def replay(self, game: str) -> Replay:
        """A game of the agent's in full. Before its end, raises ReplayNotReady; while its deal is played elsewhere too, Sealed."""
        return await self._channel.run(plans.replay(game, self._token))

    async def replay_index(self, game: str) -> game_service_pb2.GetReplayIndexResponse:
        """The same in few words: see `Connection.replay_index`."""
        return await self._channel.run(plans.replay_index(game, self._token))

    async def replay_frames(
        self,
        game: str,
        viewers: Iterable[ReplayViewer],
        *,
        first_step: int = 0,
        count: Optional[int] = None,
        include_text: bool = False,
    ) -> list[replay_pb2.ReplayFrame]:
        """Moments of it: see `Connection.replay_frames`."""
        plan = plans.replay_frames(game, self._token, viewers, first_step, count, include_text)
        return await self._channel.run(plan)

    async def rotate_token(self, name: str, *, request_id: Optional[str] = None) -> str:
        """Replaces the agent's token by another, which this object has from now on: the old one opens nothing any more."""
        self._token = await self._channel.run(plans.rotate_agent_token(name, self._token, request_id))
        return self._token
