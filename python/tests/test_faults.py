"""P01 to P09: what went wrong in earlier versions of this client. Told of both clients, but for forks: asyncio's has none."""

import asyncio
import dataclasses
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid

import pytest
from clients import KINDS, opened

import hierophant
from hierophant import Timeout, arcanum, plans, playing
from hierophant.arcanum.v1 import arcanum_pb2
from hierophant.v1 import agent_service_pb2, decision_pb2, error_pb2, game_pb2, game_service_pb2, view_pb2

SECONDS_MAX = 60
UNIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")


def first(decision):
    return decision.actions[0]


@pytest.fixture
def registered(server):
    name = f"agent-{uuid.uuid4().hex}"
    return name, server.register_agent(name)


def seated(server, name, **fields):
    return server.create_game("arcanum", [hierophant.Player(agent=name), "random", "random", "random"], **fields)


@pytest.fixture(params=KINDS)
def either(request, target):
    """A connection of each client."""
    with opened(request.param, target) as connection:
        yield connection


def test_p01_an_enum_is_no_action_and_no_code(either):
    seat = either.create_game(
        "arcanum", [hierophant.OPEN, "random", "random", "random"], seed=hierophant.seed(1)
    ).seats[0]
    while (decision := seat.decision()).kind != arcanum.DecisionKind.DRAW:
        seat.submit(decision, decision.actions[0])
    # Its number is the code of another action: that one would draw a Major.
    with pytest.raises(TypeError, match="submit_code"):
        seat.submit(decision, arcanum_pb2.SIMPLE_ACTION_DRAW_MINORS)
    with pytest.raises(TypeError, match="enum"):
        seat.submit_code(decision, arcanum.House.WANDS)
    (draw,) = decision.actions.of("draw_minors")
    assert seat.submit(decision, draw, validate_only=True).action_code == draw.code
    assert seat.submit_code(decision, draw.code).action_code == draw.code
    assert decision.view.my_hand != seat.view().my_hand


def test_p02_a_slow_loop_over_results_costs_no_time(either, registered):
    name, token = registered
    clock = game_pb2.TimeControl(decision_ms=1_500, first_choice_ms=20_000)
    games = [seated(either, name, time_control=clock) for _ in range(4)]
    for number, _ in enumerate(either.agent(token).serve(lambda: first, games_at_once=4), 1):
        if number == len(games):
            break
        time.sleep(3)
    for game in games:
        records = either.replay(game.name, game.spectator_token).to_records()
        assert not [record for record in records if record["seat"] == 0 and record["by"]]


def test_p03_a_bug_of_one_game_is_told_and_others_are_served(either, registered):
    name, token = registered
    bad = seated(either, name)
    told = []

    class Bot(hierophant.Bot):
        def start(self, info):
            self.is_bad = info.game == bad.name

        def choose(self, decision):
            return 1 / 0 if self.is_bad else decision.actions[0]

    good = [seated(either, name) for _ in range(2)]
    endings = {}
    for result in either.agent(token).serve(Bot, on_error=told.append):
        endings[result.game] = result.standing.ending
        if len(endings) == 3:
            break
    assert [error.game for error in told] == [bad.name] and isinstance(told[0].__cause__, ZeroDivisionError)
    assert endings.pop(bad.name) == hierophant.SeatEnding.RESIGNED
    assert endings == dict.fromkeys((game.name for game in good), hierophant.SeatEnding.PLAYED)


@pytest.mark.parametrize("kind", KINDS)
def test_p04_a_service_that_stalls_is_asked_again(pretended, kind, monkeypatch):
    monkeypatch.setattr(plans, "ANSWER_WAIT_S_MAX", 0.25)

    def stalls(context):
        time.sleep(1.5)
        return game_service_pb2.GetViewResponse()

    asked = decision_pb2.Decision(decision_id=1, seat=0, legal_codes=[5], arcanum=arcanum_pb2.DECISION_KIND_PLAY)
    view = view_pb2.View(seat=0, status=game_pb2.GAME_STATUS_LIVE, decision=asked, arcanum=arcanum_pb2.View())
    over = view_pb2.View(seat=0, status=game_pb2.GAME_STATUS_ENDED, outcome={"standings": [{"rank": 1}]})
    first_view, last_view = (game_service_pb2.GetViewResponse(view=v) for v in (view, over))
    taken = game_service_pb2.SubmitActionResponse()
    pretended.answers = [first_view, stalls, stalls, taken, last_view]
    with opened(kind, pretended.connection._channel.target, timeout=Timeout(call_s=0.5)) as server:
        assert server.seat("games/g", "token", 0).play(first).standing.rank == 1
    answers = [r for r in pretended.requests if isinstance(r, game_service_pb2.SubmitActionRequest)]
    assert len(answers) == 3 and answers[0] == answers[2]
    assert dict(pretended.connection._channel.address.options)["grpc.keepalive_time_ms"] > 0


@UNIX
def test_p05_a_seats_stream_goes_on_over_a_fork_on_both_sides(server):
    game = server.create_game("arcanum", [hierophant.OPEN, "random", "random", "random"])
    stream = game.seats[0].watch()
    assert isinstance(next(stream), hierophant.Snapshot)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            next(stream)
            os.write(writing, b"began ")
            os.write(writing, b"ended" if isinstance(list(stream)[-1], hierophant.Ended) else b"broke off")
        finally:
            os._exit(0)
    os.close(writing)
    players = threading.Thread(target=lambda: game.seats[0].play(first))
    players.start()
    *_, last = stream
    assert isinstance(last, hierophant.Ended)
    told = b""
    while part := os.read(reading, 100):
        told += part
    assert told == b"began ended"
    os.close(reading)
    os.waitpid(child, 0)
    players.join()


FOREIGN = """
import os, sys, time
import grpc
import hierophant
channel = grpc.insecure_channel(sys.argv[1])
grpc.channel_ready_future(channel).result(timeout=30)
began = time.monotonic()
for _ in range(3):
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
print(time.monotonic() - began)
os._exit(0)
"""


@UNIX
def test_p06_a_fork_does_not_wait_for_channels_of_others(target):
    run = subprocess.run(
        [sys.executable, "-c", FOREIGN, target], stdout=subprocess.PIPE, text=True, timeout=SECONDS_MAX
    )
    assert float(run.stdout) < 2


def test_p07_unary_serving_gives_results_and_games_do_not_wait(either, registered):
    name, token = registered
    slow, other = seated(either, name), seated(either, name)
    has_ended = threading.Event()

    class Bot(hierophant.Bot):
        def start(self, info):
            self.is_slow = info.game == slow.name

        def choose(self, decision):
            if self.is_slow:
                assert has_ended.wait(SECONDS_MAX)
            return decision.actions[0]

        def end(self, result):
            has_ended.set()

    class AsyncBot(Bot):
        async def choose(self, decision):
            return await asyncio.to_thread(super().choose, decision)

    bot = Bot if isinstance(either, hierophant.Connection) else AsyncBot
    results = {}
    for result in either.agent(token).serve(bot, unary=True):
        results[result.game] = result
        if len(results) == 2:
            break
    assert list(results) == [other.name, slow.name]
    assert all(result.standing.ending == hierophant.SeatEnding.PLAYED for result in results.values())


class Told:
    """Stands in for a client: keeps what is to be thought and said."""

    def __init__(self, **fields):
        self.plans, self.said = [], []
        self.playing = playing.Playing(
            lambda: first, None, None, self.plans.append, lambda r, s: self.said.append(r), **fields
        )

    def ask(self, decision_id):
        asked = decision_pb2.Decision(
            decision_id=decision_id, seat=0, legal_codes=[5], arcanum=arcanum_pb2.DECISION_KIND_PLAY
        )
        view = view_pb2.View(seat=0, decision=asked, arcanum=arcanum_pb2.View(), digest=bytes([decision_id]))
        self.playing.asked(agent_service_pb2.AgentDecision(game="games/g", seat=0, view=view))

    def think(self):
        hierophant.steps.run(self.plans.pop(0)(), lambda step: step.what())


def test_p08_a_decision_that_expired_takes_nothing_from_the_next():
    told = Told()
    told.ask(1)
    # The next one comes while the first is thought about: its answer is not sent, and the next is thought about once.
    told.ask(2)
    told.ask(2)
    told.think()
    assert told.said == [] and len(told.plans) == 1
    told.think()
    assert [said.answer.decision_id for said in told.said] == [2] and told.plans == []


def test_p08_an_answer_is_sent_again_a_limited_number_of_times():
    told = Told()
    told.ask(1)
    told.think()
    again = agent_service_pb2.AnswerRefused(
        game="games/g", seat=0, decision_id=1, reason=error_pb2.ERROR_REASON_LIMIT_REACHED, retry_after_ms=5
    )
    for _ in range(2 * playing.ANSWER_TRIES_MAX):
        told.playing.refused(again)
    assert len(told.said) == playing.ANSWER_TRIES_MAX


def test_p09_what_stands_for_an_open_seat_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        hierophant.OPEN.display_name = "changed"
    request = hierophant.OPEN.to_proto()
    request.display_name = "changed"
    assert hierophant.OPEN.to_proto() == game_service_pb2.SeatRequest(open={})


INTERRUPTED = """
import asyncio, signal, sys, threading, time
import hierophant
from hierophant import aio

# A shell's background job ignores interrupts, and so do its children.
signal.signal(signal.SIGINT, signal.default_int_handler)
target, way, token = sys.argv[1:]

SILENT = {
    "call": lambda server: server.rulesets(),
    "replay": lambda server: server.replay("games/g", "token"),
    "tournament": lambda server: list(server.watch_tournament("tournaments/t")),
}

def ready():
    threading.Timer(0.7, lambda: print("ready", flush=True)).start()

def sync():
    with hierophant.connect(target) as server:
        if way in SILENT:
            ready()
            return SILENT[way](server)
        seats = server.create_game("arcanum").seats
        seats[0].submit(d, d.actions[0]) if (d := seats[0].decision(wait_s=0)) else None
        while d := seats[0].decision(wait_s=0):
            seats[0].submit(d, d.actions[0])
        ready()
        if way == "decision":
            seats[0].decision()
        elif way == "play":
            seats[0].play(lambda d: d.actions[0])
        elif way == "watch":
            list(seats[0].watch())
        elif way == "serve":
            list(server.agent(token).serve(lambda: lambda d: d.actions[0]))
        elif way == "unary":
            list(server.agent(token).serve(lambda: lambda d: d.actions[0], unary=True))
        elif way == "play_many":
            server.play_many(lambda: lambda d: time.sleep(60), "arcanum", games=4)

async def aio_():
    async with aio.connect(target) as server:
        ready()
        if way == "aio serve":
            async for _ in server.agent(token).serve(lambda: lambda d: d.actions[0]):
                pass
        elif way == "aio call":
            await server.rulesets()
        else:
            seats = (await server.create_game("arcanum")).seats
            await seats[0].play(lambda d: d.actions[0])

try:
    asyncio.run(aio_()) if way.startswith("aio") else sync()
except KeyboardInterrupt:
    sys.exit(3)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")
@pytest.mark.parametrize("way", ["decision", "play", "watch", "serve", "unary", "play_many", "aio play", "aio serve"])
def test_an_interrupt_ends_whatever_waits(registered, target, way):
    interrupt(target, way, registered[1])


@pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")
@pytest.mark.parametrize("way", ["call", "replay", "tournament", "aio call"])
def test_an_interrupt_ends_a_wait_for_a_service_that_says_nothing(way):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        interrupt(f"127.0.0.1:{silent.getsockname()[1]}", way, "token")


def interrupt(target, way, token):
    bot = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, target, way, token], stdout=subprocess.PIPE, text=True
    )
    try:
        assert bot.stdout.readline() == "ready\n"
        began = time.monotonic()
        bot.send_signal(signal.SIGINT)
        assert bot.wait(SECONDS_MAX) == 3
        took_s = time.monotonic() - began
        print(f"{way}: {took_s:.2f} s")
        # A second on a machine that is not busy.
        assert took_s < 3
    finally:
        bot.kill()
        bot.wait()
        bot.stdout.close()


def test_no_token_is_logged(either, registered, caplog):
    caplog.set_level("DEBUG", "hierophant")
    name, token = registered
    game = seated(either, name, time_control=game_pb2.TimeControl(decision_ms=50, grace_ms=0))

    async def slow(decision):
        await asyncio.sleep(0.1)
        return decision.actions[0]

    next(either.agent(token).serve(lambda: slow))
    assert "expired" in caplog.text and token not in caplog.text and game.spectator_token not in caplog.text
