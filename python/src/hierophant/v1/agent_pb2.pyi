import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from hierophant.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ValidationState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VALIDATION_STATE_UNSPECIFIED: _ClassVar[ValidationState]
    VALIDATION_STATE_RUNNING: _ClassVar[ValidationState]
    VALIDATION_STATE_PASSED: _ClassVar[ValidationState]
    VALIDATION_STATE_FAILED: _ClassVar[ValidationState]
    VALIDATION_STATE_UNDECIDED: _ClassVar[ValidationState]
VALIDATION_STATE_UNSPECIFIED: ValidationState
VALIDATION_STATE_RUNNING: ValidationState
VALIDATION_STATE_PASSED: ValidationState
VALIDATION_STATE_FAILED: ValidationState
VALIDATION_STATE_UNDECIDED: ValidationState

class SeatFailure(_message.Message):
    __slots__ = ("seat", "ending", "decision_id", "was_told", "rules")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    WAS_TOLD_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ending: _game_pb2.SeatEnding
    decision_id: int
    was_told: bool
    rules: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., ending: _Optional[_Union[_game_pb2.SeatEnding, str]] = ..., decision_id: _Optional[int] = ..., was_told: bool = ..., rules: _Optional[_Iterable[str]] = ...) -> None: ...

class AgentValidation(_message.Message):
    __slots__ = ("ruleset", "rules_version", "state", "game", "decided_at", "failure", "seats")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    DECIDED_AT_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    rules_version: int
    state: ValidationState
    game: str
    decided_at: _timestamp_pb2.Timestamp
    failure: str
    seats: _containers.RepeatedCompositeFieldContainer[SeatFailure]
    def __init__(self, ruleset: _Optional[str] = ..., rules_version: _Optional[int] = ..., state: _Optional[_Union[ValidationState, str]] = ..., game: _Optional[str] = ..., decided_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., failure: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[SeatFailure, _Mapping]]] = ...) -> None: ...

class Agent(_message.Message):
    __slots__ = ("name", "display_name", "registered_at", "retired_at", "connected", "rulesets", "games_at_once_max", "games", "validations")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    REGISTERED_AT_FIELD_NUMBER: _ClassVar[int]
    RETIRED_AT_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    RULESETS_FIELD_NUMBER: _ClassVar[int]
    GAMES_AT_ONCE_MAX_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    VALIDATIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    display_name: str
    registered_at: _timestamp_pb2.Timestamp
    retired_at: _timestamp_pb2.Timestamp
    connected: bool
    rulesets: _containers.RepeatedScalarFieldContainer[str]
    games_at_once_max: int
    games: int
    validations: _containers.RepeatedCompositeFieldContainer[AgentValidation]
    def __init__(self, name: _Optional[str] = ..., display_name: _Optional[str] = ..., registered_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., retired_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., connected: bool = ..., rulesets: _Optional[_Iterable[str]] = ..., games_at_once_max: _Optional[int] = ..., games: _Optional[int] = ..., validations: _Optional[_Iterable[_Union[AgentValidation, _Mapping]]] = ...) -> None: ...

class ServingTerms(_message.Message):
    __slots__ = ("rulesets", "games_at_once_max", "include_legal_actions", "include_text")
    RULESETS_FIELD_NUMBER: _ClassVar[int]
    GAMES_AT_ONCE_MAX_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_TEXT_FIELD_NUMBER: _ClassVar[int]
    rulesets: _containers.RepeatedScalarFieldContainer[str]
    games_at_once_max: int
    include_legal_actions: bool
    include_text: bool
    def __init__(self, rulesets: _Optional[_Iterable[str]] = ..., games_at_once_max: _Optional[int] = ..., include_legal_actions: bool = ..., include_text: bool = ...) -> None: ...

class AgentSeat(_message.Message):
    __slots__ = ("game", "seat")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: int
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...
