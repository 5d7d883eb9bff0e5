#!/usr/bin/env python3
"""Checks the package as others get it: ruff, pyright, and what the sdist and the wheel hold.

The tools come from requirements/newest.lock, as for the tests.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import environment

PYTHON = environment.PYTHON
# Each of these is in the wheel; tests, scripts and protos are not.
WANTED = ("hierophant/__init__.py", "hierophant/py.typed", "hierophant/aio/client.py", "hierophant/arcanum/_rows.py")
UNWANTED = ("tests/", "scripts/", "examples/", "proto/")


def main() -> int:
    environment.enter()
    tool = [sys.executable, "-m"]
    for command in (
        [*tool, "ruff", "check", "."],
        [*tool, "ruff", "format", "--check", "src", "scripts", "examples"],
        [*tool, "pyright", "--pythonpath", sys.executable],
    ):
        subprocess.run(command, cwd=PYTHON, check=True)
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([*tool, "hatchling", "build", "-d", scratch], cwd=PYTHON, check=True, stdout=subprocess.DEVNULL)
        (wheel,) = pathlib.Path(scratch).glob("*.whl")
        check_readme(wheel)
        (sdist,) = pathlib.Path(scratch).glob("*.tar.gz")
        check(wheel, zipfile.ZipFile(wheel).namelist())
        inside = [name.partition("/")[2] for name in tarfile.open(sdist).getnames()]
        missing = {"pyproject.toml", "README.md", "src/hierophant/py.typed", "examples/rule_bot.py"} - set(inside)
        if missing:
            sys.exit(f"{sdist.name} lacks {sorted(missing)}")
        # From the sdist as well.
        install = ["pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", scratch]
        subprocess.run([*tool, *install, str(sdist)], check=True)
    print("ruff and pyright find nothing; sdist and wheel are whole")
    return 0


def check_readme(wheel: pathlib.Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        text = opened.read(name).decode("utf-8")
    if "](https://" not in text or "](../" in text:
        sys.exit(f"{wheel.name}: the links of its README don't lead out of it")


def check(wheel: pathlib.Path, names: list[str]) -> None:
    missing = sorted(set(WANTED) - set(names))
    foreign = [name for name in names if name.startswith(UNWANTED)]
    if missing or foreign:
        sys.exit(f"{wheel.name} lacks {missing} and should not have {foreign}")


if __name__ == "__main__":
    sys.exit(main())
