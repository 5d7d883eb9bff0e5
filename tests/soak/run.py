#!/usr/bin/env python3
"""Clients of Python and Node.js with the common keepalive of 10 s, for a while, and one that stops reading altogether.

    python3 tests/soak/run.py target/release/hierophant                     three minutes
    python3 tests/soak/run.py target/release/hierophant --seconds 3600      an hour

Needs node, with the libraries of examples/node (npm ci). Shown, or else this fails:

- neither client loses a connection or a call, whatever it pings: none gets ENHANCE_YOUR_CALM;
- a client whose process is stopped (SIGSTOP) while its game continues loses its connection, and the service keeps nothing for it; the
  others notice nothing; set going again it misses nothing.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import signal
import subprocess
import sys
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
SOAK = REPOSITORY / "tests" / "soak"
sys.path.insert(0, str(REPOSITORY / "python" / "scripts"))

import environment  # noqa: E402
import with_server  # noqa: E402

# The service asks silent peers for a sign of life after 30 s, and gives up 20 s later.
SLEEP_S = 65
GRACE_S = 120
ESTABLISHED = "01"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--seconds", type=int, default=180)
    arguments = parser.parse_args()
    # On SIGTERM it stops what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))
    seconds = str(arguments.seconds)
    with with_server.running(arguments.binary) as target:
        clients = [
            subprocess.Popen([sys.executable, str(SOAK / "python_client.py"), target, seconds]),
            subprocess.Popen(["node", str(SOAK / "node_client.js"), target, seconds]),
        ]
        try:
            stopped(target)
            failed = [client.wait(arguments.seconds + GRACE_S) for client in clients]
        finally:
            for client in clients:
                client.kill()
    if any(failed):
        sys.exit(f"a client failed: {failed}")
    return 0


def stopped(target: str) -> None:
    """A watcher's process stops while its game is played to its end."""
    with hierophant.connect(target) as server:
        game = server.create_game("arcanum", seats=[hierophant.OPEN, "random", "random", "random"])
        command = [sys.executable, str(SOAK / "sleepy_client.py"), target, game.name]
        environment = {**os.environ, "GAME_TOKEN": game.spectator_token}
        sleepy = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert sleepy.stdout is not None and sleepy.stdout.readline() == "watching\n"
            ports = connections_of(sleepy.pid)
            assert ports, "it is connected"
            sleepy.send_signal(signal.SIGSTOP)
            began = time.monotonic()
            game.seats[0].play(lambda decision: decision.actions[0])
            print(f"a game was played in {time.monotonic() - began:.1f} s next to a watcher that doesn't read", flush=True)
            while ports & established_from(target):
                assert time.monotonic() < began + SLEEP_S, "the service keeps the connection of a process that is stopped"
                time.sleep(1)
            print(f"its connection was closed after {time.monotonic() - began:.0f} s", flush=True)
            sleepy.send_signal(signal.SIGCONT)
            output, _ = sleepy.communicate(timeout=GRACE_S)
            assert sleepy.returncode == 0, "the watcher that was stopped missed something"
            print(f"resumed, it got {output.strip()}", flush=True)
        finally:
            sleepy.kill()


def sockets() -> list[tuple[int, int, str, str]]:
    """The machine's TCP sockets: local port, remote port, state, inode."""
    # grpc reaches addresses of IPv4 by sockets of IPv6 as well.
    tables = [path for path in (pathlib.Path("/proc/net/tcp"), pathlib.Path("/proc/net/tcp6")) if path.exists()]
    lines = [line for table in tables for line in table.read_text("ascii").splitlines()[1:]]
    rows = [line.split() for line in lines]
    return [(int(row[1].split(":")[1], 16), int(row[2].split(":")[1], 16), row[3], row[9]) for row in rows]


def connections_of(process: int) -> set[int]:
    """The local ports of a process's connections."""
    links = [os.readlink(link) for link in pathlib.Path(f"/proc/{process}/fd").iterdir() if link.is_symlink()]
    return {local for local, _, state, inode in sockets() if state == ESTABLISHED and f"socket:[{inode}]" in links}


def established_from(target: str) -> set[int]:
    """The remote ports of the connections that the service has."""
    port = int(target.rpartition(":")[2])
    return {remote for local, remote, state, _ in sockets() if local == port and state == ESTABLISHED}


if __name__ == "__main__":
    environment.enter()
    import hierophant

    sys.exit(main())
