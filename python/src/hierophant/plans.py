"""What each method of the client asks of the service, and what it makes of the answers. Makes no calls by itself: see `steps`.

Both clients carry these plans out; they differ in nothing but that.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import logging
import time
import uuid
from typing import Any, Callable, Iterable, Literal, Mapping, Sequence, Union

from google.protobuf.message import Message

from hierophant.actions import Action, AnyAction, put_answer
from hierophant.bot import BotFor, BotLike, GameInfo, OnIllegal, Outcome, Result, chooser
from hierophant.decision import CheckedChoice, Decision, NoDecision
from hierophant.enums import GameStatus, SeatEnding
from hierophant.errors import HierophantError, IllegalAction
from hierophant.replay import Replay
from hierophant.retry import Outage, RetryState, play_passes
from hierophant.rulesets import decision_of, view_of
from hierophant.seating import SeatLike, seat_request
from hierophant.steps import Ask, Call, Pause, Steps, T
from hierophant.v1 import (
    agent_pb2,
    agent_service_pb2,
    game_pb2,
    game_service_pb2,
    replay_pb2,
    ruleset_pb2,
    tournament_pb2,
    tournament_service_pb2,
    view_pb2,
)
from hierophant.view import View

# No call waits for news longer than this; the service's own limit.
WAIT_S_MAX = 30.0
# An answer waits no longer than this for the next question: a service that stalls is noticed so much later than by a call
# that doesn't wait.
ANSWER_WAIT_S_MAX = 5.0
# A seat that is asked, and learns that it isn't, looks again so often before it gives up.
FRESH_VIEWS_MAX = 20
# How often a function that handles an illegal action may answer the same decision again.
ANSWERS_AGAIN_MAX = 8
# Entries of a page of a list.
PAGE_SIZE = 200
# Frames of one call; the service's own limit.
REPLAY_FRAMES_MAX = 100

ReplayViewer = Union[int, Literal["spectator"]]
"""Whose view of an ended game is asked for: a seat's number, or "spectator"."""

SetupLike = Union[str, Message]
"""What a game is created by: a ruleset's name, e.g. "arcanum", for its defaults; its own setup, e.g. `arcanum.Setup(players=3)`; or
the protocol's `ruleset_pb2.Setup`.
"""

# Reasons by which a seat's answer comes too late, and the play goes on.
_TOO_LATE = ("DECISION_EXPIRED", "GAME_OVER", "SEAT_OUT")

_log = logging.getLogger("hierophant")


def new_id(given: str | None) -> str:
    """The request id that was given, or one that is drawn: so that a call whose answer was lost can be sent again."""
    return uuid.uuid4().hex if given is None else given


def one(method: str, request: Any, token: str, field: str = "") -> Steps[Any]:
    """A call, and a field of its answer."""
    answer = yield Call(method, request, token)
    return getattr(answer, field) if field else answer


def pages(method: str, request: Any, token: str, field: str) -> Steps[list[Any]]:
    """All pages of a list."""
    request.page_size = PAGE_SIZE
    found: list[Any] = []
    while True:
        page = yield Call(method, request, token)
        found.extend(getattr(page, field))
        if not page.next_page_token:
            return found
        request.page_token = page.next_page_token


# Rulesets and games.


def rulesets() -> Steps[Sequence[ruleset_pb2.Ruleset]]:
    """All rulesets."""
    return one("ListRulesets", game_service_pb2.ListRulesetsRequest(), "", "rulesets")


def ruleset(name: str) -> Steps[ruleset_pb2.Ruleset]:
    """One ruleset."""
    return one("GetRuleset", game_service_pb2.GetRulesetRequest(ruleset=name), "", "ruleset")


def service_info(token: str) -> Steps[game_service_pb2.GetServiceInfoResponse]:
    """What the service is to its caller."""
    return one("GetServiceInfo", game_service_pb2.GetServiceInfoRequest(), token)


def create_game(
    token: str, setup: SetupLike, seats: Iterable[SeatLike], request_id: str | None, **fields: Any
) -> Steps[game_service_pb2.CreateGameResponse]:
    """Creates a game."""
    request = game_service_pb2.CreateGameRequest(
        setup=setup_of(setup), seats=[seat_request(seat) for seat in seats], request_id=new_id(request_id), **fields
    )
    return one("CreateGame", request, token)


def game(name: str, token: str) -> Steps[game_pb2.Game]:
    """A game as it is known from outside."""
    return one("GetGame", game_service_pb2.GetGameRequest(game=name), token, "game")


def games(
    token: str,
    ruleset: str,
    labels: Mapping[str, str] | None,
    status: GameStatus,
    finished_after: int | None,
    agent: str,
    failed: bool,
) -> Steps[list[game_pb2.Game]]:
    """Games that fit every filter."""
    request = game_service_pb2.ListGamesRequest(
        ruleset=ruleset,
        labels=labels,
        status=game_pb2.GameStatus.Name(status),
        finished_after=finished_after,
        agent=agent,
        failed=failed,
    )
    return pages("ListGames", request, token, "games")


def abort_game(name: str, token: str, reason: str, infrastructure_failure: bool) -> Steps[game_pb2.Game]:
    """Ends a game."""
    request = game_service_pb2.AbortGameRequest(game=name, reason=reason, infrastructure_failure=infrastructure_failure)
    return one("AbortGame", request, token, "game")


def rotate_token(game: str, token: str, seat: int | None, spectators: bool, request_id: str | None) -> Steps[str]:
    """Replaces a token of a game."""
    request = game_service_pb2.RotateTokenRequest(
        game=game, seat=seat, spectators=spectators, request_id=new_id(request_id)
    )
    return one("RotateToken", request, token, "token")


def replay(game: str, token: str) -> Steps[Replay]:
    """A replay from its chunks."""
    return Replay.of_chunks(
        (yield Call("GetReplay", game_service_pb2.GetReplayRequest(game=game), token, collects=True))
    )


def replay_index(game: str, token: str) -> Steps[game_service_pb2.GetReplayIndexResponse]:
    """An ended game in few words."""
    return one("GetReplayIndex", game_service_pb2.GetReplayIndexRequest(game=game), token)


def replay_frames(
    game: str, token: str, viewers: Iterable[ReplayViewer], first_step: int, count: int | None, include_text: bool
) -> Steps[list[replay_pb2.ReplayFrame]]:
    """Moments of an ended game, in as many calls as they take."""
    request = game_service_pb2.GetReplayFramesRequest(game=game, include_text=include_text)
    if isinstance(viewers, str):
        raise TypeError('viewers is a list of numbers of seats and "spectator", e.g. [0, "spectator"], not a string')
    for viewer in viewers:
        if viewer == "spectator":
            request.viewers.add().spectator.SetInParent()
        elif isinstance(viewer, str):
            raise ValueError(f'a viewer is a number of a seat or "spectator", not {viewer!r}')
        else:
            request.viewers.add().seat = int(viewer)
    frames: list[replay_pb2.ReplayFrame] = []
    while count is None or len(frames) < count:
        request.first_step = first_step + len(frames)
        request.count = REPLAY_FRAMES_MAX if count is None else min(REPLAY_FRAMES_MAX, count - len(frames))
        some = (yield Call("GetReplayFrames", request, token)).frames
        if not some:
            break
        frames.extend(some)
    return frames


# Seats.


def view(game: str, token: str, wait_s: float = 0.0, include_text: bool = False) -> Steps[view_pb2.View]:
    """The bearer's view; with a wait, when the seat is asked, the game ends, or the time has run out."""
    wait_ms = int(wait_s * 1000)
    request = game_service_pb2.GetViewRequest(
        game=game,
        # On the wire no time means the longest.
        wait_for=game_service_pb2.WAIT_FOR_MY_DECISION if wait_ms > 0 else game_service_pb2.WAIT_FOR_UNSPECIFIED,
        wait_ms_max=wait_ms,
        include_text=include_text,
    )
    answer = yield Call("GetView", request, token, wait_s if wait_ms > 0 else 0.0)
    seen: view_pb2.View = answer.view
    return seen


def typed_view(game: str, token: str, include_text: bool) -> Steps[View]:
    """The bearer's view, with the types of its ruleset."""
    return view_of((yield from view(game, token, 0.0, include_text)))


def seat_number(game: str, token: str) -> Steps[int]:
    """The seat that a token opens."""
    return (yield from view(game, token)).seat


def next_view(game: str, token: str, wait_s: float | None, include_text: bool) -> Steps[view_pb2.View]:
    """A view with a decision or with the game's end, unless the time runs out before."""
    end = None if wait_s is None else time.monotonic() + wait_s
    while True:
        left_s = WAIT_S_MAX if end is None else max(0.0, min(end - time.monotonic(), WAIT_S_MAX))
        seen = yield from view(game, token, left_s, include_text)
        if is_news(seen) or left_s == 0.0:
            return seen


def is_news(seen: view_pb2.View) -> bool:
    """Whether the view has what a seat waits for: a decision, or the game's end."""
    return seen.HasField("decision") or seen.status != game_pb2.GAME_STATUS_LIVE


def decision(game: str, token: str, wait_s: float | None, include_text: bool) -> Steps[Decision | NoDecision]:
    """The next decision, or why there is none."""
    return decision_of((yield from next_view(game, token, wait_s, include_text)))


@dataclasses.dataclass(frozen=True)
class Submission:
    """An answer to a decision, and what is wanted beside."""

    game: str
    seat: int | None
    token: str
    decision: Decision | int
    validate_only: bool = False
    include_text: bool = False
    # The response has the view at the seat's next decision: it comes after so long at most.
    wait_s: float = 0.0

    def request(self) -> game_service_pb2.SubmitActionRequest:
        """The request without the answer."""
        request = game_service_pb2.SubmitActionRequest(
            game=self.game,
            decision_id=self.decision_id,
            validate_only=self.validate_only,
            include_text=self.include_text,
        )
        if self.wait_s > 0:
            request.wait_for = game_service_pb2.WAIT_FOR_MY_DECISION
            # On the wire no time means the longest.
            request.wait_ms_max = max(1, int(self.wait_s * 1000))
        return request

    @property
    def decision_id(self) -> int:
        """The decision's id."""
        return self.decision if isinstance(self.decision, int) else self.decision.decision_id

    def action(self, action: AnyAction) -> Steps[game_service_pb2.SubmitActionResponse]:
        """Sends an action."""
        request = self.request()
        put_answer(request, action, "" if isinstance(self.decision, int) else self.decision.ruleset)
        return self._send(request)

    def code(self, code: int, following: Sequence[int] = ()) -> Steps[game_service_pb2.SubmitActionResponse]:
        """Sends a code; or, to be checked, several."""
        for one_code in (code, *following):
            if isinstance(one_code, enum.Enum):
                raise TypeError(f"{one_code!r} is a value of an enum, not the code of an action")
        request = self.request()
        request.action_code = int(code)
        request.following_codes.extend(int(one_code) for one_code in following)
        return self._send(request)

    def _send(self, request: Any) -> Steps[game_service_pb2.SubmitActionResponse]:
        try:
            taken: game_service_pb2.SubmitActionResponse = yield Call("SubmitAction", request, self.token, self.wait_s)
            return taken
        except IllegalAction as error:
            error.at(self.game, self.seat, self.decision_id)
            raise


def check(
    game: str, seat: int, token: str, decision: Decision, actions: Iterable[Action | int]
) -> Steps[CheckedChoice]:
    """Checks a choice before it is made."""
    codes = [action.code if isinstance(action, Action) else action for action in actions]
    if not codes:
        raise ValueError("no action to check")
    submission = Submission(game, seat, token, decision, validate_only=True)
    return CheckedChoice(decision, (yield from submission.code(codes[0], codes[1:])))


def resign(game: str, token: str) -> Steps[SeatEnding]:
    """Gives a seat up."""
    return SeatEnding((yield from one("Resign", game_service_pb2.ResignRequest(game=game), token, "ending")))


def patiently(plan: Callable[[], Steps[T]], state: RetryState) -> Steps[T]:
    """A plan of a bot's: again and again while something between it and the service fails."""
    outage = Outage()
    while True:
        try:
            return (yield from plan())
        except HierophantError as error:
            if not play_passes(error):
                raise
            failure = error
        yield Pause(state.pause_s(outage, failure))


def play(
    game_name: str,
    seat: int,
    token: str,
    bot: BotLike[Any],
    include_text: bool,
    on_illegal: OnIllegal | None,
    state: RetryState,
) -> Steps[Result]:
    """Plays a seat to the end of the game."""
    choose = chooser(bot)
    if isinstance(bot, BotFor) and type(bot).start is not BotFor.start:
        info = GameInfo(game_name, seat, (yield from patiently(lambda: game(game_name, token), state)))
        yield Ask(lambda: bot.start(info))
    surprises = 0
    seen: view_pb2.View | None = None
    while True:
        if seen is None or not is_news(seen):
            seen = yield from patiently(lambda: next_view(game_name, token, None, include_text), state)
        asked = decision_of(seen)
        if isinstance(asked, NoDecision):
            result = Result(game_name, seat, asked.view, Outcome.of(seen.outcome), token)
            if isinstance(bot, BotFor):
                yield Ask(lambda: bot.end(result))
            return result
        decision = asked
        action = yield Ask(lambda: choose(decision))
        submission = Submission(game_name, seat, token, decision, include_text=include_text, wait_s=ANSWER_WAIT_S_MAX)
        seen = None
        try:
            seen = yield from _answer(submission, action, on_illegal, state)
            surprises = 0
        except HierophantError as error:
            # A service that was restored from a backup doesn't know this position any more: its own view counts.
            surprises += error.reason == "NOT_YOUR_DECISION"
            is_unknown = error.reason == "NOT_YOUR_DECISION" and surprises < FRESH_VIEWS_MAX
            if error.reason not in _TOO_LATE and not is_unknown:
                raise
            _log.info("%s seat %d, decision %d: %s", game_name, seat, decision.decision_id, error)


def _answer(
    submission: Submission, action: AnyAction, on_illegal: OnIllegal | None, state: RetryState
) -> Steps[view_pb2.View | None]:
    """Sends an answer; if it is illegal, the function that handles that may give another.

    Returns the view that the response has.
    """
    tries = 0
    while True:
        answer = action
        try:
            taken = yield from patiently(lambda: submission.action(answer), state)
            return taken.view if taken.HasField("view") else None
        except IllegalAction as error:
            refused = error
        tries += 1
        if on_illegal is None or tries > ANSWERS_AGAIN_MAX:
            raise refused
        action = yield Ask(functools.partial(on_illegal, refused))
        if action is None:
            raise refused


# Agents.


def register_agent(name: str, token: str, display_name: str, request_id: str | None) -> Steps[str]:
    """Registers an agent; its token."""
    request = agent_service_pb2.RegisterAgentRequest(
        name=name, display_name=display_name, request_id=new_id(request_id)
    )
    return one("RegisterAgent", request, token, "token")


def agents(token: str) -> Steps[dict[str, agent_pb2.Agent]]:
    """All agents, by name."""
    found = yield from pages("ListAgents", agent_service_pb2.ListAgentsRequest(), token, "agents")
    return {agent.name: agent for agent in found}


def agent(name: str, token: str) -> Steps[agent_pb2.Agent]:
    """One agent."""
    return one("GetAgent", agent_service_pb2.GetAgentRequest(agent=name), token, "agent")


def rotate_agent_token(name: str, token: str, request_id: str | None) -> Steps[str]:
    """Replaces an agent's token."""
    request = agent_service_pb2.RotateAgentTokenRequest(agent=name, request_id=new_id(request_id))
    return one("RotateAgentToken", request, token, "token")


def retire_agent(name: str, token: str) -> Steps[agent_pb2.Agent]:
    """Retires an agent."""
    return one("RetireAgent", agent_service_pb2.RetireAgentRequest(agent=name), token, "agent")


def validate_agent(
    name: str, token: str, setup: SetupLike, request_id: str | None, **fields: Any
) -> Steps[agent_pb2.AgentValidation]:
    """Lets an agent play against itself, and waits for what comes of it."""
    request = agent_service_pb2.ValidateAgentRequest(
        agent=name, setup=setup_of(setup), request_id=new_id(request_id), **fields
    )
    while True:
        answer = yield Call("ValidateAgent", request, token, WAIT_S_MAX)
        validation: agent_pb2.AgentValidation = answer.validation
        if validation.state != agent_pb2.VALIDATION_STATE_RUNNING:
            return validation


# Tournaments.


def create_tournament(
    token: str, config: tournament_pb2.TournamentConfig, tournament_id: str, seed: bytes | None, request_id: str | None
) -> Steps[tournament_pb2.Tournament]:
    """Creates a tournament."""
    request = tournament_service_pb2.CreateTournamentRequest(
        config=config, tournament_id=tournament_id, seed=seed, request_id=new_id(request_id)
    )
    return one("CreateTournament", request, token, "tournament")


def tournament(method: str, name: str, token: str, **fields: Any) -> Steps[tournament_pb2.Tournament]:
    """A call that names a tournament and is answered with it."""
    request = getattr(tournament_service_pb2, f"{method}Request")(tournament=name, **fields)
    return one(method, request, token, "tournament")


def tournaments(token: str, open_only: bool) -> Steps[list[tournament_pb2.Tournament]]:
    """Tournaments, the oldest first."""
    return pages(
        "ListTournaments", tournament_service_pb2.ListTournamentsRequest(open_only=open_only), token, "tournaments"
    )


def results(token: str, name: str) -> Steps[list[tournament_pb2.SlotResult]]:
    """A tournament's results in the order of its schedule."""
    return pages("ListResults", tournament_service_pb2.ListResultsRequest(tournament=name), token, "results")


def tournament_games(
    token: str, name: str, live: bool, entrant: str | None, failed: bool
) -> Steps[list[tournament_pb2.TournamentGame]]:
    """A tournament's games that are live or have ended, in the order of its schedule."""
    status = game_pb2.GAME_STATUS_LIVE if live else game_pb2.GAME_STATUS_ENDED
    request = tournament_service_pb2.ListTournamentGamesRequest(tournament=name, status=status, failed=failed)
    if entrant is not None:
        config = (yield from tournament("GetTournament", name, token)).config
        names = [one.name for one in config.entrants]
        if entrant not in names:
            raise ValueError(f"{name} has no entrant {entrant!r}: {', '.join(names)}")
        request.entrant = names.index(entrant)
    return (yield from pages("ListTournamentGames", request, token, "games"))


def standings(token: str, name: str) -> Steps[tournament_pb2.Standings]:
    """The service's standings of a tournament."""
    return one("GetStandings", tournament_service_pb2.GetStandingsRequest(tournament=name), token, "standings")


def setup_of(setup: SetupLike) -> ruleset_pb2.Setup:
    """The envelope's setup, from whatever form it was given in."""
    wanted = ruleset_pb2.Setup()
    name = setup.DESCRIPTOR.full_name if isinstance(setup, Message) else ""
    if isinstance(setup, ruleset_pb2.Setup):
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
