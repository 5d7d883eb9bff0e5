//! Waiting for news, and following a game as a stream.

use crate::support::{
    bot::{Bot, Stream, play_to_end, reason, some},
    service::{Client, TestService},
};
use hierophant::pb::v1::{self as pb, watch_game_response::Message};
use std::time::Duration;

fn wait(wait_for: pb::WaitFor, known_view_version: u32) -> pb::GetViewRequest {
    pb::GetViewRequest { wait_for: wait_for.into(), known_view_version, ..Default::default() }
}

#[tokio::test]
async fn a_wait_ends_with_the_news_that_it_is_for() {
    let service = TestService::start().await;
    let game = service.game().await;
    let spectator = game.spectator();
    let before = spectator.view().await.view_version;
    let waiter =
        tokio::spawn(
            async move { spectator.get_view(wait(pb::WaitFor::NewerVersion, before)).await },
        );
    service.clock.until_sleeping(1).await;
    for bot in game.bots() {
        bot.act(|_| 0).await.expect("asked");
    }
    assert_eq!(waiter.await.unwrap().unwrap().view_version, before + 1);
}

#[tokio::test]
async fn a_wait_for_what_is_there_does_not_wait() {
    let service = TestService::start().await;
    let bot = service.game().await.bot(0);
    assert!(bot.get_view(wait(pb::WaitFor::MyDecision, 0)).await.unwrap().decision.is_some());
    assert_eq!(bot.get_view(wait(pb::WaitFor::NewerVersion, 0)).await.unwrap().view_version, 1);
}

#[tokio::test]
async fn a_wait_that_runs_out_gives_the_present_view() {
    let service = TestService::start().await;
    let game = service.game().await;
    for (wait_ms_max, lasts) in [(0, 30_000), (u32::MAX, 30_000), (70, 70)] {
        let spectator = game.spectator();
        let request = pb::GetViewRequest { wait_ms_max, ..wait(pb::WaitFor::NewerVersion, 1) };
        let waiter = tokio::spawn(async move { spectator.get_view(request).await });
        service.clock.until_sleeping(1).await;
        service.clock.advance(Duration::from_millis(lasts - 1));
        service.clock.until_sleeping(1).await;
        assert!(!waiter.is_finished());
        service.clock.advance(Duration::from_millis(1));
        assert_eq!(waiter.await.unwrap().unwrap().view_version, 1);
    }
}

#[tokio::test]
async fn a_stream_tells_everything_once_and_ends_with_the_game() {
    let service = TestService::start().await;
    let game = service.game().await;
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
                        assert_eq!(
                            update.view_version,
                            version + 1,
                            "no version is left out or sent twice"
                        );
                        version = update.view_version;
                        texts +=
                            update.events.iter().filter(|event| !event.text.is_empty()).count();
                        if let Some(view) = update.view {
                            assert_eq!(
                                (view.view_version, &view.digest),
                                (version, &update.digest)
                            );
                            let decision = view
                                .decision
                                .expect("a view comes with the decision that it opens");
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
    for (watcher, viewer) in
        watchers.into_iter().zip(bots.iter().cloned().chain([game.spectator()]))
    {
        let (last, decisions, texts) = watcher.await.unwrap();
        assert_eq!(viewer.view().await, pb::View { text: String::new(), ..last });
        assert!(texts > 20, "{texts} events had a text");
        assert_eq!(
            decisions > 5,
            matches!(viewer.view().await.viewer, Some(pb::view::Viewer::Seat(_)))
        );
    }
}

#[tokio::test]
async fn a_stream_can_be_resumed_from_any_version_and_from_none_that_never_was() {
    let service = TestService::start().await;
    let game = service.game().await;
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
        assert_eq!(
            (update.view_version, &update.digest),
            (version + 1, &digests[version as usize])
        );
    }
    let mut beyond = bot.watch(Some(present.view_version + 1)).await.unwrap();
    let refused = beyond.next().await.expect("a reason").expect_err("no such version");
    assert_eq!(
        (refused.code(), reason(&refused).as_str()),
        (tonic::Code::OutOfRange, "VERSION_UNKNOWN")
    );
}

#[tokio::test]
async fn a_silent_stream_beats_every_fifteen_seconds() {
    let service = TestService::start().await;
    let game = service.game().await;
    let mut stream = game.spectator().watch(None).await.unwrap();
    stream.snapshot().await;
    for _ in 0..3 {
        service.clock.until_sleeping(1).await;
        service.clock.advance(Duration::from_secs(15));
        assert!(matches!(
            stream.message().await,
            Message::Heartbeat(pb::Heartbeat { view_version: 1, .. })
        ));
    }
}

#[tokio::test]
async fn a_watcher_that_takes_nothing_is_closed_with_a_reason() {
    let service = TestService::start().await;
    let game = service.game().await;
    let narrow = service.endpoint().initial_stream_window_size(1_024).connect().await.unwrap();
    let sleepy = Bot { client: Client::new(narrow), ..game.spectator() };
    let request =
        pb::WatchGameRequest { game: game.name.clone(), include_text: true, ..Default::default() };
    let mut stream = sleepy.watch_request(request).await.unwrap();
    play_to_end(&game.bots()).await;
    service.clock.until_sleeping(1).await;
    service.clock.advance(Duration::from_secs(60));
    let mut known = 0;
    let response = loop {
        match stream.next().await.expect("a reason comes before the end") {
            Ok(Message::Snapshot(view)) => known = view.view_version,
            Ok(Message::Update(update)) => known = update.view_version,
            Ok(other) => panic!("it slept through the game, and gets {other:?}"),
            Err(response) => break response,
        }
    };
    assert_eq!(
        (response.code(), reason(&response).as_str()),
        (tonic::Code::ResourceExhausted, "LIMIT_REACHED")
    );
    // A stream that was closed resumes where it broke off, and has lost nothing.
    assert!(known > 0);
    let last = follow_to_the_end(sleepy.watch(Some(known)).await.unwrap(), known).await;
    assert_eq!(last, game.spectator().view().await);
}

/// Follows a stream to the end of the game; every version after `known` comes once.
async fn follow_to_the_end(mut stream: Stream, mut known: u32) -> pb::View {
    loop {
        match stream.message().await {
            Message::Update(update) => {
                assert_eq!(update.view_version, known + 1, "no version is left out or sent twice");
                known = update.view_version;
            }
            Message::Heartbeat(_) => {}
            Message::Ended(ended) => return ended.view.expect("the last view"),
            other @ Message::Snapshot(_) => panic!("unexpected {other:?}"),
        }
    }
}

/// The reason for which a stream ended.
async fn why_ended(stream: &mut Stream) -> (tonic::Code, String) {
    let response = stream.next().await.expect("a reason").expect_err("the stream is over");
    (response.code(), reason(&response))
}

#[tokio::test]
async fn a_watcher_that_comes_back_takes_the_place_of_its_lost_stream() {
    let service = TestService::start().await;
    let game = service.game().await;
    for viewer in [game.bot(1), game.spectator()] {
        let watch = async |id: &str, known: Option<u32>| {
            let (game, watcher_id) = (game.name.clone(), id.to_owned());
            let resume_after_view_version = known;
            let request = pb::WatchGameRequest {
                game,
                resume_after_view_version,
                watcher_id,
                ..Default::default()
            };
            viewer.watch_request(request).await.unwrap()
        };
        let (mut lost, mut other) = (watch("bot", None).await, watch("dashboard", None).await);
        let known = lost.snapshot().await.view_version;
        other.snapshot().await;
        let back = watch("bot", Some(known)).await;
        assert_eq!(
            why_ended(&mut lost).await,
            (tonic::Code::Aborted, "STREAM_REPLACED".to_owned())
        );
        drop(lost);
        tokio::task::yield_now().await;
        for bot in game.bots() {
            bot.act(|_| 0).await;
        }
        for (mut stream, known) in [(back, known), (other, known)] {
            assert_eq!(
                stream.update().await.view_version,
                known + 1,
                "the end of the lost stream harms no other"
            );
        }
    }
}

#[tokio::test]
async fn a_seat_has_four_streams_and_spectators_as_many_as_come() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bot = game.bot(0);
    let mut streams = Vec::new();
    for _ in 0..5 {
        let mut stream = bot.watch(None).await.unwrap();
        stream.snapshot().await;
        streams.push(stream);
    }
    let mut oldest = streams.remove(0);
    assert_eq!(why_ended(&mut oldest).await, (tonic::Code::Aborted, "STREAM_REPLACED".to_owned()));
    for _ in 0..20 {
        let mut stream = game.spectator().watch(None).await.unwrap();
        stream.snapshot().await;
        streams.push(stream);
    }
    let ends: Vec<_> =
        streams.into_iter().map(|stream| tokio::spawn(follow_to_the_end(stream, 1))).collect();
    play_to_end(&game.bots()).await;
    for end in ends {
        assert_eq!(end.await.unwrap().status(), pb::GameStatus::Ended);
    }
}

#[tokio::test]
async fn an_id_of_a_watcher_has_a_limit() {
    let service = TestService::start().await;
    let game = service.game().await;
    let request = pb::WatchGameRequest {
        game: game.name.clone(),
        watcher_id: "x".repeat(65),
        ..Default::default()
    };
    let refused = game.spectator().watch_request(request).await.err().expect("too long");
    assert_eq!(
        (refused.code(), reason(&refused).as_str()),
        (tonic::Code::InvalidArgument, "INVALID_FIELD")
    );
}
