"""How calls fail: an exception class for each reason of the service. Knows the wire form of errors, and nothing of games."""

from __future__ import annotations

from typing import Any, ClassVar, Iterable, Mapping

import grpc
from google.protobuf.message import DecodeError

from hierophant import _rich_status_pb2 as rich_status
from hierophant.address import Address

_DETAILS_KEY = "grpc-status-details-bin"
_REASON_KEY = "hierophant-reason"
_DOMAIN = "hierophant"

# How grpc begins its text when it has no connection.
_NO_CONNECTION = ("failed to connect to all addresses", "DNS resolution failed", "errors resolving", "Name resolution")
# How it tells of a service that didn't read the headers of a call.
_HEADERS_TOO_LARGE = ("status: 431", "header_list_way_too_large")


class HierophantError(Exception):
    """A call that failed. Each reason of the service has a class of its own below this one."""

    REASON: ClassVar[str] = ""
    """The reason that the class stands for, by its name in the protocol; empty if it stands for none."""

    code: grpc.StatusCode
    """The status of gRPC."""
    message: str
    """What happened, in words."""
    reason: str
    """The reason by its name in the protocol, e.g. "ILLEGAL_ACTION"; empty if the service did not get to answer."""
    metadata: dict[str, str]
    """What goes with the reason: "rule" with ILLEGAL_ACTION, "limit" with LIMIT_REACHED, "incident" with INTERNAL."""
    fields: dict[str, str]
    """By path in the request: what is wrong with that field."""
    retry_after_s: float | None
    """When the service asks for another try."""

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        reason: str = "",
        metadata: Mapping[str, str] | None = None,
        fields: Mapping[str, str] | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(code, message, reason)
        self.code = code
        self.message = message
        self.reason = reason
        self.metadata = dict(metadata or {})
        self.fields = dict(fields or {})
        self.retry_after_s = retry_after_s

    def __str__(self) -> str:
        why = [f"{key} {value}" for key, value in sorted(self.metadata.items())]
        # The service's own words name the fields already.
        fields = (f"{path}: {wrong}" for path, wrong in sorted(self.fields.items()))
        why += [field for field in fields if field not in self.message]
        text = f"{self.reason or self.code.name}: {self.message}"
        return f"{text} ({'; '.join(why)})" if why else text

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions travel between processes; the default would lose all but three of the fields.
        return (_restored, (type(self), self.args, dict(self.__dict__)))


def _restored(kind: type[BaseException], arguments: tuple[Any, ...], fields: dict[str, Any]) -> BaseException:
    error = kind.__new__(kind, *arguments)
    error.args = arguments
    error.__dict__.update(fields)
    return error


class Unavailable(HierophantError):
    """The service could not take the call, for longer than `Retry` says."""


class Unreachable(Unavailable):
    """No service was found at the address. This reason is the client's own."""

    REASON = "UNREACHABLE"


class Draining(Unavailable):
    """The service is shutting down or starting."""

    REASON = "DRAINING"


class StoreUnavailable(Unavailable):
    """The service's store is away."""

    REASON = "STORE_UNAVAILABLE"


class TimedOut(HierophantError):
    """The service did not answer in time, however often it was asked."""


class InvalidField(HierophantError):
    """Fields of the request are invalid; `fields` names them."""

    REASON = "INVALID_FIELD"


class TokenUnknown(HierophantError):
    """There is no token where one is needed, or the service did not make it, or it was replaced."""

    REASON = "TOKEN_UNKNOWN"


class TokenNotPermitted(HierophantError):
    """The token belongs to another game, or to a viewer who may not do this."""

    REASON = "TOKEN_NOT_PERMITTED"


class CallerNotLocal(HierophantError):
    """The service has no principals and takes calls from its own machine alone."""

    REASON = "CALLER_NOT_LOCAL"


class GameUnknown(HierophantError):
    """There is no such game."""

    REASON = "GAME_UNKNOWN"


class GameIdTaken(HierophantError):
    """Another game has the id that was chosen."""

    REASON = "GAME_ID_TAKEN"


class RulesetUnknown(HierophantError):
    """There is no such ruleset."""

    REASON = "RULESET_UNKNOWN"


class RequestIdReused(HierophantError):
    """The request id was used before, with another request."""

    REASON = "REQUEST_ID_REUSED"


class IllegalAction(HierophantError):
    """The action is against the rules."""

    REASON = "ILLEGAL_ACTION"

    game: str = ""
    """The game: "games/{id}"."""
    seat: int | None = None
    """The seat that answered, if the caller knows it."""
    decision_id: int = 0
    """The decision that was answered."""

    @property
    def rule(self) -> str:
        """The stable name of the rule that the action breaks, e.g. "NOT_IN_HAND"."""
        return self.metadata.get("rule", "")

    def at(self, game: str, seat: int | None, decision_id: int) -> IllegalAction:
        """The same error, with the game, seat and decision that it is about."""
        self.game, self.seat, self.decision_id = game, seat, decision_id
        return self

    def __str__(self) -> str:
        if not self.game:
            return super().__str__()
        seat = "" if self.seat is None else f" seat {self.seat}"
        return f"{self.game}{seat}, decision {self.decision_id}: {super().__str__()}"


class NotYourDecision(HierophantError):
    """This decision is not open for the seat."""

    REASON = "NOT_YOUR_DECISION"


class AlreadyAnswered(HierophantError):
    """The decision was answered before, with another action."""

    REASON = "ALREADY_ANSWERED"


class DecisionExpired(HierophantError):
    """The decision's time was over."""

    REASON = "DECISION_EXPIRED"


class GameOver(HierophantError):
    """The game has ended."""

    REASON = "GAME_OVER"


class SeatOut(HierophantError):
    """The seat's part in the game has ended; others play on."""

    REASON = "SEAT_OUT"


class VersionUnknown(HierophantError):
    """The stream cannot be resumed from this view version."""

    REASON = "VERSION_UNKNOWN"


class ReplayNotReady(HierophantError):
    """The replay can be had once the game has ended."""

    REASON = "REPLAY_NOT_READY"


class Sealed(HierophantError):
    """The game shares its deal with games of its tournament that have not ended."""

    REASON = "SEALED"


class GameQuarantined(HierophantError):
    """The game's records cannot be read, and the service's operator has set it aside."""

    REASON = "GAME_QUARANTINED"


class LimitReached(HierophantError):
    """A limit is reached."""

    REASON = "LIMIT_REACHED"

    @property
    def limit(self) -> str:
        """The limit's name."""
        return self.metadata.get("limit", "")


class StreamReplaced(HierophantError):
    """Another stream of the same token has taken this one's place."""

    REASON = "STREAM_REPLACED"


class AgentNameTaken(HierophantError):
    """There is or was an agent of this name."""

    REASON = "AGENT_NAME_TAKEN"


class AgentUnknown(HierophantError):
    """There is no such agent."""

    REASON = "AGENT_UNKNOWN"


class TournamentUnknown(HierophantError):
    """There is no such tournament, or it is another principal's."""

    REASON = "TOURNAMENT_UNKNOWN"


class TournamentIdTaken(HierophantError):
    """Another tournament has the id that was chosen."""

    REASON = "TOURNAMENT_ID_TAKEN"


class TournamentOver(HierophantError):
    """The tournament has ended."""

    REASON = "TOURNAMENT_OVER"


class Internal(HierophantError):
    """A defect of the service; its log has the same incident id."""

    REASON = "INTERNAL"

    @property
    def incident(self) -> str:
        """The id to report."""
        return self.metadata.get("incident", "")


def _below(kind: type[HierophantError]) -> Iterable[type[HierophantError]]:
    for below in kind.__subclasses__():
        yield below
        yield from _below(below)


BY_REASON: Mapping[str, type[HierophantError]] = {kind.REASON: kind for kind in _below(HierophantError) if kind.REASON}
"""The classes by the reasons that they stand for."""

_BY_CODE = {grpc.StatusCode.UNAVAILABLE: Unavailable, grpc.StatusCode.DEADLINE_EXCEEDED: TimedOut}


class BotError(Exception):
    """A bot failed: what it raised is the `__cause__`."""

    message: str
    """What happened, in words."""
    game: str
    """The game: "games/{id}"."""
    seat: int
    """The bot's seat."""
    decision_id: int
    """The decision that it was asked; 0 outside of a decision."""
    kind: str
    """What was asked, by its name in the ruleset, e.g. "PLAY"."""

    def __init__(self, message: str, game: str, seat: int, decision_id: int = 0, kind: str = "") -> None:
        super().__init__(message, game, seat, decision_id, kind)
        self.message = message
        self.game = game
        self.seat = seat
        self.decision_id = decision_id
        self.kind = kind

    def __str__(self) -> str:
        where = f", decision {self.decision_id} {self.kind}" if self.decision_id else ""
        return f"{self.game} seat {self.seat}{where}: {self.message}"


def error_of(
    code: grpc.StatusCode,
    message: str,
    reason: str = "",
    metadata: Mapping[str, str] | None = None,
    fields: Mapping[str, str] | None = None,
    retry_after_s: float | None = None,
) -> HierophantError:
    """The error of the class that stands for the reason; a newer service may have reasons without one."""
    kind = BY_REASON.get(reason) or _BY_CODE.get(code, HierophantError)
    return kind(code, message, reason, metadata, fields, retry_after_s)


def unreachable(error: HierophantError, address: Address) -> HierophantError:
    """The error, in words that help if it says that there is no service at the address."""
    if error.reason or error.code is not grpc.StatusCode.UNAVAILABLE or not error.message.startswith(_NO_CONNECTION):
        return error
    if "Connection refused" in error.message:
        why = "the connection was refused"
    elif "No such file or directory" in error.message:
        why = "there is no such socket"
    else:
        why = error.message.rpartition("last error: ")[2]
    proxy = f", by way of the proxy {address.proxy}" if address.proxy else ""
    message = f"cannot reach {address.text}{proxy}: {why}; is the service running there?"
    return Unreachable(error.code, message, Unreachable.REASON)


def from_rpc_error(error: Any) -> HierophantError:
    """The exception for a failed call of grpc (a `grpc.RpcError` that is a `grpc.Call` too)."""
    message = error.details() or ""
    if any(sign in message for sign in _HEADERS_TOO_LARGE):
        message = "the headers of the call are too large for the service: is its token really a token?"
        return InvalidField(grpc.StatusCode.INVALID_ARGUMENT, message, InvalidField.REASON)
    # Pair by pair: what grpc.aio has isn't the mapping that it looks like.
    trailers = {key: value for key, value in error.trailing_metadata() or ()}
    details: dict[str, Any] = {"reason": _text(trailers.get(_REASON_KEY, ""))}
    rich = trailers.get(_DETAILS_KEY)
    if isinstance(rich, bytes):
        try:
            _read_details(rich, details)
        except DecodeError:
            pass  # It wasn't a google.rpc.Status; the plain reason has been read.
    return error_of(error.code(), message, **details)


def _read_details(rich: bytes, into: dict[str, Any]) -> None:
    for detail in rich_status.Status.FromString(rich).details:
        kind = detail.type_url.rpartition("/")[2]
        if kind == "google.rpc.ErrorInfo":
            info = rich_status.ErrorInfo.FromString(detail.value)
            # Reasons of others, a proxy's say, mean something else.
            if info.domain == _DOMAIN:
                into["reason"] = info.reason
                into["metadata"] = dict(info.metadata)
        elif kind == "google.rpc.BadRequest":
            violations = rich_status.BadRequest.FromString(detail.value).field_violations
            into["fields"] = {violation.field: violation.description for violation in violations}
        elif kind == "google.rpc.RetryInfo":
            delay = rich_status.RetryInfo.FromString(detail.value).retry_delay
            into["retry_after_s"] = delay.seconds + delay.nanos / 1e9


def _text(value: str | bytes) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
