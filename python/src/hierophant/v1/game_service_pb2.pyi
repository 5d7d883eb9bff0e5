from hierophant.v1 import decision_pb2 as _decision_pb2
from hierophant.v1 import game_pb2 as _game_pb2
from hierophant.v1 import replay_pb2 as _replay_pb2
from hierophant.v1 import ruleset_pb2 as _ruleset_pb2
from hierophant.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CallerRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CALLER_ROLE_UNSPECIFIED: _ClassVar[CallerRole]
    CALLER_ROLE_NONE: _ClassVar[CallerRole]
    CALLER_ROLE_GUEST: _ClassVar[CallerRole]
    CALLER_ROLE_SPECTATOR: _ClassVar[CallerRole]
    CALLER_ROLE_SEAT: _ClassVar[CallerRole]
    CALLER_ROLE_AGENT: _ClassVar[CallerRole]
    CALLER_ROLE_CREATOR: _ClassVar[CallerRole]
    CALLER_ROLE_OPERATOR: _ClassVar[CallerRole]

class WaitFor(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WAIT_FOR_UNSPECIFIED: _ClassVar[WaitFor]
    WAIT_FOR_NEWER_VERSION: _ClassVar[WaitFor]
    WAIT_FOR_MY_DECISION: _ClassVar[WaitFor]
CALLER_ROLE_UNSPECIFIED: CallerRole
CALLER_ROLE_NONE: CallerRole
CALLER_ROLE_GUEST: CallerRole
CALLER_ROLE_SPECTATOR: CallerRole
CALLER_ROLE_SEAT: CallerRole
CALLER_ROLE_AGENT: CallerRole
CALLER_ROLE_CREATOR: CallerRole
CALLER_ROLE_OPERATOR: CallerRole
WAIT_FOR_UNSPECIFIED: WaitFor
WAIT_FOR_NEWER_VERSION: WaitFor
WAIT_FOR_MY_DECISION: WaitFor

class ListRulesetsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListRulesetsResponse(_message.Message):
    __slots__ = ("rulesets",)
    RULESETS_FIELD_NUMBER: _ClassVar[int]
    rulesets: _containers.RepeatedCompositeFieldContainer[_ruleset_pb2.Ruleset]
    def __init__(self, rulesets: _Optional[_Iterable[_Union[_ruleset_pb2.Ruleset, _Mapping]]] = ...) -> None: ...

class GetRulesetRequest(_message.Message):
    __slots__ = ("ruleset",)
    RULESET_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    def __init__(self, ruleset: _Optional[str] = ...) -> None: ...

class GetRulesetResponse(_message.Message):
    __slots__ = ("ruleset",)
    RULESET_FIELD_NUMBER: _ClassVar[int]
    ruleset: _ruleset_pb2.Ruleset
    def __init__(self, ruleset: _Optional[_Union[_ruleset_pb2.Ruleset, _Mapping]] = ...) -> None: ...

class GetServiceInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GuestTerms(_message.Message):
    __slots__ = ("built_in_agents", "live_games_max", "creations_per_minute_max", "decision_ms_max", "bank_ms_max", "increment_ms_max", "game_minutes_max", "kept_days")
    BUILT_IN_AGENTS_FIELD_NUMBER: _ClassVar[int]
    LIVE_GAMES_MAX_FIELD_NUMBER: _ClassVar[int]
    CREATIONS_PER_MINUTE_MAX_FIELD_NUMBER: _ClassVar[int]
    DECISION_MS_MAX_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_MAX_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_MAX_FIELD_NUMBER: _ClassVar[int]
    GAME_MINUTES_MAX_FIELD_NUMBER: _ClassVar[int]
    KEPT_DAYS_FIELD_NUMBER: _ClassVar[int]
    built_in_agents: _containers.RepeatedScalarFieldContainer[str]
    live_games_max: int
    creations_per_minute_max: int
    decision_ms_max: int
    bank_ms_max: int
    increment_ms_max: int
    game_minutes_max: int
    kept_days: int
    def __init__(self, built_in_agents: _Optional[_Iterable[str]] = ..., live_games_max: _Optional[int] = ..., creations_per_minute_max: _Optional[int] = ..., decision_ms_max: _Optional[int] = ..., bank_ms_max: _Optional[int] = ..., increment_ms_max: _Optional[int] = ..., game_minutes_max: _Optional[int] = ..., kept_days: _Optional[int] = ...) -> None: ...

class GetServiceInfoResponse(_message.Message):
    __slots__ = ("version", "role", "guests")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    GUESTS_FIELD_NUMBER: _ClassVar[int]
    version: str
    role: CallerRole
    guests: GuestTerms
    def __init__(self, version: _Optional[str] = ..., role: _Optional[_Union[CallerRole, str]] = ..., guests: _Optional[_Union[GuestTerms, _Mapping]] = ...) -> None: ...

class OpenSeat(_message.Message):
    __slots__ = ("person",)
    PERSON_FIELD_NUMBER: _ClassVar[int]
    person: bool
    def __init__(self, person: bool = ...) -> None: ...

class SeatRequest(_message.Message):
    __slots__ = ("open", "built_in_agent", "agent", "display_name", "player_ref")
    OPEN_FIELD_NUMBER: _ClassVar[int]
    BUILT_IN_AGENT_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    PLAYER_REF_FIELD_NUMBER: _ClassVar[int]
    open: OpenSeat
    built_in_agent: str
    agent: str
    display_name: str
    player_ref: str
    def __init__(self, open: _Optional[_Union[OpenSeat, _Mapping]] = ..., built_in_agent: _Optional[str] = ..., agent: _Optional[str] = ..., display_name: _Optional[str] = ..., player_ref: _Optional[str] = ...) -> None: ...

class CreateGameRequest(_message.Message):
    __slots__ = ("game_id", "request_id", "setup", "seats", "labels", "seed", "time_control", "illegal_answers_max", "rules_version", "spectator_delay_ms", "visibility")
    class LabelsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_ANSWERS_MAX_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_DELAY_MS_FIELD_NUMBER: _ClassVar[int]
    VISIBILITY_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    request_id: str
    setup: _ruleset_pb2.Setup
    seats: _containers.RepeatedCompositeFieldContainer[SeatRequest]
    labels: _containers.ScalarMap[str, str]
    seed: bytes
    time_control: _game_pb2.TimeControl
    illegal_answers_max: int
    rules_version: int
    spectator_delay_ms: int
    visibility: _game_pb2.Visibility
    def __init__(self, game_id: _Optional[str] = ..., request_id: _Optional[str] = ..., setup: _Optional[_Union[_ruleset_pb2.Setup, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatRequest, _Mapping]]] = ..., labels: _Optional[_Mapping[str, str]] = ..., seed: _Optional[bytes] = ..., time_control: _Optional[_Union[_game_pb2.TimeControl, _Mapping]] = ..., illegal_answers_max: _Optional[int] = ..., rules_version: _Optional[int] = ..., spectator_delay_ms: _Optional[int] = ..., visibility: _Optional[_Union[_game_pb2.Visibility, str]] = ...) -> None: ...

class SeatToken(_message.Message):
    __slots__ = ("seat", "token")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: str
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[str] = ...) -> None: ...

class CreateGameResponse(_message.Message):
    __slots__ = ("game", "seat_tokens", "spectator_token")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    seat_tokens: _containers.RepeatedCompositeFieldContainer[SeatToken]
    spectator_token: str
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ..., seat_tokens: _Optional[_Iterable[_Union[SeatToken, _Mapping]]] = ..., spectator_token: _Optional[str] = ...) -> None: ...

class GetGameRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class GetGameResponse(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "ruleset", "labels", "status", "finished_after", "agent", "failed")
    class LabelsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    FINISHED_AFTER_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    FAILED_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    ruleset: str
    labels: _containers.ScalarMap[str, str]
    status: _game_pb2.GameStatus
    finished_after: int
    agent: str
    failed: bool
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., ruleset: _Optional[str] = ..., labels: _Optional[_Mapping[str, str]] = ..., status: _Optional[_Union[_game_pb2.GameStatus, str]] = ..., finished_after: _Optional[int] = ..., agent: _Optional[str] = ..., failed: bool = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[_game_pb2.Game]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[_game_pb2.Game, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetViewRequest(_message.Message):
    __slots__ = ("game", "wait_for", "known_view_version", "wait_ms_max", "include_legal_actions", "include_text")
    GAME_FIELD_NUMBER: _ClassVar[int]
    WAIT_FOR_FIELD_NUMBER: _ClassVar[int]
    KNOWN_VIEW_VERSION_FIELD_NUMBER: _ClassVar[int]
    WAIT_MS_MAX_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_TEXT_FIELD_NUMBER: _ClassVar[int]
    game: str
    wait_for: WaitFor
    known_view_version: int
    wait_ms_max: int
    include_legal_actions: bool
    include_text: bool
    def __init__(self, game: _Optional[str] = ..., wait_for: _Optional[_Union[WaitFor, str]] = ..., known_view_version: _Optional[int] = ..., wait_ms_max: _Optional[int] = ..., include_legal_actions: bool = ..., include_text: bool = ...) -> None: ...

class GetViewResponse(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ...) -> None: ...

class SubmitActionRequest(_message.Message):
    __slots__ = ("game", "decision_id", "action_code", "action", "validate_only", "include_legal_actions", "include_text", "wait_for", "wait_ms_max", "following_codes")
    GAME_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_CODE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_TEXT_FIELD_NUMBER: _ClassVar[int]
    WAIT_FOR_FIELD_NUMBER: _ClassVar[int]
    WAIT_MS_MAX_FIELD_NUMBER: _ClassVar[int]
    FOLLOWING_CODES_FIELD_NUMBER: _ClassVar[int]
    game: str
    decision_id: int
    action_code: int
    action: _ruleset_pb2.Action
    validate_only: bool
    include_legal_actions: bool
    include_text: bool
    wait_for: WaitFor
    wait_ms_max: int
    following_codes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[str] = ..., decision_id: _Optional[int] = ..., action_code: _Optional[int] = ..., action: _Optional[_Union[_ruleset_pb2.Action, _Mapping]] = ..., validate_only: bool = ..., include_legal_actions: bool = ..., include_text: bool = ..., wait_for: _Optional[_Union[WaitFor, str]] = ..., wait_ms_max: _Optional[int] = ..., following_codes: _Optional[_Iterable[int]] = ...) -> None: ...

class SubmitActionResponse(_message.Message):
    __slots__ = ("decision_id", "action_code", "view_version", "next_decision", "view", "choice_complete")
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_CODE_FIELD_NUMBER: _ClassVar[int]
    VIEW_VERSION_FIELD_NUMBER: _ClassVar[int]
    NEXT_DECISION_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    CHOICE_COMPLETE_FIELD_NUMBER: _ClassVar[int]
    decision_id: int
    action_code: int
    view_version: int
    next_decision: _decision_pb2.Decision
    view: _view_pb2.View
    choice_complete: bool
    def __init__(self, decision_id: _Optional[int] = ..., action_code: _Optional[int] = ..., view_version: _Optional[int] = ..., next_decision: _Optional[_Union[_decision_pb2.Decision, _Mapping]] = ..., view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., choice_complete: bool = ...) -> None: ...

class ResignRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class ResignResponse(_message.Message):
    __slots__ = ("ending",)
    ENDING_FIELD_NUMBER: _ClassVar[int]
    ending: _game_pb2.SeatEnding
    def __init__(self, ending: _Optional[_Union[_game_pb2.SeatEnding, str]] = ...) -> None: ...

class RotateTokenRequest(_message.Message):
    __slots__ = ("game", "seat", "spectators", "request_id")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: int
    spectators: bool
    request_id: str
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[int] = ..., spectators: bool = ..., request_id: _Optional[str] = ...) -> None: ...

class RotateTokenResponse(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: str
    def __init__(self, token: _Optional[str] = ...) -> None: ...

class AbortGameRequest(_message.Message):
    __slots__ = ("game", "reason", "infrastructure_failure")
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    INFRASTRUCTURE_FAILURE_FIELD_NUMBER: _ClassVar[int]
    game: str
    reason: str
    infrastructure_failure: bool
    def __init__(self, game: _Optional[str] = ..., reason: _Optional[str] = ..., infrastructure_failure: bool = ...) -> None: ...

class AbortGameResponse(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ...) -> None: ...

class WatchGameRequest(_message.Message):
    __slots__ = ("game", "resume_after_view_version", "include_legal_actions", "include_text", "watcher_id", "include_views")
    GAME_FIELD_NUMBER: _ClassVar[int]
    RESUME_AFTER_VIEW_VERSION_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_TEXT_FIELD_NUMBER: _ClassVar[int]
    WATCHER_ID_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_VIEWS_FIELD_NUMBER: _ClassVar[int]
    game: str
    resume_after_view_version: int
    include_legal_actions: bool
    include_text: bool
    watcher_id: str
    include_views: bool
    def __init__(self, game: _Optional[str] = ..., resume_after_view_version: _Optional[int] = ..., include_legal_actions: bool = ..., include_text: bool = ..., watcher_id: _Optional[str] = ..., include_views: bool = ...) -> None: ...

class WatchGameResponse(_message.Message):
    __slots__ = ("snapshot", "update", "heartbeat", "ended")
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    snapshot: _view_pb2.View
    update: _view_pb2.GameUpdate
    heartbeat: _view_pb2.Heartbeat
    ended: _view_pb2.GameEnded
    def __init__(self, snapshot: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., update: _Optional[_Union[_view_pb2.GameUpdate, _Mapping]] = ..., heartbeat: _Optional[_Union[_view_pb2.Heartbeat, _Mapping]] = ..., ended: _Optional[_Union[_view_pb2.GameEnded, _Mapping]] = ...) -> None: ...

class GetReplayRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class ReplayEntries(_message.Message):
    __slots__ = ("entries",)
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[_replay_pb2.ReplayEntry]
    def __init__(self, entries: _Optional[_Iterable[_Union[_replay_pb2.ReplayEntry, _Mapping]]] = ...) -> None: ...

class GetReplayResponse(_message.Message):
    __slots__ = ("header", "entries")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    header: _replay_pb2.ReplayHeader
    entries: ReplayEntries
    def __init__(self, header: _Optional[_Union[_replay_pb2.ReplayHeader, _Mapping]] = ..., entries: _Optional[_Union[ReplayEntries, _Mapping]] = ...) -> None: ...

class GetReplayIndexRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class GetReplayIndexResponse(_message.Message):
    __slots__ = ("game", "steps", "chapters", "has_positions", "step_count")
    GAME_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    CHAPTERS_FIELD_NUMBER: _ClassVar[int]
    HAS_POSITIONS_FIELD_NUMBER: _ClassVar[int]
    STEP_COUNT_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    steps: _containers.RepeatedCompositeFieldContainer[_replay_pb2.ReplayStep]
    chapters: _containers.RepeatedCompositeFieldContainer[_replay_pb2.ReplayChapter]
    has_positions: bool
    step_count: int
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ..., steps: _Optional[_Iterable[_Union[_replay_pb2.ReplayStep, _Mapping]]] = ..., chapters: _Optional[_Iterable[_Union[_replay_pb2.ReplayChapter, _Mapping]]] = ..., has_positions: bool = ..., step_count: _Optional[int] = ...) -> None: ...

class GetReplayFramesRequest(_message.Message):
    __slots__ = ("game", "viewers", "first_step", "count", "include_legal_actions", "include_text")
    GAME_FIELD_NUMBER: _ClassVar[int]
    VIEWERS_FIELD_NUMBER: _ClassVar[int]
    FIRST_STEP_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_TEXT_FIELD_NUMBER: _ClassVar[int]
    game: str
    viewers: _containers.RepeatedCompositeFieldContainer[_replay_pb2.ReplayViewer]
    first_step: int
    count: int
    include_legal_actions: bool
    include_text: bool
    def __init__(self, game: _Optional[str] = ..., viewers: _Optional[_Iterable[_Union[_replay_pb2.ReplayViewer, _Mapping]]] = ..., first_step: _Optional[int] = ..., count: _Optional[int] = ..., include_legal_actions: bool = ..., include_text: bool = ...) -> None: ...

class GetReplayFramesResponse(_message.Message):
    __slots__ = ("frames",)
    FRAMES_FIELD_NUMBER: _ClassVar[int]
    frames: _containers.RepeatedCompositeFieldContainer[_replay_pb2.ReplayFrame]
    def __init__(self, frames: _Optional[_Iterable[_Union[_replay_pb2.ReplayFrame, _Mapping]]] = ...) -> None: ...
