"""The way in for asyncio: a connection, which creates games and tournaments and opens seats."""

from __future__ import annotations

from typing import Any, AsyncIterator, Iterable, Mapping, Sequence

from hierophant import plans
from hierophant.address import Address, clean_token, parse
from hierophant.aio.agent import Agent
from hierophant.aio.channel import Channel
from hierophant.aio.many import play_many
from hierophant.aio.seat import Seat, Spectator
from hierophant.bot import D, NewBot, Result, check_new_bot
from hierophant.enums import GameStatus, Visibility
from hierophant.game import Game
from hierophant.news import TournamentNews
from hierophant.plans import ReplayViewer, SetupLike
from hierophant.progress import Progress
from hierophant.replay import Replay
from hierophant.retry import Retry, Timeout
from hierophant.seating import OPEN, SeatLike
from hierophant.seeds import seed_bytes, seed_of_game
from hierophant.tls import PathLike, Trust, trust
from hierophant.tournaments import EntrantStanding, result_records, standings
from hierophant.v1 import agent_pb2, game_pb2, game_service_pb2, replay_pb2, ruleset_pb2, tournament_pb2
from hierophant.watching import FollowingTournament


def connect(
    target: str,
    *,
    ca: PathLike | None = None,
    certificate: PathLike | None = None,
    key: PathLike | None = None,
    token: str = "",
    retry: Retry = Retry(),
    timeout: Timeout = Timeout(),
) -> Connection:
    """A connection to the service at `target`: "host:port", "http://host:port" or "unix:/path". Nothing is sent before the first call.

    With "https://host:port" TLS is spoken: `ca` is a PEM file of the root certificates that the service's leads to (those that grpc
    brings along if there is none), `certificate` and `key` are PEM files of your own, where the service asks for one. `token` is a
    principal's, where the service asks who creates games.

    `retry` says for how long a call is repeated that the service could not take or did not answer; `timeout` what one try may take.
    """
    address = parse(target)
    return Connection(address, trust(address, ca, certificate, key), token, retry, timeout)


class Connection:
    """A service, for one event loop."""

    def __init__(
        self,
        address: Address,
        trusted: Trust | None = None,
        token: str = "",
        retry: Retry = Retry(),
        timeout: Timeout = Timeout(),
    ) -> None:
        self._channel = Channel(address, trusted, retry, timeout)
        self._token = clean_token(token)

    async def __aenter__(self) -> Connection:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<Connection to {self._channel.target}>"

    async def close(self) -> None:
        """Ends the connection; its seats cannot be played any more."""
        await self._channel.close()

    # Rulesets and games.

    async def rulesets(self) -> Sequence[ruleset_pb2.Ruleset]:
        """All rulesets that can be played."""
        return await self._channel.run(plans.rulesets())

    async def ruleset(self, name: str) -> ruleset_pb2.Ruleset:
        """One ruleset: parameters, limits, built-in agents, and the rules in full (`documentation`)."""
        return await self._channel.run(plans.ruleset(name))

    async def service_info(self) -> game_service_pb2.GetServiceInfoResponse:
        """The service's version, what this connection's token is to it, and what guests may do (`guests`)."""
        return await self._channel.run(plans.service_info(self._token))

    async def create_game(
        self,
        setup: SetupLike,
        seats: Iterable[SeatLike] = (),
        *,
        seed: bytes | int | None = None,
        labels: Mapping[str, str] | None = None,
        game_id: str = "",
        request_id: str | None = None,
        time_control: game_pb2.TimeControl | None = None,
        illegal_answers_max: int | None = None,
        spectator_delay_ms: int = 0,
        visibility: Visibility = Visibility.UNSPECIFIED,
        rules_version: int = 0,
    ) -> Game[Seat]:
        """Creates a game and deals it. No seats means that all are open.

        A `seed`, 32 bytes or a number (7 stands for `hierophant.seed(7)`), decides all chance, and marks the game as practice. Equal requests with the
        same `request_id` give the same game; one is drawn if none is given. Without a `time_control` seats have as much time as they
        want; without `illegal_answers_max` illegal answers are not counted. Spectators see everything `spectator_delay_ms` later.
        With `Visibility.PUBLIC` everyone may watch the game without a token, where the service's operator allows that.
        `rules_version` is one of the ruleset's `versions`; 0 is the newest.
        """
        plan = plans.create_game(
            self._token,
            setup,
            seats,
            request_id,
            seed=seed_bytes(seed),
            labels=labels,
            game_id=game_id,
            time_control=time_control,
            illegal_answers_max=illegal_answers_max,
            spectator_delay_ms=spectator_delay_ms,
            visibility=game_pb2.Visibility.Name(visibility),
            rules_version=rules_version,
        )
        response = await self._channel.run(plan)
        open_seats = {
            entry.seat: Seat(self._channel, response.game.name, entry.seat, entry.token)
            for entry in response.seat_tokens
        }
        return Game(response.game, open_seats, response.spectator_token)

    async def game(self, name: str) -> game_pb2.Game:
        """A game as its creator sees it: setup, seats, status, commitment, and its outcome once it has ended."""
        return await self._channel.run(plans.game(name, self._token))

    async def games(
        self,
        *,
        ruleset: str = "",
        labels: Mapping[str, str] | None = None,
        status: GameStatus = GameStatus.UNSPECIFIED,
        finished_after: int | None = None,
        agent: str = "",
        failed: bool = False,
    ) -> list[game_pb2.Game]:
        """Games that fit every filter, the oldest first; with `finished_after` (a `finish_sequence`) in order of their end.

        With `agent` those in which this registered agent has a seat; with `failed` those in which a seat (the agent's, if one is
        named) was out before the end.
        """
        plan = plans.games(self._token, ruleset, labels, status, finished_after, agent, failed)
        return await self._channel.run(plan)

    async def abort_game(self, name: str, reason: str = "", *, infrastructure_failure: bool = False) -> game_pb2.Game:
        """Ends a game without a result. All players and spectators receive the reason."""
        return await self._channel.run(plans.abort_game(name, self._token, reason, infrastructure_failure))

    async def rotate_token(
        self, game: str, seat: int | None = None, *, spectators: bool = False, request_id: str | None = None
    ) -> str:
        """Replaces the token of a seat of the caller's game, or that of its spectators: the old one opens nothing any more."""
        return await self._channel.run(plans.rotate_token(game, self._token, seat, spectators, request_id))

    async def seat(self, game: str, token: str, number: int | None = None) -> Seat:
        """The seat that a token opens. Without its `number` the service is asked for it."""
        if number is None:
            number = await self._channel.run(plans.seat_number(game, clean_token(token)))
        return Seat(self._channel, game, number, token)

    def spectator(self, game: str, token: str = "") -> Spectator:
        """The game as spectators see it; `token` is the game's `spectator_token`. A public game needs none."""
        return Spectator(self._channel, game, token)

    async def replay(self, game: str, token: str = "") -> Replay:
        """An ended game in full, by any token of it or, without one, as the connection's principal; that of a public game to everyone.

        Before the end, raises ReplayNotReady.
        """
        return await self._channel.run(plans.replay(game, clean_token(token) or self._token))

    async def replay_index(self, game: str, token: str = "") -> game_service_pb2.GetReplayIndexResponse:
        """An ended game in few words: a line per record, with thinking times and failures, and its chapters.

        By any token of it. Before the end, raises ReplayNotReady.
        """
        return await self._channel.run(plans.replay_index(game, clean_token(token) or self._token))

    async def replay_frames(
        self,
        game: str,
        token: str,
        viewers: Iterable[ReplayViewer],
        *,
        first_step: int = 0,
        count: int | None = None,
        include_text: bool = False,
    ) -> list[replay_pb2.ReplayFrame]:
        """Moments of an ended game: after each record, the views and events of `viewers` (numbers of seats, or "spectator").

        With them comes what those seats were asked, and the answer that was taken. From `first_step` on (0 is the deal), `count`
        records or all. By any token of the game; before the end, raises ReplayNotReady.
        """
        plan = plans.replay_frames(game, clean_token(token) or self._token, viewers, first_step, count, include_text)
        return await self._channel.run(plan)

    async def play_many(
        self,
        new_bot: NewBot[D],
        setup: SetupLike,
        seats: Iterable[SeatLike] = (OPEN, "random", "random", "random"),
        *,
        games: int,
        at_once: int = 8,
        seed: int | None = None,
        time_control: game_pb2.TimeControl | None = None,
        labels: Mapping[str, str] | None = None,
        progress: bool | None = None,
    ) -> list[Result]:
        """Creates games and plays all their open seats, each by a new bot: `new_bot` is a class, or a function without arguments.

        At most `at_once` games are played at the same time. Returns the results of the open seats, game by game. With a `seed` the
        deals are the same in each run. The first failure of a bot or a call ends it and is raised. In a terminal a bar shows the
        progress, if rich or tqdm is installed; `progress` turns it on or off.
        """
        if games < 0 or at_once < 1:
            raise ValueError("games is 0 or more, and at_once at least 1")
        check_new_bot(new_bot)
        chosen = list(seats)

        async def new_game(number: int) -> Game[Seat]:
            drawn = None if seed is None else seed_of_game(seed, number)
            return await self.create_game(setup, chosen, seed=drawn, time_control=time_control, labels=labels)

        return await play_many(new_game, new_bot, games, at_once, Progress(games, progress))

    # Registered agents.

    async def register_agent(self, name: str, display_name: str = "", *, request_id: str | None = None) -> str:
        """Registers an agent. Returns its token: secret, and shown again only to a call with the same `request_id`."""
        return await self._channel.run(plans.register_agent(name, self._token, display_name, request_id))

    async def agents(self) -> dict[str, agent_pb2.Agent]:
        """All agents that the caller may know, by name."""
        return await self._channel.run(plans.agents(self._token))

    async def registered_agent(self, name: str) -> agent_pb2.Agent:
        """One agent of the caller's: whether it is there, its validations."""
        return await self._channel.run(plans.agent(name, self._token))

    async def rotate_agent_token(self, name: str, *, request_id: str | None = None) -> str:
        """Replaces an agent's token by another: the old one opens nothing any more, and the agent's stream ends."""
        return await self._channel.run(plans.rotate_agent_token(name, self._token, request_id))

    async def retire_agent(self, name: str) -> agent_pb2.Agent:
        """Retires an agent: its token opens nothing any more, and it is seated in no new game."""
        return await self._channel.run(plans.retire_agent(name, self._token))

    async def validate_agent(
        self,
        name: str,
        setup: SetupLike,
        *,
        time_control: game_pb2.TimeControl | None = None,
        illegal_answers_max: int = 0,
        rules_version: int = 0,
        request_id: str | None = None,
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
        return Agent(self._channel, token, self._token)

    # Tournaments.

    async def create_tournament(
        self,
        config: tournament_pb2.TournamentConfig,
        *,
        tournament_id: str = "",
        seed: bytes | int | None = None,
        request_id: str | None = None,
    ) -> tournament_pb2.Tournament:
        """Creates a tournament and begins to play it."""
        return await self._channel.run(
            plans.create_tournament(self._token, config, tournament_id, seed_bytes(seed), request_id)
        )

    async def tournament(self, name: str) -> tournament_pb2.Tournament:
        """Where a tournament stands."""
        return await self._tournament("GetTournament", name)

    async def tournaments(self, *, open_only: bool = False) -> list[tournament_pb2.Tournament]:
        """The caller's tournaments, the oldest first; with `open_only` those that have not ended."""
        return await self._channel.run(plans.tournaments(self._token, open_only))

    def watch_tournament(self, name: str, *, without_results: bool = False) -> AsyncIterator[TournamentNews]:
        """Where a tournament stands, and its results as they come, to its end. Lost streams are opened again.

        `news.proto` of each piece is the message of the protocol.
        """
        following = FollowingTournament(self._channel.state, name, without_results)
        return self._channel.follow(following, self._token)

    async def results(self, name: str) -> list[tournament_pb2.SlotResult]:
        """A tournament's results so far, in the order of its schedule."""
        return await self._channel.run(plans.results(self._token, name))

    async def standings(self, name: str) -> list[EntrantStanding]:
        """Games, wins and means of each entrant, the best first. `standings_with_intervals` has more."""
        return standings((await self.tournament(name)).config, await self.results(name))

    async def standings_with_intervals(self, name: str) -> tournament_pb2.Standings:
        """The service's own standings, the best first: places, win shares, points and ratings with intervals, who beats whom, failures.

        A figure without enough games, and an end that an interval does not have, is absent (`HasField`). They may be a minute old.
        """
        return await self._channel.run(plans.standings(self._token, name))

    async def tournament_games(
        self, name: str, *, live: bool = False, entrant: str | None = None, failed: bool = False
    ) -> list[tournament_pb2.TournamentGame]:
        """Games of a tournament in the order of its schedule: the last one of each slot that is done, or those that are live.

        With `entrant` only its games; with `failed` only those in which a seat failed (its own, with `entrant`), or without a result.
        """
        return await self._channel.run(plans.tournament_games(self._token, name, live, entrant, failed))

    async def result_records(self, name: str) -> list[dict[str, Any]]:
        """One row for each seat of each game of a tournament, for `pandas.DataFrame(...)`."""
        return result_records((await self.tournament(name)).config, await self.results(name))

    async def pause_tournament(self, name: str) -> tournament_pb2.Tournament:
        """Begins no more games; those in play continue."""
        return await self._tournament("PauseTournament", name)

    async def resume_tournament(self, name: str) -> tournament_pb2.Tournament:
        """Continues a tournament that was paused or could not continue."""
        return await self._tournament("ResumeTournament", name)

    async def cancel_tournament(self, name: str, reason: str = "") -> tournament_pb2.Tournament:
        """Gives a tournament up: its games are aborted, results stay."""
        return await self._tournament("CancelTournament", name, reason=reason)

    async def add_entrant(self, name: str, entrant: tournament_pb2.Entrant) -> tournament_pb2.Tournament:
        """Lets one more entrant take part in a ladder, from the next round on."""
        return await self._tournament("AddEntrant", name, entrant=entrant)

    async def remove_entrant(self, name: str, entrant: str) -> tournament_pb2.Tournament:
        """Lets an entrant take part in a ladder no more, from the next round on."""
        return await self._tournament("RemoveEntrant", name, entrant=entrant)

    async def _tournament(self, method: str, name: str, **fields: Any) -> tournament_pb2.Tournament:
        return await self._channel.run(plans.tournament(method, name, self._token, **fields))
