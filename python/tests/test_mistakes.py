"""F01, F02, F03: what becomes of a registered agent whose policy makes mistakes, against the real service."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
import uuid

import pytest

import hierophant
from hierophant import PolicyError
from hierophant.v1 import game_pb2, game_service_pb2

SECONDS_MAX = 60
HOUSE = "random"
# No ruleset has so many codes, and no position allows them all.
BEYOND = 4_000_000_000

BY = pytest.mark.parametrize("unary", [False, True], ids=["stream", "unary"])


@pytest.fixture
def registered(server):
    name = f"agent-{uuid.uuid4().hex}"
    return name, server.register_agent(name)


def seated(server, name, agents=1, **fields):
    """A game with the agent in the first seats."""
    seats = [game_service_pb2.SeatRequest(agent=name)] * agents + [HOUSE] * (4 - agents)
    return server.create_game("arcanum", seats=seats, **fields)


def playing(view, decision):
    return random.choice(decision.legal_codes)


def illegal(view, decision):
    """An action that there is, and that is not legal here."""
    return next(code for code in range(128, 2048) if code not in decision.legal_codes)


def fails(view, decision):
    raise KeyError("a bug")


@BY
@pytest.mark.parametrize("answer", [illegal, lambda view, decision: BEYOND], ids=["against the rules", "no action"])
def test_f01_an_answer_that_is_refused_reaches_the_author_with_its_place_and_rule(server, registered, unary, answer):
    name, token = registered
    game = seated(server, name)
    asked = []

    def policy(view, decision):
        asked.append(decision.kind)
        return answer(view, decision)

    with pytest.raises(PolicyError) as raised:
        for _ in server.agent(token).serve(lambda game, seat: policy, unary=unary):
            pass
    error = raised.value
    assert (error.game, error.seat, error.kind) == (game.name, 0, asked[-1])
    assert error.reason in ("ILLEGAL_ACTION", "INVALID_FIELD")
    assert error.rule or error.reason == "INVALID_FIELD" or "code" in error.message
    assert error.game in str(error) and error.kind in str(error)
    # It is asked once, and the seat is given up.
    assert len(asked) == 1
    *_, last = server.spectator(game.name, game.spectator_token).watch()
    assert last.ended.view.outcome.standings[0].ending == game_pb2.SEAT_ENDING_RESIGNED


@BY
def test_f01_an_author_who_is_asked_may_answer_again(server, registered, unary):
    name, token = registered
    game = seated(server, name)
    mistakes = []
    decisions = {}

    def policy(view, decision):
        decisions[decision.decision_id] = decision
        return illegal(view, decision) if len(mistakes) < 3 else playing(view, decision)

    def on_error(error):
        mistakes.append(error.reason)
        return playing(None, decisions[error.decision_id])

    serving = server.agent(token).serve(lambda game, seat: policy, unary=unary, on_error=on_error)
    thread = threading.Thread(target=lambda: next(serving, None), daemon=True)
    thread.start()
    *_, last = server.spectator(game.name, game.spectator_token).watch()
    assert last.ended.view.outcome.standings[0].ending == game_pb2.SEAT_ENDING_PLAYED
    assert len(mistakes) == 3


@BY
def test_f01_refused_answers_are_counted_and_end_the_seat(server, registered, unary):
    name, token = registered
    game = seated(server, name, illegal_answers_max=2)
    answers = []

    def on_error(error):
        answers.append(error.reason)
        return illegal(None, decisions[error.decision_id])

    decisions = {}

    def policy(view, decision):
        decisions[decision.decision_id] = decision
        return illegal(view, decision)

    serving = server.agent(token).serve(lambda game, seat: policy, unary=unary, on_error=on_error)
    thread = threading.Thread(target=lambda: next(serving, None), daemon=True)
    thread.start()
    *_, last = server.spectator(game.name, game.spectator_token).watch()
    assert last.ended.view.outcome.standings[0].ending == game_pb2.SEAT_ENDING_ILLEGAL_ANSWERS
    assert 2 <= len(answers) <= 3


@BY
def test_f02_a_policy_may_return_what_a_seat_takes(server, registered, unary):
    name, token = registered
    game = seated(server, name)
    serving = server.agent(token).serve(lambda game, seat: lambda v, d: d.legal_actions[0].arcanum, unary=unary)
    thread = threading.Thread(target=lambda: next(serving, None), daemon=True)
    thread.start()
    *_, last = server.spectator(game.name, game.spectator_token).watch()
    assert last.ended.view.outcome.standings[0].ending == game_pb2.SEAT_ENDING_PLAYED


@BY
def test_f02_a_mistake_costs_its_own_seat_and_other_games_go_on(server, registered, unary, caplog):
    name, token = registered
    bad = [seated(server, name), seated(server, name)]
    good = [seated(server, name) for _ in range(2)]
    wrong = dict(zip((game.name for game in bad), (fails, lambda view, decision: "no action")))
    ended = []
    with pytest.raises(PolicyError) as raised:
        for end in server.agent(token).serve(lambda game, seat: wrong.get(game, playing), 4, unary=unary):
            ended.append(end.game)
    assert raised.value.game in wrong
    assert isinstance(raised.value.__cause__, (KeyError, TypeError))
    for game in good:
        standing = server.game(game.name).outcome.standings[0]
        assert standing.ending == game_pb2.SEAT_ENDING_PLAYED
    errors = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == 2 and all(record.exc_info for record in errors)


THINKS_LONG = """
import sys, time
import hierophant

def policy(view, decision):
    time.sleep(1)
    print("thinking", flush=True)
    time.sleep(60)

with hierophant.connect(sys.argv[1]) as server:
    try:
        for _ in server.agent(sys.argv[2]).serve(lambda game, seat: policy, unary="--unary" in sys.argv):
            pass
    except KeyboardInterrupt:
        sys.exit(3)
"""


@BY
@pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")
def test_f03_an_interrupt_ends_a_bot_that_thinks(server, registered, target, unary):
    name, token = registered
    seated(server, name)
    command = [sys.executable, "-c", THINKS_LONG, target, token, *(["--unary"] if unary else [])]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert bot.stdout.readline() == "thinking\n"
        began = time.monotonic()
        bot.send_signal(signal.SIGINT)
        assert bot.wait(SECONDS_MAX) == 3
        # The thought would have taken a minute.
        assert time.monotonic() - began < 20
    finally:
        bot.kill()
        bot.wait()
        bot.stdout.close()


@BY
def test_f03_an_error_of_one_game_does_not_wait_for_thoughts_of_another(server, registered, unary):
    name, token = registered
    slow, broken = seated(server, name), seated(server, name)
    release = threading.Event()
    thinks = threading.Event()

    def new_policy(game, seat):
        def policy(view, decision):
            if game == broken.name:
                assert thinks.wait(SECONDS_MAX)
                raise KeyError("a bug")
            thinks.set()
            release.wait(SECONDS_MAX)
            return decision.legal_codes[0]

        return policy

    def on_error(error):
        raise error

    try:
        with pytest.raises(PolicyError) as raised:
            for _ in server.agent(token).serve(new_policy, unary=unary, on_error=on_error):
                pass
        assert raised.value.game == broken.name
        assert not release.is_set()
        assert server.game(slow.name).status == game_pb2.GAME_STATUS_LIVE
    finally:
        release.set()


def test_f01_nobody_can_serve_no_games(server, registered):
    with pytest.raises(ValueError, match="at least one"):
        next(server.agent(registered[1]).serve(lambda game, seat: playing, games_at_once=0))


def test_f01_a_policy_error_travels_between_processes():
    import pickle

    error = PolicyError("no", "games/g", 2, 7, "DECISION_KIND_PLAY", "ILLEGAL_ACTION", "NOT_IN_HAND")
    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)
    assert "games/g seat 2" in str(error) and "rule NOT_IN_HAND" in str(error)
    assert hierophant.PolicyError is PolicyError
