//! The program killed in the middle of games, as a power cut would, and started again.

use crate::runner::{AtTable, Pensive, random};
use hierophant::{
    client::{Client, Mode, RetryPolicy},
    pb::v1::{self as pb, replay_entry::Record},
};
use std::{
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// A service of its own process; killed when dropped.
pub(crate) struct Served(Child);

impl Served {
    pub(crate) fn at(folder: &Path) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hierophant"));
        command.args(["serve", "--no-tcp", "--unix-socket"]).arg(folder.join("socket"));
        command.arg("--store").arg(folder.join("games.db")).env_clear();
        Served(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it is gone");
    }
}

#[tokio::test]
async fn agents_play_on_where_the_service_was_killed() {
    for mode in [Mode::Stream, Mode::Poll] {
        let folder = tempfile::tempdir().unwrap();
        let mut served = Served::at(folder.path());
        let address = format!("unix:{}", folder.path().join("socket").display());
        let client = Client::new(&address).unwrap().with_retry_policy(RetryPolicy::AGENT);
        let created = client.create_game(crate::host::request()).await.expect("a game");
        let at = AtTable::created(&client, &created).await;
        let (pensive, until_thinking, release) = Pensive::after(12);
        let runners = at.seat(pensive, mode);
        until_thinking.await.expect("it comes to its thirteenth choice");
        for _ in 0..2 {
            drop(served);
            served = Served::at(folder.path());
        }
        release.send(()).unwrap();
        at.check_played(runners).await;
    }
}

/// So many threads do nothing but compute.
const BURNERS: usize = 8;

/// T44: the machine has far more to do than it can, and whoever answers within its time loses none of it.
#[tokio::test]
async fn a_machine_at_its_limit_costs_no_seat_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let _served = Served::at(folder.path());
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
    let asked = pb::CreateGameRequest { time_control: Some(time_control), ..crate::host::request() };
    let created = client.create_game(asked).await.expect("a game");
    let at = AtTable::created(&client, &created).await;
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
