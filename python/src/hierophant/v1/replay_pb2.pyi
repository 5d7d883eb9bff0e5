import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from hierophant.v1 import decision_pb2 as _decision_pb2
from hierophant.v1 import game_pb2 as _game_pb2
from hierophant.v1 import ruleset_pb2 as _ruleset_pb2
from hierophant.v1 import view_pb2 as _view_pb2
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

class ReplayFailure(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REPLAY_FAILURE_UNSPECIFIED: _ClassVar[ReplayFailure]
    REPLAY_FAILURE_EXPIRED: _ClassVar[ReplayFailure]
    REPLAY_FAILURE_ILLEGAL_ANSWER: _ClassVar[ReplayFailure]
    REPLAY_FAILURE_SEAT_OUT: _ClassVar[ReplayFailure]
    REPLAY_FAILURE_CUT: _ClassVar[ReplayFailure]
ANSWERED_BY_UNSPECIFIED: AnsweredBy
ANSWERED_BY_EXPIRY: AnsweredBy
ANSWERED_BY_DEFAULT: AnsweredBy
ANSWERED_BY_BUILT_IN_AGENT: AnsweredBy
REPLAY_FAILURE_UNSPECIFIED: ReplayFailure
REPLAY_FAILURE_EXPIRED: ReplayFailure
REPLAY_FAILURE_ILLEGAL_ANSWER: ReplayFailure
REPLAY_FAILURE_SEAT_OUT: ReplayFailure
REPLAY_FAILURE_CUT: ReplayFailure

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
    __slots__ = ("seat", "decision_id", "action_code", "by", "grace_used_ms", "uncharged_ms")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_CODE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    GRACE_USED_MS_FIELD_NUMBER: _ClassVar[int]
    UNCHARGED_MS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision_id: int
    action_code: int
    by: AnsweredBy
    grace_used_ms: int
    uncharged_ms: int
    def __init__(self, seat: _Optional[int] = ..., decision_id: _Optional[int] = ..., action_code: _Optional[int] = ..., by: _Optional[_Union[AnsweredBy, str]] = ..., grace_used_ms: _Optional[int] = ..., uncharged_ms: _Optional[int] = ...) -> None: ...

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
    __slots__ = ("seat", "decision_id", "rule", "action_code")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    ACTION_CODE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision_id: int
    rule: str
    action_code: int
    def __init__(self, seat: _Optional[int] = ..., decision_id: _Optional[int] = ..., rule: _Optional[str] = ..., action_code: _Optional[int] = ...) -> None: ...

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

class ReplayViewer(_message.Message):
    __slots__ = ("seat", "spectator")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spectator: _view_pb2.Spectator
    def __init__(self, seat: _Optional[int] = ..., spectator: _Optional[_Union[_view_pb2.Spectator, _Mapping]] = ...) -> None: ...

class ReplayView(_message.Message):
    __slots__ = ("view", "events")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    events: _containers.RepeatedCompositeFieldContainer[_ruleset_pb2.Event]
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_ruleset_pb2.Event, _Mapping]]] = ...) -> None: ...

class ReplayDecision(_message.Message):
    __slots__ = ("seat", "decision", "answered_step", "action_code", "by", "thinking_ms")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_STEP_FIELD_NUMBER: _ClassVar[int]
    ACTION_CODE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    THINKING_MS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision: _decision_pb2.Decision
    answered_step: int
    action_code: int
    by: AnsweredBy
    thinking_ms: int
    def __init__(self, seat: _Optional[int] = ..., decision: _Optional[_Union[_decision_pb2.Decision, _Mapping]] = ..., answered_step: _Optional[int] = ..., action_code: _Optional[int] = ..., by: _Optional[_Union[AnsweredBy, str]] = ..., thinking_ms: _Optional[int] = ...) -> None: ...

class ReplayFrame(_message.Message):
    __slots__ = ("step", "entry", "views", "decisions", "action_text")
    STEP_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    ACTION_TEXT_FIELD_NUMBER: _ClassVar[int]
    step: int
    entry: ReplayEntry
    views: _containers.RepeatedCompositeFieldContainer[ReplayView]
    decisions: _containers.RepeatedCompositeFieldContainer[ReplayDecision]
    action_text: str
    def __init__(self, step: _Optional[int] = ..., entry: _Optional[_Union[ReplayEntry, _Mapping]] = ..., views: _Optional[_Iterable[_Union[ReplayView, _Mapping]]] = ..., decisions: _Optional[_Iterable[_Union[ReplayDecision, _Mapping]]] = ..., action_text: _Optional[str] = ...) -> None: ...

class ReplayChapter(_message.Message):
    __slots__ = ("step", "title")
    STEP_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    step: int
    title: str
    def __init__(self, step: _Optional[int] = ..., title: _Optional[str] = ...) -> None: ...

class ReplayStep(_message.Message):
    __slots__ = ("at_ms", "seat", "decision_id", "thinking_ms", "failure")
    AT_MS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    THINKING_MS_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    at_ms: int
    seat: int
    decision_id: int
    thinking_ms: int
    failure: ReplayFailure
    def __init__(self, at_ms: _Optional[int] = ..., seat: _Optional[int] = ..., decision_id: _Optional[int] = ..., thinking_ms: _Optional[int] = ..., failure: _Optional[_Union[ReplayFailure, str]] = ...) -> None: ...
