import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from hierophant.arcana.v1 import arcana_pb2 as _arcana_pb2
from hierophant.arcanoid.v1 import arcanoid_pb2 as _arcanoid_pb2
from hierophant.arcanum.v1 import arcanum_pb2 as _arcanum_pb2
from hierophant.res_arcana.v1 import res_arcana_pb2 as _res_arcana_pb2
from hierophant.v1 import ruleset_pb2 as _ruleset_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class VirtualPlayer(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Decision(_message.Message):
    __slots__ = ("decision_id", "seat", "virtual_player", "continues", "legal_codes", "legal_actions", "legal_texts", "text", "decide_by", "arcanum", "arcanoid", "arcana", "res_arcana")
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VIRTUAL_PLAYER_FIELD_NUMBER: _ClassVar[int]
    CONTINUES_FIELD_NUMBER: _ClassVar[int]
    LEGAL_CODES_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    LEGAL_TEXTS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    DECIDE_BY_FIELD_NUMBER: _ClassVar[int]
    ARCANUM_FIELD_NUMBER: _ClassVar[int]
    ARCANOID_FIELD_NUMBER: _ClassVar[int]
    ARCANA_FIELD_NUMBER: _ClassVar[int]
    RES_ARCANA_FIELD_NUMBER: _ClassVar[int]
    decision_id: int
    seat: int
    virtual_player: VirtualPlayer
    continues: bool
    legal_codes: _containers.RepeatedScalarFieldContainer[int]
    legal_actions: _containers.RepeatedCompositeFieldContainer[_ruleset_pb2.Action]
    legal_texts: _containers.RepeatedScalarFieldContainer[str]
    text: str
    decide_by: _timestamp_pb2.Timestamp
    arcanum: _arcanum_pb2.DecisionKind
    arcanoid: _arcanoid_pb2.DecisionKind
    arcana: _arcana_pb2.DecisionKind
    res_arcana: _res_arcana_pb2.DecisionKind
    def __init__(self, decision_id: _Optional[int] = ..., seat: _Optional[int] = ..., virtual_player: _Optional[_Union[VirtualPlayer, _Mapping]] = ..., continues: bool = ..., legal_codes: _Optional[_Iterable[int]] = ..., legal_actions: _Optional[_Iterable[_Union[_ruleset_pb2.Action, _Mapping]]] = ..., legal_texts: _Optional[_Iterable[str]] = ..., text: _Optional[str] = ..., decide_by: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., arcanum: _Optional[_Union[_arcanum_pb2.DecisionKind, str]] = ..., arcanoid: _Optional[_Union[_arcanoid_pb2.DecisionKind, str]] = ..., arcana: _Optional[_Union[_arcana_pb2.DecisionKind, str]] = ..., res_arcana: _Optional[_Union[_res_arcana_pb2.DecisionKind, str]] = ...) -> None: ...
