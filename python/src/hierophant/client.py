"""The way in: a connection, which creates games and opens seats."""

from __future__ import annotations

import uuid
from typing import Any, Dict, Iterable, Mapping, Optional, Sequence, Union

from hierophant.agent import Agent
from hierophant.channel import Channel, PathLike, Trust, trust
from hierophant.seat import Seat
from hierophant.v1 import agent_pb2, agent_service_pb2, game_pb2, game_service_pb2, ruleset_pb2
from hierophant.watching import CALL_S_MAX, Spectator

# A seat that is played from outside, by whoever holds its token.
OPEN = game_service_pb2.SeatRequest(open=game_service_pb2.OpenSeat())

# Who shall sit there: OPEN, a house agent's name, or the message with all its fields.
SeatLike = Union[str, game_service_pb2.SeatRequest]
# A ruleset's name for its defaults, the envelope's Setup, or the ruleset's own, e.g. `arcanum_pb2.Setup(players=3)`.
SetupLike = Union[str, ruleset_pb2.Setup, Any]


def connect(
    target: str,
    *,
    ca: Optional[PathLike] = None,
    certificate: Optional[PathLike] = None,
    key: Optional[PathLike] = None,
    token: str = "",
) -> Connection:
    """A connection to the service at `target`, "host:port" or "unix:/path". Nothing is sent before the first call.

    With "https://host:port" TLS is spoken: `ca` is a PEM file of the root certificates that the service's leads to (those that grpc
    brings along if there is none), `certificate` and `key` are PEM files of your own, where the service asks for one. `token` is a
    principal's, where the service asks who creates games.
    """
    return Connection(target, trust(target, ca, certificate, key), token)


class Game:
    """A game as its creator has it."""

    def __init__(self, message: game_pb2.Game, seats: Dict[int, Seat], spectator_token: str) -> None:
        # The game as everybody may know it: setup, seats, commitment to the deal.
        self.message = message
        # The open seats, by number.
        self.seats = seats
        # Secret; opens the public part of the game to spectators.
        self.spectator_token = spectator_token

    @property
    def name(self) -> str:
        """Resource name: "games/{id}"."""
        name: str = self.message.name
        return name

    def __repr__(self) -> str:
        return f"<Game {self.name}, open seats {sorted(self.seats)}>"


class Connection:
    """A service. May be used from many threads and sent to other processes; survives a fork."""

    def __init__(self, target: str, trusted: Optional[Trust] = None, token: str = "") -> None:
        self._channel = Channel(target, trusted)
        self._token = token
        self._rulesets: Dict[str, ruleset_pb2.Ruleset] = {}

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Connection to {self._channel.target}>"

    def __getstate__(self) -> Dict[str, Any]:
        # Messages cannot be sent along in every release of protobuf, and can be had again.
        return {"_channel": self._channel, "_token": self._token, "_rulesets": {}}

    def close(self) -> None:
        """Ends the connection; its seats cannot be played any more."""
        self._channel.close()

    def rulesets(self) -> Sequence[ruleset_pb2.Ruleset]:
        """All rulesets that can be played."""
        request = game_service_pb2.ListRulesetsRequest()
        rulesets: Sequence[ruleset_pb2.Ruleset] = self._channel.call("ListRulesets", request, "", CALL_S_MAX).rulesets
        return rulesets

    def ruleset(self, name: str) -> ruleset_pb2.Ruleset:
        """One ruleset: parameters, limits, action space, house agents. Asked for once."""
        if name not in self._rulesets:
            request = game_service_pb2.GetRulesetRequest(ruleset=name)
            self._rulesets[name] = self._channel.call("GetRuleset", request, "", CALL_S_MAX).ruleset
        return self._rulesets[name]

    def action_space(self, ruleset: str) -> int:
        """Action codes of this ruleset lie in 0..action_space-1."""
        size: int = self.ruleset(ruleset).action_space
        return size

    def create_game(
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
    ) -> Game:
        """Creates a game and deals it. No seats means that all are open.

        A `seed` of 32 bytes decides all chance, and marks the game as practice. Equal requests with the same `request_id` give
        the same game; one is drawn if none is given. Without a `time_control` seats have as much time as they want; without
        `illegal_answers_max` illegal answers are not counted. Spectators see everything `spectator_delay_ms` later.
        """
        request = game_service_pb2.CreateGameRequest(
            game_id=game_id,
            # Always one, so that a call whose answer was lost can be sent again.
            request_id=uuid.uuid4().hex if request_id is None else request_id,
            setup=_setup(setup),
            seats=[_seat_request(seat) for seat in seats],
            labels=labels,
            seed=seed,
            time_control=time_control,
            illegal_answers_max=illegal_answers_max,
            spectator_delay_ms=spectator_delay_ms,
        )
        response = self._channel.call("CreateGame", request, self._token, CALL_S_MAX)
        open_seats = {
            entry.seat: self.seat(response.game.name, entry.token, entry.seat) for entry in response.seat_tokens
        }
        return Game(response.game, open_seats, response.spectator_token)

    def register_agent(self, name: str, display_name: str = "", request_id: Optional[str] = None) -> str:
        """Registers an agent. Returns its token: secret, and shown again only to a call with the same `request_id`."""
        request = agent_service_pb2.RegisterAgentRequest(
            name=name, display_name=display_name, request_id=uuid.uuid4().hex if request_id is None else request_id
        )
        token: str = self._channel.call("RegisterAgent", request, self._token, CALL_S_MAX).token
        return token

    def agents(self) -> Dict[str, agent_pb2.Agent]:
        """All agents that the caller may know, by name."""
        known: Dict[str, agent_pb2.Agent] = {}
        request = agent_service_pb2.ListAgentsRequest()
        while True:
            page = self._channel.call("ListAgents", request, self._token, CALL_S_MAX)
            known.update((agent.name, agent) for agent in page.agents)
            if not page.next_page_token:
                return known
            request.page_token = page.next_page_token

    def agent(self, token: str) -> Agent:
        """The registered agent that a token belongs to."""
        return Agent(self._channel, self, token)

    def seat(self, game: str, token: str, number: Optional[int] = None) -> Seat:
        """The seat that a token opens. Without its `number` the service is asked for it."""
        if number is None:
            request = game_service_pb2.GetViewRequest(game=game)
            number = self._channel.call("GetView", request, token, CALL_S_MAX).view.seat
        return Seat(self._channel, self, game, number, token)

    def spectator(self, game: str, token: str) -> Spectator:
        """Whoever holds the spectators' token of a game."""
        return Spectator(self._channel, game, token)


def _setup(setup: Any) -> ruleset_pb2.Setup:
    wanted = ruleset_pb2.Setup()
    name = getattr(getattr(setup, "DESCRIPTOR", None), "full_name", "")
    if name == wanted.DESCRIPTOR.full_name:
        wanted.CopyFrom(setup)
        return wanted
    fields: Any = wanted.DESCRIPTOR.fields
    for field in fields:
        if setup == field.name:
            # Present, with nothing in it: all defaults.
            getattr(wanted, field.name).SetInParent()
            return wanted
        if name == field.message_type.full_name:
            getattr(wanted, field.name).CopyFrom(setup)
            return wanted
    known = ", ".join(field.name for field in fields)
    raise ValueError(f"no setup of a known ruleset ({known}): {setup!r}")


def _seat_request(seat: SeatLike) -> game_service_pb2.SeatRequest:
    if isinstance(seat, game_service_pb2.SeatRequest):
        return seat
    return game_service_pb2.SeatRequest(house_agent=seat)
