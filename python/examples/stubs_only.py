"""What random_bot.py does, with nothing but generated code: to copy from for other languages.

    python stubs_only.py [HOST:PORT [RULESET]]

All it takes: create a game, keep the token of the seat; then wait for a decision, answer it, until the game is over. Calls
that fail with UNAVAILABLE may be sent again as they are.
"""

import random
import sys
import time

import grpc

from hierophant.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc, ruleset_pb2

# A service that is away, for maintenance say, is tried again for so long.
KEEP_TRYING_S = 600
PAUSE_S = 1


def patiently(call, request, **how):
    """Calls until the service is there: every call may be sent again as it is."""
    end = time.monotonic() + KEEP_TRYING_S
    while True:
        try:
            return call(request, **how)
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE or time.monotonic() > end:
                raise
        time.sleep(PAUSE_S)


def create_game(service, ruleset):
    """A game with one open seat, and what opens it."""
    setup = ruleset_pb2.Setup()
    getattr(setup, ruleset).SetInParent()  # present, with nothing in it: all defaults
    request = game_service_pb2.CreateGameRequest(
        setup=setup,
        seats=[
            game_service_pb2.SeatRequest(open=game_service_pb2.OpenSeat()),
            game_service_pb2.SeatRequest(built_in_agent="random"),
            game_service_pb2.SeatRequest(built_in_agent="random"),
            game_service_pb2.SeatRequest(built_in_agent="random"),
        ],
    )
    response = service.CreateGame(request, timeout=10)
    return response.game.name, response.seat_tokens[0]


def play(service, game, token):
    """Plays the seat that the token opens to the end; gives its last view."""
    credentials = [("authorization", f"Bearer {token}")]
    while True:
        question = game_service_pb2.GetViewRequest(game=game, wait_for=game_service_pb2.WAIT_FOR_MY_DECISION)
        view = patiently(service.GetView, question, metadata=credentials, timeout=40).view
        if view.status != game_pb2.GAME_STATUS_LIVE:
            return view
        if not view.HasField("decision"):
            continue  # the wait ran out
        answer = game_service_pb2.SubmitActionRequest(
            game=game,
            decision_id=view.decision.decision_id,
            action_code=random.choice(view.decision.legal_codes),
        )
        submit(service, answer, credentials)


def submit(service, answer, credentials):
    try:
        patiently(service.SubmitAction, answer, metadata=credentials, timeout=10)
    except grpc.RpcError as error:
        # A service that was restored from a backup doesn't know this decision any more: look at the view again.
        if ("hierophant-reason", "NOT_YOUR_DECISION") not in [
            tuple(entry) for entry in error.trailing_metadata() or ()
        ]:
            raise


def main(target, ruleset):
    with grpc.insecure_channel(target) as channel:
        service = game_service_pb2_grpc.GameServiceStub(channel)
        game, seat = create_game(service, ruleset)
        view = play(service, game, seat.token)
        print(f"{game} is over")
        for number, standing in enumerate(view.outcome.standings):
            who = "I" if number == seat.seat else "built-in agent"
            print(f"seat {number} ({who}): {standing.victory_points} VP, rank {standing.rank}")


if __name__ == "__main__":
    try:
        defaults = ["127.0.0.1:50051", "arcanum"]
        main(*sys.argv[1:], *defaults[len(sys.argv) - 1 :])
    except grpc.RpcError as error:
        # The reason is in the trailing metadata; there are richer details in grpc-status-details-bin (google.rpc.Status).
        reason = dict(error.trailing_metadata() or ()).get("hierophant-reason", error.code().name)
        sys.exit(f"{reason}: {error.details()}")
