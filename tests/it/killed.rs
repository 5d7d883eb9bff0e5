//! The program killed in the middle of games, as a power cut would, and started again.

use crate::runner::{AtTable, Pensive};
use hierophant::client::{Client, Mode, Patience};
use std::{
    path::Path,
    process::{Child, Command, Stdio},
};

/// A service of its own process; killed when dropped.
struct Served(Child);

impl Served {
    fn at(folder: &Path) -> Served {
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
        let client = Client::new(&address).unwrap().with_patience(Patience::AGENT);
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
