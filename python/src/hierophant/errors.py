"""How calls fail: one exception, with the service's reason. Knows the wire form of errors, and nothing of games."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Tuple, Union

import grpc
from google.protobuf.message import DecodeError

from hierophant import _rich_status_pb2 as rich_status
from hierophant.address import Address

_DETAILS_KEY = "grpc-status-details-bin"
_REASON_KEY = "hierophant-reason"
_DOMAIN = "hierophant"

# The one reason that is the client's own: no service was found at the address.
UNREACHABLE = "UNREACHABLE"
# How grpc begins its text when it has no connection.
_NO_CONNECTION = ("failed to connect to all addresses", "DNS resolution failed", "errors resolving", "Name resolution")
# How it tells of a service that didn't read the headers of a call.
_HEADERS_TOO_LARGE = ("status: 431", "header_list_way_too_large")

_Trailer = Tuple[str, Union[str, bytes]]


class HierophantError(Exception):
    """A call that failed.

    `reason` says why, by the names of `hierophant.v1.error_pb2.ErrorReason` without their prefix, e.g. "ILLEGAL_ACTION". It is
    "UNREACHABLE" where no service was found, and empty where one didn't get to answer (`code` then tells: DEADLINE_EXCEEDED, ...).
    """

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
        # What goes with the reason: "rule" with ILLEGAL_ACTION, "limit" with LIMIT_REACHED, "incident" with INTERNAL.
        self.metadata = dict(metadata or {})
        # By path in the request: what is wrong with that field.
        self.fields = dict(fields or {})
        # When the service asks for another try.
        self.retry_after_s = retry_after_s

    def __str__(self) -> str:
        why = [f"{key} {value}" for key, value in sorted(self.metadata.items())]
        why += [f"{path}: {wrong}" for path, wrong in sorted(self.fields.items())]
        text = f"{self.reason or self.code.name}: {self.message}"
        return f"{text} ({'; '.join(why)})" if why else text

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions travel between processes; the default would lose all but three of the fields.
        details = (self.code, self.message, self.reason, self.metadata, self.fields, self.retry_after_s)
        return (HierophantError, details)


class PolicyError(Exception):
    """A mistake of a policy that plays for a registered agent: it failed, or its answer is against the rules.

    What a policy raised itself is the `__cause__`.
    """

    def __init__(
        self, message: str, game: str, seat: int, decision_id: int, kind: str, reason: str = "", rule: str = ""
    ) -> None:
        super().__init__(message, game, seat, decision_id, kind, reason, rule)
        self.message = message
        # Resource name: "games/{id}".
        self.game = game
        self.seat = seat
        self.decision_id = decision_id
        # What was asked, e.g. "DECISION_KIND_PLAY".
        self.kind = kind
        # With an answer that was refused: why ("ILLEGAL_ACTION"), and the broken rule's name.
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        why = f"{self.reason}: {self.message}" if self.reason else self.message
        rule = f" (rule {self.rule})" if self.rule else ""
        return f"{self.game} seat {self.seat}, decision {self.decision_id} {self.kind}: {why}{rule}"


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
    return HierophantError(error.code, message, UNREACHABLE)


def from_rpc_error(error: Any) -> HierophantError:
    """The exception for a failed call of grpc (a `grpc.RpcError` that is a `grpc.Call` too)."""
    if any(sign in (error.details() or "") for sign in _HEADERS_TOO_LARGE):
        message = "the headers of the call are too large for the service: is its token really a token?"
        return HierophantError(grpc.StatusCode.INVALID_ARGUMENT, message, "INVALID_FIELD")
    # Pair by pair: what grpc.aio has isn't the mapping that it looks like.
    trailers = {key: value for key, value in _trailers(error)}
    reason = _text(trailers.get(_REASON_KEY, ""))
    raised = HierophantError(error.code(), error.details() or "", reason)
    details = trailers.get(_DETAILS_KEY)
    if isinstance(details, bytes):
        try:
            _read_details(details, raised)
        except DecodeError:
            pass  # Whatever it was, it wasn't a google.rpc.Status; the plain reason has been read.
    return raised


def _trailers(error: Any) -> Iterable[_Trailer]:
    return error.trailing_metadata() or ()


def _read_details(details: bytes, raised: HierophantError) -> None:
    for detail in rich_status.Status.FromString(details).details:
        kind = detail.type_url.rpartition("/")[2]
        if kind == "google.rpc.ErrorInfo":
            info = rich_status.ErrorInfo.FromString(detail.value)
            # Reasons of others, a proxy's say, mean something else.
            if info.domain == _DOMAIN:
                raised.reason = info.reason
                raised.metadata = dict(info.metadata)
        elif kind == "google.rpc.BadRequest":
            violations = rich_status.BadRequest.FromString(detail.value).field_violations
            raised.fields = {violation.field: violation.description for violation in violations}
        elif kind == "google.rpc.RetryInfo":
            delay = rich_status.RetryInfo.FromString(detail.value).retry_delay
            raised.retry_after_s = delay.seconds + delay.nanos / 1e9


def _text(value: str | bytes) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
