//! Waiting for news, and following a game as a stream.

use crate::{
    bot::{Bot, play_to_end, reason, some},
    host::{Client, Host},
};
use hierophant::pb::v1::{self as pb, watch_game_response::Message};
use std::time::Duration;

fn wait(wait_for: pb::WaitFor, known_view_version: u32) -> pb::GetViewRequest {
    pb::GetViewRequest { wait_for: wait_for.into(), known_view_version, ..Default::default() }
}

#[tokio::test]
async fn a_wait_ends_with_the_news_that_it_is_for() {
    let host = Host::start().await;
    let game = host.game().await;
    let spectator = game.spectator();
    let before = spectator.view().await.view_version;
    let waiter = tokio::spawn(async move { spectator.get_view(wait(pb::WaitFor::NewerVersion, before)).await });
    host.clock.until_sleeping(1).await;
    for bot in game.bots() {
        bot.act(|_| 0).await.expect("asked");
    }
    assert_eq!(waiter.await.unwrap().unwrap().view_version, before + 1);
}

#[tokio::test]
async fn a_wait_for_what_is_there_does_not_wait() {
    let host = Host::start().await;
    let bot = host.game().await.bot(0);
    assert!(bot.get_view(wait(pb::WaitFor::MyDecision, 0)).await.unwrap().decision.is_some());
    assert_eq!(bot.get_view(wait(pb::WaitFor::NewerVersion, 0)).await.unwrap().view_version, 1);
}

#[tokio::test]
async fn a_wait_that_runs_out_gives_the_present_view() {
    let host = Host::start().await;
    let game = host.game().await;
    for (wait_ms_max, lasts) in [(0, 30_000), (u32::MAX, 30_000), (70, 70)] {
        let spectator = game.spectator();
        let request = pb::GetViewRequest { wait_ms_max, ..wait(pb::WaitFor::NewerVersion, 1) };
        let waiter = tokio::spawn(async move { spectator.get_view(request).await });
        host.clock.until_sleeping(1).await;
        host.clock.advance(Duration::from_millis(lasts - 1));
        host.clock.until_sleeping(1).await;
        assert!(!waiter.is_finished());
        host.clock.advance(Duration::from_millis(1));
        assert_eq!(waiter.await.unwrap().unwrap().view_version, 1);
    }
}

#[tokio::test]
async fn a_stream_tells_everything_once_and_ends_with_the_game() {
    let host = Host::start().await;
    let game = host.game().await;
    let bots = game.bots();
    let mut watchers = Vec::new();
    for viewer in bots.iter().cloned().chain([game.spectator()]) {
        let request = pb::WatchGameRequest {
            game: game.name.clone(),
            include_legal_actions: true,
            include_text: true,
            ..Default::default()
        };
        let mut stream = viewer.watch_request(request).await.unwrap();
        watchers.push(tokio::spawn(async move {
            let first = stream.snapshot().await;
            let (mut version, mut decisions, mut texts) =
                (first.view_version, usize::from(first.decision.is_some()), 0);
            loop {
                match stream.message().await {
                    Message::Update(update) => {
                        assert_eq!(update.view_version, version + 1, "no version is left out or told twice");
                        version = update.view_version;
                        texts += update.events.iter().filter(|event| !event.text.is_empty()).count();
                        if let Some(view) = update.view {
                            assert_eq!((view.view_version, &view.digest), (version, &update.digest));
                            let decision = view.decision.expect("a view comes with the decision that it opens");
                            assert_eq!(decision.legal_actions.len(), decision.legal_codes.len());
                            decisions += 1;
                        }
                    }
                    Message::Ended(ended) => {
                        let view = ended.view.expect("the last view");
                        assert_eq!(view.view_version, version);
                        assert!(stream.next().await.is_none());
                        return (view, decisions, texts);
                    }
                    other => panic!("unexpected {other:?}"),
                }
            }
        }));
    }
    play_to_end(&bots).await;
    for (watcher, viewer) in watchers.into_iter().zip(bots.iter().cloned().chain([game.spectator()])) {
        let (last, decisions, texts) = watcher.await.unwrap();
        assert_eq!(viewer.view().await, pb::View { text: String::new(), ..last });
        assert!(texts > 20, "{texts} events had a text");
        assert_eq!(decisions > 5, matches!(viewer.view().await.viewer, Some(pb::view::Viewer::Seat(_))));
    }
}

#[tokio::test]
async fn a_stream_can_be_resumed_from_any_version_and_from_none_that_never_was() {
    let host = Host::start().await;
    let game = host.game().await;
    for turn in 0..60 {
        game.bot(turn % 4).act(some(turn)).await;
    }
    let bot = game.bot(3);
    let present = bot.view().await;
    let mut digests = Vec::new();
    let mut all = bot.watch(Some(0)).await.unwrap();
    for version in 1..=present.view_version {
        let update = all.update().await;
        assert_eq!(update.view_version, version);
        digests.push(update.digest);
    }
    assert_eq!(digests.last(), Some(&present.digest));
    for version in 1..present.view_version {
        let update = bot.watch(Some(version)).await.unwrap().update().await;
        assert_eq!((update.view_version, &update.digest), (version + 1, &digests[version as usize]));
    }
    let mut beyond = bot.watch(Some(present.view_version + 1)).await.unwrap();
    let refused = beyond.next().await.expect("a reason").expect_err("no such version");
    assert_eq!((refused.code(), reason(&refused).as_str()), (tonic::Code::OutOfRange, "VERSION_UNKNOWN"));
}

#[tokio::test]
async fn a_silent_stream_beats_every_fifteen_seconds() {
    let host = Host::start().await;
    let game = host.game().await;
    let mut stream = game.spectator().watch(None).await.unwrap();
    stream.snapshot().await;
    for _ in 0..3 {
        host.clock.until_sleeping(1).await;
        host.clock.advance(Duration::from_secs(15));
        assert!(matches!(stream.message().await, Message::Heartbeat(pb::Heartbeat { view_version: 1, .. })));
    }
}

#[tokio::test]
async fn a_watcher_that_takes_nothing_is_closed_with_a_reason() {
    let host = Host::start().await;
    let game = host.game().await;
    let narrow = host.endpoint().initial_stream_window_size(1_024).connect().await.unwrap();
    let sleepy = Bot { client: Client::new(narrow), ..game.spectator() };
    let request = pb::WatchGameRequest { game: game.name.clone(), include_text: true, ..Default::default() };
    let mut stream = sleepy.watch_request(request).await.unwrap();
    play_to_end(&game.bots()).await;
    host.clock.until_sleeping(1).await;
    host.clock.advance(Duration::from_secs(60));
    let told = loop {
        match stream.next().await.expect("a reason comes before the end") {
            Ok(Message::Ended(_)) => panic!("it slept through the game"),
            Ok(_) => {}
            Err(told) => break told,
        }
    };
    assert_eq!((told.code(), reason(&told).as_str()), (tonic::Code::ResourceExhausted, "LIMIT_REACHED"));
}
