"""The programs of the README and of the tutorial do what they say, against the real service."""

import importlib.util
import pathlib
import re
import subprocess
import sys
import uuid

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
TUTORIAL = REPOSITORY / "docs" / "getting-started" / "from-random-bot-to-tournament.md"
ADDRESS = "127.0.0.1:50051"
SECONDS_MAX = 120

pytestmark = pytest.mark.skipif(not TUTORIAL.exists(), reason="the documentation is in the repository alone")


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture
def program(target, tmp_path):
    """Starts a program of some blocks, with the address and the agent's name of this test."""
    agent = f"agent-{uuid.uuid4().hex}"
    started = []

    def start(*texts):
        path = tmp_path / f"program_{len(started)}.py"
        text = "\n".join(texts).replace(ADDRESS, target).replace('"high-card"', repr(agent))
        path.write_text(text, "utf-8")
        process = subprocess.Popen([sys.executable, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def ended(process):
    said, wrong = process.communicate(timeout=SECONDS_MAX)
    assert process.returncode == 0, wrong
    return said


def test_the_tutorial_goes_from_a_random_bot_to_a_tournament(program):
    random_bot, rules, many, replay, serving, tournament = blocks(TUTORIAL, "python")
    assert "rank=" in ended(program(random_bot))
    assert "mean rank" in ended(program("import hierophant", rules, many))
    if importlib.util.find_spec("pandas"):  # Beside the newest runtimes.
        assert "play" in ended(program("import hierophant", rules, many, replay))
    assert "to_records" in replay
    bot = program("import hierophant", rules, serving.replace("print(", "print(flush=True, *(", 1).rstrip() + ")")
    said = ended(program("import time; time.sleep(3)", tournament))
    assert re.search(r"EntrantStanding\(entrant='mine', games=\d+", said)
    assert bot.poll() is None


def test_the_programs_of_the_readme_run(program):
    for text in re.findall(r"<<'END'\n(.*?)^END$", (REPOSITORY / "python" / "README.md").read_text("utf-8"), re.M | re.S):
        assert ended(program(text))
