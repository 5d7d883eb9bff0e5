"""F01, F02, F03: what becomes of a registered agent whose policy makes mistakes, against the real service."""

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import uuid

import grpc
import pytest
from clients import KINDS, opened

import hierophant
from hierophant import BotError, IllegalAction, errors
from hierophant.progress import Progress
from hierophant.v1 import game_pb2

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
    seats = [hierophant.Player(agent=name)] * agents + [HOUSE] * (4 - agents)
    return server.create_game("arcanum", seats=seats, **fields)


def playing(decision):
    return random.choice(decision.actions)


def illegal(decision):
    """An action that there is, and that is not legal here."""
    return decision.action(next(code for code in range(128, 206) if code not in decision.legal_codes))


def fails(decision):
    raise KeyError("a bug")


@BY
def test_f01_an_action_that_is_refused_reaches_the_author_with_its_place_and_rule(server, registered, unary):
    name, token = registered
    game = seated(server, name)
    asked = []

    def policy(decision):
        asked.append(decision.decision_id)
        return illegal(decision)

    with pytest.raises(IllegalAction) as raised:
        for _ in server.agent(token).serve(lambda: policy, unary=unary):
            pass
    error = raised.value
    assert (error.game, error.seat, error.decision_id) == (game.name, 0, asked[-1])
    assert error.reason == "ILLEGAL_ACTION" and error.rule
    assert error.game in str(error)
    # It is asked once, and the seat is given up.
    assert len(asked) == 1
    *_, last = server.spectator(game.name, game.spectator_token).watch()
    assert last.outcome.standings[0].ending == hierophant.SeatEnding.RESIGNED


@BY
def test_f01_an_author_who_is_asked_may_answer_again(server, registered, unary):
    name, token = registered
    seated(server, name)
    mistakes = []
    decisions = {}

    def policy(decision):
        decisions[decision.decision_id] = decision
        return illegal(decision) if len(mistakes) < 3 else playing(decision)

    def on_illegal(error):
        mistakes.append(error.reason)
        return playing(decisions[error.decision_id])

    results = server.agent(token).serve(lambda: policy, unary=unary, on_illegal=on_illegal)
    assert next(results).standing.ending == hierophant.SeatEnding.PLAYED
    assert len(mistakes) == 3


@BY
def test_f01_refused_answers_are_counted_and_end_the_seat(server, registered, unary):
    name, token = registered
    seated(server, name, illegal_answers_max=2)
    answers = []
    decisions = {}

    def on_illegal(error):
        answers.append(error.reason)
        return illegal(decisions[error.decision_id])

    def policy(decision):
        decisions[decision.decision_id] = decision
        return illegal(decision)

    results = server.agent(token).serve(lambda: policy, unary=unary, on_illegal=on_illegal)
    assert next(results).standing.ending == hierophant.SeatEnding.ILLEGAL_ANSWERS
    assert 2 <= len(answers) <= 3


@BY
def test_f02_a_policy_may_return_the_protocols_message(server, registered, unary):
    name, token = registered
    seated(server, name)
    results = server.agent(token).serve(lambda: lambda d: d.actions[0].to_proto().arcanum, unary=unary)
    assert next(results).standing.ending == hierophant.SeatEnding.PLAYED


class Wrong(hierophant.Bot):
    """Fails in the games that are in `wrong`, each in its own way."""

    wrong = {}

    def start(self, info):
        self.game = info.game

    def choose(self, decision):
        return self.wrong.get(self.game, playing)(decision)


@BY
def test_f02_a_mistake_costs_its_own_seat_and_other_games_go_on(server, registered, unary, caplog):
    name, token = registered
    bad = [seated(server, name), seated(server, name), seated(server, name)]
    good = [seated(server, name) for _ in range(2)]
    wrongs = (fails, lambda decision: "no action", lambda decision: decision.action(BEYOND))
    Wrong.wrong = dict(zip((game.name for game in bad), wrongs))
    with pytest.raises(BotError) as raised:
        for _ in server.agent(token).serve(Wrong, games_at_once=4, unary=unary):
            pass
    assert raised.value.game in Wrong.wrong and raised.value.kind
    assert isinstance(raised.value.__cause__, (KeyError, TypeError, IndexError))
    for game in good:
        standing = server.game(game.name).outcome.standings[0]
        assert standing.ending == game_pb2.SEAT_ENDING_PLAYED
    errors = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == 3 and all(record.exc_info for record in errors)


THINKS_LONG = """
import signal, sys, time
import hierophant

# A shell's background job ignores interrupts, and so do its children.
signal.signal(signal.SIGINT, signal.default_int_handler)

def policy(decision):
    time.sleep(1)
    print("thinking", flush=True)
    time.sleep(60)

with hierophant.connect(sys.argv[1]) as server:
    try:
        for _ in server.agent(sys.argv[2]).serve(lambda: policy, unary="--unary" in sys.argv):
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

    class Bot(hierophant.Bot):
        def start(self, info):
            self.game = info.game

        def choose(self, decision):
            if self.game == broken.name:
                assert thinks.wait(SECONDS_MAX)
                raise KeyError("a bug")
            thinks.set()
            release.wait(SECONDS_MAX)
            return decision.actions[0]

    def on_error(error):
        raise error

    try:
        with pytest.raises(BotError) as raised:
            for _ in server.agent(token).serve(Bot, unary=unary, on_error=on_error):
                pass
        assert raised.value.game == broken.name
        assert not release.is_set()
        assert server.game(slow.name).status == game_pb2.GAME_STATUS_LIVE
    finally:
        release.set()


def test_f01_nobody_can_serve_no_games(server, registered):
    with pytest.raises(ValueError, match="at least one"):
        next(server.agent(registered[1]).serve(lambda: playing, games_at_once=0))


def test_f01_mistakes_travel_between_processes():
    error = BotError("no", "games/g", 2, 7, "PLAY")
    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)
    assert str(error) == "games/g seat 2, decision 7 PLAY: no"
    illegal = errors.error_of(grpc.StatusCode.FAILED_PRECONDITION, "no", "ILLEGAL_ACTION", {"rule": "NOT_IN_HAND"})
    again = pickle.loads(pickle.dumps(illegal.at("games/g", 2, 7)))
    assert (type(again), again.rule, again.game, again.seat, again.decision_id) == (IllegalAction, "NOT_IN_HAND", "games/g", 2, 7)


@pytest.mark.parametrize("kind", KINDS)
def test_an_object_where_a_class_is_due_is_told(target, kind):
    with opened(kind, target) as server:
        with pytest.raises(TypeError, match="give a class"):
            server.play_many(hierophant.Bot(), "arcanum", games=1)
        with pytest.raises(TypeError, match="give a class"):
            next(server.agent("token").serve(hierophant.Bot()))


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_may_be_a_number_and_a_result_opens_its_replay(target, kind):
    with opened(kind, target) as server:
        game = server.create_game("arcanum", [hierophant.OPEN, "random", "random", "random"], seed=7)
        assert game.proto.seed_known_to_creator
        result = game.seats[0].play(lambda decision: decision.actions[0])
        replay = server.replay(result.game, result.token)
        assert replay.header.seed == hierophant.seed(7) and result.token not in repr(result)


@pytest.mark.parametrize("library", ["rich", "tqdm"])
def test_a_bar_is_shown_if_its_library_is_there(monkeypatch, capsys, library):
    pytest.importorskip(library, reason="bars are optional; the tests beside the newest runtimes have them")
    if library == "tqdm":
        monkeypatch.setitem(sys.modules, "rich.console", None)
    bar = Progress(3, True)
    for _ in range(3):
        bar.step()
    bar.close()
    assert "3/3" in capsys.readouterr().err


def test_without_a_library_there_is_no_bar(monkeypatch, capsys):
    for module in ("rich.console", "tqdm"):
        monkeypatch.setitem(sys.modules, module, None)
    bar = Progress(3, True)
    bar.step()
    bar.close()
    assert capsys.readouterr().err == ""
