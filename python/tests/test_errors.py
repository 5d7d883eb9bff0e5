"""How failures reach a bot: the reason, from rich details or from the plain trailing metadata; and what is sent again."""

import pickle

import grpc
import pytest

import hierophant
from hierophant import HierophantError, Retry, errors
from hierophant import _rich_status_pb2 as rich_status
from hierophant.v1 import error_pb2, game_service_pb2, ruleset_pb2

RULESETS = game_service_pb2.ListRulesetsResponse(rulesets=[ruleset_pb2.Ruleset(id="arcanum")])


def fails(code, message="no", reason=None, details=(), raw_details=None):
    """An answer of the pretended service: a failure, in the service's form."""

    def answer(context):
        trailers = [] if reason is None else [("hierophant-reason", reason)]
        if details:
            status = rich_status.Status(code=code.value[0], message=message)
            for detail in details:
                packed = status.details.add()
                packed.type_url = f"type.googleapis.com/google.rpc.{detail.DESCRIPTOR.name}"
                packed.value = detail.SerializeToString()
            trailers.append(("grpc-status-details-bin", status.SerializeToString()))
        if raw_details is not None:
            trailers.append(("grpc-status-details-bin", raw_details))
        context.set_trailing_metadata(trailers)
        context.abort(code, message)

    return answer


def error_info(reason, domain="hierophant", **metadata):
    return rich_status.ErrorInfo(reason=reason, domain=domain, metadata=metadata)


def failure_of(pretended, *answers):
    pretended.answers = list(answers)
    with pytest.raises(HierophantError) as raised:
        pretended.connection.rulesets()
    return raised.value


def test_rich_details_become_reason_and_metadata(pretended):
    details = [error_info("ILLEGAL_ACTION", rule="NOT_IN_HAND")]
    error = failure_of(pretended, fails(grpc.StatusCode.FAILED_PRECONDITION, "not in hand", details=details))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "ILLEGAL_ACTION")
    assert error.metadata == {"rule": "NOT_IN_HAND"}
    assert str(error) == "ILLEGAL_ACTION: not in hand (rule NOT_IN_HAND)"


def test_the_plain_trailer_is_enough_for_the_reason(pretended):
    error = failure_of(pretended, fails(grpc.StatusCode.FAILED_PRECONDITION, reason="GAME_OVER"))
    assert (error.reason, error.metadata) == ("GAME_OVER", {})


def test_wrong_fields_are_named(pretended):
    violation = rich_status.BadRequest.FieldViolation(field="setup.arcanum.players", description="3 to 5")
    details = [error_info("INVALID_FIELD"), rich_status.BadRequest(field_violations=[violation])]
    error = failure_of(pretended, fails(grpc.StatusCode.INVALID_ARGUMENT, details=details))
    assert error.fields == {"setup.arcanum.players": "3 to 5"}
    assert "setup.arcanum.players: 3 to 5" in str(error)


def test_reasons_of_others_are_not_taken_for_the_services(pretended):
    details = [error_info("RATE_LIMITED", domain="proxy.example")]
    error = failure_of(pretended, fails(grpc.StatusCode.RESOURCE_EXHAUSTED, details=details))
    assert error.reason == ""


def test_details_that_make_no_sense_leave_the_plain_reason(pretended):
    answer = fails(grpc.StatusCode.NOT_FOUND, reason="GAME_UNKNOWN", raw_details=b"\xff\xff\xff")
    assert failure_of(pretended, answer).reason == "GAME_UNKNOWN"


def test_an_error_keeps_everything_on_its_way_between_processes(pretended):
    details = [error_info("LIMIT_REACHED", limit="live_games_max"), rich_status.RetryInfo(retry_delay={"nanos": 500_000_000})]
    error = failure_of(pretended, fails(grpc.StatusCode.RESOURCE_EXHAUSTED, details=details))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is errors.LimitReached and vars(again) == vars(error)
    assert (again.retry_after_s, again.metadata) == (0.5, {"limit": "live_games_max"})


def test_a_call_that_was_not_taken_is_sent_again(pretended):
    away = fails(grpc.StatusCode.UNAVAILABLE, reason="DRAINING")
    pretended.answers = [away, away, RULESETS]
    assert [ruleset.id for ruleset in pretended.connection.rulesets()] == ["arcanum"]
    assert len(pretended.requests) == 3


@pytest.mark.parametrize("total_s, tries_min, tries_max", [(0, 1, 1), (0.5, 2, 20)])
def test_f28_tries_end_after_the_time_that_the_connection_has(pretended, total_s, tries_min, tries_max):
    pretended.answers = [fails(grpc.StatusCode.UNAVAILABLE, reason="STORE_UNAVAILABLE")]
    with hierophant.connect(pretended.connection._channel.target, retry=Retry(total_s=total_s, before_first_contact=True)) as connection:
        with pytest.raises(HierophantError) as raised:
            connection.rulesets()
    assert (raised.value.code, raised.value.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
    assert tries_min <= len(pretended.requests) <= tries_max


def test_f28_the_default_outlives_ten_minutes():
    assert Retry().total_s > 600


def test_each_reason_has_a_class_of_its_own():
    reasons = {name.removeprefix("ERROR_REASON_") for name in error_pb2.ErrorReason.keys()} - {"UNSPECIFIED"}
    assert errors.BY_REASON.keys() == reasons | {"UNREACHABLE"}


def test_a_reason_is_raised_as_its_class(pretended):
    pretended.answers = [fails(grpc.StatusCode.FAILED_PRECONDITION, reason="GAME_OVER")]
    with pytest.raises(errors.GameOver):
        pretended.connection.rulesets()
    pretended.answers = [fails(grpc.StatusCode.FAILED_PRECONDITION, reason="OF_A_NEWER_SERVICE")]
    with pytest.raises(HierophantError) as raised:
        pretended.connection.rulesets()
    assert type(raised.value) is HierophantError and raised.value.reason == "OF_A_NEWER_SERVICE"


@pytest.mark.parametrize("code", [code for code in grpc.StatusCode if code.name not in ("OK", "UNAVAILABLE", "DEADLINE_EXCEEDED")])
def test_nothing_else_is_sent_again(pretended, code):
    assert failure_of(pretended, fails(code), RULESETS).code is code
    assert len(pretended.requests) == 1


def test_a_game_that_is_asked_for_again_is_the_same_request(pretended):
    pretended.answers = [fails(grpc.StatusCode.UNAVAILABLE), game_service_pb2.CreateGameResponse()]
    pretended.connection.create_game("arcanum")
    first, second = pretended.requests
    assert first == second
    assert first.request_id != "" and first.setup.HasField("arcanum")


def test_a_closed_connection_says_so(pretended):
    pretended.answers = [RULESETS]
    pretended.connection.rulesets()
    pretended.connection.close()
    with pytest.raises(HierophantError, match="the connection is closed"):
        pretended.connection.rulesets()
