"""The examples do what they say, against the real service."""

import pathlib
import re
import subprocess
import sys

import pytest

from hierophant.v1 import ruleset_pb2

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
SECONDS_MAX = 120
# One shows the stubs without the package; the other is a whole learner.
LONG = ("stubs_only.py", "train.py")


def run(name, *arguments):
    """What an example prints. The runtime of gRPC may write warnings of its own to the standard error output."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_MAX)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("ruleset", [[]] + [[field.name] for field in ruleset_pb2.Setup.DESCRIPTOR.fields])
@pytest.mark.parametrize("name", ["random_bot.py", "stubs_only.py"])
def test_an_example_plays_a_game_and_prints_its_result(name, ruleset, target):
    lines = run(name, target, *ruleset).splitlines()
    assert lines[0].startswith("games/") and lines[0].endswith(" is over")
    assert [line.split(":")[0] for line in lines[1:]] == ["seat 0 (I)"] + [f"seat {n} (built-in agent)" for n in (1, 2, 3)]


def test_stubs_only_needs_nothing_but_generated_code():
    text = (EXAMPLES / "stubs_only.py").read_text("utf-8")
    imports = [line for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imports == [
        "import random",
        "import sys",
        "import time",
        "import grpc",
        "from hierophant.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc, ruleset_pb2",
    ]


def test_a_bot_with_rules_keeps_state_for_its_game(target):
    assert re.fullmatch(r"seat 0: rank \d, \d+ VP, \d+ cards seen\n", run("rule_bot.py", target))


def test_many_games_are_played_at_once(target):
    assert re.fullmatch(r"\d of 4 games won\n", run("twenty_games.py", target, "4"))


def test_replays_are_asked_with_pandas(target):
    pytest.importorskip("pandas", reason="pandas is optional; the tests beside the newest runtimes have it")
    said = run("replay_statistics.py", target, "2")
    assert "won" in said and "play" in said


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py") if path.name not in LONG))
def test_examples_stay_short(name):
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) < 40
