"""Following a game or a tournament over one stream after another, so that nothing is missed. Makes no calls."""

from __future__ import annotations

import logging
import os
import time
import uuid
from typing import Any, Optional

import grpc

from hierophant.errors import HierophantError, error_of
from hierophant.news import GameNews, TournamentNews, game_news
from hierophant.retry import Outage, RetryState, stream_passes
from hierophant.v1 import game_service_pb2, tournament_pb2, tournament_service_pb2

# No stream lasts longer, lest one that was lost unnoticed is waited for in vain; the next goes on where it ended.
STREAM_S_MAX = 120.0
# A stream that has lasted so long was one: what ends it is no failure to open one. Some proxies cut before the first heartbeat.
STREAM_S_GOOD = 3.0


_log = logging.getLogger("hierophant")


class Reopening:
    """When a stream that ended is opened again."""

    def __init__(self, state: RetryState) -> None:
        self._state = state
        self._outage = Outage()
        self._opened = time.monotonic()

    def begin(self) -> None:
        """A stream is opened."""
        self._opened = time.monotonic()

    def heard(self) -> None:
        """A message has come."""
        if self._outage.failures:
            self._outage.is_over()

    def pause_s(self, error: Optional[HierophantError]) -> float:
        """How long to wait before the next stream; no error means that it just ended. Raises what is final."""
        if error is None:
            error = error_of(grpc.StatusCode.UNAVAILABLE, "the stream ended before its time")
        if error.code is grpc.StatusCode.DEADLINE_EXCEEDED:
            return 0.0
        if not stream_passes(error):
            raise error
        _log.info("a stream was lost and is opened again: %s", error)
        if time.monotonic() - self._opened > STREAM_S_GOOD:
            self._outage.is_over()
        return self._state.pause_s(self._outage, error)


class Following:
    """A game that is followed: the next stream's request, and what a message means for it."""

    method = "WatchGame"

    def __init__(self, state: RetryState, game: str, known_version: Optional[int], include_text: bool) -> None:
        self.reopening = Reopening(state)
        self.request = game_service_pb2.WatchGameRequest(
            game=game,
            resume_after_view_version=known_version,
            include_text=include_text,
        )
        self._process = 0

    def begin(self) -> None:
        """A stream is opened. All streams of a process have one id, so that the service lets go of those that were lost."""
        if self._process != os.getpid():
            # After a fork both sides go on, and must not take each other's place.
            self._process, self.request.watcher_id = os.getpid(), uuid.uuid4().hex
        self.reopening.begin()

    def hear(self, message: game_service_pb2.WatchGameResponse) -> Optional[GameNews]:
        """What the message says; None if it is a heartbeat."""
        self.reopening.heard()
        kind = message.WhichOneof("message")
        if kind == "snapshot":
            self.request.resume_after_view_version = message.snapshot.view_version
        elif kind == "update":
            self.request.resume_after_view_version = message.update.view_version
        return game_news(message)

    def is_end(self, message: game_service_pb2.WatchGameResponse) -> bool:
        """Whether it is the last."""
        return bool(message.WhichOneof("message") == "ended")

    def pause_s(self, error: Optional[HierophantError]) -> float:
        """How long to wait before the next stream. Raises what is final."""
        if (
            error is not None
            and error.reason == "VERSION_UNKNOWN"
            and self.request.HasField("resume_after_view_version")
        ):
            self.request.ClearField("resume_after_view_version")
            return 0.0
        return self.reopening.pause_s(error)


class FollowingTournament:
    """The same for a tournament. A new stream tells its results from the beginning; those that are known are left out."""

    method = "WatchTournament"

    def __init__(self, state: RetryState, tournament: str, without_results: bool) -> None:
        self.reopening = Reopening(state)
        self.request = tournament_service_pb2.WatchTournamentRequest(
            tournament=tournament, without_results=without_results
        )
        self._known: set[Any] = set()

    def begin(self) -> None:
        """A stream is opened."""
        self.reopening.begin()

    def hear(self, message: tournament_service_pb2.WatchTournamentResponse) -> TournamentNews:
        """What the message says, without results that were sent before."""
        self.reopening.heard()
        fresh = [result for result in message.results if result.slot not in self._known]
        self._known.update(result.slot for result in fresh)
        if len(fresh) < len(message.results):
            message = tournament_service_pb2.WatchTournamentResponse(tournament=message.tournament, results=fresh)
        return TournamentNews(message)

    def is_end(self, message: Any) -> bool:
        """Whether it is the last."""
        going_on = (tournament_pb2.TOURNAMENT_STATUS_RUNNING, tournament_pb2.TOURNAMENT_STATUS_PAUSED)
        return message.tournament.status not in going_on

    def pause_s(self, error: Optional[HierophantError]) -> float:
        """How long to wait before the next stream. Raises what is final."""
        return self.reopening.pause_s(error)
