//! Decisions that several seats answer at the same time, in secret.

use crate::support::{
    bot::{Bot, reason, with_token},
    fault_store::StoreMode,
    service::{self, TestService},
};
use hierophant::pb::v1::{self as pb, submit_action_request::Answer};
use std::time::Duration;

#[tokio::test]
async fn every_answer_is_taken_in_whatever_order_they_come() {
    let orders: [[usize; 4]; 3] = [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]];
    let mut results = Vec::new();
    for order in orders {
        let service = TestService::start().await;
        let request = pb::CreateGameRequest { seed: Some(vec![5; 32]), ..service::request() };
        let game = service.create(request).await;
        let bots = game.bots();
        for seat in order {
            let response = bots[seat].act(|_| 0).await.expect("asked, in every order");
            assert_eq!(response.decision_id, 1);
        }
        let mut views = Vec::new();
        for viewer in bots.iter().chain([&game.spectator()]) {
            // The last seat to answer sees its answer and what follows in one step, others in two.
            views.push(pb::View { digest: Vec::new(), view_version: 0, ..viewer.view().await });
        }
        results.push(views);
    }
    assert_eq!(results[0], results[1], "the order of arrival changes nothing");
    assert_eq!(results[0], results[2], "the order of arrival changes nothing");
}

#[tokio::test]
async fn all_at_once_is_fine_too() {
    let service = TestService::on_disk().await;
    let game = service.game().await;
    let answers: Vec<_> = game
        .bots()
        .into_iter()
        .map(|bot| tokio::spawn(async move { bot.act(|_| 0).await }))
        .collect();
    for answer in answers {
        assert_eq!(answer.await.unwrap().expect("asked").decision_id, 1);
    }
    assert_eq!(service.store.appended(), 4);
}

#[tokio::test]
async fn who_has_answered_stays_secret_until_all_have() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bots = game.bots();
    let others: Vec<Bot> = bots[1..].iter().cloned().chain([game.spectator()]).collect();
    let mut before = Vec::new();
    let mut streams = Vec::new();
    for other in &others {
        let mut stream = other.watch(None).await.unwrap();
        stream.snapshot().await;
        streams.push(stream);
        before.push(other.view().await);
    }
    bots[0].act(|_| 0).await.expect("asked");
    assert_eq!(bots[0].view().await.asked_seats, [0, 1, 2, 3], "the list doesn't shrink");
    for (other, before) in others.iter().zip(&before) {
        assert_eq!(other.view().await, *before, "nothing has changed for other viewers");
    }
    // Nor did anything wake a stream: after the time for it there is a heartbeat and nothing
    // before.
    service.clock.until_sleeping(streams.len()).await;
    service.clock.advance(Duration::from_secs(15));
    for (stream, before) in streams.iter_mut().zip(&before) {
        match stream.message().await {
            pb::watch_game_response::Message::Heartbeat(beat) => {
                assert_eq!(beat.view_version, before.view_version)
            }
            other => panic!("expected a heartbeat, got {other:?}"),
        }
    }
}

#[tokio::test]
async fn what_changes_nothing_does_not_wait_for_the_answer_of_another() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bots = game.bots();
    let response = bots[0].act(|_| 0).await.expect("asked");
    let open = bots[1].view().await.decision.expect("asked").legal_codes[0];

    service.store.set(StoreMode::WritesHeld);
    let other = tokio::spawn({
        let bot = bots[2].clone();
        async move { bot.act(|_| 0).await }
    });
    service.store.until_waiting(1).await;
    let again = bots[0].submit(1, response.action_code).await.expect("a retry");
    assert_eq!(again, response);
    let answer = Some(Answer::ActionCode(open));
    let check = pb::SubmitActionRequest {
        decision_id: 1,
        answer,
        validate_only: true,
        ..Default::default()
    };
    bots[1].submit_request(check).await.expect("a check");
    let refused = [
        bots[0].submit(1, response.action_code + 1).await,
        bots[1].submit(2, open).await,
        bots[1].submit(1, 1).await,
    ];
    let reasons = refused.map(|refused| reason(&refused.expect_err("nothing to take")));
    assert_eq!(reasons, ["ALREADY_ANSWERED", "NOT_YOUR_DECISION", "ILLEGAL_ACTION"]);
    assert!(!other.is_finished());

    service.store.set(StoreMode::Open);
    other.await.unwrap().expect("asked");
}

#[tokio::test]
async fn seats_on_one_channel_each_get_their_own_view() {
    let service = TestService::start().await;
    let game = service.game().await;
    let views: Vec<_> =
        game.bots().into_iter().map(|bot| tokio::spawn(async move { bot.view().await })).collect();
    let mut hands = Vec::new();
    for (seat, view) in views.into_iter().enumerate() {
        let view = view.await.unwrap();
        assert_eq!(view.viewer, Some(pb::view::Viewer::Seat(seat as u32)));
        let decision = view.decision.expect("asked");
        assert_eq!(decision.actor, Some(pb::decision::Actor::Seat(seat as u32)));
        assert!(!hands.contains(&decision.legal_codes), "no two hands are alike");
        hands.push(decision.legal_codes);
    }
}

/// What a seat can do often costs the service the same, and is answered by the same bytes, whatever
/// its rivals have answered in secret.
#[tokio::test]
async fn a09_secret_answers_do_not_change_the_work_of_repeatable_calls() {
    let mut seen = Vec::new();
    for rivals in 0..4 {
        let service = TestService::start().await;
        let asked = pb::CreateGameRequest {
            game_id: "g".into(),
            seed: Some(vec![5; 32]),
            illegal_answers_max: Some(50),
            ..service::request()
        };
        let game = service.create(asked).await;
        let bots = game.bots();
        for bot in &bots[1..=rivals] {
            bot.act(|_| 0).await.expect("it is asked");
        }
        let legal = bots[0].view().await.decision.expect("it is asked").legal_codes;
        let illegal = (0..).find(|code| !legal.contains(code)).expect("there are more codes");
        let (mut received, mut work) = (Vec::new(), Vec::new());
        for _ in 0..20 {
            let before = service.store.appended();
            let refused = bots[0].submit(1, illegal).await.expect_err("it is illegal");
            received.push((refused.message().to_owned(), refused.details().to_vec()));
            work.push(service.store.appended() - before);
        }
        let mut token = game.created.seat_tokens[0].token.clone();
        for request in 0..20 {
            let before = service.store.appended();
            let request_id = format!("{request:0>16}");
            let asked =
                pb::RotateTokenRequest { game: "games/g".into(), request_id, ..Default::default() };
            token = service
                .client()
                .rotate_token(with_token(asked, &token))
                .await
                .expect("it may")
                .into_inner()
                .token;
            work.push(service.store.appended() - before);
        }
        assert_eq!(work, [1; 40], "one record each");
        seen.push((received, service.store.appended_bytes_of_last(40)));
    }
    assert!(seen.iter().all(|other| *other == seen[0]), "{seen:?}");
}
