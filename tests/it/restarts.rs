//! Stopping and starting again; and a store that is slow or away.

use crate::support::{
    bot::{self, play_on_for, play_to_end, reason},
    fault_store::StoreMode,
    service::{self, TestService, request_of},
};
use hierophant::pb::v1::{self as pb, watch_game_response::Message};
use hierophant_rules::catalog::RulesetId;
use tokio::task::JoinSet;

/// No ruleset asks a seat so often without a word to others.
const ANSWERS_WITHOUT_NEWS_MAX: usize = 100;

#[tokio::test]
async fn a_game_continues_after_a_restart_and_watchers_see_the_next_move() {
    for &ruleset in RulesetId::ALL {
        check_going_on(ruleset).await;
    }
}

async fn check_going_on(ruleset: RulesetId) {
    let mut service = TestService::on_disk().await;
    let game = service.create(request_of(ruleset)).await;
    for turn in 0..40 {
        game.bot(turn % 4).act(bot::some(turn)).await;
    }
    let mut before = Vec::new();
    for viewer in game.bots().iter().chain([&game.spectator()]) {
        before.push(viewer.view().await);
    }
    assert!(before.iter().any(|view| view.decision.is_some()));

    service.restart().await;
    let game = game.again(&service);
    let viewers: Vec<_> = game.bots().into_iter().chain([game.spectator()]).collect();
    let mut streams = Vec::new();
    for (viewer, before) in viewers.iter().zip(&before) {
        assert_eq!(viewer.view().await, *before, "the same view, the same pending decision");
        streams.push(viewer.watch(Some(before.view_version)).await.unwrap());
    }
    // A seat may answer several times before others have news of it.
    'news: for _ in 0..ANSWERS_WITHOUT_NEWS_MAX {
        for bot in game.bots() {
            bot.act(|_| 0).await;
        }
        for (viewer, before) in viewers.iter().zip(&before) {
            if viewer.view().await.view_version == before.view_version {
                continue 'news;
            }
        }
        break;
    }
    for (stream, before) in streams.iter_mut().zip(&before) {
        let update = stream.update().await;
        assert_eq!(update.view_version, before.view_version + 1);
        assert!(!update.events.is_empty());
    }
    play_on_for(&game.bots(), 60).await;
}

/// Games without clocks are resumed when they are called, or one after the other.
#[tokio::test]
async fn after_a_restart_the_first_caller_sees_the_game_as_it_was() {
    let mut service = TestService::on_disk().await;
    let mut games = Vec::new();
    for game in 0..24 {
        let created = service.game().await;
        for turn in 0..12 + game {
            created.bot(turn % 4).act(bot::some(turn)).await;
        }
        games.push(created);
    }
    let mut before = Vec::new();
    for game in &games {
        for viewer in game.bots().iter().chain([&game.spectator()]) {
            before.push(viewer.view().await);
        }
    }
    // All at once, while the games are still being resumed.
    service.restart().await;
    let mut calls = JoinSet::new();
    for (number, game) in games.iter().enumerate() {
        let game = game.again(&service);
        for (index, viewer) in game.bots().into_iter().chain([game.spectator()]).enumerate() {
            let before = before[number * (game.bots().len() + 1) + index].clone();
            calls
                .spawn(async move { assert_eq!(viewer.view().await, before, "{number}: {index}") });
        }
    }
    while let Some(called) = calls.join_next().await {
        called.expect("it sees what it saw");
    }
    for game in &games {
        play_on_for(&game.again(&service).bots(), 10).await;
    }
}

#[tokio::test]
async fn chance_is_the_same_with_and_without_a_restart() {
    let request = || pb::CreateGameRequest { seed: Some(vec![9; 32]), ..service::request() };
    let mut digests = Vec::new();
    for restarts in [false, true] {
        let mut service = TestService::on_disk().await;
        let mut game = service.create(request()).await;
        for turn in 0..60 {
            if restarts && turn % 20 == 10 {
                service.restart().await;
                game = game.again(&service);
            }
            game.bot(turn % 4).act(bot::some(turn)).await;
        }
        let mut own = Vec::new();
        for viewer in game.bots().iter().chain([&game.spectator()]) {
            own.push(viewer.view().await.digest);
        }
        digests.push(own);
    }
    assert_eq!(digests[0], digests[1]);
}

#[tokio::test]
async fn nothing_is_seen_before_it_is_stored() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bots = game.bots();
    for bot in &bots[1..] {
        bot.act(|_| 0).await.expect("asked");
    }
    let mut stream = game.spectator().watch(None).await.unwrap();
    let before = stream.snapshot().await;
    let own = bots[0].view().await;

    service.store.set(StoreMode::WritesHeld);
    let last = tokio::spawn({
        let bot = bots[0].clone();
        async move { bot.act(|_| 0).await }
    });
    service.store.until_waiting(1).await;
    assert_eq!(game.spectator().view().await, before, "reads continue, and show what is stored");
    assert_eq!(bots[0].view().await, own);
    assert!(!last.is_finished());

    service.store.set(StoreMode::Open);
    last.await.unwrap().expect("taken");
    assert_eq!(stream.update().await.view_version, before.view_version + 1);
}

#[tokio::test]
async fn an_answer_that_could_not_be_stored_has_not_happened() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bot = game.bot(0);
    let before = bot.view().await;
    let code = before.decision.clone().unwrap().legal_codes[0];
    service.store.set(StoreMode::Failing);
    let failed = bot.submit(1, code).await.expect_err("the store is away");
    assert_eq!(
        (failed.code(), reason(&failed).as_str()),
        (tonic::Code::Unavailable, "STORE_UNAVAILABLE")
    );
    assert_eq!(bot.view().await, before);
    service.store.set(StoreMode::Open);
    bot.submit(1, code).await.expect("the same request again is taken");
}

#[tokio::test]
async fn a_caller_who_goes_away_cancels_nothing() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bot = game.bot(0);
    let code = bot.view().await.decision.unwrap().legal_codes[0];
    service.store.set(StoreMode::WritesHeld);
    let caller = tokio::spawn({
        let bot = bot.clone();
        async move { bot.submit(1, code).await }
    });
    service.store.until_waiting(1).await;
    caller.abort();
    assert!(caller.await.is_err());
    service.store.set(StoreMode::Open);
    let response =
        bot.submit(1, code).await.expect("the retry gets what the first call would have got");
    assert_eq!(response.decision_id, 1);
    assert_eq!(service.store.appended(), 1);
}

#[tokio::test]
async fn watchers_and_waiting_calls_get_a_reason_when_the_service_stops() {
    let mut service = TestService::on_disk().await;
    let game = service.game().await;
    let mut stream = game.spectator().watch(None).await.unwrap();
    stream.snapshot().await;
    let waiter = tokio::spawn({
        let bot = game.spectator();
        let request =
            pb::GetViewRequest { wait_for: pb::WaitFor::MyDecision.into(), ..Default::default() };
        async move { bot.get_view(request).await }
    });
    service.clock.until_sleeping(2).await;
    service.stop().await;
    let response =
        stream.next().await.expect("a reason").expect_err("the stream ends before the game");
    assert_eq!(reason(&response), "DRAINING");
    assert_eq!(reason(&waiter.await.unwrap().expect_err("sent away")), "DRAINING");
}

#[tokio::test]
async fn an_ended_game_is_answered_from_its_replay_after_a_restart() {
    let mut service = TestService::on_disk().await;
    let game = service.game().await;
    play_to_end(&game.bots()).await;
    let viewers: Vec<_> = game.bots().into_iter().chain([game.spectator()]).collect();
    let mut before = Vec::new();
    for viewer in &viewers {
        before.push(viewer.view().await);
    }
    service.restart().await;
    let game = game.again(&service);
    for (viewer, before) in game.bots().iter().chain([&game.spectator()]).zip(&before) {
        assert_eq!(viewer.view().await, *before);
        let mut stream = viewer.watch(Some(before.view_version - 1)).await.unwrap();
        assert_eq!(stream.update().await.view_version, before.view_version);
        match stream.message().await {
            Message::Ended(ended) => assert_eq!(ended.view.as_ref(), Some(before)),
            other => panic!("expected the end, got {other:?}"),
        }
        assert!(stream.next().await.is_none());
    }
}
