"""Registered agents, against the real service."""

import os
import pathlib
import random
import subprocess
import sys
import threading
import time
import uuid

import pytest

import hierophant
from hierophant import HierophantError

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent / "examples" / "agent_bot.py"
SECONDS_MAX = 60


class RandomBot(hierophant.Bot):
    def choose(self, decision):
        return random.choice(decision.actions)


@pytest.fixture
def registered(server):
    """The name and the token of a new agent."""
    name = f"agent-{uuid.uuid4().hex}"
    return name, server.register_agent(name)


def seats_of(name):
    return [hierophant.Player(agent=name)] * 4


def test_an_agent_plays_several_games_on_one_stream(server, registered):
    name, token = registered
    games = {server.create_game("arcanum", seats=seats_of(name)).name for _ in range(3)}
    ended = set()
    for end in server.agent(token).serve(RandomBot, games_at_once=4):
        assert end.outcome.ending == hierophant.GameEnding.PLAYED
        ended.add((end.game, end.seat))
        if len(ended) == 12:
            break
    assert {game for game, _ in ended} == games


@pytest.mark.parametrize("flags", [[], ["--unary"]], ids=["stream", "unary"])
def test_the_example_serves_games(server, registered, target, flags):
    name, token = registered
    game = server.create_game("arcanum", seats=seats_of(name))
    environment = {**os.environ, "HIEROPHANT_AGENT_TOKEN": token}
    bot = subprocess.Popen([sys.executable, str(EXAMPLE), target, *flags], env=environment)
    try:
        spectator = server.spectator(game.name, game.spectator_token)
        *_, last = spectator.watch()
        assert last.outcome.ending == hierophant.GameEnding.PLAYED
    finally:
        bot.kill()
        bot.wait()


def test_a_second_stream_takes_over_and_the_first_is_told(server, registered):
    name, token = registered
    failures = []

    def serve_first():
        try:
            for _ in server.agent(token).serve(RandomBot):
                pass
        except HierophantError as error:
            failures.append(error.reason)

    first = threading.Thread(target=serve_first, daemon=True)
    first.start()
    end = time.monotonic() + SECONDS_MAX
    while not server.agents()[name].connected:
        assert time.monotonic() < end
    server.create_game("arcanum", seats=seats_of(name))
    with hierophant.connect(server._channel.target) as other:
        next(other.agent(token).serve(RandomBot))
    first.join(SECONDS_MAX)
    assert failures in ([], ["STREAM_REPLACED"]) and not first.is_alive()
