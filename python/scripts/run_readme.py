#!/usr/bin/env python3
"""Runs the section "Write a bot in ten minutes" of a README exactly as it stands: its sh blocks, at the repository's root.

    python python/scripts/run_readme.py [README.md]

The first block starts the service and goes on running, as in a terminal of its own; the others run one after the other once it
listens. The folder that they make, my-bot, must not be there before and is removed afterwards. The default port must be free.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
SECTION = "## Write a bot in ten minutes"
MADE = REPOSITORY / "my-bot"
SERVICE = ("127.0.0.1", 50051)
# The first block may have to build the service from nothing.
START_S_MAX = 1800
BLOCK_S_MAX = 600
STOP_S_MAX = 30
POLL_S = 0.2


def main() -> int:
    readme = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else REPOSITORY / "python" / "README.md"
    serve, *others = blocks(readme.read_text("utf-8"))
    if MADE.exists():
        sys.exit(f"{MADE} is there already: remove it, if you don't need it")
    if listens():
        sys.exit("something listens on {}:{} already".format(*SERVICE))
    print(serve, end="", flush=True)
    service = subprocess.Popen(["bash", "-e", "-c", serve], cwd=REPOSITORY, start_new_session=True)
    try:
        wait_for(service)
        for block in others:
            print(block, end="", flush=True)
            subprocess.run(["bash", "-e", "-c", block], cwd=REPOSITORY, check=True, timeout=BLOCK_S_MAX)
    finally:
        stop(service)
        shutil.rmtree(MADE, ignore_errors=True)
    print(f"{1 + len(others)} blocks did what they say")
    return 0


def blocks(text: str) -> list[str]:
    """The sh blocks of the section, in order."""
    section = re.search(rf"^{re.escape(SECTION)}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    found = re.findall(r"^```sh\n(.*?)^```$", section.group(1), re.MULTILINE | re.DOTALL) if section else []
    if len(found) < 2:
        sys.exit(f'there is no section "{SECTION}" with blocks to run')
    return found


def listens() -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(SERVICE) == 0


def wait_for(service: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_S_MAX
    while not listens():
        if service.poll() is not None:
            sys.exit(f"the service ended with {service.returncode} before it listened")
        if time.monotonic() > end:
            sys.exit(f"the service doesn't listen after {START_S_MAX} s")
        time.sleep(POLL_S)


def stop(service: subprocess.Popen[bytes]) -> None:
    # As Ctrl-C in that terminal: to everything that the block started.
    if service.poll() is None:
        os.killpg(service.pid, signal.SIGINT)
    try:
        service.wait(STOP_S_MAX)
    except subprocess.TimeoutExpired:
        os.killpg(service.pid, signal.SIGKILL)
        service.wait()


if __name__ == "__main__":
    sys.exit(main())
