//! An answer that waits for the next question: SubmitAction with `wait_for`.

use crate::support::{
    bot::{Bot, reason},
    metrics::{figure, page},
    service::TestService,
};
use hierophant::{
    config::{Limits, WAIT_TIMEOUT},
    pb::v1::{self as pb, submit_action_request::Answer},
};
use std::time::Duration;
use tonic::{Code, Status};

/// Answers with the first legal action, and waits.
async fn step(
    bot: &Bot,
    decision: &pb::Decision,
    wait_for: pb::WaitFor,
) -> Result<pb::SubmitActionResponse, Status> {
    bot.submit_request(pb::SubmitActionRequest {
        decision_id: decision.decision_id,
        answer: Some(Answer::ActionCode(decision.legal_codes[0])),
        include_legal_actions: true,
        include_text: true,
        wait_for: wait_for.into(),
        ..Default::default()
    })
    .await
}

/// The view as GetView sends it, with the same extras.
async fn seen(bot: &Bot) -> pb::View {
    let request = pb::GetViewRequest {
        include_legal_actions: true,
        include_text: true,
        ..Default::default()
    };
    bot.get_view(request).await.expect("its own view")
}

#[tokio::test]
async fn a_whole_game_is_played_with_one_call_for_each_decision() {
    let service = TestService::start().await;
    let game = service.game().await;
    let players: Vec<_> = (game.bots().into_iter())
        .map(|bot| {
            tokio::spawn(async move {
                let mut view = bot.view().await;
                let mut answers = 0;
                while let Some(decision) = view.decision.take() {
                    let response =
                        step(&bot, &decision, pb::WaitFor::MyDecision).await.expect("it is legal");
                    assert_eq!(response.decision_id, decision.decision_id);
                    assert_eq!(response.next_decision, None, "the view has it");
                    view = response.view.expect("it has waited");
                    answers += 1;
                }
                (answers, view)
            })
        })
        .collect();
    for player in players {
        let (answers, last) = player.await.expect("no panic");
        assert!(answers > 20);
        assert_eq!(last.status(), pb::GameStatus::Ended);
        assert!(last.outcome.is_some());
    }
}

#[tokio::test]
async fn the_view_is_the_one_that_get_view_sends() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bots = game.bots();
    let decision = bots[0].view().await.decision.expect("every seat is asked at the beginning");

    // What comes after the answer itself: here others' answers, once they are shown.
    let waiting = tokio::spawn({
        let (bot, decision) = (bots[0].clone(), decision.clone());
        async move { step(&bot, &decision, pb::WaitFor::NewerVersion).await }
    });
    service.clock.until_sleeping(1).await;
    let answered = bots[0].view().await.view_version;
    for other in &bots[1..] {
        other.act(|_| 0).await.expect("asked");
        if bots[0].view().await.view_version > answered {
            break;
        }
    }
    let response = waiting.await.expect("no panic").expect("it is legal");
    assert_eq!(response.view_version, answered, "that of the answer itself");
    let view = response.view.expect("it has waited");
    assert!(view.view_version > answered);
    let fresh = seen(&bots[0]).await;
    let without_time = |view: pb::View| pb::View { account: None, ..view };
    assert_eq!(without_time(view), without_time(fresh));

    // Sent again, it waits again, from the same version on.
    let again = step(&bots[0], &decision, pb::WaitFor::NewerVersion).await.expect("a retry");
    assert_eq!(again.view_version, answered);
    assert!(again.view.expect("there is a newer version").view_version > answered);
}

#[tokio::test]
async fn an_answer_that_cannot_wait_is_taken_all_the_same() {
    let limits = Limits { waits_max: 1, ..Limits::default() };
    let service = TestService::limited(limits).await;
    let game = service.game().await;
    let waiter = tokio::spawn({
        let bot = game.spectator();
        let wait =
            pb::GetViewRequest { wait_for: pb::WaitFor::NewerVersion.into(), ..Default::default() };
        let known = bot.view().await.view_version;
        async move { bot.get_view(pb::GetViewRequest { known_view_version: known, ..wait }).await }
    });
    service.clock.until_sleeping(1).await;
    let bot = game.bot(0);
    let decision = bot.view().await.decision.expect("every seat is asked at the beginning");
    let response = step(&bot, &decision, pb::WaitFor::NewerVersion).await.expect("it is taken");
    assert_eq!(response.view, None);
    let again = bot.submit(decision.decision_id, decision.legal_codes[0]).await.expect("a retry");
    assert_eq!(again.view_version, response.view_version);
    waiter.abort();
}

#[tokio::test]
async fn waits_that_make_no_sense_are_refused_before_anything_happens() {
    let service = TestService::start().await;
    let bot = service.game().await.bot(0);
    let decision = bot.view().await.decision.expect("every seat is asked at the beginning");
    let request = |wait_for, validate_only| pb::SubmitActionRequest {
        decision_id: decision.decision_id,
        answer: Some(Answer::ActionCode(decision.legal_codes[0])),
        wait_for,
        validate_only,
        ..Default::default()
    };
    for (wait_for, validate_only) in [(99, false), (pb::WaitFor::MyDecision.into(), true)] {
        let refused = bot.submit_request(request(wait_for, validate_only)).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument);
        assert_eq!(reason(&refused), "INVALID_FIELD");
        assert!(refused.message().contains("wait_for"), "{refused:?}");
    }
    assert_eq!(service.store.appended(), 0);
}

#[tokio::test]
async fn a_token_that_is_replaced_meanwhile_is_sent_no_view() {
    let service = TestService::start().await;
    let bot = service.game().await.bot(0);
    let decision = bot.view().await.decision.expect("every seat is asked at the beginning");
    let waiting = tokio::spawn({
        let bot = bot.clone();
        async move { step(&bot, &decision, pb::WaitFor::NewerVersion).await }
    });
    service.clock.until_sleeping(1).await;
    let replaced = pb::RotateTokenRequest {
        game: bot.game.clone(),
        request_id: "the seat's own request".into(),
        ..Default::default()
    };
    bot.client.clone().rotate_token(bot.call(replaced)).await.expect("its own token");
    let response = waiting.await.expect("no panic").expect("the answer is taken");
    assert_eq!(response.view, None);
}

#[tokio::test]
async fn a_wait_that_runs_out_brings_the_present_view_and_is_no_slow_answer() {
    let service = TestService::on_disk().await;
    let bot = service.game().await.bot(0);
    let decision = bot.view().await.decision.expect("every seat is asked at the beginning");
    let waiting = tokio::spawn({
        let bot = bot.clone();
        async move { step(&bot, &decision, pb::WaitFor::MyDecision).await }
    });
    service.clock.until_sleeping(1).await;
    // Longer than the bucket below, in the time of the metric.
    tokio::time::sleep(Duration::from_millis(700)).await;
    service.clock.advance(WAIT_TIMEOUT);
    let response = waiting.await.expect("no panic").expect("the answer is taken");
    let view = response.view.expect("the present one");
    assert_eq!((view.view_version, view.decision), (response.view_version, None));
    let page = page(&service).await;
    let answers = figure(&page, "hierophant_submit_action_seconds_count");
    let quick = figure(&page, r#"hierophant_submit_action_seconds_bucket{le="0.4096"}"#);
    assert_eq!((answers, quick), (1.0, 1.0), "{page}");
}
