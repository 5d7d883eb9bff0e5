"""What each method of the client asks of the service, and what it makes of the answers. Makes no calls by itself: see `steps`."""

from __future__ import annotations

import time
import uuid
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from hierophant.decision import AnyAction, Decision, NoDecision, put_answer
from hierophant.errors import HierophantError
from hierophant.patience import Outage, Patience, play_passes
from hierophant.steps import Ask, Call, Pause, Steps, T
from hierophant.v1 import (
    agent_pb2,
    agent_service_pb2,
    tournament_pb2,
    tournament_service_pb2,
    game_pb2,
    game_service_pb2,
    replay_pb2,
    ruleset_pb2,
    view_pb2,
)

# What a call may take.
CALL_S_MAX = 20.0
# No call waits for news longer than this; the service's own limit.
WAIT_S_MAX = 30.0
# A replay comes in one stream, and may be long.
REPLAY_S_MAX = 120.0
# A seat that is asked, and is told that it isn't, looks again so often before it gives up.
FRESH_VIEWS_MAX = 20

# Who shall sit there: a house agent's name, or the message with all its fields.
SeatLike = Union[str, game_service_pb2.SeatRequest]
# A ruleset's name for its defaults, the envelope's Setup, or the ruleset's own, e.g. `arcanum_pb2.Setup(players=3)`.
SetupLike = Union[str, ruleset_pb2.Setup, Any]
# Decides what a view asks; the client knows the size of the action space.
DecisionOf = Callable[[view_pb2.View], Steps[Union[Decision, NoDecision]]]

# Reasons by which a seat's answer comes too late, and the play goes on.
_TOO_LATE = ("DECISION_EXPIRED", "GAME_OVER", "SEAT_OUT")


def new_id(given: Optional[str]) -> str:
    """The request id that was given, or one that is drawn: so that a call whose answer was lost can be sent again."""
    return uuid.uuid4().hex if given is None else given


def one(method: str, request: Any, token: str, field: str = "") -> Steps[Any]:
    """A call, and a field of its answer."""
    answer = yield Call(method, request, token, CALL_S_MAX)
    return getattr(answer, field) if field else answer


def pages(method: str, request: Any, token: str, field: str) -> Steps[List[Any]]:
    """All pages of a list."""
    found: List[Any] = []
    while True:
        page = yield Call(method, request, token, CALL_S_MAX)
        found.extend(getattr(page, field))
        if not page.next_page_token:
            return found
        request.page_token = page.next_page_token


def replay(game: str, token: str) -> Steps[Tuple[replay_pb2.ReplayHeader, List[replay_pb2.ReplayEntry]]]:
    """A replay from its chunks."""
    request = game_service_pb2.GetReplayRequest(game=game)
    header, entries = replay_pb2.ReplayHeader(), []
    for chunk in (yield Call("GetReplay", request, token, REPLAY_S_MAX, collects=True)):
        if chunk.HasField("header"):
            header = chunk.header
        entries.extend(chunk.entries.entries)
    return header, entries


def view(
    game: str,
    token: str,
    wait_s: float = 0.0,
    typed_actions: bool = False,
    include_text: bool = False,
) -> Steps[view_pb2.View]:
    """The bearer's view; with a wait, when the seat is asked, the game ends, or the time has run out."""
    wait_ms = int(wait_s * 1000)
    request = game_service_pb2.GetViewRequest(
        game=game,
        # On the wire no time means the longest.
        wait_for=game_service_pb2.WAIT_FOR_MY_DECISION if wait_ms > 0 else game_service_pb2.WAIT_FOR_UNSPECIFIED,
        wait_ms_max=wait_ms,
        include_legal_actions=typed_actions,
        include_text=include_text,
    )
    answer = yield Call("GetView", request, token, wait_s + CALL_S_MAX, waits=wait_ms > 0)
    seen: view_pb2.View = answer.view
    return seen


def next_view(
    game: str, token: str, wait_s: Optional[float], typed_actions: bool, include_text: bool
) -> Steps[view_pb2.View]:
    """A view with a decision or with the game's end, unless the time runs out before."""
    end = None if wait_s is None else time.monotonic() + wait_s
    while True:
        left_s = WAIT_S_MAX if end is None else max(0.0, min(end - time.monotonic(), WAIT_S_MAX))
        seen = yield from view(game, token, left_s, typed_actions, include_text)
        if seen.HasField("decision") or seen.status != game_pb2.GAME_STATUS_LIVE or left_s == 0.0:
            return seen


def submit(
    game: str,
    token: str,
    decision: Union[Decision, int],
    action: AnyAction,
    validate_only: bool = False,
    typed_actions: bool = False,
    include_text: bool = False,
) -> Steps[game_service_pb2.SubmitActionResponse]:
    """Answers a decision."""
    request = game_service_pb2.SubmitActionRequest(
        game=game,
        decision_id=decision.decision_id if isinstance(decision, Decision) else decision,
        validate_only=validate_only,
        include_legal_actions=typed_actions,
        include_text=include_text,
    )
    put_answer(request, action)
    taken: game_service_pb2.SubmitActionResponse = yield from one("SubmitAction", request, token)
    return taken


def patiently(plan: Callable[[], Steps[T]], patience: Patience) -> Steps[T]:
    """A plan of a bot's: again and again while something between it and the service fails."""
    outage = Outage()
    while True:
        try:
            return (yield from plan())
        except HierophantError as error:
            if not play_passes(error):
                raise
            failure = error
        yield Pause(patience.pause_s(outage, failure))


def play(
    game: str,
    token: str,
    policy: Callable[[view_pb2.View, Decision], Any],
    decision_of: DecisionOf,
    patience: Patience,
    typed_actions: bool,
    include_text: bool,
) -> Steps[view_pb2.View]:
    """Plays a seat to the end of the game; its last view."""
    surprises = 0
    while True:
        seen = yield from patiently(lambda: next_view(game, token, None, typed_actions, include_text), patience)
        decision = yield from decision_of(seen)
        if isinstance(decision, NoDecision):
            return seen
        asked = decision
        action = yield Ask(lambda: policy(seen, asked))
        try:
            yield from patiently(lambda: submit(game, token, asked, action), patience)
            surprises = 0
        except HierophantError as error:
            # A service that was restored from a backup doesn't know this position any more: its own view counts.
            surprises += error.reason == "NOT_YOUR_DECISION"
            is_unknown = error.reason == "NOT_YOUR_DECISION" and surprises < FRESH_VIEWS_MAX
            if error.reason not in _TOO_LATE and not is_unknown:
                raise


def create_game(
    token: str, setup: SetupLike, seats: Iterable[SeatLike], **fields: Any
) -> Steps[game_service_pb2.CreateGameResponse]:
    """Creates a game."""
    fields["request_id"] = new_id(fields["request_id"])
    request = game_service_pb2.CreateGameRequest(
        setup=setup_of(setup), seats=[_seat_request(seat) for seat in seats], **fields
    )
    return one("CreateGame", request, token)


def games(
    token: str,
    ruleset: str,
    labels: Optional[Mapping[str, str]],
    status: Any,
    finished_after: Optional[int],
) -> Steps[List[game_pb2.Game]]:
    """Games that fit every filter."""
    request = game_service_pb2.ListGamesRequest(
        page_size=200, ruleset=ruleset, labels=labels, status=status, finished_after=finished_after
    )
    return pages("ListGames", request, token, "games")


def rotate_token(
    game: str, token: str, seat: Optional[int], spectators: bool, request_id: Optional[str]
) -> Steps[str]:
    """Replaces a token of a game."""
    request = game_service_pb2.RotateTokenRequest(
        game=game, seat=seat, spectators=spectators, request_id=new_id(request_id)
    )
    return one("RotateToken", request, token, "token")


def rotate_agent_token(name: str, token: str, request_id: Optional[str]) -> Steps[str]:
    """Replaces an agent's token."""
    request = agent_service_pb2.RotateAgentTokenRequest(agent=name, request_id=new_id(request_id))
    return one("RotateAgentToken", request, token, "token")


def agents(token: str) -> Steps[Dict[str, agent_pb2.Agent]]:
    """All agents, by name."""
    found = yield from pages("ListAgents", agent_service_pb2.ListAgentsRequest(page_size=200), token, "agents")
    return {agent.name: agent for agent in found}


def validate_agent(
    name: str, token: str, setup: SetupLike, request_id: Optional[str], **fields: Any
) -> Steps[agent_pb2.AgentValidation]:
    """Lets an agent play against itself, and waits for what comes of it."""
    request = agent_service_pb2.ValidateAgentRequest(
        agent=name, setup=setup_of(setup), request_id=new_id(request_id), **fields
    )
    while True:
        answer = yield Call("ValidateAgent", request, token, WAIT_S_MAX + CALL_S_MAX, waits=True)
        validation: agent_pb2.AgentValidation = answer.validation
        if validation.state != agent_pb2.VALIDATION_STATE_RUNNING:
            return validation


def tournaments(token: str, open_only: bool) -> Steps[List[tournament_pb2.Tournament]]:
    """Tournaments, the oldest first."""
    request = tournament_service_pb2.ListTournamentsRequest(page_size=200, open_only=open_only)
    return pages("ListTournaments", request, token, "tournaments")


def results(token: str, tournament: str) -> Steps[List[tournament_pb2.SlotResult]]:
    """A tournament's results in the order of its schedule."""
    request = tournament_service_pb2.ListResultsRequest(tournament=tournament)
    return pages("ListResults", request, token, "results")


def setup_of(setup: Any) -> ruleset_pb2.Setup:
    """The envelope's setup, from whatever form it was given in."""
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


def rulesets(token: str = "") -> Steps[Sequence[ruleset_pb2.Ruleset]]:
    """All rulesets."""
    return one("ListRulesets", game_service_pb2.ListRulesetsRequest(), token, "rulesets")


def ruleset(name: str, known: Dict[str, ruleset_pb2.Ruleset]) -> Steps[ruleset_pb2.Ruleset]:
    """One ruleset, asked for once."""
    if name not in known:
        request = game_service_pb2.GetRulesetRequest(ruleset=name)
        known[name] = yield from one("GetRuleset", request, "", "ruleset")
    return known[name]
