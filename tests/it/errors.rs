//! Every refusal that a client can meet, with its code and reason.

use crate::support::{
    agents,
    bot::{Bot, play_to_end, reason, with_token},
    service::{TestService, request},
};
use hierophant::{
    config::Limits,
    grpc::DOMAIN,
    pb::v1::{self as pb, submit_action_request::Answer},
};
use tonic::{Code, Status};
use tonic_types::StatusExt;

#[track_caller]
fn check<T: std::fmt::Debug>(result: Result<T, Status>, code: Code, expected: &str) -> Status {
    let status = result.expect_err("it must be refused");
    assert_eq!((status.code(), reason(&status).as_str()), (code, expected), "{status:?}");
    let info =
        status.get_error_details().error_info().cloned().expect("every failure has an ErrorInfo");
    assert_eq!((info.reason.as_str(), info.domain.as_str()), (expected, DOMAIN));
    status
}

#[tokio::test]
async fn without_a_genuine_token_nothing_is_shown() {
    let service = TestService::start().await;
    let game = service.game().await;
    let genuine = &game.created.seat_tokens[0].token;
    let mut forged = genuine.clone();
    forged.replace_range(5..6, if &forged[5..6] == "A" { "B" } else { "A" });
    let elsewhere = TestService::start().await.game().await.created.seat_tokens[0].token.clone();
    for token in ["", "x", "seat 0", &game.name, &forged, &elsewhere, &genuine[1..]] {
        for name in [&game.name, "games/never-was"] {
            let bot = Bot::new(service.channel(), name, token);
            check(bot.get_view(Default::default()).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
            check(bot.submit(1, 0).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
            check(bot.replay().await, Code::Unauthenticated, "TOKEN_UNKNOWN");
            check(bot.watch(None).await.map(|_| ()), Code::Unauthenticated, "TOKEN_UNKNOWN");
            let request = pb::GetGameRequest { game: name.to_string() };
            check(
                service.client().get_game(with_token(request, token)).await,
                Code::Unauthenticated,
                "TOKEN_UNKNOWN",
            );
        }
    }
    let bare = pb::GetViewRequest { game: game.name.clone(), ..Default::default() };
    check(service.client().get_view(bare).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
}

#[tokio::test]
async fn a_token_opens_its_own_game_and_says_nothing_of_others() {
    let service = TestService::start().await;
    let (mine, other) = (service.game().await, service.game().await);
    let token = &mine.created.seat_tokens[0].token;
    for name in [&other.name, "games/never-was", "games/", "nonsense"] {
        let bot = Bot::new(service.channel(), name, token);
        check(
            bot.get_view(Default::default()).await,
            Code::PermissionDenied,
            "TOKEN_NOT_PERMITTED",
        );
        check(bot.submit(1, 0).await, Code::PermissionDenied, "TOKEN_NOT_PERMITTED");
    }
    check(mine.spectator().submit(1, 0).await, Code::PermissionDenied, "TOKEN_NOT_PERMITTED");
}

#[tokio::test]
async fn answers_that_cannot_count_are_refused() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bot = game.bot(0);
    let codes = bot.view().await.decision.unwrap().legal_codes;
    let illegal = (0..2048).find(|code| !codes.contains(code)).unwrap();
    let status = check(bot.submit(1, illegal).await, Code::FailedPrecondition, "ILLEGAL_ACTION");
    let rule = status.get_error_details().error_info().unwrap().metadata["rule"].clone();
    assert!(
        !rule.is_empty() && rule.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'),
        "{rule}"
    );

    check(bot.submit(2, codes[0]).await, Code::FailedPrecondition, "NOT_YOUR_DECISION");
    check(bot.submit(u32::MAX, codes[0]).await, Code::FailedPrecondition, "NOT_YOUR_DECISION");
    check(bot.submit(0, codes[0]).await, Code::InvalidArgument, "INVALID_FIELD");
    check(bot.submit(1, 1_000_000).await, Code::InvalidArgument, "INVALID_FIELD");
    check(bot.submit_request(Default::default()).await, Code::InvalidArgument, "INVALID_FIELD");
    let empty = Some(Answer::Action(pb::Action::default()));
    let empty = pb::SubmitActionRequest { decision_id: 1, answer: empty, ..Default::default() };
    let status = check(bot.submit_request(empty).await, Code::InvalidArgument, "INVALID_FIELD");
    let field = status.get_error_details().bad_request().unwrap().field_violations[0].field.clone();
    assert!(field.starts_with("action"), "{field}");

    bot.submit(1, codes[0]).await.unwrap();
    check(bot.submit(1, codes[1]).await, Code::FailedPrecondition, "ALREADY_ANSWERED");
    check(bot.replay().await, Code::FailedPrecondition, "REPLAY_NOT_READY");
    play_to_end(&game.bots()).await;
    check(bot.submit(100_000, codes[0]).await, Code::FailedPrecondition, "GAME_OVER");
}

#[tokio::test]
async fn what_is_not_there_is_said_so() {
    let service = TestService::start().await;
    let unknown = pb::GetRulesetRequest { ruleset: "chess".into() };
    check(service.client().get_ruleset(unknown).await, Code::NotFound, "RULESET_UNKNOWN");
    let mine = pb::CreateGameRequest { game_id: "mine".into(), ..request() };
    service.create(mine.clone()).await;
    check(service.client().create_game(mine).await, Code::AlreadyExists, "GAME_ID_TAKEN");
}

#[tokio::test]
async fn limits_name_themselves_and_say_when_to_come_back() {
    let limits = Limits { live_games_max: 1, waits_max: 1, streams_max: 1, ..Limits::default() };
    let service = TestService::limited(limits).await;
    let game = service.game().await;
    let status = check(
        service.client().create_game(request()).await,
        Code::ResourceExhausted,
        "LIMIT_REACHED",
    );
    let details = status.get_error_details();
    assert_eq!(details.error_info().unwrap().metadata["limit"], "live_games_max");
    assert!(details.retry_info().is_some() && details.quota_failure().is_some());

    let wait =
        pb::GetViewRequest { wait_for: pb::WaitFor::MyDecision.into(), ..Default::default() };
    let waiter = tokio::spawn({
        let (bot, wait) = (game.spectator(), wait.clone());
        async move { bot.get_view(wait).await }
    });
    service.clock.until_sleeping(1).await;
    check(game.spectator().get_view(wait).await, Code::ResourceExhausted, "LIMIT_REACHED");
    waiter.abort();

    let mut stream = game.spectator().watch(None).await.unwrap();
    stream.snapshot().await;
    check(game.spectator().watch(None).await.map(|_| ()), Code::ResourceExhausted, "LIMIT_REACHED");
    // Those who act are not touched by those who wait.
    game.bot(0).act(|_| 0).await.expect("asked");
}

#[tokio::test]
async fn a_repeated_creation_succeeds_also_when_the_service_is_full() {
    let service = TestService::limited(Limits { live_games_max: 1, ..Limits::default() }).await;
    let asked = pb::CreateGameRequest { request_id: "once".into(), ..request() };
    let created = service.client().create_game(asked.clone()).await.expect("a game").into_inner();
    assert_eq!(
        service.client().create_game(asked.clone()).await.expect("the same game").into_inner(),
        created
    );
    let other = pb::CreateGameRequest { game_id: "another".into(), ..asked };
    check(service.client().create_game(other).await, Code::AlreadyExists, "REQUEST_ID_REUSED");
    check(service.client().create_game(request()).await, Code::ResourceExhausted, "LIMIT_REACHED");
}

#[tokio::test]
async fn a_place_in_play_is_free_again_when_a_game_has_ended() {
    let service = TestService::limited(Limits { live_games_max: 1, ..Limits::default() }).await;
    play_to_end(&service.game().await.bots()).await;
    let created = async || service.client().create_game(request()).await.ok();
    service.until("room for another game", created).await;
}

#[tokio::test]
async fn malformed_and_oversized_requests_are_refused_with_a_reason() {
    let service = TestService::start().await;
    let long = pb::ListGamesRequest { page_token: "x".repeat(70_000), ..Default::default() };
    check(service.client().list_games(long).await, Code::ResourceExhausted, "LIMIT_REACHED");

    // A text where this call has a message: the bytes don't fit.
    let mut raw = tonic::client::Grpc::new(service.channel());
    raw.ready().await.unwrap();
    let path = "/hierophant.v1.GameService/CreateGame".parse().unwrap();
    let codec = tonic_prost::ProstCodec::<pb::SeatToken, pb::CreateGameResponse>::default();
    let nonsense = pb::SeatToken { seat: 3, token: "\u{1}".into() };
    check(
        raw.unary(tonic::Request::new(nonsense), path, codec).await,
        Code::InvalidArgument,
        "INVALID_FIELD",
    );
}

/// Codes of Arcanum's action space that name no action.
fn empty_codes() -> Vec<u32> {
    let ruleset = hierophant_rules::catalog::RulesetId::Arcanum;
    let is_empty = |code: &u32| ruleset.action(hierophant_rules::ActionCode(*code)).is_none();
    (0..ruleset.info().action_space).filter(is_empty).collect()
}

#[tokio::test]
async fn f26_a_code_without_an_action_is_an_illegal_answer_and_counts_as_one() {
    let service = TestService::start().await;
    let game =
        service.create(pb::CreateGameRequest { illegal_answers_max: Some(2), ..request() }).await;
    let (bot, codes) = (game.bot(0), empty_codes());
    for code in [codes[0], codes[codes.len() / 2], codes[codes.len() - 1]] {
        let answer = Some(Answer::ActionCode(code));
        let asks = pb::SubmitActionRequest {
            decision_id: 1,
            answer,
            validate_only: true,
            ..Default::default()
        };
        let status =
            check(bot.submit_request(asks).await, Code::FailedPrecondition, "ILLEGAL_ACTION");
        assert_eq!(
            status.get_error_details().error_info().unwrap().metadata["rule"],
            "NO_SUCH_ACTION"
        );
    }
    check(bot.submit(2, codes[0]).await, Code::FailedPrecondition, "NOT_YOUR_DECISION");
    // Only answers count, and the third is one too many.
    for _ in 0..3 {
        check(bot.submit(1, codes[0]).await, Code::FailedPrecondition, "ILLEGAL_ACTION");
    }
    check(bot.submit(1, codes[0]).await, Code::FailedPrecondition, "SEAT_OUT");
    check(game.bot(1).submit(1, 2048).await, Code::InvalidArgument, "INVALID_FIELD");
}

#[tokio::test]
async fn f26_agents_get_the_same_result_by_stream_and_by_call() {
    let service = TestService::start().await;
    let ann = agents::register(&service, "ann").await;
    let game = service.create(agents::seating(&["ann", "ann", "ann", "ann"])).await;
    let mut line = ann.connect(&service).await.unwrap();
    let asked = agents::decision(&mut line).await;
    let (code, decision_id) =
        (empty_codes()[0], asked.view.as_ref().unwrap().decision.as_ref().unwrap().decision_id);
    line.answer(&asked.game, asked.seat, decision_id, code).await;
    let refused = agents::verdict(&mut line).await.expect_err("no action");
    assert_eq!(refused.reason(), pb::ErrorReason::IllegalAction, "{refused:?}");
    let answer = Some(pb::agent_answer::Answer::ActionCode(code));
    let answers =
        vec![pb::AgentAnswer { game: game.name.clone(), seat: asked.seat, decision_id, answer }];
    let asked = with_token(pb::SubmitActionsRequest { answers }, &ann.token);
    let response = agents::client(&service).submit_actions(asked).await.unwrap().into_inner();
    let Some(pb::answer_result::Result::Refused(refused)) = &response.results[0].result else {
        panic!("{response:?}")
    };
    assert_eq!(refused.reason(), pb::ErrorReason::IllegalAction, "{refused:?}");
}
