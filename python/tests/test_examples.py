"""The examples do what they say, against the real service."""

import pathlib
import subprocess
import sys

import pytest

from hierophant.v1 import ruleset_pb2

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
SECONDS_MAX = 120


@pytest.mark.parametrize("ruleset", [[]] + [[field.name] for field in ruleset_pb2.Setup.DESCRIPTOR.fields])
@pytest.mark.parametrize("name", ["random_bot.py", "stubs_only.py"])
def test_an_example_plays_a_game_and_prints_its_result(name, ruleset, target):
    run = subprocess.run(
        [sys.executable, str(EXAMPLES / name), target, *ruleset],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS_MAX,
    )
    lines = run.stdout.splitlines()
    assert run.returncode == 0, run.stdout
    assert lines[0].startswith("games/") and lines[0].endswith(" is over")
    assert [line.split(":")[0] for line in lines[1:]] == ["seat 0 (I)"] + [f"seat {n} (house)" for n in (1, 2, 3)]


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


def test_the_first_bot_stays_short():
    assert len((EXAMPLES / "random_bot.py").read_text("utf-8").splitlines()) < 40
