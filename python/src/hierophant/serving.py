"""What both clients know of serving registered agents. Makes no calls."""

from __future__ import annotations

import logging
from typing import Sequence

from hierophant.v1 import agent_pb2, agent_service_pb2

# A call for decisions waits so long at most.
POLL_S_MAX = 30.0
# The service takes note of so many decisions that are known.
KNOWN_MAX = 512
# So many results wait to be read; then the oldest is dropped.
RESULTS_MAX = 10_000

PLAYED_SO_LITTLE = "games_at_once is at least one"

_log = logging.getLogger("hierophant")


def serving_terms(rulesets: Sequence[str], games_at_once: int, include_text: bool) -> agent_pb2.ServingTerms:
    """How an agent wants to be served."""
    if games_at_once < 1:
        raise ValueError(PLAYED_SO_LITTLE)
    return agent_pb2.ServingTerms(rulesets=rulesets, games_at_once_max=games_at_once, include_text=include_text)


def hello(terms: agent_pb2.ServingTerms) -> agent_service_pb2.ServeRequest:
    """The first message of a stream."""
    return agent_service_pb2.ServeRequest(hello=agent_service_pb2.AgentHello(terms=terms))


def poll_request(
    terms: agent_pb2.ServingTerms, known: Sequence[agent_service_pb2.KnownDecision], wait_s: float
) -> agent_service_pb2.PollDecisionsRequest:
    """A call for decisions."""
    return agent_service_pb2.PollDecisionsRequest(
        terms=terms, known=known[:KNOWN_MAX], wait_ms_max=max(1, int(wait_s * 1000))
    )


def is_resigned(message: agent_service_pb2.ServeResponse, seat: agent_pb2.AgentSeat) -> bool:
    """Whether a message on a stream of a resignation's own says that the seat is out, or that it cannot resign."""
    kind = message.WhichOneof("message")
    if kind == "welcome":
        return seat not in message.welcome.seats
    if kind not in ("seat_lost", "ended", "refused"):
        return False
    about = getattr(message, kind)
    is_of_seat: bool = (about.game, about.seat) == (seat.game, seat.seat)
    return is_of_seat and (kind != "refused" or about.decision_id == 0)


def note_dropped() -> None:
    """A result was dropped."""
    _log.warning("more than %d results of games wait to be read: the oldest is dropped", RESULTS_MAX)
