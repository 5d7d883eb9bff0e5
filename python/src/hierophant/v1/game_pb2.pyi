from google.protobuf import timestamp_pb2 as _timestamp_pb2
from hierophant.v1 import ruleset_pb2 as _ruleset_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GameStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
    GAME_STATUS_UNSPECIFIED: _ClassVar[GameStatus]
    GAME_STATUS_LIVE: _ClassVar[GameStatus]
    GAME_STATUS_ENDED: _ClassVar[GameStatus]

class SeatEnding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
    SEAT_ENDING_UNSPECIFIED: _ClassVar[SeatEnding]
    SEAT_ENDING_PLAYED: _ClassVar[SeatEnding]
GAME_STATUS_UNSPECIFIED: GameStatus
GAME_STATUS_LIVE: GameStatus
GAME_STATUS_ENDED: GameStatus
SEAT_ENDING_UNSPECIFIED: SeatEnding
SEAT_ENDING_PLAYED: SeatEnding

class Standing(_message.Message):
    __slots__ = ["victory_points", "rank", "utility_thousandths", "ending"]
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
    __slots__ = ["standings"]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    def __init__(self, standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ...) -> None: ...

class GameSeat(_message.Message):
    __slots__ = ["seat", "display_name", "player_ref", "house_agent"]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    PLAYER_REF_FIELD_NUMBER: _ClassVar[int]
    HOUSE_AGENT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    display_name: str
    player_ref: str
    house_agent: str
    def __init__(self, seat: _Optional[int] = ..., display_name: _Optional[str] = ..., player_ref: _Optional[str] = ..., house_agent: _Optional[str] = ...) -> None: ...

class Game(_message.Message):
    __slots__ = ["name", "ruleset", "rules_version", "setup", "seats", "labels", "commitment", "seed_known_to_creator", "created_at", "status", "ended_at", "outcome", "finish_sequence"]
    class LabelsEntry(_message.Message):
        __slots__ = ["key", "value"]
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
    def __init__(self, name: _Optional[str] = ..., ruleset: _Optional[str] = ..., rules_version: _Optional[int] = ..., setup: _Optional[_Union[_ruleset_pb2.Setup, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[GameSeat, _Mapping]]] = ..., labels: _Optional[_Mapping[str, str]] = ..., commitment: _Optional[bytes] = ..., seed_known_to_creator: bool = ..., created_at: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., status: _Optional[_Union[GameStatus, str]] = ..., ended_at: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., finish_sequence: _Optional[int] = ...) -> None: ...
