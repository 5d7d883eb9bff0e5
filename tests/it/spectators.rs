//! Spectators who see everything later.

use crate::support::{
    bot::{play_to_end, reason, some},
    service::{TestGame, TestService, request},
};
use hierophant::pb::v1::{self as pb, watch_game_response::Message};
use std::time::Duration;

const DELAY_MS: u32 = 30_000;
const STEP_MS: u64 = 1_000;

/// Two games of one deal, of which the second shows everything later.
async fn twins(service: &TestService) -> [TestGame; 2] {
    let of = |spectator_delay_ms| pb::CreateGameRequest {
        seed: Some(vec![5; 32]),
        spectator_delay_ms,
        ..request()
    };
    [service.create(of(0)).await, service.create(of(DELAY_MS)).await]
}

async fn status(game: &TestGame) -> pb::GameStatus {
    let spectator = game.spectator();
    let request = spectator.call(pb::GetGameRequest { game: game.name.clone() });
    let response = spectator
        .client
        .clone()
        .get_game(request)
        .await
        .unwrap()
        .into_inner()
        .game
        .expect("a game");
    let is_over = response.status() == pb::GameStatus::Ended;
    assert_eq!(
        (response.outcome.is_some(), response.ended_at.is_some(), response.finish_sequence > 0),
        (is_over, is_over, is_over)
    );
    response.status()
}

/// Plays twins with the same answers, a second after the other; at each the delayed one shows what
/// the other showed a delay ago. Restarts the service after these answers.
async fn check_shown_later(restarts: &[usize]) {
    let mut service = TestService::on_disk().await;
    let mut games = twins(&service).await;
    // By second.
    let mut shown = vec![games[0].spectator().view().await];
    let (mut answers, mut end) = (0, None);
    let mut restarted_after_end = false;
    while end.is_none_or(|end| shown.len() < end + DELAY_MS as usize / 1_000 + 3) {
        if restarts.contains(&shown.len()) {
            service.restart().await;
            restarted_after_end |= end.is_some();
            games = games.map(|game| game.again(&service));
        }
        let now = shown.len() - 1;
        let expected = &shown[now.saturating_sub(DELAY_MS as usize / 1_000)];
        assert_eq!(games[1].spectator().view().await, *expected, "{now} s after the deal");
        assert_eq!(status(&games[1]).await, expected.status());
        if let Some(end) = end {
            let is_shown = now >= end + DELAY_MS as usize / 1_000;
            let replay =
                games[1].spectator().replay().await.map(|_| ()).map_err(|refused| reason(&refused));
            assert_eq!(replay, if is_shown { Ok(()) } else { Err("REPLAY_NOT_READY".to_owned()) });
            assert!(games[1].bot(0).replay().await.is_ok(), "seats have it at once");
        }
        service.clock.advance(Duration::from_millis(STEP_MS));
        for _ in 0..12 {
            let acted = (
                games[0].bot(answers % 4).act(some(answers)).await,
                games[1].bot(answers % 4).act(some(answers)).await,
            );
            assert_eq!(acted.0, acted.1, "they are twins");
            answers += 1;
        }
        shown.push(games[0].spectator().view().await);
        if end.is_none() && shown.last().is_some_and(|view| view.status() == pb::GameStatus::Ended)
        {
            end = Some(shown.len() - 1);
        }
    }
    assert_eq!(restarted_after_end, !restarts.is_empty());
    assert!(
        shown.windows(2).filter(|pair| pair[0] != pair[1]).count() > 20,
        "there was much to be shown"
    );
}

#[tokio::test]
async fn a_delayed_spectator_sees_the_game_as_it_was() {
    check_shown_later(&[]).await;
}

#[tokio::test]
async fn a_restart_brings_nothing_forward_neither_in_the_game_nor_after_its_end() {
    check_shown_later(&[7, 25, 40, 55, 70, 85, 100]).await;
}

#[tokio::test]
async fn a_delayed_stream_sends_everything_once_when_it_is_due() {
    let service = TestService::start().await;
    let [prompt, delayed] = twins(&service).await;
    let mut at_once = prompt.spectator().watch(None).await.unwrap();
    let mut later = delayed.spectator().watch(None).await.unwrap();
    assert_eq!(later.snapshot().await, at_once.snapshot().await);
    service.clock.advance(Duration::from_millis(STEP_MS));
    play_to_end(&prompt.bots()).await;
    play_to_end(&delayed.bots()).await;
    let mut updates = Vec::new();
    let last = loop {
        match at_once.message().await {
            Message::Update(update) => updates.push(update),
            Message::Ended(ended) => break ended,
            other => panic!("unexpected {other:?}"),
        }
    };
    assert!(updates.len() > 20);
    // One who waits and one who comes back, both while the game is over and not yet shown so.
    let waiter = tokio::spawn({
        let (spectator, wait_for) = (delayed.spectator(), pb::WaitFor::NewerVersion.into());
        let request = pb::GetViewRequest {
            wait_for,
            known_view_version: 1,
            wait_ms_max: 30_000,
            ..Default::default()
        };
        async move { spectator.get_view(request).await.unwrap() }
    });
    let mut back = delayed.spectator().watch(Some(1)).await.unwrap();
    // Heartbeat and next moment of three streams and calls; what they are due for is as late for
    // all of them.
    service.clock.until_sleeping(6).await;
    service.clock.advance(Duration::from_millis(14_000));
    assert!(matches!(
        later.message().await,
        Message::Heartbeat(pb::Heartbeat { view_version: 1, account: None })
    ));
    service.clock.until_sleeping(6).await;
    service.clock.advance(Duration::from_millis(15_999));
    assert!(matches!(
        later.message().await,
        Message::Heartbeat(pb::Heartbeat { view_version: 1, .. })
    ));
    assert!(matches!(
        back.message().await,
        Message::Heartbeat(pb::Heartbeat { view_version: 1, .. })
    ));
    assert!(!waiter.is_finished());
    service.clock.until_sleeping(6).await;
    service.clock.advance(Duration::from_millis(1));
    for stream in [&mut later, &mut back] {
        for update in &updates {
            assert_eq!(stream.update().await, *update);
        }
        match stream.message().await {
            Message::Ended(ended) => assert_eq!(ended, last),
            other => panic!("expected the end, got {other:?}"),
        }
        assert!(stream.next().await.is_none());
    }
    assert_eq!(waiter.await.unwrap(), last.view.expect("the last view"));
}

#[tokio::test]
async fn an_aborted_game_is_shown_as_ended_when_that_is_due() {
    let service = TestService::start().await;
    let [_, delayed] = twins(&service).await;
    let mut stream = delayed.spectator().watch(None).await.unwrap();
    let before = stream.snapshot().await;
    let cut = pb::AbortGameRequest { game: delayed.name.clone(), ..Default::default() };
    service.client().abort_game(cut).await.unwrap();
    assert_eq!(delayed.bot(0).view().await.status(), pb::GameStatus::Ended, "seats see it at once");
    assert_eq!(delayed.spectator().view().await, before);
    service.clock.until_sleeping(2).await;
    service.clock.advance(Duration::from_millis(DELAY_MS.into()));
    loop {
        match stream.message().await {
            Message::Heartbeat(_) => {}
            Message::Ended(ended) => {
                break assert_eq!(
                    ended.view.unwrap().outcome.unwrap().ending(),
                    pb::GameEnding::Aborted
                );
            }
            other => panic!("unexpected {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_delay_has_a_limit() {
    let service = TestService::start().await;
    let asked = pb::CreateGameRequest { spectator_delay_ms: 3_600_001, ..request() };
    let refused = service.client().create_game(asked).await.expect_err("too long");
    assert_eq!(reason(&refused), "INVALID_FIELD");
    let game =
        service.create(pb::CreateGameRequest { spectator_delay_ms: 3_600_000, ..request() }).await;
    assert_eq!(game.created.game.expect("a game").spectator_delay_ms, 3_600_000);
}
