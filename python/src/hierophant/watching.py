"""Following a game over one stream after another, so that nothing is missed. Knows nothing of how calls are carried."""

from __future__ import annotations

import time
import uuid
from typing import Iterator, Optional

import grpc

from hierophant.channel import TRIES_MAX, Channel, wait_before
from hierophant.errors import HierophantError
from hierophant.v1 import game_service_pb2, replay_pb2, view_pb2

# No stream lasts longer, lest one that was lost unnoticed is waited for in vain; the next goes on where it ended.
STREAM_S_MAX = 120.0
# A stream that has lasted so long was one: what ends it is no failure to open one. Some proxies cut before the first heartbeat.
STREAM_S_GOOD = 3.0
# What a call may take.
CALL_S_MAX = 20.0
# A replay comes in one stream, and may be long.
REPLAY_S_MAX = 120.0


def follow(
    channel: Channel,
    game: str,
    token: str,
    known_version: Optional[int] = None,
    typed_actions: bool = True,
    include_text: bool = False,
) -> Iterator[game_service_pb2.WatchGameResponse]:
    """All that the token's bearer is told, to the end of the game: snapshots, updates, at last the end. No heartbeats."""
    # The same for every stream, so that the service lets go of those that were lost.
    request = game_service_pb2.WatchGameRequest(
        game=game,
        resume_after_view_version=known_version,
        include_legal_actions=typed_actions,
        include_text=include_text,
        watcher_id=uuid.uuid4().hex,
    )
    failures = 0
    while True:
        opened = time.monotonic()
        try:
            for message in channel.stream("WatchGame", request, token, STREAM_S_MAX):
                failures = 0
                kind = message.WhichOneof("message")
                if kind == "snapshot":
                    request.resume_after_view_version = message.snapshot.view_version
                elif kind == "update":
                    request.resume_after_view_version = message.update.view_version
                if kind != "heartbeat":
                    yield message
                if kind == "ended":
                    return
            error = HierophantError(grpc.StatusCode.UNAVAILABLE, "the stream ended before the game")
        except HierophantError as raised:
            error = raised
        if error.reason == "VERSION_UNKNOWN" and request.HasField("resume_after_view_version"):
            request.ClearField("resume_after_view_version")
        elif error.code is not grpc.StatusCode.DEADLINE_EXCEEDED:
            failures = 1 if time.monotonic() - opened > STREAM_S_GOOD else failures + 1
            if not _passes(error) or failures == TRIES_MAX:
                raise error
            wait_before(failures, error.retry_after_s)


def _passes(error: HierophantError) -> bool:
    """Whether another stream may go on: the service is away, it closed a slow watcher, or something between cut the stream."""
    if error.reason == "":
        between = (grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
        return error.code is grpc.StatusCode.UNAVAILABLE or error.code in between
    return error.code is grpc.StatusCode.UNAVAILABLE or error.reason == "LIMIT_REACHED"


class Spectator:
    """Whoever holds the spectators' token of a game. Can be sent to other processes."""

    def __init__(self, channel: Channel, game: str, token: str) -> None:
        self._channel = channel
        # Resource name: "games/{id}".
        self.game = game
        self._token = token

    def __repr__(self) -> str:
        return f"<Spectator of {self.game}>"

    def view(self, include_text: bool = False) -> view_pb2.View:
        """What spectators may know now; in a game with a delay, what they may know by now."""
        request = game_service_pb2.GetViewRequest(game=self.game, include_text=include_text)
        view: view_pb2.View = self._channel.call("GetView", request, self._token, CALL_S_MAX).view
        return view

    def watch(
        self, known_version: Optional[int] = None, include_text: bool = False
    ) -> Iterator[game_service_pb2.WatchGameResponse]:
        """All that spectators are told; see `Seat.watch`."""
        return follow(self._channel, self.game, self._token, known_version, False, include_text)

    def replay(self) -> tuple[replay_pb2.ReplayHeader, list[replay_pb2.ReplayEntry]]:
        """The whole game, once spectators have been shown its end. Before, fails with REPLAY_NOT_READY."""
        return whole_replay(self._channel, self.game, self._token)


def whole_replay(
    channel: Channel, game: str, token: str
) -> tuple[replay_pb2.ReplayHeader, list[replay_pb2.ReplayEntry]]:
    """A replay from its chunks."""
    request = game_service_pb2.GetReplayRequest(game=game)
    header, entries = replay_pb2.ReplayHeader(), []
    for chunk in channel.collect("GetReplay", request, token, REPLAY_S_MAX):
        if chunk.HasField("header"):
            header = chunk.header
        entries.extend(chunk.entries.entries)
    return header, entries
