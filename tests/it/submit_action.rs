//! One answer's way through the service, as both sides see it.

use crate::support::{
    bot::{self, play_to_end, reason},
    service::TestService,
};
use hierophant::pb::v1::{self as pb, submit_action_request::Answer};
use tonic::Code;

#[tokio::test]
async fn an_answer_is_taken_stored_and_shown_to_those_who_may_know() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bot = game.bot(0);

    // A bot's seat is its token; what it is asked comes with its view.
    let before = bot.view().await;
    assert_eq!(before.viewer, Some(pb::view::Viewer::Seat(0)));
    let decision = before.decision.expect("every seat is asked at the beginning");
    assert_eq!(decision.decision_id, 1);
    let code = decision.legal_codes[0];

    // It answers by code and learns what followed for itself.
    let response = bot.submit(1, code).await.expect("a legal action is taken");
    assert_eq!((response.decision_id, response.action_code), (1, code));
    assert_eq!(service.store.appended(), 1);

    // Its view has moved on; the answer gave the version.
    let after = bot.view().await;
    assert_eq!(after.view_version, response.view_version);
    assert!(after.view_version > before.view_version);
    assert_ne!(after.digest, before.digest);
    assert_eq!(after.decision, response.next_decision);

    // Sent again it gets the same response, and nothing happens; another action is refused.
    assert_eq!(bot.submit(1, code).await.expect("a retry"), response);
    let other = bot.submit(1, decision.legal_codes[1]).await.expect_err("another answer");
    assert_eq!(
        (other.code(), reason(&other).as_str()),
        (Code::FailedPrecondition, "ALREADY_ANSWERED")
    );
    assert_eq!(service.store.appended(), 1);
}

#[tokio::test]
async fn a_typed_answer_and_its_code_are_the_same_answer() {
    let service = TestService::start().await;
    let bot = service.game().await.bot(2);
    let request = pb::GetViewRequest {
        include_legal_actions: true,
        include_text: true,
        ..Default::default()
    };
    let view = bot.get_view(request).await.unwrap();
    assert!(view.text.lines().count() > 5, "{}", view.text);
    let decision = view.decision.unwrap();
    assert_eq!(decision.legal_actions.len(), decision.legal_codes.len());
    for (action, &code) in decision.legal_actions.iter().zip(&decision.legal_codes) {
        let answer = Some(Answer::Action(action.clone()));
        let check = pb::SubmitActionRequest {
            decision_id: 1,
            answer,
            validate_only: true,
            ..Default::default()
        };
        assert_eq!(bot.submit_request(check).await.unwrap().action_code, code);
    }
    let answer = Some(Answer::Action(decision.legal_actions[0].clone()));
    let request = pb::SubmitActionRequest { decision_id: 1, answer, ..Default::default() };
    let response = bot.submit_request(request).await.unwrap();
    assert_eq!(bot.submit(1, decision.legal_codes[0]).await.unwrap(), response);
}

#[tokio::test]
async fn a_check_leaves_no_trace() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bots = game.bots();
    let mut before = Vec::new();
    for viewer in bots.iter().chain([&game.spectator()]) {
        before.push(viewer.view().await);
    }
    let decision = before[0].decision.clone().unwrap();
    for &code in &decision.legal_codes {
        let answer = Some(Answer::ActionCode(code));
        let check = pb::SubmitActionRequest {
            decision_id: 1,
            answer,
            validate_only: true,
            ..Default::default()
        };
        let response = bots[0].submit_request(check).await.unwrap();
        let expected = pb::SubmitActionResponse {
            decision_id: 1,
            action_code: code,
            choice_complete: true,
            ..Default::default()
        };
        assert_eq!(response, expected, "a check tells nothing of what would follow");
    }
    assert_eq!(service.store.appended(), 0);
    for (viewer, before) in bots.iter().chain([&game.spectator()]).zip(before) {
        assert_eq!(viewer.view().await, before);
    }
    // It refuses what an answer would be refused for.
    let illegal = (0..2048).find(|code| !decision.legal_codes.contains(code)).unwrap();
    let answer = Some(Answer::ActionCode(illegal));
    let check = pb::SubmitActionRequest {
        decision_id: 1,
        answer,
        validate_only: true,
        ..Default::default()
    };
    let refused = bots[0].submit_request(check).await.expect_err("an illegal action");
    assert_eq!(
        reason(&refused),
        reason(&bots[0].submit(1, illegal).await.expect_err("an illegal action"))
    );
}

#[tokio::test]
async fn a_game_can_be_played_to_its_end_with_unary_calls_alone() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bots = game.bots();
    let answers = play_to_end(&bots).await;
    assert!(answers > 100, "only {answers} answers");
    assert_eq!(service.store.appended(), answers);
    for viewer in bots.iter().chain([&game.spectator()]) {
        let view = viewer.view().await;
        assert_eq!(view.decision, None);
        let standings = view.outcome.expect("an ended game has a result").standings;
        assert_eq!(standings.len(), 4);
        assert_eq!(standings.iter().map(|standing| standing.rank).min(), Some(1));
    }
}

/// Guarantees T21 (an undone draw put a known card back) and T22 (another player could undo): there
/// is no undo.
#[tokio::test]
async fn nothing_can_be_taken_back() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bots = game.bots();
    let mut answers = Vec::new();
    for turn in 0..40 {
        let seat = turn % 4;
        let Some(response) = bots[seat].act(bot::some(turn)).await else { continue };
        answers.push((seat, response));
    }
    assert!(answers.len() > 8);
    let mut before = Vec::new();
    for bot in &bots {
        before.push(bot.view().await);
    }
    for (seat, response) in &answers {
        let other = bots[*seat]
            .submit(response.decision_id, response.action_code ^ 1)
            .await
            .expect_err("it is answered");
        assert!(["ALREADY_ANSWERED", "INVALID_FIELD"].contains(&reason(&other).as_str()));
        assert_eq!(
            bots[*seat].submit(response.decision_id, response.action_code).await.expect("a retry"),
            *response
        );
    }
    for (bot, before) in bots.iter().zip(before) {
        assert_eq!(bot.view().await, before);
    }
}
