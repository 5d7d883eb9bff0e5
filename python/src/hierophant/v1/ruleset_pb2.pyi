from hierophant.arcana.v1 import arcana_pb2 as _arcana_pb2
from hierophant.arcanoid.v1 import arcanoid_pb2 as _arcanoid_pb2
from hierophant.arcanum.v1 import arcanum_pb2 as _arcanum_pb2
from hierophant.res_arcana.v1 import res_arcana_pb2 as _res_arcana_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Setup(_message.Message):
    __slots__ = ("arcanum", "arcanoid", "arcana", "res_arcana")
    ARCANUM_FIELD_NUMBER: _ClassVar[int]
    ARCANOID_FIELD_NUMBER: _ClassVar[int]
    ARCANA_FIELD_NUMBER: _ClassVar[int]
    RES_ARCANA_FIELD_NUMBER: _ClassVar[int]
    arcanum: _arcanum_pb2.Setup
    arcanoid: _arcanoid_pb2.Setup
    arcana: _arcana_pb2.Setup
    res_arcana: _res_arcana_pb2.Setup
    def __init__(self, arcanum: _Optional[_Union[_arcanum_pb2.Setup, _Mapping]] = ..., arcanoid: _Optional[_Union[_arcanoid_pb2.Setup, _Mapping]] = ..., arcana: _Optional[_Union[_arcana_pb2.Setup, _Mapping]] = ..., res_arcana: _Optional[_Union[_res_arcana_pb2.Setup, _Mapping]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("arcanum", "arcanoid", "arcana", "res_arcana")
    ARCANUM_FIELD_NUMBER: _ClassVar[int]
    ARCANOID_FIELD_NUMBER: _ClassVar[int]
    ARCANA_FIELD_NUMBER: _ClassVar[int]
    RES_ARCANA_FIELD_NUMBER: _ClassVar[int]
    arcanum: _arcanum_pb2.Action
    arcanoid: _arcanoid_pb2.Action
    arcana: _arcana_pb2.Action
    res_arcana: _res_arcana_pb2.Action
    def __init__(self, arcanum: _Optional[_Union[_arcanum_pb2.Action, _Mapping]] = ..., arcanoid: _Optional[_Union[_arcanoid_pb2.Action, _Mapping]] = ..., arcana: _Optional[_Union[_arcana_pb2.Action, _Mapping]] = ..., res_arcana: _Optional[_Union[_res_arcana_pb2.Action, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("text", "arcanum", "arcanoid", "arcana", "res_arcana")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ARCANUM_FIELD_NUMBER: _ClassVar[int]
    ARCANOID_FIELD_NUMBER: _ClassVar[int]
    ARCANA_FIELD_NUMBER: _ClassVar[int]
    RES_ARCANA_FIELD_NUMBER: _ClassVar[int]
    text: str
    arcanum: _arcanum_pb2.Event
    arcanoid: _arcanoid_pb2.Event
    arcana: _arcana_pb2.Event
    res_arcana: _res_arcana_pb2.Event
    def __init__(self, text: _Optional[str] = ..., arcanum: _Optional[_Union[_arcanum_pb2.Event, _Mapping]] = ..., arcanoid: _Optional[_Union[_arcanoid_pb2.Event, _Mapping]] = ..., arcana: _Optional[_Union[_arcana_pb2.Event, _Mapping]] = ..., res_arcana: _Optional[_Union[_res_arcana_pb2.Event, _Mapping]] = ...) -> None: ...

class BuiltInAgent(_message.Message):
    __slots__ = ("name", "description")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ...) -> None: ...

class Ruleset(_message.Message):
    __slots__ = ("id", "version", "seats_min", "seats_max", "action_space", "legal_max", "answers_max", "built_in_agents", "default_setup", "description", "versions", "documentation", "arcanum", "arcanoid", "arcana", "res_arcana")
    ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SEATS_MIN_FIELD_NUMBER: _ClassVar[int]
    SEATS_MAX_FIELD_NUMBER: _ClassVar[int]
    ACTION_SPACE_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MAX_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_MAX_FIELD_NUMBER: _ClassVar[int]
    BUILT_IN_AGENTS_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_SETUP_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    DOCUMENTATION_FIELD_NUMBER: _ClassVar[int]
    ARCANUM_FIELD_NUMBER: _ClassVar[int]
    ARCANOID_FIELD_NUMBER: _ClassVar[int]
    ARCANA_FIELD_NUMBER: _ClassVar[int]
    RES_ARCANA_FIELD_NUMBER: _ClassVar[int]
    id: str
    version: int
    seats_min: int
    seats_max: int
    action_space: int
    legal_max: int
    answers_max: int
    built_in_agents: _containers.RepeatedCompositeFieldContainer[BuiltInAgent]
    default_setup: Setup
    description: str
    versions: _containers.RepeatedScalarFieldContainer[int]
    documentation: str
    arcanum: _arcanum_pb2.Parameters
    arcanoid: _arcanoid_pb2.Parameters
    arcana: _arcana_pb2.Parameters
    res_arcana: _res_arcana_pb2.Parameters
    def __init__(self, id: _Optional[str] = ..., version: _Optional[int] = ..., seats_min: _Optional[int] = ..., seats_max: _Optional[int] = ..., action_space: _Optional[int] = ..., legal_max: _Optional[int] = ..., answers_max: _Optional[int] = ..., built_in_agents: _Optional[_Iterable[_Union[BuiltInAgent, _Mapping]]] = ..., default_setup: _Optional[_Union[Setup, _Mapping]] = ..., description: _Optional[str] = ..., versions: _Optional[_Iterable[int]] = ..., documentation: _Optional[str] = ..., arcanum: _Optional[_Union[_arcanum_pb2.Parameters, _Mapping]] = ..., arcanoid: _Optional[_Union[_arcanoid_pb2.Parameters, _Mapping]] = ..., arcana: _Optional[_Union[_arcana_pb2.Parameters, _Mapping]] = ..., res_arcana: _Optional[_Union[_res_arcana_pb2.Parameters, _Mapping]] = ...) -> None: ...
