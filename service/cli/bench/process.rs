//! The servers that are measured, as processes.

use super::{
    super::{CommandError, resident::resident_bytes},
    types::{ANSWERS_FILE, Answers, Transport},
};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// The end of the log line with which a server reports that it is ready.
pub(super) const SERVING: &str = "serving";

/// A running server. Dropping it kills it, as a crash would.
pub(super) struct Server {
    process: Child,
    tcp: String,
    socket: PathBuf,
    /// From the start of the process to its first call.
    pub(super) started_in: Duration,
}

impl Server {
    /// `hierophant serve` with a store in `folder`.
    pub(super) fn service(folder: &Path, store: &str) -> Result<Server, CommandError> {
        let socket = folder.join("service.socket");
        let mut command = Command::new(std::env::current_exe()?);
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--log",
            "info",
            "--live-games-max",
            "1000000",
        ]);
        command.arg("--unix-socket").arg(&socket).arg("--store").arg(folder.join(store));
        Server::start(command, socket)
    }

    /// The bare server.
    pub(super) fn echo(folder: &Path, answers: &Answers) -> Result<Server, CommandError> {
        fs::write(folder.join(ANSWERS_FILE), answers.save())?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bench", "--be-echo"]).arg(folder);
        Server::start(command, folder.join("echo.socket"))
    }

    fn start(mut command: Command, socket: PathBuf) -> Result<Server, CommandError> {
        let begin = Instant::now();
        // Settings of this shell must not change what is measured.
        for (name, _) in std::env::vars_os()
            .filter(|(name, _)| name.to_string_lossy().starts_with("HIEROPHANT_"))
        {
            command.env_remove(name);
        }
        let mut process =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let mut log = BufReader::new(process.stderr.take().expect("it was asked for")).lines();
        let (mut tcp, mut lines) = (None, Vec::new());
        loop {
            let Some(line) = log.next().transpose()? else {
                return Err(format!("a server ended at its start:\n{}", lines.join("\n")).into());
            };
            if let Some((_, port)) = line.split_once("127.0.0.1:") {
                tcp = port
                    .split(|character: char| !character.is_ascii_digit())
                    .next()
                    .map(str::to_owned);
            }
            if line.ends_with(SERVING) {
                break;
            }
            lines.push(line);
        }
        let started_in = begin.elapsed();
        // The log is read to its end: otherwise the server would block when the pipe is full.
        std::thread::spawn(move || log.for_each(drop));
        let port = tcp.ok_or("a server does not log its address")?;
        Ok(Server { process, tcp: format!("http://127.0.0.1:{port}"), socket, started_in })
    }

    /// The address that the server listens on.
    pub(super) fn address(&self, transport: Transport) -> String {
        match transport {
            Transport::Tcp => self.tcp.clone(),
            Transport::Unix => format!("unix:{}", self.socket.display()),
        }
    }

    /// Its processor time so far; `None` if the system does not report it.
    pub(super) fn cpu(&self) -> Option<Duration> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.process.id())).ok()?;
        Some(tasks.filter_map(|task| cpu_time(&task.ok()?.path().join("schedstat"))).sum())
    }

    /// Its resident memory, in bytes; `None` if the system does not report it.
    pub(super) fn memory_bytes(&self) -> Option<u64> {
        resident_bytes(self.process.id())
    }
}

/// The processor time of the thread that this file of the system is about.
pub(super) fn cpu_time(schedstat: &Path) -> Option<Duration> {
    let text = fs::read_to_string(schedstat).ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
