"""How calls fail: one exception, with the service's reason. Knows the wire form of errors, and nothing of games."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Tuple, Union

import grpc
from google.protobuf.message import DecodeError

from hierophant import _rich_status_pb2 as rich_status

_DETAILS_KEY = "grpc-status-details-bin"
_REASON_KEY = "hierophant-reason"
_DOMAIN = "hierophant"

_Trailer = Tuple[str, Union[str, bytes]]


class HierophantError(Exception):
    """A call that failed.

    `reason` says why, by the names of `hierophant.v1.error_pb2.ErrorReason` without their prefix, e.g. "ILLEGAL_ACTION"; it is
    empty where the service didn't get to answer (`code` then tells: UNAVAILABLE, DEADLINE_EXCEEDED, ...).
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


def from_rpc_error(error: Any) -> HierophantError:
    """The exception for a failed call of grpc (a `grpc.RpcError` that is a `grpc.Call` too)."""
    trailers = dict(_trailers(error))
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
