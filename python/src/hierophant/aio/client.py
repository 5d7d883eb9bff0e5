"""The way in for asyncio: the same as `hierophant.client`, awaited."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterable, List, Mapping, Optional, Sequence

from hierophant import plans
from hierophant.address import Address, clean_token, parse
from hierophant.aio.agent import Agent
from hierophant.aio.channel import Channel
from hierophant.aio.seat import Seat, Spectator
from hierophant.channel import PathLike, Trust, trust
from hierophant.client import Game
from hierophant.plans import SeatLike, SetupLike
from hierophant.v1 import (
    agent_pb2,
    agent_service_pb2,
    tournament_pb2,
    tournament_service_pb2,
    game_pb2,
    game_service_pb2,
    ruleset_pb2,
)
from hierophant.watching import FollowingTournament


def connect(
    target: str,
    *,
    ca: Optional[PathLike] = None,
    certificate: Optional[PathLike] = None,
    key: Optional[PathLike] = None,
    token: str = "",
    keep_trying_s: Optional[float] = None,
) -> Connection:
    """A connection to a service, with the arguments of `hierophant.connect`: `async with hierophant.aio.connect(...) as server`."""
    address = parse(target)
    return Connection(address, trust(address, ca, certificate, key), token, keep_trying_s)


class Connection:
    """A service, for one event loop."""

    def __init__(
        self,
        address: Address,
        trusted: Optional[Trust] = None,
        token: str = "",
        keep_trying_s: Optional[float] = None,
    ) -> None:
        self._channel = Channel(address, trusted, keep_trying_s)
        self._token = clean_token(token)
        self._rulesets: Dict[str, ruleset_pb2.Ruleset] = {}

    async def __aenter__(self) -> Connection:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<Connection to {self._channel.target}>"

    async def close(self) -> None:
        """Ends the connection; its seats cannot be played any more."""
        await self._channel.close()

    async def rulesets(self) -> Sequence[ruleset_pb2.Ruleset]:
        """All rulesets that can be played."""
        return await self._channel.run(plans.rulesets())

    async def ruleset(self, name: str) -> ruleset_pb2.Ruleset:
        """One ruleset: parameters, limits, action space, house agents. Asked for once."""
        return await self._channel.run(plans.ruleset(name, self._rulesets))

    async def action_space(self, ruleset: str) -> int:
        """Action codes of this ruleset lie in 0..action_space-1."""
        size: int = (await self.ruleset(ruleset)).action_space
        return size

    async def create_game(
        self,
        setup: SetupLike,
        seats: Iterable[SeatLike] = (),
        *,
        seed: Optional[bytes] = None,
        labels: Optional[Mapping[str, str]] = None,
        game_id: str = "",
        request_id: Optional[str] = None,
        time_control: Optional[game_pb2.TimeControl] = None,
        illegal_answers_max: Optional[int] = None,
        spectator_delay_ms: int = 0,
        rules_version: int = 0,
    ) -> Game[Seat]:
        """Creates a game and deals it. No seats means that all are open.

        A `seed` of 32 bytes (`hierophant.seed(7)`, say) decides all chance, and marks the game as practice. Equal requests with the
        same `request_id` give the same game; one is drawn if none is given. Without a `time_control` seats have as much time as they
        want; without `illegal_answers_max` illegal answers are not counted. Spectators see everything `spectator_delay_ms` later.
        `rules_version` is one of the ruleset's `versions`; 0 is the newest.
        """
        plan = plans.create_game(
            self._token,
            setup,
            seats,
            seed=seed,
            labels=labels,
            game_id=game_id,
            request_id=request_id,
            time_control=time_control,
            illegal_answers_max=illegal_answers_max,
            spectator_delay_ms=spectator_delay_ms,
            rules_version=rules_version,
        )
        response = await self._channel.run(plan)
        open_seats = {
            entry.seat: Seat(self._channel, self._rulesets, response.game.name, entry.seat, entry.token)
            for entry in response.seat_tokens
        }
        return Game(response.game, open_seats, response.spectator_token)

    async def game(self, name: str) -> game_pb2.Game:
        """A game as its creator sees it: setup, seats, status, commitment, and its outcome once it has ended."""
        game: game_pb2.Game = await self._channel.run(
            plans.one("GetGame", game_service_pb2.GetGameRequest(game=name), self._token, "game")
        )
        return game

    async def games(
        self,
        *,
        ruleset: str = "",
        labels: Optional[Mapping[str, str]] = None,
        status: game_pb2.GameStatus = game_pb2.GAME_STATUS_UNSPECIFIED,
        finished_after: Optional[int] = None,
    ) -> List[game_pb2.Game]:
        """The caller's games that fit every filter, the oldest first; with `finished_after` in order of their finish."""
        return await self._channel.run(plans.games(self._token, ruleset, labels, status, finished_after))

    async def abort_game(self, name: str, reason: str = "", infrastructure_failure: bool = False) -> game_pb2.Game:
        """Ends a game without a result, and gives it with its outcome. The reason is told to everybody at the table."""
        request = game_service_pb2.AbortGameRequest(
            game=name, reason=reason, infrastructure_failure=infrastructure_failure
        )
        game: game_pb2.Game = await self._channel.run(plans.one("AbortGame", request, self._token, "game"))
        return game

    async def rotate_token(
        self, game: str, seat: Optional[int] = None, spectators: bool = False, request_id: Optional[str] = None
    ) -> str:
        """Replaces the token of a seat of the caller's game, or that of its spectators: the old one opens nothing any more."""
        return await self._channel.run(plans.rotate_token(game, self._token, seat, spectators, request_id))

    async def register_agent(self, name: str, display_name: str = "", request_id: Optional[str] = None) -> str:
        """Registers an agent. Returns its token: secret, and shown again only to a call with the same `request_id`."""
        request = agent_service_pb2.RegisterAgentRequest(
            name=name, display_name=display_name, request_id=plans.new_id(request_id)
        )
        token: str = await self._channel.run(plans.one("RegisterAgent", request, self._token, "token"))
        return token

    async def agents(self) -> Dict[str, agent_pb2.Agent]:
        """All agents that the caller may know, by name."""
        return await self._channel.run(plans.agents(self._token))

    async def registered_agent(self, name: str) -> agent_pb2.Agent:
        """One agent of the caller's: whether it is there, its validations."""
        request = agent_service_pb2.GetAgentRequest(agent=name)
        agent: agent_pb2.Agent = await self._channel.run(plans.one("GetAgent", request, self._token, "agent"))
        return agent

    async def rotate_agent_token(self, name: str, request_id: Optional[str] = None) -> str:
        """Replaces an agent's token by another: the old one opens nothing any more, and the agent's stream ends."""
        return await self._channel.run(plans.rotate_agent_token(name, self._token, request_id))

    async def retire_agent(self, name: str) -> agent_pb2.Agent:
        """Retires an agent: its token opens nothing any more, and it is seated in no new game."""
        request = agent_service_pb2.RetireAgentRequest(agent=name)
        agent: agent_pb2.Agent = await self._channel.run(plans.one("RetireAgent", request, self._token, "agent"))
        return agent

    async def validate_agent(
        self,
        name: str,
        setup: SetupLike,
        *,
        time_control: Optional[game_pb2.TimeControl] = None,
        illegal_answers_max: int = 0,
        rules_version: int = 0,
        request_id: Optional[str] = None,
    ) -> agent_pb2.AgentValidation:
        """Lets an agent that is connected play a game against itself, in every seat, and waits for what comes of it."""
        plan = plans.validate_agent(
            name,
            self._token,
            setup,
            request_id,
            time_control=time_control,
            illegal_answers_max=illegal_answers_max,
            rules_version=rules_version,
        )
        return await self._channel.run(plan)

    def agent(self, token: str) -> Agent:
        """The registered agent that a token belongs to."""
        return Agent(self._channel, self._rulesets, token)

    async def seat(self, game: str, token: str, number: Optional[int] = None) -> Seat:
        """The seat that a token opens. Without its `number` the service is asked for it."""
        if number is None:
            number = (await self._channel.run(plans.view(game, clean_token(token)))).seat
        return Seat(self._channel, self._rulesets, game, number, token)

    def spectator(self, game: str, token: str) -> Spectator:
        """Whoever holds the spectators' token of a game."""
        return Spectator(self._channel, game, token)

    async def create_tournament(
        self,
        config: tournament_pb2.TournamentConfig,
        *,
        tournament_id: str = "",
        seed: Optional[bytes] = None,
        request_id: Optional[str] = None,
    ) -> tournament_pb2.Tournament:
        """Creates a tournament and begins to play it."""
        request = tournament_service_pb2.CreateTournamentRequest(
            config=config, tournament_id=tournament_id, seed=seed, request_id=plans.new_id(request_id)
        )
        return await self._tournament("CreateTournament", request)

    async def tournament(self, name: str) -> tournament_pb2.Tournament:
        """Where a tournament stands."""
        return await self._tournament("GetTournament", tournament_service_pb2.GetTournamentRequest(tournament=name))

    async def tournaments(self, open_only: bool = False) -> List[tournament_pb2.Tournament]:
        """The caller's tournaments, the oldest first; with `open_only` those that have not ended."""
        return await self._channel.run(plans.tournaments(self._token, open_only))

    def watch_tournament(
        self, name: str, without_results: bool = False
    ) -> AsyncIterator[tournament_service_pb2.WatchTournamentResponse]:
        """Where a tournament stands, and its results as they come, to its end. Lost streams are opened again."""
        following = FollowingTournament(self._channel.patience, name, without_results)
        return self._channel.follow(following, self._token)

    async def results(self, name: str) -> List[tournament_pb2.SlotResult]:
        """A tournament's results so far, in the order of its schedule."""
        return await self._channel.run(plans.results(self._token, name))

    async def pause_tournament(self, name: str) -> tournament_pb2.Tournament:
        """Begins no more games; those that are played go on."""
        return await self._tournament("PauseTournament", tournament_service_pb2.PauseTournamentRequest(tournament=name))

    async def resume_tournament(self, name: str) -> tournament_pb2.Tournament:
        """Goes on with a tournament that was paused or could not go on."""
        return await self._tournament("ResumeTournament", tournament_service_pb2.ResumeTournamentRequest(tournament=name))

    async def cancel_tournament(self, name: str, reason: str = "") -> tournament_pb2.Tournament:
        """Gives a tournament up: its games are aborted, results stay."""
        request = tournament_service_pb2.CancelTournamentRequest(tournament=name, reason=reason)
        return await self._tournament("CancelTournament", request)

    async def add_entrant(self, name: str, entrant: tournament_pb2.Entrant) -> tournament_pb2.Tournament:
        """Lets somebody else take part in a ladder, from the next round on."""
        request = tournament_service_pb2.AddEntrantRequest(tournament=name, entrant=entrant)
        return await self._tournament("AddEntrant", request)

    async def remove_entrant(self, name: str, entrant: str) -> tournament_pb2.Tournament:
        """Lets somebody take part in a ladder no more, from the next round on."""
        request = tournament_service_pb2.RemoveEntrantRequest(tournament=name, entrant=entrant)
        return await self._tournament("RemoveEntrant", request)

    async def _tournament(self, method: str, request: Any) -> tournament_pb2.Tournament:
        tournament: tournament_pb2.Tournament = await self._channel.run(plans.one(method, request, self._token, "tournament"))
        return tournament
