#!/usr/bin/env python3
"""Locks requirements/*.in to requirements/*.lock, with hashes, for every supported Python and platform.

    python -m pip install uv && python python/scripts/lock.py

`oldest` and `tools` only change when a floor is raised; `newest` is locked anew now and then, to meet new runtimes.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys

REQUIREMENTS = pathlib.Path(__file__).resolve().parent.parent / "requirements"
OLDEST_PYTHON = "3.10"


def main() -> int:
    for source in sorted(REQUIREMENTS.glob("*.in")):
        lock = source.with_suffix(".lock")
        # Upgrading and without the addresses of any index: a lock says what, not from where.
        uv = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST_PYTHON]
        lines = ["--generate-hashes", "--no-emit-index-url", "--no-annotate", "--no-header", "--upgrade"]
        subprocess.run([*uv, *lines, "--output-file", str(lock), str(source)], check=True)
        print(lock)
    return 0


if __name__ == "__main__":
    sys.exit(main())
