//! The program as a process of its own, which can be killed.

use super::service::until_serving;
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread::JoinHandle,
};
use tonic::transport::Channel;

/// A service of its own process; killed when dropped.
pub(crate) struct SocketProgram(Child);

impl SocketProgram {
    pub(crate) fn at(folder: &Path) -> SocketProgram {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hierophant"));
        command.args(["serve", "--no-tcp", "--unix-socket"]).arg(folder.join("socket"));
        command.arg("--store").arg(folder.join("games.db")).env_clear();
        SocketProgram(
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it starts"),
        )
    }
}

impl Drop for SocketProgram {
    fn drop(&mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it is gone");
    }
}

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
        let mut lines =
            BufReader::new(child.stderr.take().expect("it is piped")).lines().map_while(Result::ok);
        let line =
            lines.find(|line| line.contains("\"listening\"")).expect("it says where it listens");
        let (_, rest) = line.split_once("\"address\":\"").expect("an address");
        let address = rest.split_once('"').expect("an address").0.to_owned();
        // What it says later must go somewhere, or it would stop to write.
        let log = std::thread::spawn(move || lines.collect());
        Program { child, address, log }
    }

    /// The first lines that it prints; its output must be piped.
    pub(crate) fn printed(&mut self, count: usize) -> Vec<String> {
        let output = BufReader::new(self.child.stdout.take().expect("it is piped"));
        output.lines().map_while(Result::ok).take(count).collect()
    }

    /// Its number among processes.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to stop.
    pub(crate) fn terminate(&self) {
        self.signal("TERM");
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, name: &str) {
        let kill = format!("kill -{name} \"$0\"");
        let response =
            Command::new("sh").args(["-c", &kill, &self.child.id().to_string()]).status();
        assert!(response.expect("there is a shell").success());
    }

    /// Returns once it has ended by itself: its status, and what it has logged.
    pub(crate) fn ended(&mut self) -> (ExitStatus, String) {
        let status = self.child.wait().expect("it is our child");
        let log = std::mem::replace(&mut self.log, std::thread::spawn(String::new));
        (status, log.join().expect("no panic"))
    }

    pub(crate) async fn channel(&self) -> Channel {
        let channel = Channel::from_shared(format!("http://{}", self.address))
            .unwrap()
            .connect()
            .await
            .unwrap();
        until_serving(channel.clone()).await;
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
