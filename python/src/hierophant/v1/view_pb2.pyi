import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from hierophant.arcana.v1 import arcana_pb2 as _arcana_pb2
from hierophant.arcanoid.v1 import arcanoid_pb2 as _arcanoid_pb2
from hierophant.arcanum.v1 import arcanum_pb2 as _arcanum_pb2
from hierophant.res_arcana.v1 import res_arcana_pb2 as _res_arcana_pb2
from hierophant.v1 import decision_pb2 as _decision_pb2
from hierophant.v1 import game_pb2 as _game_pb2
from hierophant.v1 import ruleset_pb2 as _ruleset_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Spectator(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SeatState(_message.Message):
    __slots__ = ("seat", "bank_ms", "ending")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    seat: int
    bank_ms: int
    ending: _game_pb2.SeatEnding
    def __init__(self, seat: _Optional[int] = ..., bank_ms: _Optional[int] = ..., ending: _Optional[_Union[_game_pb2.SeatEnding, str]] = ...) -> None: ...

class SeatAccount(_message.Message):
    __slots__ = ("server_time", "bank_ms", "strikes", "illegal_answers", "ending", "decide_by")
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_ANSWERS_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    DECIDE_BY_FIELD_NUMBER: _ClassVar[int]
    server_time: _timestamp_pb2.Timestamp
    bank_ms: int
    strikes: int
    illegal_answers: int
    ending: _game_pb2.SeatEnding
    decide_by: _timestamp_pb2.Timestamp
    def __init__(self, server_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., bank_ms: _Optional[int] = ..., strikes: _Optional[int] = ..., illegal_answers: _Optional[int] = ..., ending: _Optional[_Union[_game_pb2.SeatEnding, str]] = ..., decide_by: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("view_version", "seat", "spectator", "status", "asked_seats", "decision", "digest", "text", "outcome", "account", "seats", "arcanum", "arcanoid", "arcana", "res_arcana")
    VIEW_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ASKED_SEATS_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    ARCANUM_FIELD_NUMBER: _ClassVar[int]
    ARCANOID_FIELD_NUMBER: _ClassVar[int]
    ARCANA_FIELD_NUMBER: _ClassVar[int]
    RES_ARCANA_FIELD_NUMBER: _ClassVar[int]
    view_version: int
    seat: int
    spectator: Spectator
    status: _game_pb2.GameStatus
    asked_seats: _containers.RepeatedScalarFieldContainer[int]
    decision: _decision_pb2.Decision
    digest: bytes
    text: str
    outcome: _game_pb2.Outcome
    account: SeatAccount
    seats: _containers.RepeatedCompositeFieldContainer[SeatState]
    arcanum: _arcanum_pb2.View
    arcanoid: _arcanoid_pb2.View
    arcana: _arcana_pb2.View
    res_arcana: _res_arcana_pb2.View
    def __init__(self, view_version: _Optional[int] = ..., seat: _Optional[int] = ..., spectator: _Optional[_Union[Spectator, _Mapping]] = ..., status: _Optional[_Union[_game_pb2.GameStatus, str]] = ..., asked_seats: _Optional[_Iterable[int]] = ..., decision: _Optional[_Union[_decision_pb2.Decision, _Mapping]] = ..., digest: _Optional[bytes] = ..., text: _Optional[str] = ..., outcome: _Optional[_Union[_game_pb2.Outcome, _Mapping]] = ..., account: _Optional[_Union[SeatAccount, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatState, _Mapping]]] = ..., arcanum: _Optional[_Union[_arcanum_pb2.View, _Mapping]] = ..., arcanoid: _Optional[_Union[_arcanoid_pb2.View, _Mapping]] = ..., arcana: _Optional[_Union[_arcana_pb2.View, _Mapping]] = ..., res_arcana: _Optional[_Union[_res_arcana_pb2.View, _Mapping]] = ...) -> None: ...

class GameUpdate(_message.Message):
    __slots__ = ("view_version", "events", "digest", "view")
    VIEW_VERSION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view_version: int
    events: _containers.RepeatedCompositeFieldContainer[_ruleset_pb2.Event]
    digest: bytes
    view: View
    def __init__(self, view_version: _Optional[int] = ..., events: _Optional[_Iterable[_Union[_ruleset_pb2.Event, _Mapping]]] = ..., digest: _Optional[bytes] = ..., view: _Optional[_Union[View, _Mapping]] = ...) -> None: ...

class Heartbeat(_message.Message):
    __slots__ = ("view_version", "account")
    VIEW_VERSION_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    view_version: int
    account: SeatAccount
    def __init__(self, view_version: _Optional[int] = ..., account: _Optional[_Union[SeatAccount, _Mapping]] = ...) -> None: ...

class GameEnded(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: View
    def __init__(self, view: _Optional[_Union[View, _Mapping]] = ...) -> None: ...
