"""F04, F05, F06: how a service is reached, and what is said when it isn't."""

import http.server
import os
import random
import socket
import threading
import time

import grpc
import pytest

import hierophant
from hierophant import HierophantError, address, serving
from hierophant.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc, ruleset_pb2


@pytest.fixture
def nobody():
    """An address at which nothing listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{bound.getsockname()[1]}"


def test_f04_an_address_where_nothing_listens_is_told_at_once_and_in_words(nobody):
    began = time.monotonic()
    with hierophant.connect(nobody) as server, pytest.raises(HierophantError) as raised:
        server.rulesets()
    # Ten minutes are for a service that was there.
    assert time.monotonic() - began < 60
    assert (raised.value.code, raised.value.reason) == (grpc.StatusCode.UNAVAILABLE, "UNREACHABLE")
    assert raised.value.message == f"cannot reach {nobody}: the connection was refused; is the service running there?"


def test_f04_a_socket_that_is_not_there_is_named(tmp_path):
    with hierophant.connect(f"unix:{tmp_path}/none") as server, pytest.raises(HierophantError) as raised:
        server.rulesets()
    assert raised.value.reason == "UNREACHABLE" and "there is no such socket" in raised.value.message


def test_f04_streams_and_agents_say_the_same(nobody):
    with hierophant.connect(nobody) as server:
        for begin in (server.spectator("games/g", "token").watch, lambda: server.agent("token").serve(lambda: None)):
            with pytest.raises(HierophantError) as raised:
                next(begin())
            assert raised.value.reason == "UNREACHABLE"


@pytest.mark.parametrize("form", ["{}", "http://{}", "http://{}/", " {}\n", "HTTP://{}", "\ufeff{}"])
def test_f04_an_address_may_be_given_in_every_form(target, form):
    with hierophant.connect(form.format(target)) as server:
        assert server.rulesets()


@pytest.mark.parametrize("form", ["unix:{}", "unix://{}", "unix:{}\n"])
def test_f04_so_may_a_socket(form):
    target = unix_target()
    with hierophant.connect(form.format(target[len("unix:") :])) as server:
        assert server.rulesets()


@pytest.mark.parametrize(
    "text, target",
    [
        ("http://[::1]:50051/", "[::1]:50051"),
        ("https://referee.example", "referee.example:443"),
        ("http://referee.example", "referee.example:80"),
        ("dns:///referee.example:1", "dns:///referee.example:1"),
    ],
)
def test_f04_what_grpc_is_given(text, target):
    assert address.parse(text).target == target


@pytest.mark.parametrize(
    "text", ["", "referee.example", "ftp://a:1", "http://", "http://a:1/x", "a b:1", "unix:relative", "http://a:port", "u@a:1"]
)
def test_f04_what_is_no_address_is_a_mistake(text):
    with pytest.raises(ValueError, match="is no address of a service: expected host:port"):
        hierophant.connect(text)


@pytest.mark.parametrize("form", ["{}\n", "{}\r\n", "\ufeff{}\r\n", "  {}  "])
def test_f04_a_token_may_come_as_it_stands_in_a_file(server, target, form):
    game = server.create_game("arcanum")
    token = form.format(game.seats[1].token)
    assert server.seat(game.name, token).view().seat == 1
    assert server.spectator(game.name, form.format(game.spectator_token)).view().seat is None
    name = f"agent-{random.getrandbits(64):x}"
    agent = form.format(server.register_agent(name))
    terms = serving.serving_terms((), 1, False)
    assert not server.agent(agent).poll_decisions(terms, wait_s=0.01).decisions
    with hierophant.connect(target, token=form.format("")) as nobody:
        assert nobody.rulesets()


@pytest.mark.parametrize("token", ["a\nb", "a b", "\u00e9", "\u0000", "x" * 100_000])
def test_f04_what_is_no_token_is_a_mistake_of_the_caller(server, token):
    for take in (lambda: server.seat("games/g", token, 0), lambda: server.agent(token), lambda: server.spectator("games/g", token)):
        with pytest.raises(ValueError, match="token") as raised:
            take()
        assert token not in str(raised.value)
    with pytest.raises(ValueError, match="token"):
        hierophant.connect("127.0.0.1:1", token=token)


def test_f04_headers_that_are_too_large_are_the_callers_fault(server):
    """Past the client's own check, as grpc tells it."""
    with pytest.raises(HierophantError) as raised:
        server._channel.call("ListGames", game_service_pb2.ListGamesRequest(), "x" * 100_000)
    assert (raised.value.code, raised.value.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD")
    assert "too large" in raised.value.message


@pytest.fixture
def dead_proxy(monkeypatch, nobody):
    for variable in ("no_proxy", "no_grpc_proxy"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("grpc_proxy", "http_proxy", "https_proxy"):
        monkeypatch.setenv(variable, f"http://me:secret@{nobody}")
    return nobody


def test_f05_a_service_on_this_machine_is_reached_without_a_proxy(target, dead_proxy):
    for place in (target, f"http://{target}/", target.replace("127.0.0.1", "localhost"), unix_target()):
        with hierophant.connect(place) as server:
            assert server.rulesets()


def test_f05_an_error_names_the_proxy_that_the_call_went_by(dead_proxy):
    with hierophant.connect("referee.example:50051") as server, pytest.raises(HierophantError) as raised:
        server.rulesets()
    assert f"by way of the proxy {dead_proxy} (by the variable grpc_proxy)" in raised.value.message
    assert "secret" not in str(raised.value)


def test_f05_exceptions_from_the_proxy_are_not_blamed_on_it(dead_proxy, monkeypatch):
    monkeypatch.setenv("no_proxy", "other.example, referee.example")
    assert address.parse("referee.example:1").proxy == ""
    assert address.parse("elsewhere.example:1").proxy != ""


def test_f04_a_server_of_another_kind_is_told_from_a_service():
    web = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    web.RequestHandlerClass.log_message = lambda *_: None
    thread = threading.Thread(target=web.serve_forever, daemon=True)
    thread.start()
    try:
        with hierophant.connect(f"127.0.0.1:{web.server_port}") as server, pytest.raises(HierophantError) as raised:
            server.rulesets()
        assert raised.value.reason == "UNREACHABLE" and "is the service running there?" in raised.value.message
    finally:
        web.shutdown()
        web.server_close()
        thread.join()


def unix_target():
    target = os.environ.get("HIEROPHANT_UNIX_TARGET")
    if target is None:
        pytest.skip("there are no Unix sockets here")
    return target


def test_f06_plain_grpc_plays_over_the_unix_socket_with_the_option_in_the_docs():
    options = [("grpc.default_authority", "localhost")]
    with grpc.insecure_channel(unix_target(), options=options) as channel:
        service = game_service_pb2_grpc.GameServiceStub(channel)
        seats = [game_service_pb2.SeatRequest()] + [game_service_pb2.SeatRequest(built_in_agent="random")] * 3
        setup = ruleset_pb2.Setup()
        setup.arcanum.SetInParent()
        created = service.CreateGame(game_service_pb2.CreateGameRequest(setup=setup, seats=seats), timeout=20)
        metadata = [("authorization", f"Bearer {created.seat_tokens[0].token}")]
        wait = game_service_pb2.GetViewRequest(game=created.game.name, wait_for=game_service_pb2.WAIT_FOR_MY_DECISION)
        while (view := service.GetView(wait, metadata=metadata, timeout=40).view).status == game_pb2.GAME_STATUS_LIVE:
            if view.HasField("decision"):
                answer = game_service_pb2.SubmitActionRequest(
                    game=created.game.name,
                    decision_id=view.decision.decision_id,
                    action_code=random.choice(view.decision.legal_codes),
                )
                service.SubmitAction(answer, metadata=metadata, timeout=20)
        assert view.outcome.standings[0].ending == game_pb2.SEAT_ENDING_PLAYED
