#!/usr/bin/env python3
"""A Python client that pings every 10 s, for some time: plays slowly, watches, and keeps a channel on which nothing happens.

    python_client.py HOST:PORT SECONDS

Uses the stubs alone, without any retry: every failure of a call or a connection is this script's own.
"""

from __future__ import annotations

import random
import sys
import threading
import time

import grpc

from hierophant.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc, ruleset_pb2

PAUSE_S = 4.0
KEEPALIVE = [
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    # Else it would give up pinging after the second.
    ("grpc.http2.max_pings_without_data", 0),
]
CALL_S_MAX = 40.0


def main() -> int:
    target, end = sys.argv[1], time.monotonic() + float(sys.argv[2])
    with grpc.insecure_channel(target, options=KEEPALIVE) as busy, grpc.insecure_channel(target, options=KEEPALIVE) as idle:
        lost = watch_connection(busy) + watch_connection(idle)
        game_service_pb2_grpc.GameServiceStub(idle).ListRulesets(game_service_pb2.ListRulesetsRequest(), timeout=CALL_S_MAX)
        service = game_service_pb2_grpc.GameServiceStub(busy)
        games = answers = heartbeats = 0
        while time.monotonic() < end:
            taken, beats = play(service, end)
            games, answers, heartbeats = games + 1, answers + taken, heartbeats + beats
        game_service_pb2_grpc.GameServiceStub(idle).ListRulesets(game_service_pb2.ListRulesetsRequest(), timeout=CALL_S_MAX)
        if any(lost):
            sys.exit("a connection was lost")
    print(f"python: {games} games, {answers} answers, {heartbeats} heartbeats, no connection lost")
    return 0


def watch_connection(channel: grpc.Channel) -> list[list[object]]:
    lost: list[object] = []
    failed = grpc.ChannelConnectivity.TRANSIENT_FAILURE
    channel.subscribe(lambda state: lost.append(state) if state is failed else None)
    return [lost]


def play(service, end: float) -> tuple[int, int]:
    built_in = game_service_pb2.SeatRequest(built_in_agent="random")
    setup = ruleset_pb2.Setup()
    setup.arcanum.SetInParent()
    request = game_service_pb2.CreateGameRequest(setup=setup, seats=[game_service_pb2.SeatRequest(), built_in, built_in, built_in])
    created = service.CreateGame(request, timeout=CALL_S_MAX)
    game, bearer = created.game.name, (("authorization", f"Bearer {created.seat_tokens[0].token}"),)
    watched: dict[str, object] = {"versions": [], "heartbeats": 0}

    def watch() -> None:
        for message in service.WatchGame(game_service_pb2.WatchGameRequest(game=game), metadata=bearer):
            watched["heartbeats"] += message.HasField("heartbeat")
            if message.HasField("update"):
                watched["versions"].append(message.update.view_version)
            if message.HasField("ended"):
                watched["last"] = message.ended.view.view_version

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    answers = 0
    while True:
        wait = game_service_pb2.GetViewRequest(game=game, wait_for=game_service_pb2.WAIT_FOR_MY_DECISION)
        view = service.GetView(wait, metadata=bearer, timeout=CALL_S_MAX).view
        if view.status != game_pb2.GAME_STATUS_LIVE:
            break
        if not view.HasField("decision"):
            continue
        # Now and then for long enough that a heartbeat is due.
        pause_s = 17.0 if answers % 10 == 5 else PAUSE_S
        time.sleep(max(0.0, min(pause_s, end - time.monotonic())))
        answer = game_service_pb2.SubmitActionRequest(
            game=game, decision_id=view.decision.decision_id, action_code=random.choice(view.decision.legal_codes)
        )
        service.SubmitAction(answer, metadata=bearer, timeout=CALL_S_MAX)
        answers += 1
    watcher.join(CALL_S_MAX)
    versions = watched["versions"]
    if versions != list(range(2, watched.get("last", 0) + 1)):
        sys.exit(f"the stream missed something or broke off: {versions[-3:]} of {watched.get('last')}")
    return answers, watched["heartbeats"]


if __name__ == "__main__":
    sys.exit(main())
