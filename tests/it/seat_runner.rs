//! Policies in the seats of a real game, connected by runners; and a service that is restarted
//! beneath them.

use crate::support::{
    seats::{IllegalPolicy, PanickingPolicy, PausingPolicy, SeatClients, random},
    service::TestService,
};
use hierophant::client::{Client, Mode, Played, RetryPolicy, Runner, RunnerError, StreamEvent};

#[tokio::test]
async fn agents_play_to_the_end_by_stream_and_by_polling() {
    let service = TestService::start().await;
    for mode in [Mode::Stream, Mode::Poll] {
        let at = SeatClients::of(&service, &service.game().await).await;
        at.check_played(at.seat(random(0), mode)).await;
    }
}

#[tokio::test]
async fn agents_survive_restarts_in_mid_game() {
    for mode in [Mode::Stream, Mode::Poll] {
        let mut service = TestService::on_disk().await;
        let at = SeatClients::of(&service, &service.game().await).await;
        let (pensive, until_thinking, release) = PausingPolicy::after(12);
        let runners = at.seat(pensive, mode);
        until_thinking.await.expect("it comes to its thirteenth choice");
        // One restart while an answer is on its way, more while all seats play.
        service.restart().await;
        release.send(()).unwrap();
        service.restart().await;
        service.restart().await;
        at.check_played(runners).await;
    }
}

#[tokio::test]
async fn two_agents_in_one_seat_get_on_with_each_other() {
    let service = TestService::start().await;
    for mode in [Mode::Stream, Mode::Poll] {
        let at = SeatClients::of(&service, &service.game().await).await;
        let mut runners = at.seat(random(0), mode);
        let twin = at.runner(0, random(77), mode).run();
        runners.spawn(async {
            twin.await.map(|played| Played { chosen: played.chosen.max(1), ..played })
        });
        at.check_played(runners).await;
    }
}

#[tokio::test]
async fn a_follower_misses_nothing_over_restarts_and_its_events_fold_to_a_view() {
    let mut service = TestService::on_disk().await;
    let at = SeatClients::of(&service, &service.game().await).await;
    let (pensive, until_thinking, release) = PausingPolicy::after(5);
    let mut follow = at.players[0].follow(at.table.clone());
    let Some(StreamEvent::Snapshot(first)) = follow.next().await.unwrap() else {
        panic!("a stream begins with a snapshot")
    };
    let mut view = first.view;
    let runners = at.seat(pensive, Mode::Stream);
    until_thinking.await.unwrap();
    service.restart().await;
    release.send(()).unwrap();
    loop {
        match follow.next().await.unwrap().expect("news until the end") {
            StreamEvent::Snapshot(_) => panic!("the stream resumes where it was"),
            StreamEvent::Events { events, snapshot: position, .. } => {
                events.iter().for_each(|event| view.fold(event));
                assert!(position.is_none_or(|position| position.view == view));
            }
            StreamEvent::Ended(last) => {
                assert_eq!(view, last.view);
                break;
            }
        }
    }
    assert_eq!(follow.next().await.unwrap(), None);
    at.check_played(runners).await;
}

#[tokio::test]
async fn a_follower_begins_anew_where_the_service_was_restored_from_a_backup() {
    let mut service = TestService::on_disk().await;
    let game = service.game().await;
    let at = SeatClients::of(&service, &game).await;
    service.stop().await;
    let backup = std::fs::read(service.path("games.db")).unwrap();
    service.run().await;

    let mut follow = at.spectator.follow(at.table.clone());
    let Some(StreamEvent::Snapshot(before)) = follow.next().await.unwrap() else {
        panic!("a stream begins with a snapshot")
    };
    for bot in game.again(&service).bots() {
        bot.act(|_| 0).await.expect("all hide together");
    }
    assert!(matches!(follow.next().await.unwrap(), Some(StreamEvent::Events { .. })));

    service.stop().await;
    std::fs::write(service.path("games.db"), backup).unwrap();
    // An older copy is refused, unless the mark of how far the store had come goes with it.
    std::fs::remove_file(service.path("games.db-mark")).unwrap();
    service.run().await;
    let Some(StreamEvent::Snapshot(after)) = follow.next().await.unwrap() else {
        panic!("what it had seen is gone")
    };
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_policy_with_a_bug_ends_its_runner_and_nothing_else() {
    let service = TestService::start().await;
    let at = SeatClients::of(&service, &service.game().await).await;
    for mode in [Mode::Stream, Mode::Poll] {
        let cheated = at.runner(0, Box::new(IllegalPolicy), mode).run().await.unwrap_err();
        assert!(matches!(cheated, RunnerError::IllegalChoice(_)), "{cheated}");
        let broke = at.runner(0, Box::new(PanickingPolicy), mode).run().await.unwrap_err();
        assert!(matches!(broke, RunnerError::PolicyPanicked), "{broke}");
    }
    at.check_played(at.seat(random(0), Mode::Stream)).await;
}

#[tokio::test]
async fn patience_with_a_service_that_is_gone_ends() {
    let mut service = TestService::start().await;
    let game = service.game().await;
    let retry_policy = RetryPolicy { give_up_ms: 10, delay_ms_first: 1, delay_ms_max: 2 };
    let client = Client::new(&service.address()).unwrap().with_retry_policy(retry_policy);
    let bearer = client.game_client(&game.name, &game.tokens()[0]).unwrap();
    let table = bearer.info().await.unwrap();
    let mut follow = bearer.follow(table.clone());
    follow.next().await.unwrap();
    service.stop().await;
    for failure in [bearer.game().await.unwrap_err(), follow.next().await.unwrap_err()] {
        assert!(failure.is_transient(), "{failure:?}");
    }
    let ended = Runner::new(bearer, table, random(0), Mode::Poll).run().await.unwrap_err();
    assert!(matches!(ended, RunnerError::Service(failure) if failure.is_transient()));
}
