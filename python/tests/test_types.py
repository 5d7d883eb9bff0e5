"""The package keeps the promise of its py.typed: mypy, strict, finds nothing in it, and finds the mistakes of bots; every attribute is documented."""

import ast
import os
import pathlib
import re
import subprocess
import sys

import pytest

import hierophant

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = pathlib.Path(hierophant.__file__).resolve().parent
# What bots and their authors touch.
PUBLIC = (
    *("actions", "agent", "bot", "client", "decision", "enums", "errors", "game", "news", "replay", "retry", "seat"),
    *("seating", "seeds", "tournaments", "values", "view", "aio/agent", "aio/client", "aio/seat"),
    *("arcanum/__init__", "arcanoid/__init__", "res_arcana/__init__", "arcana/__init__"),
)
# Rows for pandas; an array of numpy or bytes; the message of an event, of one of dozens of types.
ANY = {"to_records", "result_records", "mask", "details"}


def mypy(folder, *files):
    """What it finds."""
    pytest.importorskip("mypy", reason="types are checked beside the newest runtimes")
    config = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(folder / "cache")]
    command = [sys.executable, "-m", "mypy", *config, *map(str, files)]
    # These sources, whichever are installed.
    environment = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    run = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return run.returncode, run.stdout


def test_mypy_finds_nothing(tmp_path):
    found, said = mypy(tmp_path)
    assert found == 0, said


BOTS = """
import hierophant
from hierophant import aio, arcanoid, arcanum


def good(decision: arcanum.Decision) -> arcanum.Action:
    plays = decision.actions.of("play")
    print(plays[0].card.rank + 1, decision.view.my_hand[0].suit, decision.view.knowledge)
    return max(plays, key=lambda play: play.card.rank)


def typo(decision: arcanum.Decision) -> arcanum.Action:
    return max(decision.actions.of("plya"), key=lambda play: play.card.rank)  # wrong


def text(decision: hierophant.Decision) -> str:
    return "play"


def code(decision: hierophant.Decision) -> int:
    return decision.legal_codes[0]


class Engager(arcanoid.Bot):
    def choose(self, decision: arcanoid.Decision) -> arcanoid.Action:
        cards: tuple[arcanoid.Card, ...] = decision.view.engagements[0].cards
        suits: tuple[str, ...] = decision.view.engagements[0].cards  # wrong
        print(cards, suits)
        return decision.actions[0]


class Texts(arcanoid.Bot):
    def choose(self, decision: arcanoid.Decision) -> str:  # wrong
        return "engage"


def play(server: hierophant.Connection) -> None:
    seat = server.create_game("arcanum").seats[0]
    seat.play(good)
    seat.play(Engager())
    seat.play(text)  # wrong
    seat.play(code)  # wrong
    server.play_many(Engager, arcanoid.Setup(), games=2)
    server.play_many(Engager(), "arcanoid", games=2)  # wrong
    server.create_game("arcanum", seats=[7])  # wrong
    seat.decision(5)  # wrong
    for result in server.agent("token").serve(Engager):
        print(result.standing.rank, result.standing.points)  # wrong


async def play_aio(server: aio.Connection) -> None:
    game = await server.create_game("arcanum", seats=[hierophant.OPEN, "random"])
    await game.seats[0].play(good)
    await game.seats[0].play(text)  # wrong
    async for news in game.seats[0].watch():
        print(news.version, news.decision)
"""


def test_mypy_finds_the_mistakes_of_bots(tmp_path):
    program = tmp_path / "bots.py"
    program.write_text(BOTS, "utf-8")
    _, said = mypy(tmp_path, program)
    found = {int(line) for line in re.findall(r"bots\.py:(\d+): error", said)}
    wrong = {number for number, line in enumerate(BOTS.splitlines(), 1) if line.endswith("# wrong")}
    assert found == wrong, said


def classes():
    for name in PUBLIC:
        for node in ast.parse((SOURCES / f"{name}.py").read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield name, node


def test_every_public_class_method_and_attribute_says_what_it_is():
    silent = []
    for name, node in classes():
        if ast.get_docstring(node) is None:
            silent.append(f"{name}: {node.name}")
        for inner, after in zip(node.body, [*node.body[1:], None]):
            what = getattr(inner, "name", "") or getattr(getattr(inner, "target", None), "id", "")
            if isinstance(inner, ast.FunctionDef) and not what.startswith("_"):
                is_overload = any(ast.unparse(decorator) == "overload" for decorator in inner.decorator_list)
                said = is_overload or ast.get_docstring(inner)
            elif isinstance(inner, ast.AnnAssign) and not what.startswith("_") and what not in ("kind", "kinds", "ruleset"):
                said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            else:
                continue
            if not said:
                silent.append(f"{name}: {node.name}.{what}")
    assert silent == []


def test_nothing_that_authors_touch_is_of_any_type():
    found = set()
    for _, node in classes():
        for inner in node.body:
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)) and not inner.name.startswith("_"):
                arguments = [*inner.args.args, *inner.args.kwonlyargs]
                for part in [*(argument.annotation for argument in arguments if argument.annotation), inner.returns]:
                    if part is not None and "Any" in {getattr(name, "id", "") for name in ast.walk(part)}:
                        found.add(inner.name)
    assert found == ANY


def test_the_package_knows_its_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+", hierophant.__version__)
