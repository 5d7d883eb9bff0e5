"""What the client makes of arguments and views, without a service that plays."""

import pickle

import pytest
from clients import KINDS, opened

import hierophant
from hierophant import arcanum
from hierophant.arcanum.v1 import arcanum_pb2
from hierophant.rulesets import decision_of
from hierophant.seat import Seat
from hierophant.v1 import decision_pb2, game_pb2, game_service_pb2, ruleset_pb2, view_pb2

ACTION_SPACE = 2048


def view_with_decision(*codes, decision_id=7):
    decision = decision_pb2.Decision(
        decision_id=decision_id, seat=0, legal_codes=codes, arcanum=arcanum_pb2.DECISION_KIND_PLAY
    )
    return view_pb2.View(seat=0, status=game_pb2.GAME_STATUS_LIVE, decision=decision, arcanum=arcanum_pb2.View())


def seat_of(pretended):
    return pretended.connection.seat("games/g", "secret-token", 0)


def test_the_mask_marks_the_legal_codes_and_nothing_else():
    decision = decision_of(view_with_decision(0, 128, 2047))
    mask = decision.mask_bytes()
    assert len(mask) == ACTION_SPACE
    assert [code for code, legal in enumerate(mask) if legal] == [0, 128, 2047]
    assert [code for code, legal in enumerate(decision.mask()) if legal] == [0, 128, 2047]


def test_the_mask_is_a_writable_array_of_bool_with_numpy():
    numpy = pytest.importorskip("numpy", reason="numpy is optional; the tests beside the newest runtimes have it")
    mask = decision_of(view_with_decision(1, 3)).mask()
    assert isinstance(mask, numpy.ndarray) and mask.dtype == bool
    mask[1] = False
    assert mask.tolist()[:5] == [False, False, False, True, False]


def test_a_decision_tells_its_kind_by_name():
    decision = decision_of(view_with_decision(1))
    assert decision.kind is arcanum.DecisionKind.PLAY
    # A newer service may ask what this client has no name for.
    decision.proto.arcanum = 999
    assert decision.kind.name == "UNKNOWN_999" and decision.kind == 999


@pytest.mark.parametrize(
    "action, wanted",
    [
        (arcanum.ACTIONS[129], {"action": {"arcanum": {"play": 1}}}),
        (ruleset_pb2.Action(arcanum=arcanum_pb2.Action(play=1)), {"action": {"arcanum": {"play": 1}}}),
        (arcanum_pb2.Action(play=1), {"action": {"arcanum": {"play": 1}}}),
    ],
)
def test_an_answer_is_an_action(pretended, action, wanted):
    pretended.answers = [game_service_pb2.SubmitActionResponse()]
    seat_of(pretended).submit(7, action)
    assert pretended.requests == [game_service_pb2.SubmitActionRequest(game="games/g", decision_id=7, **wanted)]


@pytest.mark.parametrize("action", ["play", None, 1.5, 129, arcanum.House.WANDS, arcanum_pb2.View()])
def test_anything_else_is_no_answer(pretended, action):
    with pytest.raises(TypeError, match="is no action"):
        seat_of(pretended).submit(7, action)
    assert pretended.requests == []


@pytest.mark.parametrize(
    "setup",
    ["arcanum", arcanum_pb2.Setup(), ruleset_pb2.Setup(arcanum=arcanum_pb2.Setup())],
    ids=["by name", "the ruleset's", "the envelope's"],
)
def test_a_setup_may_be_given_in_three_ways(pretended, setup):
    pretended.answers = [game_service_pb2.CreateGameResponse()]
    pretended.connection.create_game(setup, seats=[hierophant.OPEN, "random"], seed=bytes(32), labels={"k": "v"})
    (request,) = pretended.requests
    assert request.setup == ruleset_pb2.Setup(arcanum=arcanum_pb2.Setup())
    assert [seat.WhichOneof("occupant") for seat in request.seats] == ["open", "built_in_agent"]
    assert (request.seed, dict(request.labels)) == (bytes(32), {"k": "v"})


def test_an_unknown_ruleset_is_refused_before_anything_is_sent(pretended):
    with pytest.raises(ValueError, match="arcanum"):
        pretended.connection.create_game("chess")
    assert pretended.requests == []


def test_play_asks_the_policy_once_per_decision_and_ends_with_the_game(pretended):
    standings = [game_pb2.Standing(victory_points=12, rank=1), game_pb2.Standing(rank=2)]
    over = view_pb2.View(seat=0, status=game_pb2.GAME_STATUS_ENDED, outcome=game_pb2.Outcome(standings=standings))
    waited = view_pb2.View(seat=0, status=game_pb2.GAME_STATUS_LIVE)
    views = [view_with_decision(5, decision_id=1), waited, view_with_decision(6, decision_id=2), over]
    first, nothing, second, last = (game_service_pb2.GetViewResponse(view=view) for view in views)
    taken = game_service_pb2.SubmitActionResponse()
    pretended.answers = [first, taken, nothing, second, taken, last]
    asked = []

    def policy(decision):
        asked.append((decision.view.proto, decision.decision_id))
        return decision.actions[0]

    result = seat_of(pretended).play(policy)
    assert asked == [(views[0], 1), (views[2], 2)]
    answers = [r for r in pretended.requests if isinstance(r, game_service_pb2.SubmitActionRequest)]
    assert [(answer.decision_id, answer.action_code) for answer in answers] == [(1, 5), (2, 6)]
    assert (result.standing.victory_points, result.outcome.standings[1].rank) == (12, 2)


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_brings_the_next_question(pretended, kind):
    over = view_pb2.View(seat=0, status=game_pb2.GAME_STATUS_ENDED, outcome={"standings": [{"rank": 1}]})
    waited = view_pb2.View(seat=0, status=game_pb2.GAME_STATUS_LIVE)
    first, second, third = (view_with_decision(5, decision_id=number) for number in (1, 2, 3))
    # The wait for the third decision runs out; a service that knows no `wait_for` sends no view.
    brings_second, brings_nothing, brings_end = (
        game_service_pb2.SubmitActionResponse(view=view) for view in (second, waited, over)
    )
    look = game_service_pb2.GetViewResponse
    older = game_service_pb2.SubmitActionResponse()
    fourth = view_with_decision(5, decision_id=4)
    pretended.answers = [look(view=first), brings_second, brings_nothing, look(view=third), older, look(view=fourth), brings_end]
    with opened(kind, pretended.connection._channel.target) as server:
        assert server.seat("games/g", "token", 0).play(lambda decision: decision.actions[0]).standing.rank == 1
    answers = [r for r in pretended.requests if isinstance(r, game_service_pb2.SubmitActionRequest)]
    assert [answer.decision_id for answer in answers] == [1, 2, 3, 4]
    assert {answer.wait_for for answer in answers} == {game_service_pb2.WAIT_FOR_MY_DECISION}
    assert {answer.wait_ms_max for answer in answers} == {5000}


def test_a_wait_that_ran_out_gives_no_decision(pretended):
    pretended.answers = [game_service_pb2.GetViewResponse(view=view_pb2.View(status=game_pb2.GAME_STATUS_LIVE))]
    assert not seat_of(pretended).decision(wait_s=0)
    (request,) = pretended.requests
    # On the wire no time would mean the longest.
    assert request.wait_for == game_service_pb2.WAIT_FOR_UNSPECIFIED


def test_a_token_shows_in_no_text(pretended):
    seat = seat_of(pretended)
    game = hierophant.Game(game_pb2.Game(name="games/g"), {0: seat}, "spectator-secret")
    text = f"{seat!r} {seat} {game!r} {pretended.connection!r}"
    assert "secret" not in text


def test_a_seat_can_be_sent_to_another_process(pretended):
    seat = pickle.loads(pickle.dumps(seat_of(pretended)))
    pretended.answers = [game_service_pb2.GetViewResponse(view=view_with_decision(3))]
    assert isinstance(seat, Seat)
    assert seat.decision().legal_codes == (3,)
