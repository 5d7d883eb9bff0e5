"""The package keeps the promise of its py.typed: mypy, strict, finds nothing."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


def test_mypy_finds_nothing(tmp_path):
    pytest.importorskip("mypy", reason="types are checked beside the newest runtimes")
    mypy = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(tmp_path)]
    run = subprocess.run(mypy, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert run.returncode == 0, run.stdout
