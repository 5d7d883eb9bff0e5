//! The program killed in the middle of games, as a power cut would, and started again.

use crate::support::{
    program::SocketProgram,
    seats::{PausingPolicy, SeatClients, random},
    service::{TestService, request},
    tournaments::{
        NAME, built_in, create, creation, get, results, round_robin, timeless, until_complete,
    },
};
use hierophant::{
    client::{Client, Mode, RetryPolicy},
    pb::v1::{self as pb, replay_entry::Record},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

#[tokio::test]
async fn agents_play_on_where_the_service_was_killed() {
    for mode in [Mode::Stream, Mode::Poll] {
        let folder = tempfile::tempdir().unwrap();
        let mut served = SocketProgram::at(folder.path());
        let address = format!("unix:{}", folder.path().join("socket").display());
        let client = Client::new(&address).unwrap().with_retry_policy(RetryPolicy::AGENT);
        let created = client.create_game(request()).await.expect("a game");
        let at = SeatClients::created(&client, &created).await;
        let (pensive, until_thinking, release) = PausingPolicy::after(12);
        let runners = at.seat(pensive, mode);
        until_thinking.await.expect("it comes to its thirteenth choice");
        for _ in 0..2 {
            drop(served);
            served = SocketProgram::at(folder.path());
        }
        release.send(()).unwrap();
        at.check_played(runners).await;
    }
}

/// Threads that do nothing but compute.
const BURNERS: usize = 8;

/// Guarantee T44 (20 ms of host jitter lost games): on a machine that is overloaded a seat that
/// answers in time loses none of it.
#[tokio::test]
async fn a_machine_at_its_limit_costs_no_seat_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let _served = SocketProgram::at(folder.path());
    let address = format!("unix:{}", folder.path().join("socket").display());
    let client = Client::new(&address).unwrap().with_retry_policy(RetryPolicy::AGENT);
    let over = Arc::new(AtomicBool::new(false));
    let burn = |over: Arc<AtomicBool>| while !over.load(Ordering::Relaxed) {};
    let burners: Vec<_> = (0..BURNERS)
        .map(|_| {
            std::thread::spawn({
                let over = over.clone();
                move || burn(over)
            })
        })
        .collect();
    let time_control = pb::TimeControl {
        decision_ms: 1_000,
        first_choice_ms: 10_000,
        grace_ms: Some(2_000),
        on_expiry: pb::ExpiryPolicy::Void.into(),
        ..Default::default()
    };
    let asked = pb::CreateGameRequest { time_control: Some(time_control), ..request() };
    let created = client.create_game(asked).await.expect("a game");
    let at = SeatClients::created(&client, &created).await;
    at.check_played(at.seat(random(0), Mode::Stream)).await;
    over.store(true, Ordering::Relaxed);
    burners.into_iter().for_each(|burner| burner.join().expect("it only computes"));
    let replay = at.spectator.replay().await.expect("a replay");
    let ended = replay.ended().expect("an end");
    assert_eq!(ended.ending, pb::GameEnding::Played, "no time ran out");
    // What jitter there was is on record.
    let grace = replay.entries.iter().filter_map(|entry| match &entry.record {
        Some(Record::Answered(answered)) => Some(answered.grace_used_ms),
        _ => None,
    });
    assert!(grace.max().is_some_and(|most| most <= 2_000));
}

/// Killed as by a power cut, twice: it continues by itself, and has the results of an undisturbed
/// one.
#[tokio::test]
async fn a_tournament_continues_where_the_service_was_killed() {
    let service = TestService::on_disk().await;
    let config = || round_robin(built_in(&["random", "greedy", "bob"]), 3, 2);
    create(&service, "cup", config()).await;
    until_complete(&service, NAME).await;
    let expected = timeless(&results(&service, NAME, 0).await);
    assert_eq!(get(&service, NAME).await.slots_done, 12);

    let folder = tempfile::tempdir().unwrap();
    let mut served = SocketProgram::at(folder.path());
    let address = format!("unix:{}", folder.path().join("socket").display());
    let calls = Client::new(&address).unwrap().with_retry_policy(RetryPolicy::AGENT);
    calls.tournaments().create(creation("cup", config())).await.expect("a tournament");
    let mut news = calls.tournaments().follow(NAME);
    let (mut killed_at, mut received) = ([2, 5].into_iter().peekable(), Vec::new());
    while let Some((tournament, more)) = news.next().await.expect("it is followed over restarts") {
        received.extend(more);
        if killed_at.next_if(|&done| tournament.slots_done >= done).is_some() {
            drop(served);
            served = SocketProgram::at(folder.path());
        }
    }
    received.sort_by_key(|result: &pb::SlotResult| result.slot);
    assert_eq!(timeless(&received), expected);
    assert_eq!(timeless(&calls.tournaments().results(NAME).await.expect("results")), expected);
    drop(served);
}
