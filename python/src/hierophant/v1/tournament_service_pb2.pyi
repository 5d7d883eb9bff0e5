from hierophant.v1 import game_pb2 as _game_pb2
from hierophant.v1 import tournament_pb2 as _tournament_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CreateTournamentRequest(_message.Message):
    __slots__ = ("tournament_id", "request_id", "config", "seed")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    request_id: str
    config: _tournament_pb2.TournamentConfig
    seed: bytes
    def __init__(self, tournament_id: _Optional[str] = ..., request_id: _Optional[str] = ..., config: _Optional[_Union[_tournament_pb2.TournamentConfig, _Mapping]] = ..., seed: _Optional[bytes] = ...) -> None: ...

class CreateTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: _tournament_pb2.Tournament
    def __init__(self, tournament: _Optional[_Union[_tournament_pb2.Tournament, _Mapping]] = ...) -> None: ...

class GetTournamentRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class GetTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: _tournament_pb2.Tournament
    def __init__(self, tournament: _Optional[_Union[_tournament_pb2.Tournament, _Mapping]] = ...) -> None: ...

class ListTournamentsRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "open_only")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    OPEN_ONLY_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    open_only: bool
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., open_only: bool = ...) -> None: ...

class ListTournamentsResponse(_message.Message):
    __slots__ = ("tournaments", "next_page_token")
    TOURNAMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournaments: _containers.RepeatedCompositeFieldContainer[_tournament_pb2.Tournament]
    next_page_token: str
    def __init__(self, tournaments: _Optional[_Iterable[_Union[_tournament_pb2.Tournament, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class WatchTournamentRequest(_message.Message):
    __slots__ = ("tournament", "without_results")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    WITHOUT_RESULTS_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    without_results: bool
    def __init__(self, tournament: _Optional[str] = ..., without_results: bool = ...) -> None: ...

class WatchTournamentResponse(_message.Message):
    __slots__ = ("tournament", "results")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    tournament: _tournament_pb2.Tournament
    results: _containers.RepeatedCompositeFieldContainer[_tournament_pb2.SlotResult]
    def __init__(self, tournament: _Optional[_Union[_tournament_pb2.Tournament, _Mapping]] = ..., results: _Optional[_Iterable[_Union[_tournament_pb2.SlotResult, _Mapping]]] = ...) -> None: ...

class PauseTournamentRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class PauseTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: _tournament_pb2.Tournament
    def __init__(self, tournament: _Optional[_Union[_tournament_pb2.Tournament, _Mapping]] = ...) -> None: ...

class ResumeTournamentRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class ResumeTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: _tournament_pb2.Tournament
    def __init__(self, tournament: _Optional[_Union[_tournament_pb2.Tournament, _Mapping]] = ...) -> None: ...

class CancelTournamentRequest(_message.Message):
    __slots__ = ("tournament", "reason")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    reason: str
    def __init__(self, tournament: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class CancelTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: _tournament_pb2.Tournament
    def __init__(self, tournament: _Optional[_Union[_tournament_pb2.Tournament, _Mapping]] = ...) -> None: ...

class AddEntrantRequest(_message.Message):
    __slots__ = ("tournament", "entrant")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    entrant: _tournament_pb2.Entrant
    def __init__(self, tournament: _Optional[str] = ..., entrant: _Optional[_Union[_tournament_pb2.Entrant, _Mapping]] = ...) -> None: ...

class AddEntrantResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: _tournament_pb2.Tournament
    def __init__(self, tournament: _Optional[_Union[_tournament_pb2.Tournament, _Mapping]] = ...) -> None: ...

class RemoveEntrantRequest(_message.Message):
    __slots__ = ("tournament", "entrant")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    entrant: str
    def __init__(self, tournament: _Optional[str] = ..., entrant: _Optional[str] = ...) -> None: ...

class RemoveEntrantResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: _tournament_pb2.Tournament
    def __init__(self, tournament: _Optional[_Union[_tournament_pb2.Tournament, _Mapping]] = ...) -> None: ...

class ListResultsRequest(_message.Message):
    __slots__ = ("tournament", "page_size", "page_token")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    page_size: int
    page_token: str
    def __init__(self, tournament: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListResultsResponse(_message.Message):
    __slots__ = ("results", "next_page_token")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[_tournament_pb2.SlotResult]
    next_page_token: str
    def __init__(self, results: _Optional[_Iterable[_Union[_tournament_pb2.SlotResult, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListTournamentGamesRequest(_message.Message):
    __slots__ = ("tournament", "page_size", "page_token", "status", "entrant", "failed")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    FAILED_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    page_size: int
    page_token: str
    status: _game_pb2.GameStatus
    entrant: int
    failed: bool
    def __init__(self, tournament: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., status: _Optional[_Union[_game_pb2.GameStatus, str]] = ..., entrant: _Optional[int] = ..., failed: bool = ...) -> None: ...

class ListTournamentGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[_tournament_pb2.TournamentGame]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[_tournament_pb2.TournamentGame, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetStandingsRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class GetStandingsResponse(_message.Message):
    __slots__ = ("tournament", "standings")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    tournament: _tournament_pb2.Tournament
    standings: _tournament_pb2.Standings
    def __init__(self, tournament: _Optional[_Union[_tournament_pb2.Tournament, _Mapping]] = ..., standings: _Optional[_Union[_tournament_pb2.Standings, _Mapping]] = ...) -> None: ...
