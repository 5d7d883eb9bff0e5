import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from hierophant.v1 import ruleset_pb2 as _ruleset_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ExpiryPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EXPIRY_POLICY_UNSPECIFIED: _ClassVar[ExpiryPolicy]
    EXPIRY_POLICY_DEFAULT_ACTION: _ClassVar[ExpiryPolicy]
    EXPIRY_POLICY_BUILT_IN_AGENT: _ClassVar[ExpiryPolicy]
    EXPIRY_POLICY_FORFEIT: _ClassVar[ExpiryPolicy]
    EXPIRY_POLICY_VOID: _ClassVar[ExpiryPolicy]

class GameStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GAME_STATUS_UNSPECIFIED: _ClassVar[GameStatus]
    GAME_STATUS_LIVE: _ClassVar[GameStatus]
    GAME_STATUS_ENDED: _ClassVar[GameStatus]

class Visibility(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VISIBILITY_UNSPECIFIED: _ClassVar[Visibility]
    VISIBILITY_PRIVATE: _ClassVar[Visibility]
    VISIBILITY_PUBLIC: _ClassVar[Visibility]

class GameEnding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GAME_ENDING_UNSPECIFIED: _ClassVar[GameEnding]
    GAME_ENDING_PLAYED: _ClassVar[GameEnding]
    GAME_ENDING_VOID: _ClassVar[GameEnding]
    GAME_ENDING_ABORTED: _ClassVar[GameEnding]
    GAME_ENDING_INFRASTRUCTURE_FAILURE: _ClassVar[GameEnding]
    GAME_ENDING_ABANDONED: _ClassVar[GameEnding]

class SeatEnding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEAT_ENDING_UNSPECIFIED: _ClassVar[SeatEnding]
    SEAT_ENDING_PLAYED: _ClassVar[SeatEnding]
    SEAT_ENDING_RESIGNED: _ClassVar[SeatEnding]
    SEAT_ENDING_TIMED_OUT: _ClassVar[SeatEnding]
    SEAT_ENDING_NEVER_JOINED: _ClassVar[SeatEnding]
    SEAT_ENDING_ILLEGAL_ANSWERS: _ClassVar[SeatEnding]
    SEAT_ENDING_ABORTED: _ClassVar[SeatEnding]
    SEAT_ENDING_INFRASTRUCTURE_FAILURE: _ClassVar[SeatEnding]
    SEAT_ENDING_ABSENT: _ClassVar[SeatEnding]
EXPIRY_POLICY_UNSPECIFIED: ExpiryPolicy
EXPIRY_POLICY_DEFAULT_ACTION: ExpiryPolicy
EXPIRY_POLICY_BUILT_IN_AGENT: ExpiryPolicy
EXPIRY_POLICY_FORFEIT: ExpiryPolicy
EXPIRY_POLICY_VOID: ExpiryPolicy
GAME_STATUS_UNSPECIFIED: GameStatus
GAME_STATUS_LIVE: GameStatus
GAME_STATUS_ENDED: GameStatus
VISIBILITY_UNSPECIFIED: Visibility
VISIBILITY_PRIVATE: Visibility
VISIBILITY_PUBLIC: Visibility
GAME_ENDING_UNSPECIFIED: GameEnding
GAME_ENDING_PLAYED: GameEnding
GAME_ENDING_VOID: GameEnding
GAME_ENDING_ABORTED: GameEnding
GAME_ENDING_INFRASTRUCTURE_FAILURE: GameEnding
GAME_ENDING_ABANDONED: GameEnding
SEAT_ENDING_UNSPECIFIED: SeatEnding
SEAT_ENDING_PLAYED: SeatEnding
SEAT_ENDING_RESIGNED: SeatEnding
SEAT_ENDING_TIMED_OUT: SeatEnding
SEAT_ENDING_NEVER_JOINED: SeatEnding
SEAT_ENDING_ILLEGAL_ANSWERS: SeatEnding
SEAT_ENDING_ABORTED: SeatEnding
SEAT_ENDING_INFRASTRUCTURE_FAILURE: SeatEnding
SEAT_ENDING_ABSENT: SeatEnding

class TimeControl(_message.Message):
    __slots__ = ("decision_ms", "bank_ms", "increment_ms", "first_choice_ms", "grace_ms", "on_expiry", "strikes_max", "built_in_agent")
    DECISION_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    FIRST_CHOICE_MS_FIELD_NUMBER: _ClassVar[int]
    GRACE_MS_FIELD_NUMBER: _ClassVar[int]
    ON_EXPIRY_FIELD_NUMBER: _ClassVar[int]
    STRIKES_MAX_FIELD_NUMBER: _ClassVar[int]
    BUILT_IN_AGENT_FIELD_NUMBER: _ClassVar[int]
    decision_ms: int
    bank_ms: int
    increment_ms: int
    first_choice_ms: int
    grace_ms: int
    on_expiry: ExpiryPolicy
    strikes_max: int
    built_in_agent: str
    def __init__(self, decision_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ..., first_choice_ms: _Optional[int] = ..., grace_ms: _Optional[int] = ..., on_expiry: _Optional[_Union[ExpiryPolicy, str]] = ..., strikes_max: _Optional[int] = ..., built_in_agent: _Optional[str] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("victory_points", "rank", "utility_thousandths", "ending")
    VICTORY_POINTS_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    UTILITY_THOUSANDTHS_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    victory_points: int
    rank: int
    utility_thousandths: int
    ending: SeatEnding
    def __init__(self, victory_points: _Optional[int] = ..., rank: _Optional[int] = ..., utility_thousandths: _Optional[int] = ..., ending: _Optional[_Union[SeatEnding, str]] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("standings", "ending", "reason")
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    ending: GameEnding
    reason: str
    def __init__(self, standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., ending: _Optional[_Union[GameEnding, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class GameSeat(_message.Message):
    __slots__ = ("seat", "display_name", "player_ref", "built_in_agent", "agent", "person")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    PLAYER_REF_FIELD_NUMBER: _ClassVar[int]
    BUILT_IN_AGENT_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    PERSON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    display_name: str
    player_ref: str
    built_in_agent: str
    agent: str
    person: bool
    def __init__(self, seat: _Optional[int] = ..., display_name: _Optional[str] = ..., player_ref: _Optional[str] = ..., built_in_agent: _Optional[str] = ..., agent: _Optional[str] = ..., person: bool = ...) -> None: ...

class Game(_message.Message):
    __slots__ = ("name", "ruleset", "rules_version", "setup", "seats", "labels", "commitment", "seed_known_to_creator", "created_at", "status", "ended_at", "outcome", "finish_sequence", "time_control", "illegal_answers_max", "spectator_delay_ms", "visibility")
    class LabelsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SEED_KNOWN_TO_CREATOR_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ENDED_AT_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    FINISH_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_ANSWERS_MAX_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_DELAY_MS_FIELD_NUMBER: _ClassVar[int]
    VISIBILITY_FIELD_NUMBER: _ClassVar[int]
    name: str
    ruleset: str
    rules_version: int
    setup: _ruleset_pb2.Setup
    seats: _containers.RepeatedCompositeFieldContainer[GameSeat]
    labels: _containers.ScalarMap[str, str]
    commitment: bytes
    seed_known_to_creator: bool
    created_at: _timestamp_pb2.Timestamp
    status: GameStatus
    ended_at: _timestamp_pb2.Timestamp
    outcome: Outcome
    finish_sequence: int
    time_control: TimeControl
    illegal_answers_max: int
    spectator_delay_ms: int
    visibility: Visibility
    def __init__(self, name: _Optional[str] = ..., ruleset: _Optional[str] = ..., rules_version: _Optional[int] = ..., setup: _Optional[_Union[_ruleset_pb2.Setup, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[GameSeat, _Mapping]]] = ..., labels: _Optional[_Mapping[str, str]] = ..., commitment: _Optional[bytes] = ..., seed_known_to_creator: bool = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., status: _Optional[_Union[GameStatus, str]] = ..., ended_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., finish_sequence: _Optional[int] = ..., time_control: _Optional[_Union[TimeControl, _Mapping]] = ..., illegal_answers_max: _Optional[int] = ..., spectator_delay_ms: _Optional[int] = ..., visibility: _Optional[_Union[Visibility, str]] = ...) -> None: ...
