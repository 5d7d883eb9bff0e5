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
use tokio::{sync::oneshot, time::timeout};

/// The end of the log line with which a server reports that it is ready.
pub(super) const SERVING: &str = "serving";

/// The unit of processor time in a process's `stat` file, on Linux everywhere.
const TICK: Duration = Duration::from_millis(10);

/// The end of the log line with which the service reports that no game is left to be resumed.
const IN_MEMORY: &str = "every game in play is in memory";
/// How long that may take.
const IN_MEMORY_MAX: Duration = Duration::from_secs(300);

/// A running server. Dropping it kills it, as a crash would.
pub(super) struct Server {
    process: Child,
    tcp: String,
    socket: PathBuf,
    /// From the start of the process to its first call.
    pub(super) started_in: Duration,
    /// Sent once every game in play is in memory.
    in_memory: oneshot::Receiver<()>,
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
        let (all_resumed, in_memory) = oneshot::channel();
        let mut all_resumed = Some(all_resumed);
        let mut note = move |line: &str| {
            if let Some(all_resumed) = all_resumed.take_if(|_| line.ends_with(IN_MEMORY)) {
                let _ = all_resumed.send(());
            }
        };
        loop {
            let Some(line) = log.next().transpose()? else {
                return Err(format!("a server ended at its start:\n{}", lines.join("\n")).into());
            };
            note(&line);
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
        std::thread::spawn(move || log.map_while(Result::ok).for_each(|line| note(&line)));
        let port = tcp.ok_or("a server does not log its address")?;
        let tcp = format!("http://127.0.0.1:{port}");
        Ok(Server { process, tcp, socket, started_in, in_memory })
    }

    /// Waits until every game in play is in memory.
    pub(super) async fn until_in_memory(&mut self) -> Result<(), CommandError> {
        match timeout(IN_MEMORY_MAX, &mut self.in_memory).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err("the service does not bring its games into memory".into()),
        }
    }

    /// The address that the server listens on.
    pub(super) fn address(&self, transport: Transport) -> String {
        match transport {
            Transport::Tcp => self.tcp.clone(),
            Transport::Unix => format!("unix:{}", self.socket.display()),
        }
    }

    /// Its processor time so far, in steps of 10 ms; `None` if the system does not report it.
    pub(super) fn cpu(&self) -> Option<Duration> {
        // Threads that have ended count here. Each thread's own file, which is exact, goes with it.
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        process_cpu_time(&stat)
    }

    /// Its resident memory, in bytes; `None` if the system does not report it.
    pub(super) fn memory_bytes(&self) -> Option<u64> {
        resident_bytes(self.process.id())
    }
}

/// The processor time in a process's `stat` file: the 14th and 15th fields. The second is the
/// program's name in parentheses, which may hold anything.
fn process_cpu_time(stat: &str) -> Option<Duration> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(TICK * u32::try_from(ticks()? + ticks()?).ok()?)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_whatever_a_program_is_called() {
        let stat = "4711 (a ) 9 (b)) S 1 2 3 4 5 6 7 8 9 10 150 25 0 0 20 0";
        assert_eq!(process_cpu_time(stat), Some(Duration::from_millis(1_750)));
        assert_eq!(process_cpu_time("4711 (short) S 1"), None);
    }
}
