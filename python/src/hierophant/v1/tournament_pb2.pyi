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

class DealMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEAL_MODE_UNSPECIFIED: _ClassVar[DealMode]
    DEAL_MODE_INDEPENDENT: _ClassVar[DealMode]
    DEAL_MODE_REPEATED: _ClassVar[DealMode]

class Seatings(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEATINGS_UNSPECIFIED: _ClassVar[Seatings]
    SEATINGS_ALL: _ClassVar[Seatings]
    SEATINGS_BALANCED: _ClassVar[Seatings]

class FailurePolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAILURE_POLICY_UNSPECIFIED: _ClassVar[FailurePolicy]
    FAILURE_POLICY_VOID_AND_REPLAY: _ClassVar[FailurePolicy]
    FAILURE_POLICY_FORFEIT: _ClassVar[FailurePolicy]
    FAILURE_POLICY_BUILT_IN_AGENT: _ClassVar[FailurePolicy]

class ReplayAccess(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REPLAY_ACCESS_UNSPECIFIED: _ClassVar[ReplayAccess]
    REPLAY_ACCESS_PRIVATE: _ClassVar[ReplayAccess]
    REPLAY_ACCESS_AFTER_GAME: _ClassVar[ReplayAccess]
    REPLAY_ACCESS_AFTER_TOURNAMENT: _ClassVar[ReplayAccess]

class TournamentStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOURNAMENT_STATUS_UNSPECIFIED: _ClassVar[TournamentStatus]
    TOURNAMENT_STATUS_RUNNING: _ClassVar[TournamentStatus]
    TOURNAMENT_STATUS_PAUSED: _ClassVar[TournamentStatus]
    TOURNAMENT_STATUS_COMPLETE: _ClassVar[TournamentStatus]
    TOURNAMENT_STATUS_CANCELLED: _ClassVar[TournamentStatus]
    TOURNAMENT_STATUS_FAILED: _ClassVar[TournamentStatus]

class Answer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ANSWER_UNSPECIFIED: _ClassVar[Answer]
    ANSWER_OPEN: _ClassVar[Answer]
    ANSWER_BETTER: _ClassVar[Answer]
    ANSWER_WORSE: _ClassVar[Answer]

class VoidReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VOID_REASON_UNSPECIFIED: _ClassVar[VoidReason]
    VOID_REASON_NO_SHOW: _ClassVar[VoidReason]
    VOID_REASON_FAILURE: _ClassVar[VoidReason]
    VOID_REASON_INFRASTRUCTURE: _ClassVar[VoidReason]

class RankedBy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RANKED_BY_UNSPECIFIED: _ClassVar[RankedBy]
    RANKED_BY_WIN_SHARE: _ClassVar[RankedBy]
    RANKED_BY_RATING: _ClassVar[RankedBy]

class Comparison(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COMPARISON_UNSPECIFIED: _ClassVar[Comparison]
    COMPARISON_LESS: _ClassVar[Comparison]
    COMPARISON_GREATER: _ClassVar[Comparison]
DEAL_MODE_UNSPECIFIED: DealMode
DEAL_MODE_INDEPENDENT: DealMode
DEAL_MODE_REPEATED: DealMode
SEATINGS_UNSPECIFIED: Seatings
SEATINGS_ALL: Seatings
SEATINGS_BALANCED: Seatings
FAILURE_POLICY_UNSPECIFIED: FailurePolicy
FAILURE_POLICY_VOID_AND_REPLAY: FailurePolicy
FAILURE_POLICY_FORFEIT: FailurePolicy
FAILURE_POLICY_BUILT_IN_AGENT: FailurePolicy
REPLAY_ACCESS_UNSPECIFIED: ReplayAccess
REPLAY_ACCESS_PRIVATE: ReplayAccess
REPLAY_ACCESS_AFTER_GAME: ReplayAccess
REPLAY_ACCESS_AFTER_TOURNAMENT: ReplayAccess
TOURNAMENT_STATUS_UNSPECIFIED: TournamentStatus
TOURNAMENT_STATUS_RUNNING: TournamentStatus
TOURNAMENT_STATUS_PAUSED: TournamentStatus
TOURNAMENT_STATUS_COMPLETE: TournamentStatus
TOURNAMENT_STATUS_CANCELLED: TournamentStatus
TOURNAMENT_STATUS_FAILED: TournamentStatus
ANSWER_UNSPECIFIED: Answer
ANSWER_OPEN: Answer
ANSWER_BETTER: Answer
ANSWER_WORSE: Answer
VOID_REASON_UNSPECIFIED: VoidReason
VOID_REASON_NO_SHOW: VoidReason
VOID_REASON_FAILURE: VoidReason
VOID_REASON_INFRASTRUCTURE: VoidReason
RANKED_BY_UNSPECIFIED: RankedBy
RANKED_BY_WIN_SHARE: RankedBy
RANKED_BY_RATING: RankedBy
COMPARISON_UNSPECIFIED: Comparison
COMPARISON_LESS: Comparison
COMPARISON_GREATER: Comparison

class Entrant(_message.Message):
    __slots__ = ("name", "built_in_agent", "agent", "from_round", "until_round")
    NAME_FIELD_NUMBER: _ClassVar[int]
    BUILT_IN_AGENT_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    FROM_ROUND_FIELD_NUMBER: _ClassVar[int]
    UNTIL_ROUND_FIELD_NUMBER: _ClassVar[int]
    name: str
    built_in_agent: str
    agent: str
    from_round: int
    until_round: int
    def __init__(self, name: _Optional[str] = ..., built_in_agent: _Optional[str] = ..., agent: _Optional[str] = ..., from_round: _Optional[int] = ..., until_round: _Optional[int] = ...) -> None: ...

class RoundRobin(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class FixedField(_message.Message):
    __slots__ = ("candidate",)
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    candidate: str
    def __init__(self, candidate: _Optional[str] = ...) -> None: ...

class Swiss(_message.Message):
    __slots__ = ("rounds",)
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    rounds: int
    def __init__(self, rounds: _Optional[int] = ...) -> None: ...

class Ladder(_message.Message):
    __slots__ = ("rounds",)
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    rounds: int
    def __init__(self, rounds: _Optional[int] = ...) -> None: ...

class Hypothesis(_message.Message):
    __slots__ = ("better", "than", "confidence_thousandths")
    BETTER_FIELD_NUMBER: _ClassVar[int]
    THAN_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_THOUSANDTHS_FIELD_NUMBER: _ClassVar[int]
    better: str
    than: str
    confidence_thousandths: int
    def __init__(self, better: _Optional[str] = ..., than: _Optional[str] = ..., confidence_thousandths: _Optional[int] = ...) -> None: ...

class TournamentConfig(_message.Message):
    __slots__ = ("title", "setup", "rules_version", "entrants", "round_robin", "fixed_field", "swiss", "ladder", "deal_mode", "seatings", "deals", "time_control", "illegal_answers_max", "on_failure", "built_in_agent", "attempts_max", "games_at_once_max", "absence_seconds_max", "hypothesis", "allow_unvalidated", "busy_seconds_max", "visibility", "spectator_delay_ms", "replays")
    TITLE_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    ROUND_ROBIN_FIELD_NUMBER: _ClassVar[int]
    FIXED_FIELD_FIELD_NUMBER: _ClassVar[int]
    SWISS_FIELD_NUMBER: _ClassVar[int]
    LADDER_FIELD_NUMBER: _ClassVar[int]
    DEAL_MODE_FIELD_NUMBER: _ClassVar[int]
    SEATINGS_FIELD_NUMBER: _ClassVar[int]
    DEALS_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_ANSWERS_MAX_FIELD_NUMBER: _ClassVar[int]
    ON_FAILURE_FIELD_NUMBER: _ClassVar[int]
    BUILT_IN_AGENT_FIELD_NUMBER: _ClassVar[int]
    ATTEMPTS_MAX_FIELD_NUMBER: _ClassVar[int]
    GAMES_AT_ONCE_MAX_FIELD_NUMBER: _ClassVar[int]
    ABSENCE_SECONDS_MAX_FIELD_NUMBER: _ClassVar[int]
    HYPOTHESIS_FIELD_NUMBER: _ClassVar[int]
    ALLOW_UNVALIDATED_FIELD_NUMBER: _ClassVar[int]
    BUSY_SECONDS_MAX_FIELD_NUMBER: _ClassVar[int]
    VISIBILITY_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_DELAY_MS_FIELD_NUMBER: _ClassVar[int]
    REPLAYS_FIELD_NUMBER: _ClassVar[int]
    title: str
    setup: _ruleset_pb2.Setup
    rules_version: int
    entrants: _containers.RepeatedCompositeFieldContainer[Entrant]
    round_robin: RoundRobin
    fixed_field: FixedField
    swiss: Swiss
    ladder: Ladder
    deal_mode: DealMode
    seatings: Seatings
    deals: int
    time_control: _game_pb2.TimeControl
    illegal_answers_max: int
    on_failure: FailurePolicy
    built_in_agent: str
    attempts_max: int
    games_at_once_max: int
    absence_seconds_max: int
    hypothesis: Hypothesis
    allow_unvalidated: bool
    busy_seconds_max: int
    visibility: _game_pb2.Visibility
    spectator_delay_ms: int
    replays: ReplayAccess
    def __init__(self, title: _Optional[str] = ..., setup: _Optional[_Union[_ruleset_pb2.Setup, _Mapping]] = ..., rules_version: _Optional[int] = ..., entrants: _Optional[_Iterable[_Union[Entrant, _Mapping]]] = ..., round_robin: _Optional[_Union[RoundRobin, _Mapping]] = ..., fixed_field: _Optional[_Union[FixedField, _Mapping]] = ..., swiss: _Optional[_Union[Swiss, _Mapping]] = ..., ladder: _Optional[_Union[Ladder, _Mapping]] = ..., deal_mode: _Optional[_Union[DealMode, str]] = ..., seatings: _Optional[_Union[Seatings, str]] = ..., deals: _Optional[int] = ..., time_control: _Optional[_Union[_game_pb2.TimeControl, _Mapping]] = ..., illegal_answers_max: _Optional[int] = ..., on_failure: _Optional[_Union[FailurePolicy, str]] = ..., built_in_agent: _Optional[str] = ..., attempts_max: _Optional[int] = ..., games_at_once_max: _Optional[int] = ..., absence_seconds_max: _Optional[int] = ..., hypothesis: _Optional[_Union[Hypothesis, _Mapping]] = ..., allow_unvalidated: bool = ..., busy_seconds_max: _Optional[int] = ..., visibility: _Optional[_Union[_game_pb2.Visibility, str]] = ..., spectator_delay_ms: _Optional[int] = ..., replays: _Optional[_Union[ReplayAccess, str]] = ...) -> None: ...

class Tournament(_message.Message):
    __slots__ = ("name", "config", "seed_known_to_creator", "status", "reason", "created_at", "ended_at", "slots_total", "slots_done", "games_live", "answer", "played_ms", "built_in_thinking_ms", "arithmetic_version", "slots_counted")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    SEED_KNOWN_TO_CREATOR_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ENDED_AT_FIELD_NUMBER: _ClassVar[int]
    SLOTS_TOTAL_FIELD_NUMBER: _ClassVar[int]
    SLOTS_DONE_FIELD_NUMBER: _ClassVar[int]
    GAMES_LIVE_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    PLAYED_MS_FIELD_NUMBER: _ClassVar[int]
    BUILT_IN_THINKING_MS_FIELD_NUMBER: _ClassVar[int]
    ARITHMETIC_VERSION_FIELD_NUMBER: _ClassVar[int]
    SLOTS_COUNTED_FIELD_NUMBER: _ClassVar[int]
    name: str
    config: TournamentConfig
    seed_known_to_creator: bool
    status: TournamentStatus
    reason: str
    created_at: _timestamp_pb2.Timestamp
    ended_at: _timestamp_pb2.Timestamp
    slots_total: int
    slots_done: int
    games_live: int
    answer: Answer
    played_ms: int
    built_in_thinking_ms: int
    arithmetic_version: int
    slots_counted: int
    def __init__(self, name: _Optional[str] = ..., config: _Optional[_Union[TournamentConfig, _Mapping]] = ..., seed_known_to_creator: bool = ..., status: _Optional[_Union[TournamentStatus, str]] = ..., reason: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., ended_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., slots_total: _Optional[int] = ..., slots_done: _Optional[int] = ..., games_live: _Optional[int] = ..., answer: _Optional[_Union[Answer, str]] = ..., played_ms: _Optional[int] = ..., built_in_thinking_ms: _Optional[int] = ..., arithmetic_version: _Optional[int] = ..., slots_counted: _Optional[int] = ...) -> None: ...

class SeatResult(_message.Message):
    __slots__ = ("entrant", "rank", "victory_points", "ending", "thinking_ms", "decisions", "failure")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    VICTORY_POINTS_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    THINKING_MS_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    entrant: int
    rank: int
    victory_points: int
    ending: _game_pb2.SeatEnding
    thinking_ms: int
    decisions: int
    failure: str
    def __init__(self, entrant: _Optional[int] = ..., rank: _Optional[int] = ..., victory_points: _Optional[int] = ..., ending: _Optional[_Union[_game_pb2.SeatEnding, str]] = ..., thinking_ms: _Optional[int] = ..., decisions: _Optional[int] = ..., failure: _Optional[str] = ...) -> None: ...

class SlotResult(_message.Message):
    __slots__ = ("slot", "round", "deal", "seating", "game", "attempts", "void_reason", "seats")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    SEATING_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    VOID_REASON_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    slot: int
    round: int
    deal: int
    seating: int
    game: str
    attempts: int
    void_reason: VoidReason
    seats: _containers.RepeatedCompositeFieldContainer[SeatResult]
    def __init__(self, slot: _Optional[int] = ..., round: _Optional[int] = ..., deal: _Optional[int] = ..., seating: _Optional[int] = ..., game: _Optional[str] = ..., attempts: _Optional[int] = ..., void_reason: _Optional[_Union[VoidReason, str]] = ..., seats: _Optional[_Iterable[_Union[SeatResult, _Mapping]]] = ...) -> None: ...

class TournamentGame(_message.Message):
    __slots__ = ("game", "status", "slot", "round", "deal", "seating", "entrants", "attempt", "sealed", "result")
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    SEATING_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    SEALED_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    game: str
    status: _game_pb2.GameStatus
    slot: int
    round: int
    deal: int
    seating: int
    entrants: _containers.RepeatedScalarFieldContainer[int]
    attempt: int
    sealed: bool
    result: SlotResult
    def __init__(self, game: _Optional[str] = ..., status: _Optional[_Union[_game_pb2.GameStatus, str]] = ..., slot: _Optional[int] = ..., round: _Optional[int] = ..., deal: _Optional[int] = ..., seating: _Optional[int] = ..., entrants: _Optional[_Iterable[int]] = ..., attempt: _Optional[int] = ..., sealed: bool = ..., result: _Optional[_Union[SlotResult, _Mapping]] = ...) -> None: ...

class Estimate(_message.Message):
    __slots__ = ("mean", "low", "high")
    MEAN_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    mean: float
    low: float
    high: float
    def __init__(self, mean: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...

class RatingEstimate(_message.Message):
    __slots__ = ("value", "uncertainty", "low", "high")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    UNCERTAINTY_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    value: float
    uncertainty: float
    low: float
    high: float
    def __init__(self, value: _Optional[float] = ..., uncertainty: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...

class SeatEndingCount(_message.Message):
    __slots__ = ("ending", "count")
    ENDING_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    ending: _game_pb2.SeatEnding
    count: int
    def __init__(self, ending: _Optional[_Union[_game_pb2.SeatEnding, str]] = ..., count: _Optional[int] = ...) -> None: ...

class VoidReasonCount(_message.Message):
    __slots__ = ("reason", "count")
    REASON_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    reason: VoidReason
    count: int
    def __init__(self, reason: _Optional[_Union[VoidReason, str]] = ..., count: _Optional[int] = ...) -> None: ...

class EntrantStanding(_message.Message):
    __slots__ = ("entrant", "games", "deals", "place_first", "place_last", "rank", "win_share", "against_par", "score", "points", "points_games", "utility", "rating", "provisional", "incomplete", "endings", "voids", "decisions", "thinking_ms", "thinking_median_ms", "thinking_slow_ms")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    DEALS_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIRST_FIELD_NUMBER: _ClassVar[int]
    PLACE_LAST_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    WIN_SHARE_FIELD_NUMBER: _ClassVar[int]
    AGAINST_PAR_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    POINTS_GAMES_FIELD_NUMBER: _ClassVar[int]
    UTILITY_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    PROVISIONAL_FIELD_NUMBER: _ClassVar[int]
    INCOMPLETE_FIELD_NUMBER: _ClassVar[int]
    ENDINGS_FIELD_NUMBER: _ClassVar[int]
    VOIDS_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    THINKING_MS_FIELD_NUMBER: _ClassVar[int]
    THINKING_MEDIAN_MS_FIELD_NUMBER: _ClassVar[int]
    THINKING_SLOW_MS_FIELD_NUMBER: _ClassVar[int]
    entrant: int
    games: int
    deals: int
    place_first: int
    place_last: int
    rank: Estimate
    win_share: Estimate
    against_par: Comparison
    score: int
    points: Estimate
    points_games: int
    utility: Estimate
    rating: RatingEstimate
    provisional: bool
    incomplete: bool
    endings: _containers.RepeatedCompositeFieldContainer[SeatEndingCount]
    voids: _containers.RepeatedCompositeFieldContainer[VoidReasonCount]
    decisions: int
    thinking_ms: int
    thinking_median_ms: float
    thinking_slow_ms: float
    def __init__(self, entrant: _Optional[int] = ..., games: _Optional[int] = ..., deals: _Optional[int] = ..., place_first: _Optional[int] = ..., place_last: _Optional[int] = ..., rank: _Optional[_Union[Estimate, _Mapping]] = ..., win_share: _Optional[_Union[Estimate, _Mapping]] = ..., against_par: _Optional[_Union[Comparison, str]] = ..., score: _Optional[int] = ..., points: _Optional[_Union[Estimate, _Mapping]] = ..., points_games: _Optional[int] = ..., utility: _Optional[_Union[Estimate, _Mapping]] = ..., rating: _Optional[_Union[RatingEstimate, _Mapping]] = ..., provisional: bool = ..., incomplete: bool = ..., endings: _Optional[_Iterable[_Union[SeatEndingCount, _Mapping]]] = ..., voids: _Optional[_Iterable[_Union[VoidReasonCount, _Mapping]]] = ..., decisions: _Optional[int] = ..., thinking_ms: _Optional[int] = ..., thinking_median_ms: _Optional[float] = ..., thinking_slow_ms: _Optional[float] = ...) -> None: ...

class PairStanding(_message.Message):
    __slots__ = ("entrant", "other", "meetings", "share", "settled")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    MEETINGS_FIELD_NUMBER: _ClassVar[int]
    SHARE_FIELD_NUMBER: _ClassVar[int]
    SETTLED_FIELD_NUMBER: _ClassVar[int]
    entrant: int
    other: int
    meetings: int
    share: Estimate
    settled: Comparison
    def __init__(self, entrant: _Optional[int] = ..., other: _Optional[int] = ..., meetings: _Optional[int] = ..., share: _Optional[_Union[Estimate, _Mapping]] = ..., settled: _Optional[_Union[Comparison, str]] = ...) -> None: ...

class Standings(_message.Message):
    __slots__ = ("confidence_thousandths", "ranked_by", "slots", "games", "deals", "entrants", "pairs")
    CONFIDENCE_THOUSANDTHS_FIELD_NUMBER: _ClassVar[int]
    RANKED_BY_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    DEALS_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    confidence_thousandths: int
    ranked_by: RankedBy
    slots: int
    games: int
    deals: int
    entrants: _containers.RepeatedCompositeFieldContainer[EntrantStanding]
    pairs: _containers.RepeatedCompositeFieldContainer[PairStanding]
    def __init__(self, confidence_thousandths: _Optional[int] = ..., ranked_by: _Optional[_Union[RankedBy, str]] = ..., slots: _Optional[int] = ..., games: _Optional[int] = ..., deals: _Optional[int] = ..., entrants: _Optional[_Iterable[_Union[EntrantStanding, _Mapping]]] = ..., pairs: _Optional[_Iterable[_Union[PairStanding, _Mapping]]] = ...) -> None: ...
