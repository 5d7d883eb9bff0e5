from hierophant.v1 import agent_pb2 as _agent_pb2
from hierophant.v1 import error_pb2 as _error_pb2
from hierophant.v1 import game_pb2 as _game_pb2
from hierophant.v1 import ruleset_pb2 as _ruleset_pb2
from hierophant.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RegisterAgentRequest(_message.Message):
    __slots__ = ("name", "display_name", "request_id")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    name: str
    display_name: str
    request_id: str
    def __init__(self, name: _Optional[str] = ..., display_name: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class RegisterAgentResponse(_message.Message):
    __slots__ = ("agent", "token")
    AGENT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    agent: _agent_pb2.Agent
    token: str
    def __init__(self, agent: _Optional[_Union[_agent_pb2.Agent, _Mapping]] = ..., token: _Optional[str] = ...) -> None: ...

class RotateAgentTokenRequest(_message.Message):
    __slots__ = ("agent", "request_id")
    AGENT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    agent: str
    request_id: str
    def __init__(self, agent: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class RotateAgentTokenResponse(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: str
    def __init__(self, token: _Optional[str] = ...) -> None: ...

class GetAgentRequest(_message.Message):
    __slots__ = ("agent",)
    AGENT_FIELD_NUMBER: _ClassVar[int]
    agent: str
    def __init__(self, agent: _Optional[str] = ...) -> None: ...

class GetAgentResponse(_message.Message):
    __slots__ = ("agent",)
    AGENT_FIELD_NUMBER: _ClassVar[int]
    agent: _agent_pb2.Agent
    def __init__(self, agent: _Optional[_Union[_agent_pb2.Agent, _Mapping]] = ...) -> None: ...

class ListAgentsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAgentsResponse(_message.Message):
    __slots__ = ("agents", "next_page_token")
    AGENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    agents: _containers.RepeatedCompositeFieldContainer[_agent_pb2.Agent]
    next_page_token: str
    def __init__(self, agents: _Optional[_Iterable[_Union[_agent_pb2.Agent, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RetireAgentRequest(_message.Message):
    __slots__ = ("agent",)
    AGENT_FIELD_NUMBER: _ClassVar[int]
    agent: str
    def __init__(self, agent: _Optional[str] = ...) -> None: ...

class RetireAgentResponse(_message.Message):
    __slots__ = ("agent",)
    AGENT_FIELD_NUMBER: _ClassVar[int]
    agent: _agent_pb2.Agent
    def __init__(self, agent: _Optional[_Union[_agent_pb2.Agent, _Mapping]] = ...) -> None: ...

class ValidateAgentRequest(_message.Message):
    __slots__ = ("agent", "setup", "time_control", "illegal_answers_max", "rules_version", "request_id")
    AGENT_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_ANSWERS_MAX_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    agent: str
    setup: _ruleset_pb2.Setup
    time_control: _game_pb2.TimeControl
    illegal_answers_max: int
    rules_version: int
    request_id: str
    def __init__(self, agent: _Optional[str] = ..., setup: _Optional[_Union[_ruleset_pb2.Setup, _Mapping]] = ..., time_control: _Optional[_Union[_game_pb2.TimeControl, _Mapping]] = ..., illegal_answers_max: _Optional[int] = ..., rules_version: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class ValidateAgentResponse(_message.Message):
    __slots__ = ("validation",)
    VALIDATION_FIELD_NUMBER: _ClassVar[int]
    validation: _agent_pb2.AgentValidation
    def __init__(self, validation: _Optional[_Union[_agent_pb2.AgentValidation, _Mapping]] = ...) -> None: ...

class AgentAnswer(_message.Message):
    __slots__ = ("game", "seat", "decision_id", "action_code", "action")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_CODE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: int
    decision_id: int
    action_code: int
    action: _ruleset_pb2.Action
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[int] = ..., decision_id: _Optional[int] = ..., action_code: _Optional[int] = ..., action: _Optional[_Union[_ruleset_pb2.Action, _Mapping]] = ...) -> None: ...

class AgentHello(_message.Message):
    __slots__ = ("agent", "terms")
    AGENT_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    agent: str
    terms: _agent_pb2.ServingTerms
    def __init__(self, agent: _Optional[str] = ..., terms: _Optional[_Union[_agent_pb2.ServingTerms, _Mapping]] = ...) -> None: ...

class ServeRequest(_message.Message):
    __slots__ = ("hello", "answer", "resign")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    hello: AgentHello
    answer: AgentAnswer
    resign: _agent_pb2.AgentSeat
    def __init__(self, hello: _Optional[_Union[AgentHello, _Mapping]] = ..., answer: _Optional[_Union[AgentAnswer, _Mapping]] = ..., resign: _Optional[_Union[_agent_pb2.AgentSeat, _Mapping]] = ...) -> None: ...

class AgentWelcome(_message.Message):
    __slots__ = ("agent", "seats")
    AGENT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    agent: _agent_pb2.Agent
    seats: _containers.RepeatedCompositeFieldContainer[_agent_pb2.AgentSeat]
    def __init__(self, agent: _Optional[_Union[_agent_pb2.Agent, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[_agent_pb2.AgentSeat, _Mapping]]] = ...) -> None: ...

class AgentSeated(_message.Message):
    __slots__ = ("game", "seat", "token")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    seat: int
    token: str
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ..., seat: _Optional[int] = ..., token: _Optional[str] = ...) -> None: ...

class AgentDecision(_message.Message):
    __slots__ = ("game", "seat", "view")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: int
    view: _view_pb2.View
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[int] = ..., view: _Optional[_Union[_view_pb2.View, _Mapping]] = ...) -> None: ...

class AnswerTaken(_message.Message):
    __slots__ = ("game", "seat", "decision_id", "action_code", "view_version")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_CODE_FIELD_NUMBER: _ClassVar[int]
    VIEW_VERSION_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: int
    decision_id: int
    action_code: int
    view_version: int
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[int] = ..., decision_id: _Optional[int] = ..., action_code: _Optional[int] = ..., view_version: _Optional[int] = ...) -> None: ...

class AnswerRefused(_message.Message):
    __slots__ = ("game", "seat", "decision_id", "reason", "rule", "message", "retry_after_ms", "action_code")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_MS_FIELD_NUMBER: _ClassVar[int]
    ACTION_CODE_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: int
    decision_id: int
    reason: _error_pb2.ErrorReason
    rule: str
    message: str
    retry_after_ms: int
    action_code: int
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[int] = ..., decision_id: _Optional[int] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., rule: _Optional[str] = ..., message: _Optional[str] = ..., retry_after_ms: _Optional[int] = ..., action_code: _Optional[int] = ...) -> None: ...

class AgentSeatLost(_message.Message):
    __slots__ = ("game", "seat", "ending")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: int
    ending: _game_pb2.SeatEnding
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[int] = ..., ending: _Optional[_Union[_game_pb2.SeatEnding, str]] = ...) -> None: ...

class AgentGameEnded(_message.Message):
    __slots__ = ("game", "seat", "view")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: int
    view: _view_pb2.View
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[int] = ..., view: _Optional[_Union[_view_pb2.View, _Mapping]] = ...) -> None: ...

class AgentHeartbeat(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ServeResponse(_message.Message):
    __slots__ = ("welcome", "seated", "decision", "taken", "refused", "seat_lost", "ended", "heartbeat")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    SEATED_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    SEAT_LOST_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    welcome: AgentWelcome
    seated: AgentSeated
    decision: AgentDecision
    taken: AnswerTaken
    refused: AnswerRefused
    seat_lost: AgentSeatLost
    ended: AgentGameEnded
    heartbeat: AgentHeartbeat
    def __init__(self, welcome: _Optional[_Union[AgentWelcome, _Mapping]] = ..., seated: _Optional[_Union[AgentSeated, _Mapping]] = ..., decision: _Optional[_Union[AgentDecision, _Mapping]] = ..., taken: _Optional[_Union[AnswerTaken, _Mapping]] = ..., refused: _Optional[_Union[AnswerRefused, _Mapping]] = ..., seat_lost: _Optional[_Union[AgentSeatLost, _Mapping]] = ..., ended: _Optional[_Union[AgentGameEnded, _Mapping]] = ..., heartbeat: _Optional[_Union[AgentHeartbeat, _Mapping]] = ...) -> None: ...

class KnownDecision(_message.Message):
    __slots__ = ("game", "seat", "decision_id")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: int
    decision_id: int
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[int] = ..., decision_id: _Optional[int] = ...) -> None: ...

class PollDecisionsRequest(_message.Message):
    __slots__ = ("terms", "known", "wait_ms_max")
    TERMS_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    WAIT_MS_MAX_FIELD_NUMBER: _ClassVar[int]
    terms: _agent_pb2.ServingTerms
    known: _containers.RepeatedCompositeFieldContainer[KnownDecision]
    wait_ms_max: int
    def __init__(self, terms: _Optional[_Union[_agent_pb2.ServingTerms, _Mapping]] = ..., known: _Optional[_Iterable[_Union[KnownDecision, _Mapping]]] = ..., wait_ms_max: _Optional[int] = ...) -> None: ...

class PollDecisionsResponse(_message.Message):
    __slots__ = ("decisions", "seats")
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    decisions: _containers.RepeatedCompositeFieldContainer[AgentDecision]
    seats: _containers.RepeatedCompositeFieldContainer[_agent_pb2.AgentSeat]
    def __init__(self, decisions: _Optional[_Iterable[_Union[AgentDecision, _Mapping]]] = ..., seats: _Optional[_Iterable[_Union[_agent_pb2.AgentSeat, _Mapping]]] = ...) -> None: ...

class SubmitActionsRequest(_message.Message):
    __slots__ = ("answers",)
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    answers: _containers.RepeatedCompositeFieldContainer[AgentAnswer]
    def __init__(self, answers: _Optional[_Iterable[_Union[AgentAnswer, _Mapping]]] = ...) -> None: ...

class AnswerResult(_message.Message):
    __slots__ = ("taken", "refused")
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    taken: AnswerTaken
    refused: AnswerRefused
    def __init__(self, taken: _Optional[_Union[AnswerTaken, _Mapping]] = ..., refused: _Optional[_Union[AnswerRefused, _Mapping]] = ...) -> None: ...

class SubmitActionsResponse(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[AnswerResult]
    def __init__(self, results: _Optional[_Iterable[_Union[AnswerResult, _Mapping]]] = ...) -> None: ...
