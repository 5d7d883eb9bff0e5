"""Following games: over failures that a pretended service makes, over forks, and by the real service."""

import os
import random

import grpc
import pytest

import hierophant
from hierophant import Ended, HierophantError, Outcome, Snapshot, Update, arcanum
from hierophant.v1 import game_service_pb2, ruleset_pb2, view_pb2

HOUSE = ["random"] * 3


def message(**kind):
    return game_service_pb2.WatchGameResponse(**kind)


def snapshot(version):
    return message(snapshot=view_pb2.View(view_version=version))


def update(version):
    return message(update=view_pb2.GameUpdate(view_version=version))


HEARTBEAT = message(heartbeat=view_pb2.Heartbeat(view_version=1))
ENDED = message(ended=view_pb2.GameEnded())


def failing(code, reason=""):
    """Ends a stream with this failure."""

    def fail(context):
        if reason:
            context.set_trailing_metadata((("hierophant-reason", reason),))
        context.abort(code, "as told")

    return fail


def watch_requests(pretended):
    return [request for request in pretended.requests if isinstance(request, game_service_pb2.WatchGameRequest)]


@pytest.mark.parametrize(
    "failure",
    [
        failing(grpc.StatusCode.UNAVAILABLE, "DRAINING"),
        failing(grpc.StatusCode.UNAVAILABLE),
        failing(grpc.StatusCode.INTERNAL),
        failing(grpc.StatusCode.RESOURCE_EXHAUSTED, "LIMIT_REACHED"),
        None,
    ],
    ids=["drained", "away", "cut by a proxy", "too slow", "ended without a reason"],
)
def test_a_lost_stream_goes_on_where_it_broke_off(pretended, failure):
    lost = [failure] if failure else []
    pretended.streams = [[snapshot(3), update(4), HEARTBEAT, *lost], [*lost], [update(5), ENDED]]
    seat = pretended.connection.seat("games/g", "token", 0)
    assert [news.proto for news in seat.watch()] == [snapshot(3), update(4), update(5), ENDED]
    first, second, third = watch_requests(pretended)
    assert not first.HasField("resume_after_view_version")
    assert (second.resume_after_view_version, third.resume_after_view_version) == (4, 4)
    assert first.watcher_id != "" and first.watcher_id == second.watcher_id == third.watcher_id


def test_what_cannot_be_resumed_begins_anew(pretended):
    unknown = failing(grpc.StatusCode.OUT_OF_RANGE, "VERSION_UNKNOWN")
    pretended.streams = [[unknown], [snapshot(2), ENDED]]
    watched = pretended.connection.spectator("games/g", "token").watch(9)
    assert [news.proto for news in watched] == [snapshot(2), ENDED]
    asked = [request.resume_after_view_version for request in watch_requests(pretended)]
    assert asked == [9, 0]


@pytest.mark.parametrize(
    "code, reason",
    [
        (grpc.StatusCode.ABORTED, "STREAM_REPLACED"),
        (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN"),
        (grpc.StatusCode.INTERNAL, "INTERNAL"),
    ],
)
def test_other_failures_are_raised(pretended, code, reason):
    pretended.streams = [[snapshot(1), failing(code, reason)]]
    stream = pretended.connection.seat("games/g", "token", 0).watch()
    assert next(stream).proto == snapshot(1)
    with pytest.raises(HierophantError) as raised:
        next(stream)
    assert raised.value.reason == reason
    assert len(watch_requests(pretended)) == 1


def play_by_stream(seat):
    """Plays a seat by its stream alone; the versions that it was told, and the last view."""
    versions = []
    for news in seat.watch():
        versions.append(news.version)
        if isinstance(news, Ended):
            assert news.view.is_over and not news.decision
            return versions, news.view
        if news.decision:
            assert isinstance(news.decision, arcanum.Decision) and news.decision.seat == news.view.seat == seat.number
            seat.submit(news.decision, random.choice(news.decision.actions))


def test_a_seat_is_played_by_its_stream_and_spectators_see_it_too(server):
    game = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE])
    spectator = server.spectator(game.name, game.spectator_token)
    stream = spectator.watch(include_text=True)
    first = next(stream)
    assert isinstance(first, Snapshot) and isinstance(first.view, arcanum.View) and first.view.text != ""
    assert first.view.seat is None and not first.decision
    versions, last = play_by_stream(game.seats[0])
    assert versions == list(range(1, last.version + 1)) + [last.version]
    *updates, ended = stream
    assert ended.outcome == Outcome.of(last.proto.outcome)
    assert spectator.view().proto.outcome == last.proto.outcome
    events = [event for update in updates for event in update.events]
    assert all(event.ruleset == "arcanum" for event in events)
    assert all(event.text for event in events if event.kind == "drew")
    # Each kind has a message of its own.
    for event in events:
        assert event.details == getattr(event.proto.arcanum, event.kind)
    assert {"turn_began", "drew", "minor_played"} <= {event.kind for event in events}
    assert spectator.replay().game.name == game.name


def test_what_this_version_does_not_know_does_no_harm(pretended):
    strange = message(update=view_pb2.GameUpdate(view_version=2, events=[ruleset_pb2.Event()]))
    pretended.streams = [[snapshot(1), message(), strange, ENDED]]
    first, update, _ = pretended.connection.seat("games/g", "token", 0).watch()
    assert first == Snapshot(snapshot(1)) and first != update
    assert [(event.kind, event.details, event.text) for event in update.events] == [("", None, "")]
    assert update.view is None and not update.decision


def test_spectators_see_a_game_with_a_delay_later(server):
    game = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE], spectator_delay_ms=3_600_000)
    game.seats[0].play(lambda decision: decision.actions[0])
    spectator = server.spectator(game.name, game.spectator_token)
    assert spectator.view().status == hierophant.GameStatus.LIVE
    assert spectator.view().version == 1
    with pytest.raises(HierophantError, match="REPLAY_NOT_READY"):
        spectator.replay()


def test_everyone_watches_a_public_game_without_a_token(server):
    public = hierophant.Visibility.PUBLIC
    game = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE], visibility=public)
    private = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE])
    assert hierophant.Visibility(game.proto.visibility) == public
    spectator = server.spectator(game.name)
    assert spectator.view().proto == server.spectator(game.name, game.spectator_token).view().proto
    with pytest.raises(HierophantError, match="TOKEN_UNKNOWN"):
        server.spectator(private.name).view()
    game.seats[0].play(lambda decision: decision.actions[0])
    assert spectator.view().status == hierophant.GameStatus.ENDED
    assert server.replay(game.name).game.name == game.name


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_t58_a_stream_goes_on_over_a_fork_on_both_sides(server):
    game = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE])
    stream = server.spectator(game.name, game.spectator_token).watch()
    known = next(stream).version
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            # The child goes on with the stream that its parent has begun.
            last = list(stream)[-1].version
            os.write(writing, b"%d" % last)
        finally:
            os._exit(0)
    os.close(writing)
    game.seats[0].play(lambda decision: random.choice(decision.actions))
    versions = [news.version for news in stream if isinstance(news, Update)]
    assert versions == list(range(known + 1, versions[-1] + 1))
    assert int(os.read(reading, 100)) == versions[-1]
    os.close(reading)
    os.waitpid(child, 0)
