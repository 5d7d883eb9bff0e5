#!/usr/bin/env python3
"""Generates docs/reference/python/: a page for each class of the Python client, from its docstrings.

python python/scripts/api_pages.py            write them
python python/scripts/api_pages.py --check    fail if the committed ones differ
"""

from __future__ import annotations

import ast
import pathlib
import sys
from typing import Iterator

PYTHON = pathlib.Path(__file__).resolve().parent.parent
SOURCES = PYTHON / "src" / "hierophant"
PAGES = PYTHON.parent / "docs" / "reference" / "python"

# Page: title, file, classes and functions.
CONTENT = {
    "connection": ("Connection", "client.py", ["connect", "Connection"]),
    "game": ("Game", "game.py", ["Game", "OpenSeats"]),
    "player": ("Player", "seating.py", ["Player"]),
    "seat": ("Seat and Spectator", "seat.py", ["Seat", "Spectator"]),
    "bot": ("Bot", "bot.py", ["Bot", "BotFor", "GameInfo", "Result", "Outcome", "Standing"]),
    "agent": ("Agent", "agent.py", ["Agent"]),
    "decision": ("Decision", "decision.py", ["Decision", "CheckedChoice", "NoDecision"]),
    "action": ("Action", "actions.py", ["Action", "Actions", "ActionTable"]),
    "view": ("View", "view.py", ["View"]),
    "news": (
        "Snapshot, Update, Ended and TournamentNews",
        "news.py",
        ["Snapshot", "Update", "Ended", "Event", "TournamentNews", "SlotResult", "SeatResult"],
    ),
    "replay": ("Replay", "replay.py", ["Replay"]),
    "standings": ("EntrantStanding", "tournaments.py", ["EntrantStanding"]),
    "retry": ("Retry and Timeout", "retry.py", ["Retry", "Timeout"]),
    "card": ("TarotCard", "values.py", ["TarotCard"]),
    "enums": ("Enums", "enums.py", []),
    "errors": ("Errors", "errors.py", []),
    "arcanum": ("Arcanum", "arcanum/__init__.py", []),
    "arcanoid": ("Arcanoid", "arcanoid/__init__.py", []),
    "res_arcana": ("Res Arcana", "res_arcana/__init__.py", []),
    "arcana": ("Arcana", "arcana/__init__.py", []),
}
# Names for types in signatures, by file.
ALIASES = {
    "actions.py": ["AnyAction"],
    "bot.py": ["Choice", "OnError", "OnIllegal", "Policy", "BotLike", "NewBot"],
    "plans.py": ["ReplayViewer", "SetupLike"],
    "seating.py": ["SeatLike"],
    "news.py": ["GameNews"],
    "tls.py": ["PathLike"],
}


def main() -> int:
    pages = {PAGES / f"{name}.md": page(*of) for name, of in CONTENT.items()}
    pages[PAGES / "README.md"] = index()
    pages[PAGES / "types.md"] = types()
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in sys.argv:
        if stale:
            print(f"stale: {[path.name for path in stale]}; run python/scripts/api_pages.py", file=sys.stderr)
        return 1 if stale else 0
    PAGES.mkdir(exist_ok=True)
    for path in stale:
        path.write_text(pages[path], "utf-8")
    print(f"{len(stale)} of {len(pages)} pages written")
    return 0


def index() -> str:
    lines = ["# Python API", "", "[The Python page](../../../python/README.md) shows how they work together.", ""]
    lines += [f"- [{title}]({name}.md)" for name, (title, *_) in CONTENT.items()]
    lines += ["- [Types in signatures](types.md)"]
    lines += ["", "`hierophant.aio` has the same classes with awaitable methods."]
    return "\n".join(lines) + "\n"


def types() -> str:
    lines = ["# Types in signatures (Python)", "", "In `hierophant`: names for what arguments may be."]
    lines += [
        "`D` stands for the type of the decisions, e.g. `arcanum.Decision`.",
        "",
        "| name | is | |",
        "| --- | --- | --- |",
    ]
    for file, names in ALIASES.items():
        body = ast.parse((SOURCES / file).read_text("utf-8")).body
        for node, after in zip(body, body[1:], strict=False):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in names:
                kind = ast.unparse(node.value).replace("'", "").replace("|", chr(92) + "|")
                lines.append(f"| `{ast.unparse(node.targets[0])}` | `{kind}` | {said_in(after)} |")
    return "\n".join(lines) + "\n"


def page(title: str, file: str, names: list[str]) -> str:
    tree = ast.parse((SOURCES / file).read_text("utf-8"))
    found = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    chosen = names or [
        name for name, node in found.items() if isinstance(node, ast.ClassDef) and not name.startswith("_")
    ]
    sections = [line for name in chosen for line in section(found[name])]
    lines = [f"# {title} (Python)", ""]
    if len(sections) > 90:
        lines += [
            "<!-- contents -->",
            *[f"- [{name}](#{name.lower()})" for name in chosen],
            "<!-- end of contents -->",
            "",
        ]
    module = "hierophant" if names else f"hierophant.{file.removesuffix('.py').removesuffix('/__init__')}"
    lines += [f"In `{module}`.", ""]
    if not names and "CARDS" in tree_names(tree):
        lines += [
            "`CARDS` is the tuple of all cards by number ([what a card has](card.md)), `ACTIONS` the table of all actions by code, `KINDS` the names of all kinds of action.",
            "A raw number of a card in a message (`uint32`), in an event say, becomes a card by `CARDS[number]`.",
            "`Setup` is the ruleset's message for `create_game`, e.g. `Setup(players=3)`.",
            "The kinds of action stand with their classes; `isinstance(action, PlayAction)` tells a type checker which one it is.",
            "",
        ]
    return "\n".join([*lines, *sections]).rstrip() + "\n"


def tree_names(tree: ast.Module) -> set[str]:
    """The constants of a module."""
    return {
        node.target.id for node in tree.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


def section(node: ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    yield f"## {node.name}"
    yield ""
    if isinstance(node, ast.FunctionDef):
        yield f"`{signature(node)}`"
        yield ""
        yield from text(node)
        return
    bases = [ast.unparse(base).rpartition(".")[2] for base in node.bases]
    yield f"`class {node.name}({', '.join(bases)})`" if bases else f"`class {node.name}`"
    yield ""
    yield from text(node)
    attributes, methods = [], []
    for number, inner in enumerate(node.body):
        name = getattr(getattr(inner, "target", None), "id", "") or getattr(inner, "name", "")
        if isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Name):
            name = inner.targets[0].id
        if name.startswith("_") or not name:
            continue
        if isinstance(inner, ast.FunctionDef):
            decorators = [ast.unparse(decorator) for decorator in inner.decorator_list]
            if "overload" in decorators:
                continue
            if any("property" in decorator for decorator in decorators):
                attributes.append((name, ast.unparse(inner.returns) if inner.returns else "", first(inner)))
            else:
                methods.append(inner)
        elif isinstance(inner, (ast.AnnAssign, ast.Assign)):
            said = said_in(node.body[number + 1] if number + 1 < len(node.body) else None)
            kind = ast.unparse(inner.annotation) if isinstance(inner, ast.AnnAssign) else ast.unparse(inner.value)
            if kind.startswith("ClassVar") and isinstance(inner.value, ast.Constant) and inner.value.value:
                kind += f" = {ast.unparse(inner.value)}"
            attributes.append((name, kind, said))
    if attributes:
        yield "| member | value | |" if bases == ["OpenEnum"] else "| attribute | type | |"
        yield "| --- | --- | --- |"
        for name, kind, said in attributes:
            yield f"| `{name}` | `{kind.replace('|', chr(92) + '|')}` | {said} |"
        yield ""
    for method in methods:
        yield f"### `{signature(method)}`"
        yield ""
        yield from text(method)


def signature(node: ast.FunctionDef) -> str:
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("cls, ")
    arguments = "" if arguments in ("self", "cls") else arguments
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({arguments}){returns}"


def said_in(after: ast.stmt | None) -> str:
    """The docstring of an attribute, if this is one."""
    said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
    return " ".join(str(said).split())


def first(node: ast.FunctionDef) -> str:
    return " ".join((ast.get_docstring(node) or "").split())


def text(node: ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
        yield " ".join(paragraph.split())
        yield ""


if __name__ == "__main__":
    sys.exit(main())
