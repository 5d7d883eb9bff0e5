//! A view with every update, for clients that know no rules.

use crate::support::{
    bot::{Bot, Stream, play_to_end},
    service::{TestService, request, request_of},
};
use hierophant::{
    pb::v1::{self as pb, watch_game_response::Message},
    wire::{
        self,
        decode::{self, Reader},
    },
};
use hierophant_rules::catalog::RulesetId;
use std::time::Duration;

const DELAY_MS: u32 = 30_000;

async fn watch(bot: &Bot, resume_after: Option<u32>) -> Stream {
    let request = pb::WatchGameRequest {
        game: bot.game.clone(),
        include_views: true,
        resume_after_view_version: resume_after,
        ..Default::default()
    };
    bot.watch_request(request).await.expect("a stream")
}

/// Reads a stream to its end, and folds its events: each view must be what they tell. Returns the
/// number of updates.
async fn check(stream: &mut Stream, setup: &pb::Setup) -> usize {
    let reader = Reader::new(&decode::setup(setup).expect("a setup")).expect("it can be played");
    let first = stream.snapshot().await;
    let mut folded = reader.view(&first).expect("a view");
    let mut updates = 0;
    loop {
        match stream.message().await {
            Message::Update(update) => {
                for event in &update.events {
                    folded.fold(&reader.event(event).expect("an event"));
                }
                let expected = wire::encode::view(&folded);
                let view = update.view.expect("every update has one");
                assert_eq!(view.view_version, update.view_version);
                assert_eq!(view.digest, update.digest);
                assert_eq!(view.viewer, first.viewer);
                assert_eq!(view.asked_seats, expected.asked_seats, "{updates}");
                assert_eq!(view.ruleset, expected.ruleset, "{updates}");
                updates += 1;
            }
            Message::Ended(ended) => {
                let last = ended.view.expect("the last view");
                assert_eq!(last.ruleset, wire::encode::view(&folded).ruleset);
                return updates;
            }
            Message::Heartbeat(_) => {}
            Message::Snapshot(_) => panic!("there is one snapshot"),
        }
    }
}

#[tokio::test]
async fn every_update_has_the_view_after_it() {
    let service = TestService::start().await;
    for ruleset in RulesetId::ALL {
        let request = request_of(*ruleset);
        let setup = request.setup.clone().expect("a setup");
        let game = service.create(request).await;
        let bots = game.bots();
        // They read nothing before the end: their queues fill, and then many updates come at once.
        let mut streams = [watch(&game.spectator(), None).await, watch(&bots[0], None).await];
        // One reads all the while.
        let reading = game.spectator();
        let (following, setup_read) = (watch(&reading, None).await, setup.clone());
        let following = tokio::spawn(async move {
            let mut following = following;
            check(&mut following, &setup_read).await
        });
        play_to_end(&bots).await;
        let read = following.await.expect("no panic");
        for stream in &mut streams {
            let updates = check(stream, &setup).await;
            assert!(updates > 20, "{}: {updates}", ruleset.info().id);
        }
        assert!(read > 20, "{read}");
    }
}

#[tokio::test]
async fn the_view_of_the_newest_update_is_the_present_one() {
    let service = TestService::start().await;
    let game = service.game().await;
    let (spectator, bots) = (game.spectator(), game.bots());
    let mut streams = vec![];
    for viewer in bots.iter().chain([&spectator]) {
        let mut stream = watch(viewer, None).await;
        stream.snapshot().await;
        streams.push((viewer, stream));
    }
    // All choose in secret, and what they have chosen is shown once all have.
    for bot in &bots {
        bot.act(|_| 0).await.expect("asked");
    }
    for (viewer, stream) in &mut streams {
        let update = loop {
            let update = stream.update().await;
            if update.view_version == viewer.view().await.view_version {
                break update;
            }
        };
        assert_eq!(update.view, Some(viewer.view().await));
    }
}

#[tokio::test]
async fn a_resumed_stream_has_views_once_it_has_caught_up() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bots = game.bots();
    let spectator = game.spectator();
    let until = async |version: u32| {
        while spectator.view().await.view_version < version {
            for bot in &bots {
                bot.act(|_| 0).await;
            }
        }
    };
    until(4).await;
    let present = spectator.view().await;
    let mut stream = watch(&spectator, Some(1)).await;
    loop {
        let update = stream.update().await;
        if update.view_version == present.view_version {
            assert_eq!(update.view, Some(present));
            break;
        }
        assert!(update.view.is_none(), "nothing tells it");
    }
    let known = spectator.view().await.view_version;
    let mut stream = watch(&spectator, Some(known)).await;
    until(known + 2).await;
    assert!(stream.update().await.view.is_some());
}

#[tokio::test]
async fn spectators_of_a_delayed_game_get_their_views_later() {
    let service = TestService::start().await;
    let request = pb::CreateGameRequest { spectator_delay_ms: DELAY_MS, ..request() };
    let setup = request.setup.clone().expect("a setup");
    let game = service.create(request).await;
    let mut stream = watch(&game.spectator(), None).await;
    let playing = async {
        play_to_end(&game.bots()).await;
        for _ in 0..3 {
            service.turn(Duration::from_millis(DELAY_MS.into())).await;
        }
    };
    let (updates, ()) = tokio::join!(check(&mut stream, &setup), playing);
    assert!(updates > 20, "{updates}");
}

/// What is not asked for does not come.
#[tokio::test]
async fn without_it_views_come_with_decisions_alone() {
    let service = TestService::start().await;
    let game = service.game().await;
    let mut stream = game.spectator().watch(None).await.expect("a stream");
    stream.snapshot().await;
    for bot in game.bots() {
        bot.act(|_| 0).await.expect("asked");
    }
    assert_eq!(stream.update().await.view, None);
}
