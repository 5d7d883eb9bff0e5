#!/usr/bin/env python3
"""Runs a command while a service of its own runs: in memory, on a free port.

    python python/scripts/with_server.py target/debug/hierophant -- node examples/node/random_bot.js {}

`{}` in the command stands for the service's address, HIEROPHANT_TARGET in its environment too. Ends as the command does.
"""

from __future__ import annotations

import collections
import contextlib
import json
import os
import subprocess
import sys
import threading
from typing import IO, Iterator


@contextlib.contextmanager
def running(binary: str, *flags: str) -> Iterator[str]:
    """The address of a service, started with these flags too, that runs until this is left."""
    serve = [
        binary,
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--store",
        "memory",
        "--log",
        "info",
        "--log-format",
        "json",
        *flags,
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("HIEROPHANT_")}
    process = subprocess.Popen(serve, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    try:
        address = address_in(process.stderr, process)
        # Whatever comes later is read too, else the service would stop at a full pipe.
        reader = threading.Thread(target=collections.deque, args=(process.stderr, 0))
        reader.start()
        yield address
    finally:
        process.terminate()
        process.wait()
    reader.join()


def address_in(log: IO[str], process: subprocess.Popen[str]) -> str:
    """Where the service listens, once its log says that it serves: before, calls may be refused as too early."""
    said, address = [], ""
    for line in log:
        said.append(line)
        fields = json.loads(line).get("fields", {}) if line.startswith("{") else {}
        if fields.get("message") == "listening" and "address" in fields:
            address = fields["address"]
        elif fields.get("message") == "serving" and address:
            return address
    sys.exit(f"the service doesn't serve (exit {process.wait()}):\n{''.join(said)}")


def main(arguments: list[str]) -> int:
    if len(arguments) < 3 or arguments[1] != "--":
        sys.exit(__doc__)
    with running(arguments[0]) as address:
        command = [word.replace("{}", address) for word in arguments[2:]]
        return subprocess.run(command, env={**os.environ, "HIEROPHANT_TARGET": address}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
