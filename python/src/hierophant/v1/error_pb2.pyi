from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_FIELD: _ClassVar[ErrorReason]
    ERROR_REASON_TOKEN_UNKNOWN: _ClassVar[ErrorReason]
    ERROR_REASON_TOKEN_NOT_FOR_GAME: _ClassVar[ErrorReason]
    ERROR_REASON_GAME_UNKNOWN: _ClassVar[ErrorReason]
    ERROR_REASON_GAME_ID_TAKEN: _ClassVar[ErrorReason]
    ERROR_REASON_RULESET_UNKNOWN: _ClassVar[ErrorReason]
    ERROR_REASON_REQUEST_ID_REUSED: _ClassVar[ErrorReason]
    ERROR_REASON_ILLEGAL_ACTION: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_YOUR_DECISION: _ClassVar[ErrorReason]
    ERROR_REASON_GAME_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_DECISION_EXPIRED: _ClassVar[ErrorReason]
    ERROR_REASON_ALREADY_ANSWERED: _ClassVar[ErrorReason]
    ERROR_REASON_VERSION_UNKNOWN: _ClassVar[ErrorReason]
    ERROR_REASON_REPLAY_NOT_READY: _ClassVar[ErrorReason]
    ERROR_REASON_LIMIT_REACHED: _ClassVar[ErrorReason]
    ERROR_REASON_DRAINING: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_UNAVAILABLE: _ClassVar[ErrorReason]
    ERROR_REASON_SEAT_OUT: _ClassVar[ErrorReason]
    ERROR_REASON_STREAM_REPLACED: _ClassVar[ErrorReason]
    ERROR_REASON_AGENT_NAME_TAKEN: _ClassVar[ErrorReason]
    ERROR_REASON_AGENT_UNKNOWN: _ClassVar[ErrorReason]
    ERROR_REASON_INTERNAL: _ClassVar[ErrorReason]
    ERROR_REASON_GAME_SET_ASIDE: _ClassVar[ErrorReason]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_INVALID_FIELD: ErrorReason
ERROR_REASON_TOKEN_UNKNOWN: ErrorReason
ERROR_REASON_TOKEN_NOT_FOR_GAME: ErrorReason
ERROR_REASON_GAME_UNKNOWN: ErrorReason
ERROR_REASON_GAME_ID_TAKEN: ErrorReason
ERROR_REASON_RULESET_UNKNOWN: ErrorReason
ERROR_REASON_REQUEST_ID_REUSED: ErrorReason
ERROR_REASON_ILLEGAL_ACTION: ErrorReason
ERROR_REASON_NOT_YOUR_DECISION: ErrorReason
ERROR_REASON_GAME_OVER: ErrorReason
ERROR_REASON_DECISION_EXPIRED: ErrorReason
ERROR_REASON_ALREADY_ANSWERED: ErrorReason
ERROR_REASON_VERSION_UNKNOWN: ErrorReason
ERROR_REASON_REPLAY_NOT_READY: ErrorReason
ERROR_REASON_LIMIT_REACHED: ErrorReason
ERROR_REASON_DRAINING: ErrorReason
ERROR_REASON_STORE_UNAVAILABLE: ErrorReason
ERROR_REASON_SEAT_OUT: ErrorReason
ERROR_REASON_STREAM_REPLACED: ErrorReason
ERROR_REASON_AGENT_NAME_TAKEN: ErrorReason
ERROR_REASON_AGENT_UNKNOWN: ErrorReason
ERROR_REASON_INTERNAL: ErrorReason
ERROR_REASON_GAME_SET_ASIDE: ErrorReason
