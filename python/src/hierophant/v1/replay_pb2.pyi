import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from hierophant.v1 import game_pb2 as _game_pb2
from hierophant.v1 import ruleset_pb2 as _ruleset_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class AnsweredBy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ANSWERED_BY_UNSPECIFIED: _ClassVar[AnsweredBy]
    ANSWERED_BY_EXPIRY: _ClassVar[AnsweredBy]
    ANSWERED_BY_DEFAULT: _ClassVar[AnsweredBy]
    ANSWERED_BY_BUILT_IN_AGENT: _ClassVar[AnsweredBy]
ANSWERED_BY_UNSPECIFIED: AnsweredBy
ANSWERED_BY_EXPIRY: AnsweredBy
ANSWERED_BY_DEFAULT: AnsweredBy
ANSWERED_BY_BUILT_IN_AGENT: AnsweredBy

class ReplayHeader(_message.Message):
    __slots__ = ("game", "seed", "nonce")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    seed: bytes
    nonce: bytes
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ..., seed: _Optional[bytes] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class GameDealt(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DecisionAnswered(_message.Message):
    __slots__ = ("seat", "decision_id", "action_code", "by", "grace_used_ms")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_CODE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    GRACE_USED_MS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision_id: int
    action_code: int
    by: AnsweredBy
    grace_used_ms: int
    def __init__(self, seat: _Optional[int] = ..., decision_id: _Optional[int] = ..., action_code: _Optional[int] = ..., by: _Optional[_Union[AnsweredBy, str]] = ..., grace_used_ms: _Optional[int] = ...) -> None: ...

class SeatOut(_message.Message):
    __slots__ = ("seat", "ending", "built_in_agent", "ranks_last")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    BUILT_IN_AGENT_FIELD_NUMBER: _ClassVar[int]
    RANKS_LAST_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ending: _game_pb2.SeatEnding
    built_in_agent: str
    ranks_last: bool
    def __init__(self, seat: _Optional[int] = ..., ending: _Optional[_Union[_game_pb2.SeatEnding, str]] = ..., built_in_agent: _Optional[str] = ..., ranks_last: bool = ...) -> None: ...

class IllegalAnswerCounted(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class GameResumed(_message.Message):
    __slots__ = ("clocks_stand",)
    CLOCKS_STAND_FIELD_NUMBER: _ClassVar[int]
    clocks_stand: bool
    def __init__(self, clocks_stand: bool = ...) -> None: ...

class SeatAttended(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ClocksStarted(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ClocksCredited(_message.Message):
    __slots__ = ("credit_ms",)
    CREDIT_MS_FIELD_NUMBER: _ClassVar[int]
    credit_ms: int
    def __init__(self, credit_ms: _Optional[int] = ...) -> None: ...

class TokenReplaced(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class GameCut(_message.Message):
    __slots__ = ("ending", "reason", "seat")
    ENDING_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ending: _game_pb2.GameEnding
    reason: str
    seat: int
    def __init__(self, ending: _Optional[_Union[_game_pb2.GameEnding, str]] = ..., reason: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class EventVariant(_message.Message):
    __slots__ = ("event", "seats", "spectator")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_FIELD_NUMBER: _ClassVar[int]
    event: _ruleset_pb2.Event
    seats: _containers.RepeatedScalarFieldContainer[int]
    spectator: bool
    def __init__(self, event: _Optional[_Union[_ruleset_pb2.Event, _Mapping]] = ..., seats: _Optional[_Iterable[int]] = ..., spectator: bool = ...) -> None: ...

class ReplayEvent(_message.Message):
    __slots__ = ("variants",)
    VARIANTS_FIELD_NUMBER: _ClassVar[int]
    variants: _containers.RepeatedCompositeFieldContainer[EventVariant]
    def __init__(self, variants: _Optional[_Iterable[_Union[EventVariant, _Mapping]]] = ...) -> None: ...

class ReplayEntry(_message.Message):
    __slots__ = ("at", "dealt", "answered", "seat_out", "illegal_answer", "resumed", "cut", "token_replaced", "seat_attended", "clocks_started", "clocks_credited", "events")
    AT_FIELD_NUMBER: _ClassVar[int]
    DEALT_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_FIELD_NUMBER: _ClassVar[int]
    SEAT_OUT_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_ANSWER_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    CUT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_REPLACED_FIELD_NUMBER: _ClassVar[int]
    SEAT_ATTENDED_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_STARTED_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_CREDITED_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    at: _timestamp_pb2.Timestamp
    dealt: GameDealt
    answered: DecisionAnswered
    seat_out: SeatOut
    illegal_answer: IllegalAnswerCounted
    resumed: GameResumed
    cut: GameCut
    token_replaced: TokenReplaced
    seat_attended: SeatAttended
    clocks_started: ClocksStarted
    clocks_credited: ClocksCredited
    events: _containers.RepeatedCompositeFieldContainer[ReplayEvent]
    def __init__(self, at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., dealt: _Optional[_Union[GameDealt, _Mapping]] = ..., answered: _Optional[_Union[DecisionAnswered, _Mapping]] = ..., seat_out: _Optional[_Union[SeatOut, _Mapping]] = ..., illegal_answer: _Optional[_Union[IllegalAnswerCounted, _Mapping]] = ..., resumed: _Optional[_Union[GameResumed, _Mapping]] = ..., cut: _Optional[_Union[GameCut, _Mapping]] = ..., token_replaced: _Optional[_Union[TokenReplaced, _Mapping]] = ..., seat_attended: _Optional[_Union[SeatAttended, _Mapping]] = ..., clocks_started: _Optional[_Union[ClocksStarted, _Mapping]] = ..., clocks_credited: _Optional[_Union[ClocksCredited, _Mapping]] = ..., events: _Optional[_Iterable[_Union[ReplayEvent, _Mapping]]] = ...) -> None: ...
