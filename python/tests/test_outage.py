"""F28: bots outlive a minute of maintenance, and a service that was restored from an older backup."""

import asyncio
import functools
import importlib.util
import logging
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest

import hierophant
from hierophant import aio
from hierophant.v1 import game_pb2, game_service_pb2

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
OUTAGE_S = 60
SECONDS_MAX = 240


class Service:
    """A service of the test's own, at one address, that keeps its games in a folder."""

    def __init__(self, folder):
        binary = os.environ.get("HIEROPHANT_BINARY")
        assert binary, "these tests start a service: run them by `cargo test --test python`, or set HIEROPHANT_BINARY=FILE"
        self.binary, self.folder, self.process = binary, folder, None
        folder.mkdir(exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"

    def start(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("HIEROPHANT_")}
        command = [self.binary, "serve", "--listen", self.address, "--store", str(self.folder / "games.db"), "--log", "error"]
        self.process = subprocess.Popen(command, env=environment)
        with hierophant.connect(self.address, retry=hierophant.Retry(total_s=SECONDS_MAX, before_first_contact=True)) as server:
            server.rulesets()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(SECONDS_MAX) == 0


@pytest.fixture
def service(tmp_path):
    service = Service(tmp_path / "store")
    service.start()
    yield service
    service.process.kill()
    service.process.wait()


class Slow:
    """A policy whose thoughts wait until the service has been away."""

    def __init__(self):
        self.goes_on = threading.Event()
        self.has_begun = threading.Event()

    def __call__(self, decision):
        if decision.decision_id >= 3:
            self.has_begun.set()
            assert self.goes_on.wait(SECONDS_MAX)
        return random.choice(decision.actions)


def create(server, ruleset="arcanum", **seat):
    first = game_service_pb2.SeatRequest(**seat) if seat else hierophant.OPEN
    return server.create_game(ruleset, seats=[first, "random", "random", "random"])


def in_thread(results, name, job):
    def run():
        try:
            results[name] = job()
        except BaseException as error:
            results[name] = error

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def own_ending(result):
    return result.standing.ending


@pytest.mark.skipif(os.name == "nt", reason="the service is stopped by a signal")
def test_f28_bots_outlive_a_minute_without_the_service(service, caplog):
    caplog.set_level(logging.INFO, "hierophant")
    results, slow, threads = {}, [Slow() for _ in range(7)], []
    with hierophant.connect(service.address) as server:
        # A seat that is asked, one that waits for others all the time, a watcher, agents, and the same with asyncio.
        threads.append(in_thread(results, "play", lambda: own_ending(create(server).seats[0].play(slow[0]))))
        waiting = server.create_game("arcanum", seats=[hierophant.OPEN, hierophant.OPEN, "random", "random"])
        threads.append(in_thread(results, "asked", lambda: own_ending(waiting.seats[0].play(slow[1]))))
        threads.append(in_thread(results, "waits", lambda: own_ending(waiting.seats[1].play(lambda d: d.actions[0]))))
        spectator = server.spectator(waiting.name, waiting.spectator_token)
        threads.append(in_thread(results, "watch", lambda: [*spectator.watch()][-1].outcome.standings[0].ending))
        games = {}
        for place, unary in enumerate((False, True), 2):
            token = server.register_agent(f"agent-{place}")
            games[place] = create(server, agent=f"agent-{place}")
            serving = server.agent(token).serve(functools.partial(lambda policy: policy, slow[place]), unary=unary)
            in_thread({}, "serve", lambda serving=serving: next(serving, None))
        threads.append(in_thread(results, "aio", lambda: asyncio.run(play_aio(service.address, slow[4]))))
        token = server.register_agent("example")
        for name, policy in zip(("random_bot", "stubs_only"), slow[5:]):
            threads.append(in_thread(results, name, lambda bot=example(name, policy): bot.main(service.address, "arcanum")))
        agent_bot = start("agent_bot.py", service, token=token)
        for policy in slow:
            assert policy.has_begun.wait(SECONDS_MAX)
        for game in range(2):
            games[f"example {game}"] = create(server, agent="example")
        service.stop()
        time.sleep(OUTAGE_S)
        for policy in slow:
            policy.goes_on.set()
        time.sleep(1)
        service.start()
        games["later"] = create(server, agent="example")
        for thread in threads:
            thread.join(SECONDS_MAX)
        assert results.pop("random_bot", "missing") is None and results.pop("stubs_only", "missing") is None
        assert results == dict.fromkeys(("play", "asked", "waits", "watch", "aio"), hierophant.SeatEnding.PLAYED)
        for game in games.values():
            *_, last = server.spectator(game.name, game.spectator_token).watch()
            assert last.outcome.standings[0].ending == hierophant.SeatEnding.PLAYED
    assert agent_bot.poll() is None, agent_bot.stdout.read()
    agent_bot.kill()
    agent_bot.communicate()
    away = [record for record in caplog.records if "is unavailable" in record.getMessage()]
    # One line for each of the connections, however many calls have failed.
    assert 1 <= len(away) <= 5, [record.getMessage() for record in away]


class Choices:
    """Stands in for `random` in an example: the third choice waits until the service has been away."""

    def __init__(self, slow):
        self.slow, self.made = slow, 0

    def choice(self, codes):
        self.made += 1
        if self.made >= 3:
            self.slow.has_begun.set()
            assert self.slow.goes_on.wait(SECONDS_MAX)
        return random.choice(codes)


def example(name, slow):
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.random = Choices(slow)
    return module


def start(example, service, *arguments, token=""):
    environment = {**os.environ, "HIEROPHANT_AGENT_TOKEN": token}
    command = [sys.executable, str(EXAMPLES / example), service.address, *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


async def play_aio(address, slow):
    async with aio.connect(address) as server:
        game = await server.create_game("arcanum", seats=[hierophant.OPEN, "random", "random", "random"])

        async def policy(decision):
            return await asyncio.get_running_loop().run_in_executor(None, slow, decision)

        return (await game.seats[0].play(policy)).standing.ending


@pytest.mark.skipif(os.name == "nt", reason="the service is stopped by a signal")
def test_f28_bots_go_on_from_an_older_backup(service):
    results, slow, threads = {}, [Slow() for _ in range(3)], []
    with hierophant.connect(service.address) as server:
        games = [create(server), *(create(server, agent=name) for name in ("by-stream", "by-calls") if server.register_agent(name, request_id=name + "-" * 16))]
        service.stop()
        shutil.copytree(service.folder, service.folder.with_name("backup"))
        service.start()
        threads.append(in_thread(results, "play", lambda: own_ending(games[0].seats[0].play(slow[0]))))
        for policy, name in zip(slow[1:], ("by-stream", "by-calls")):
            token = server.register_agent(name, request_id=name + "-" * 16)
            serving = server.agent(token).serve(functools.partial(lambda policy: policy, policy), unary=name == "by-calls")
            in_thread({}, name, lambda serving=serving: next(serving, None))
        for policy in slow:
            assert policy.has_begun.wait(SECONDS_MAX)
        # What was answered since is forgotten.
        service.stop()
        shutil.rmtree(service.folder)
        shutil.copytree(service.folder.with_name("backup"), service.folder)
        service.start()
        for policy in slow:
            policy.goes_on.set()
        threads[0].join(SECONDS_MAX)
        assert results == {"play": game_pb2.SEAT_ENDING_PLAYED}
        for game in games:
            *_, last = server.spectator(game.name, game.spectator_token).watch()
            assert last.outcome.standings[0].ending == hierophant.SeatEnding.PLAYED
