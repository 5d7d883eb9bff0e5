//! The program itself, killed in mid-game without a warning.

use crate::{
    bot::{Bot, some},
    host::{Client, request},
};
use hierophant::pb::v1 as pb;
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread::JoinHandle,
};
use tonic::transport::Channel;

/// A running program. Killed when it is dropped, as a power cut would.
pub(crate) struct Program {
    child: Child,
    pub(crate) address: String,
    log: JoinHandle<String>,
}

impl Program {
    pub(crate) fn start(store: &Path) -> Program {
        Program::start_with(store, |_| {})
    }

    /// Starts it with more arguments, or another environment.
    pub(crate) fn start_with(store: &Path, more: impl FnOnce(&mut Command)) -> Program {
        let mut command = serve(store);
        command.args(["--listen", "127.0.0.1:0", "--log-format", "json"]);
        more(&mut command);
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines().map_while(Result::ok);
        let line = lines.find(|line| line.contains("\"listening\"")).expect("it says where it listens");
        let (_, rest) = line.split_once("\"address\":\"").expect("an address");
        let address = rest.split_once('"').expect("an address").0.to_owned();
        // What it says later must go somewhere, or it would stop to write.
        let log = std::thread::spawn(move || lines.collect());
        Program { child, address, log }
    }

    /// Its number among processes.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Tells it to stop.
    pub(crate) fn terminate(&self) {
        self.signal("TERM");
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, name: &str) {
        let kill = format!("kill -{name} \"$0\"");
        let told = Command::new("sh").args(["-c", &kill, &self.child.id().to_string()]).status();
        assert!(told.expect("there is a shell").success());
    }

    /// Returns once it has ended by itself: its status, and what it has logged.
    pub(crate) fn ended(&mut self) -> (ExitStatus, String) {
        let status = self.child.wait().expect("it is our child");
        let log = std::mem::replace(&mut self.log, std::thread::spawn(String::new));
        (status, log.join().expect("no panic"))
    }

    pub(crate) async fn channel(&self) -> Channel {
        let channel = Channel::from_shared(format!("http://{}", self.address)).unwrap().connect().await.unwrap();
        while Client::new(channel.clone()).list_games(pb::ListGamesRequest::default()).await.is_err() {}
        channel
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().expect("it is our child");
        self.child.wait().expect("it is our child");
    }
}

/// `hierophant serve` on a store.
pub(crate) fn serve(store: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hierophant"));
    command.env_clear().args(["serve", "--store"]).arg(store).stdin(Stdio::null());
    command
}

#[tokio::test]
async fn what_a_seat_was_told_is_still_so_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let mut program = Program::start(&store);
    let created = Client::new(program.channel().await).create_game(request()).await.unwrap().into_inner();
    let name = created.game.clone().unwrap().name;
    let mut told: Vec<(usize, pb::SubmitActionResponse)> = Vec::new();
    for crash in 0..3 {
        let channel = program.channel().await;
        let bots: Vec<Bot> =
            created.seat_tokens.iter().map(|seat| Bot::new(channel.clone(), &name, &seat.token)).collect();
        for (seat, told) in &told {
            assert_eq!(bots[*seat].submit(told.decision_id, told.action_code).await.as_ref().ok(), Some(told));
        }
        for turn in 0..24 {
            let seat = (crash + turn) % 4;
            told.extend(bots[seat].act(some(turn)).await.map(|response| (seat, response)));
        }
        drop(program);
        program = Program::start(&store);
    }
    assert!(told.len() > 10, "only {} answers", told.len());
}

#[test]
fn an_address_that_others_can_reach_is_refused_with_advice() {
    let refused = Command::new(env!("CARGO_BIN_EXE_hierophant"))
        .args(["serve", "--listen", "0.0.0.0:0", "--store", "memory"])
        .output()
        .expect("the program starts");
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("127.0.0.1"));
}

/// The short form of `hierophant crash-test`, which tells more when it is run by hand.
#[test]
fn killed_again_and_again_it_loses_nothing_does_nothing_twice_and_takes_nothing_back() {
    let soak = Command::new(env!("CARGO_BIN_EXE_hierophant"))
        .args(["crash-test", "--cycles", "10", "--tables", "4", "--life-ms-max", "250"])
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&soak.stdout);
    assert!(soak.status.success(), "{told}{}", String::from_utf8_lossy(&soak.stderr));
    assert!(told.contains("faults                                             0"), "{told}");
}
