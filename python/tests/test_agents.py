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


class FailingBot(hierophant.Bot):
    """Raises at its third decision, so that its seat resigns."""

    def choose(self, decision):
        if decision.decision_id == 3:
            raise RuntimeError("a bug")
        return random.choice(decision.actions)


def test_an_agent_finds_the_step_where_it_failed(server, registered):
    name, token = registered
    agent = server.agent(token)
    assert agent.games() == []
    house = ["random", "random", "random"]
    fine = server.create_game("arcanum", [hierophant.Player(agent=name), *house]).name
    live = agent.games()[0]
    assert (live.name, live.status, [seat.agent for seat in live.seats]) == (fine, hierophant.GameStatus.LIVE, [name])
    assert live.ruleset == "" and not live.HasField("setup")
    with pytest.raises(hierophant.HierophantError) as raised:
        agent.replay(fine)
    assert raised.value.reason == "REPLAY_NOT_READY"
    next(agent.serve(RandomBot))
    broken = server.create_game("arcanum", [hierophant.Player(agent=name), *house]).name
    for _ in agent.serve(FailingBot, on_error=lambda error: None):
        break
    assert [game.name for game in agent.games()] == [fine, broken]
    failed = agent.games(failed=True)
    assert [game.name for game in failed] == [broken]
    assert failed == server.games(agent=name, failed=True)
    assert agent.replay(broken).game == server.replay(broken, token).game
    steps = agent.replay_index(broken).steps
    [number] = [number for number, step in enumerate(steps) if step.failure and step.seat == 0]
    before, after = agent.replay_frames(broken, [0], first_step=number - 1, count=2, include_text=True)
    assert before.views[0].view.text and after.entry.seat_out.ending == hierophant.SeatEnding.RESIGNED
    assert before.decisions[0].decision.decision_id == 3
