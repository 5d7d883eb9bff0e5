#!/usr/bin/env python3
"""Plays and watches a game through a real nginx that cuts idle streams.

    python3 tests/proxy/through_nginx.py target/release/hierophant                              about a minute, cut at 20 s
    python3 tests/proxy/through_nginx.py target/release/hierophant --cut-s 60 --idle-s 200      the numbers of production

Needs nginx. Each proxy runs examples/nginx/nginx.conf with other ports and times. Shown, or else this fails:

- keeps: heartbeats keep idle streams for longer than the cut;
- cuts:  a proxy whose cut is shorter than the heartbeats cuts again and again, and its watchers miss nothing;
- falls: a proxy that is killed and started again, and its watchers miss nothing;
- every answer of the game goes through `keeps`, and is taken once; a bot of another language's client plays through `cuts`;
- a14:   in front of a service without principals the proxy opens nothing, with or without a token.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "python" / "scripts"))

import environment  # noqa: E402
import with_server  # noqa: E402

# Below the 15 s of a heartbeat.
SHORT_CUT_S = 6
START_S_MAX = 10
GAME_S_MAX = 120


class Proxy:
    """nginx between a port of its own and the service."""

    def __init__(self, name: str, service: str, cut_s: int, folder: pathlib.Path) -> None:
        self.name = name
        self.port = free_port()
        self.target = f"127.0.0.1:{self.port}"
        self.log = folder / f"{name}.log"
        configuration = (REPOSITORY / "examples" / "nginx" / "nginx.conf").read_text("utf-8")
        for wanted, by in [
            (r"listen [^ ]+ http2", f"listen {self.target} http2"),
            (r"server 127\.0\.0\.1:50051", f"server {service}"),
            (r"grpc_read_timeout \d+s", f"grpc_read_timeout {cut_s}s"),
            (r"/tmp/hierophant-nginx", str(folder / name)),
            (r"access_log off", f"access_log {self.log}"),
        ]:
            configuration, count = re.subn(wanted, by, configuration)
            assert count > 0, f"nginx.conf has no {wanted}"
        self.configuration = folder / f"{name}.conf"
        self.configuration.write_text(configuration, "utf-8")
        self.start()

    def start(self) -> None:
        # By a session of its own, so that it can be killed with its workers.
        command = ["nginx", "-p", str(REPOSITORY), "-c", str(self.configuration), "-e", "stderr"]
        self.process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
        end = time.monotonic() + START_S_MAX
        while socket.socket().connect_ex(("127.0.0.1", self.port)) != 0:
            assert self.process.poll() is None, f"nginx doesn't start: {' '.join(command)}"
            assert time.monotonic() < end, "nginx doesn't listen"
            time.sleep(0.05)

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def streams_ended(self) -> int:
        """Streams that have ended so far."""
        return sum("WatchGame" in line for line in self.log.read_text("utf-8").splitlines()) if self.log.exists() else 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Watcher(threading.Thread):
    """Follows a game to its end."""

    def __init__(self, name: str, stream) -> None:
        super().__init__(name=name, daemon=True)
        self.stream = stream
        self.versions: list[int] = []
        self.digest = b""
        self.last = None
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            for message in (news.proto for news in self.stream):
                if message.HasField("snapshot"):
                    self.versions.append(message.snapshot.view_version)
                elif message.HasField("update"):
                    self.versions.append(message.update.view_version)
                    self.digest = message.update.digest
                else:
                    self.last = message.ended.view
        except BaseException as failure:
            self.failure = failure

    def check(self) -> None:
        self.join(GAME_S_MAX)
        assert self.failure is None, f"{self.name}: {self.failure}"
        assert self.last is not None, f"{self.name} doesn't end"
        assert self.versions == list(range(1, self.last.view_version + 1)), f"{self.name} missed something: {self.versions}"
        assert self.digest == self.last.digest, f"{self.name} was sent something else"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--cut-s", type=int, default=20, help="an idle stream is cut after this number of seconds")
    parser.add_argument("--idle-s", type=int, default=45, help="nothing happens in the game for this number of seconds")
    arguments = parser.parse_args()
    # On SIGTERM it stops what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        os.chmod(folder, 0o755)  # nginx may work as another user.
        a14_without_principals(arguments.binary, folder)
        with_principals(arguments, folder)
    return 0


def a14_without_principals(binary: str, folder: pathlib.Path) -> None:
    """An operator who forgets --principals behind a proxy gets an error, instead of giving every caller all rights."""
    with with_server.running(binary) as service:
        proxy = Proxy("forgotten", service, 20, folder)
        try:
            with hierophant.connect(service) as direct, hierophant.connect(proxy.target) as proxied:
                game = direct.create_game("arcanum")
                for call in [
                    lambda: proxied.create_game("arcanum"),
                    lambda: proxied.seat(game.name, game.seats[0].token, 0).view(),
                ]:
                    try:
                        call()
                    except hierophant.HierophantError as refused:
                        assert refused.reason == "CALLER_NOT_LOCAL", refused
                    else:
                        sys.exit("a service without principals took a call through a proxy")
        finally:
            proxy.kill()
    print("without principals the proxy opens nothing")


def with_principals(arguments: argparse.Namespace, folder: pathlib.Path) -> None:
    principals = str(folder / "principals")
    new = [arguments.binary, "principal", "new", "league", "--role", "creator", "--file", principals]
    token = subprocess.run(new, check=True, capture_output=True, text=True).stdout.strip()
    with with_server.running(arguments.binary, "--principals", principals) as service:
        cuts_s = {"keeps": arguments.cut_s, "cuts": SHORT_CUT_S, "falls": arguments.cut_s}
        proxies = {name: Proxy(name, service, cut_s, folder) for name, cut_s in cuts_s.items()}
        try:
            story(arguments.binary, service, token, proxies, arguments.idle_s)
        finally:
            for proxy in proxies.values():
                proxy.kill()


def story(binary: str, service: str, token: str, proxies: dict[str, Proxy], idle_s: int) -> None:
    with hierophant.connect(service, token=token) as direct:
        game = direct.create_game("arcanum")
        connections = {name: hierophant.connect(proxy.target) for name, proxy in proxies.items()}
        watchers = [Watcher("direct", direct.spectator(game.name, game.spectator_token).watch())]
        for name, connection in connections.items():
            spectator = connection.spectator(game.name, game.spectator_token)
            watchers.append(Watcher(f"spectator by {name}", spectator.watch()))
            watchers.append(Watcher(f"seat 1 by {name}", connection.seat(game.name, game.seats[1].token, 1).watch()))
        for watcher in watchers:
            watcher.start()
        # A service that was never reached is not waited for; one that was is.
        end = time.monotonic() + START_S_MAX
        while not all(watcher.versions or watcher.failure for watcher in watchers):
            assert time.monotonic() < end, "a watcher is sent nothing"
            time.sleep(0.05)

        proxies["falls"].kill()
        time.sleep(1)
        proxies["falls"].start()
        time.sleep(idle_s)
        kept, cut = proxies["keeps"].streams_ended(), proxies["cuts"].streams_ended()
        print(f"idle for {idle_s} s: keeps has cut {kept} streams, cuts (at {SHORT_CUT_S} s) {cut}")
        assert kept == 0, "heartbeats don't keep a stream"
        assert cut >= 2 * (idle_s // (SHORT_CUT_S + 5)), "the proxy doesn't cut: this shows nothing"

        seats = [connections["keeps"].seat(game.name, seat.token, number) for number, seat in game.seats.items()]
        answers = play(seats, {60: proxies["falls"], 200: proxies["falls"]})
        for watcher in watchers:
            watcher.check()
        print(f"{answers} answers by keeps; {len(watchers)} watchers were sent {len(watchers[0].versions)} versions each (spectators)")
        for connection in connections.values():
            connection.close()
        agent(binary, direct, proxies["cuts"])


def play(seats, falls: dict[int, Proxy]) -> int:
    """Plays all seats to the end; after as many answers as `falls` says its proxy is killed and started again, and all is quiet for a while."""
    answers = 0
    while True:
        before = answers
        for seat in seats:
            decision = seat.decision(wait_s=0)
            if not decision:
                continue
            response = seat.submit(decision, random.choice(decision.actions))
            assert response.decision_id == decision.decision_id
            answers += 1
            if answers in falls:
                falls[answers].kill()
                falls[answers].start()
                time.sleep(SHORT_CUT_S + 1)
        if answers == before:
            assert seats[0].view().is_over, "no seat can act, and the game is not over"
            return answers


def agent(binary: str, direct, proxy: Proxy) -> None:
    """The Rust client's agent follows a game through the proxy that cuts, while the other seat takes its time."""
    from hierophant.arcanum.v1 import arcanum_pb2

    game = direct.create_game(arcanum_pb2.Setup(players=3), seats=[hierophant.OPEN, hierophant.OPEN, "random"])
    command = [binary, "agent", "--server", f"http://{proxy.target}", "--game", game.name.split("/")[1]]
    environment = {**os.environ, "HIEROPHANT_TOKEN": game.seats[1].token}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ended_before = proxy.streams_ended()
    slow = iter([SHORT_CUT_S + 2, SHORT_CUT_S + 2])

    def policy(decision):
        time.sleep(next(slow, 0))
        return random.choice(decision.actions)

    game.seats[0].play(policy)
    assert process.wait(GAME_S_MAX) == 0, "the agent failed"
    print(f"an agent played through cuts, over {proxy.streams_ended() - ended_before} streams")


if __name__ == "__main__":
    environment.enter()
    import hierophant
    from hierophant import watching

    # The client would end streams by itself after two minutes; here the proxies do.
    watching.STREAM_S_MAX = 24 * 60 * 60.0
    sys.exit(main())
