"""TLS, and services that ask who creates games."""

from __future__ import annotations

import multiprocessing
import random

import grpc
import pytest

import hierophant
from hierophant import _rich_status_pb2 as rich_status
from hierophant.v1 import game_service_pb2


def connect(secured, *without):
    arguments = {name: value for name, value in secured.items() if name not in without}
    return hierophant.connect(arguments.pop("target"), **arguments)


def refused(connection):
    with pytest.raises(hierophant.HierophantError) as refusal:
        connection.create_game("arcanum")
    return refusal.value


def test_a_game_is_played_over_tls_by_who_has_a_token(secured):
    with connect(secured, "certificate", "key") as server:
        game = server.create_game("arcanum", seats=[hierophant.OPEN, "random", "random", "random"])
        result = game.seats[0].play(lambda decision: random.choice(decision.actions))
    assert result.standing.rank >= 1


def test_a_certificate_opens_what_a_token_does(secured):
    with connect(secured, "token") as server:
        game = server.create_game("arcanum")
    # A seat is opened by its own token, whoever calls.
    with connect(secured, "token", "certificate", "key") as server:
        assert server.seat(game.name, game.seats[2].token).number == 2


def test_nobody_creates_games_without_either(secured):
    with connect(secured, "token", "certificate", "key") as server:
        assert refused(server).reason == "TOKEN_UNKNOWN"
    with connect({**secured, "token": "hp1_nobody"}) as server:
        assert refused(server).reason == "TOKEN_UNKNOWN"


def test_a_service_of_another_authority_is_not_believed(secured):
    with connect(secured, "ca", "certificate", "key") as server:
        assert refused(server).code is grpc.StatusCode.UNAVAILABLE


def _number(server, name, token):
    return server.seat(name, token).number


def test_a_connection_over_tls_may_be_sent_to_another_process(secured):
    with connect(secured) as server:
        game = server.create_game("arcanum")
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            assert pool.apply(_number, (server, game.name, game.seats[3].token)) == 3


def test_certificates_without_tls_are_a_mistake():
    with pytest.raises(ValueError):
        hierophant.connect("127.0.0.1:1", ca="ca.pem")
    with pytest.raises(ValueError):
        hierophant.connect("https://127.0.0.1:1", certificate="certificate.pem")


def test_a_call_that_came_too_soon_is_sent_again(pretended):
    trailers = (("hierophant-reason", "LIMIT_REACHED"),)

    def too_soon(context):
        info = rich_status.ErrorInfo(
            reason="LIMIT_REACHED", domain="hierophant", metadata={"limit": "token_calls_per_second_max"}
        )
        status = rich_status.Status()
        detail = status.details.add(type_url="type.googleapis.com/google.rpc.ErrorInfo")
        detail.value = info.SerializeToString()
        context.set_trailing_metadata((*trailers, ("grpc-status-details-bin", status.SerializeToString())))
        context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too soon")

    pretended.answers = [too_soon, game_service_pb2.ListRulesetsResponse()]
    assert list(pretended.connection.rulesets()) == []
    assert len(pretended.requests) == 2
