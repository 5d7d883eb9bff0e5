"""Whole games against the real service."""

import hashlib
import os
import random
import threading

import pytest

import hierophant
from hierophant import HierophantError, arcanum
from hierophant.arcanum.v1 import arcanum_pb2
from hierophant.v1 import game_pb2, replay_pb2, view_pb2

HOUSE = ["random"] * 3


def by_code(decision):
    return random.choice(decision.actions)


def by_typed_action(decision):
    return random.choice(decision.actions).to_proto().arcanum


@pytest.mark.parametrize("policy", [by_code, by_typed_action])
def test_a_bot_plays_its_seat_to_the_end(server, policy):
    game = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE])
    result = game.seats[0].play(policy)
    assert result.view.is_over
    assert sorted(standing.rank for standing in result.outcome.standings)[0] == 1
    assert result.standing == result.outcome.standings[0]
    assert not game.seats[0].decision()
    assert game.seats[0].decision().is_over


def test_a_unix_socket_serves_as_well():
    target = os.environ.get("HIEROPHANT_UNIX_TARGET")
    if target is None:
        pytest.skip("the service has no Unix socket here")
    with hierophant.connect(target) as server:
        assert server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE]).seats[0].play(by_code).standing.rank >= 1


def test_a_setup_is_taken_as_it_was_given(server):
    setup = arcanum_pb2.Setup(players=3, length=arcanum_pb2.LENGTH_LONG)
    game = server.create_game(setup, labels={"event": "test"}, seed=bytes(32))
    assert sorted(game.seats) == [0, 1, 2]
    assert game.proto.setup.arcanum.length == arcanum_pb2.LENGTH_LONG
    assert game.proto.labels["event"] == "test" and game.proto.seed_known_to_creator


def test_t14_seats_in_one_process_each_see_their_own(server):
    """Four seats on one channel, played at once: every view names its own seat, and their hands differ."""
    game = server.create_game("arcanum")
    hands, failures = {}, []

    def play(seat):
        def policy(decision):
            view = decision.view
            if view.seat != seat.number or decision.proto.seat != seat.number:
                failures.append((seat.number, view.seat))
            held = {action.card for action in decision.actions.of("play")}
            if not held <= set(view.my_hand):
                failures.append((seat.number, held, view.my_hand))
            hands.setdefault(seat.number, view.my_hand)
            return by_code(decision)

        try:
            seat.play(policy)
        except BaseException as error:
            failures.append(error)
            raise

    threads = [threading.Thread(target=play, args=(seat,)) for seat in game.seats.values()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(hands) == 4 and len(set(hands.values())) == 4


def test_t13_what_is_sent_decodes_to_what_was_meant(server):
    """Mask, codes and typed actions say the same at every decision of a game, and views hold nothing without a name."""
    action_space = server.ruleset("arcanum").action_space
    seen = set()

    def policy(decision):
        assert [code for code, legal in enumerate(decision.mask()) if legal] == list(decision.legal_codes)
        assert len(decision.mask_bytes()) == action_space
        view = decision.view.proto
        assert view_pb2.View.FromString(view.SerializeToString()) == view
        known = view_pb2.View.FromString(view.SerializeToString())
        known.DiscardUnknownFields()
        assert known.ByteSize() == view.ByteSize()
        # One typed action of each kind of decision goes over the wire and comes back as its code.
        if decision.kind not in seen:
            for code, action in zip(decision.legal_codes, decision.actions):
                assert seat.submit(decision, action, validate_only=True).action_code == code
                assert seat.submit(decision, action.to_proto(), validate_only=True).action_code == code
        seen.add(decision.kind)
        return by_code(decision)

    seat = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE]).seats[0]
    seat.play(policy)
    assert arcanum.DecisionKind.PLAY in seen


def test_a_seat_opens_by_its_token_alone(server):
    game = server.create_game("arcanum", seats=["random", "random", hierophant.OPEN, "random"])
    seat = server.seat(game.name, game.seats[2].token)
    assert seat.number == 2
    assert seat.view(include_text=True).text != ""


def test_an_answer_may_be_repeated_but_not_changed(server):
    seat = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE]).seats[0]
    decision = seat.decision()
    while len(decision.legal_codes) < 2:
        seat.submit(decision, decision.actions[0])
        decision = seat.decision()
    first, other = decision.actions[:2]
    assert seat.submit(decision, first) == seat.submit(decision, first)
    with pytest.raises(HierophantError) as raised:
        seat.submit(decision, other)
    assert raised.value.reason == "ALREADY_ANSWERED"


def test_failures_carry_their_reason(server):
    game = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE])
    seat = game.seats[0]
    decision = seat.decision()
    illegal = next(code for code in range(128, 206) if code not in decision.legal_codes)

    def reason_of(call):
        with pytest.raises(HierophantError) as raised:
            call()
        assert seat.token not in str(raised.value)
        return raised.value

    refused = reason_of(lambda: seat.submit_code(decision, illegal))
    assert refused.reason == "ILLEGAL_ACTION" and refused.metadata["rule"] != ""
    assert reason_of(lambda: seat.submit_code(decision.decision_id + 5, 0)).reason == "NOT_YOUR_DECISION"
    assert reason_of(lambda: seat.replay()).reason == "REPLAY_NOT_READY"
    assert reason_of(lambda: server.seat(game.name, "no-such-token")).reason == "TOKEN_UNKNOWN"
    assert reason_of(lambda: server.seat("games/another", seat.token)).reason == "TOKEN_NOT_PERMITTED"
    assert reason_of(lambda: server.ruleset("chess")).reason == "RULESET_UNKNOWN"
    wrong = reason_of(lambda: server.create_game(arcanum_pb2.Setup(players=9)))
    assert wrong.reason == "INVALID_FIELD" and any("players" in path for path in wrong.fields)


def test_a_replay_holds_what_the_seat_was_shown(server):
    """The running digest of the seat's last view, computed anew from the replay."""
    seat = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE]).seats[0]
    result = seat.play(by_code)
    replay = seat.replay()
    header, entries = replay.header, replay.entries
    assert header.game.name == seat.game and len(header.seed) == 32
    digest = bytes(32)
    for entry in entries:
        for event in entry.events:
            for variant in event.variants:
                if seat.number in variant.seats:
                    digest = hashlib.sha256(digest + variant.event.SerializeToString()).digest()
    assert digest == result.view.proto.digest


def test_a_seat_that_resigns_waits_for_the_end_and_ranks_last(server):
    game = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE])
    assert game.seats[0].resign() == game_pb2.SEAT_ENDING_RESIGNED
    result = game.seats[0].play(by_code)
    assert result.standing.ending == game_pb2.SEAT_ENDING_RESIGNED
    assert result.standing.rank == 4


def test_a_bot_that_is_too_slow_is_answered_for_and_plays_on(server):
    control = game_pb2.TimeControl(decision_ms=50, grace_ms=0)
    game = server.create_game("arcanum", seats=[hierophant.OPEN, *HOUSE], time_control=control)
    slow = []

    def policy(decision):
        if not slow:
            slow.append(decision.decision_id)
            threading.Event().wait(0.2)
        return random.choice(decision.actions)

    result = game.seats[0].play(policy)
    assert result.standing.ending == game_pb2.SEAT_ENDING_PLAYED
    entries = game.seats[0].replay().entries
    expired = [entry.answered for entry in entries if entry.answered.by == replay_pb2.ANSWERED_BY_EXPIRY]
    assert (0, slow[0]) in [(answered.seat, answered.decision_id) for answered in expired]
