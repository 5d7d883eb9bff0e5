"""Shared by the tests: a pretended service for failures, and the address of a real one.

The tests against the real service read HIEROPHANT_TARGET; `cargo test --test python` starts one and sets it. Without it they fail:
nothing is skipped in silence.
"""

from __future__ import annotations

import os
import threading
from concurrent import futures

import grpc
import pytest

import hierophant
from hierophant.v1 import game_service_pb2_grpc

THREADS_MAX = 16


@pytest.fixture(scope="session")
def target():
    """The address of a real service."""
    address = os.environ.get("HIEROPHANT_TARGET")
    assert address, "these tests need a service: run them by `cargo test --test python`, or set HIEROPHANT_TARGET=host:port"
    return address


@pytest.fixture
def server(target):
    """A connection to the real service."""
    with hierophant.connect(target) as connection:
        yield connection


@pytest.fixture(scope="session")
def secured():
    """How to reach a real service that speaks TLS and asks who creates games: arguments of `hierophant.connect`."""
    target = os.environ.get("HIEROPHANT_TLS_TARGET")
    assert target, "these tests need a service with TLS: run them by `cargo test --test python`"
    folder = os.environ["HIEROPHANT_TLS_FOLDER"]
    return {
        "target": target,
        "ca": os.path.join(folder, "ca.pem"),
        "certificate": os.path.join(folder, "client.pem"),
        "key": os.path.join(folder, "client-key.pem"),
        "token": os.environ["HIEROPHANT_TLS_TOKEN"],
    }


class PretendedService(game_service_pb2_grpc.GameServiceServicer):
    """Answers each call by the next of `answers`: a message to send, or a function of the context that fails it."""

    def __init__(self):
        self.answers = []
        # By stream, what it is made of: messages to send, or functions of the context that fail it.
        self.streams = []
        self.requests = []
        self.lock = threading.Lock()

    def _answer(self, request, context):
        with self.lock:
            self.requests.append(request)
            # The last answer stands for all later calls.
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer(context) if callable(answer) else answer

    ListRulesets = GetRuleset = CreateGame = GetView = SubmitAction = _answer

    def WatchGame(self, request, context):
        with self.lock:
            self.requests.append(request)
            parts = self.streams.pop(0)
        for part in parts:
            if callable(part):
                part(context)
            yield part

    def GetReplay(self, request, context):
        yield from self._answer(request, context)


@pytest.fixture
def pretended():
    """A service that does as it is told, and a connection to it."""
    service = PretendedService()
    server = grpc.server(futures.ThreadPoolExecutor(THREADS_MAX))
    game_service_pb2_grpc.add_GameServiceServicer_to_server(service, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with hierophant.connect(f"127.0.0.1:{port}") as connection:
        service.connection = connection
        yield service
    server.stop(None).wait()
