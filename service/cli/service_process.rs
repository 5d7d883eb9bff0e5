//! The service as a separate process that a test can kill.

use super::{CommandError, resident::resident_bytes};
use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::watch;

/// Maximum time for a start, and for a stop after SIGTERM.
const PROCESS_TIMEOUT: Duration = Duration::from_secs(60);
/// Pause between two checks whether a process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Maximum number of error lines of the log that are kept.
const ERROR_LINES_MAX: usize = 20;

/// The folder of a service's files.
pub(super) struct ServiceDir {
    pub(super) folder: PathBuf,
    /// The library that records writes that are not flushed; see `tests/disk/faults.c`.
    pub(super) disk_faults: Option<PathBuf>,
}

impl ServiceDir {
    pub(super) fn store(&self) -> PathBuf {
        self.folder.join("games.db")
    }

    fn control(&self) -> PathBuf {
        self.folder.join("disk")
    }

    fn undo(&self) -> PathBuf {
        self.control().join("undo")
    }

    /// Prepares a slow disk that can undo unflushed writes; slow, so that there are more of them.
    pub(super) fn prepare(&self) -> Result<(), CommandError> {
        if self.disk_faults.is_some() {
            std::fs::create_dir_all(self.undo())?;
            std::fs::write(self.control().join("slow"), "")?;
        }
        Ok(())
    }

    pub(super) fn address(&self) -> String {
        format!("unix:{}", self.folder.join("socket").display())
    }
}

/// A running service. Killed when dropped.
pub(super) struct Process {
    child: Child,
    serving: watch::Receiver<bool>,
    error_lines: Arc<Mutex<Vec<String>>>,
}

impl Process {
    /// Starts the service, without waiting until it serves.
    pub(super) fn start(dir: &ServiceDir, drain_seconds_max: u64) -> Result<Process, CommandError> {
        Process::start_with(dir, drain_seconds_max, &[])
    }

    /// The same, with more arguments.
    pub(super) fn start_with(
        dir: &ServiceDir,
        drain_seconds_max: u64,
        more: &[&str],
    ) -> Result<Process, CommandError> {
        let mut command = Command::new(std::env::current_exe()?);
        // Settings of this shell must not change what is tested.
        for (name, _) in std::env::vars_os()
            .filter(|(name, _)| name.to_string_lossy().starts_with("HIEROPHANT_"))
        {
            command.env_remove(name);
        }
        command.args(["serve", "--no-tcp", "--unix-socket"]).arg(dir.folder.join("socket"));
        command
            .arg("--store")
            .arg(dir.store())
            .args(["--drain-seconds-max", &drain_seconds_max.to_string()]);
        command.args(more);
        if let Some(library) = &dir.disk_faults {
            command.env("LD_PRELOAD", library).env("DISK_FAULTS", dir.control());
        }
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let log = BufReader::new(child.stderr.take().expect("it was asked for"));
        let copy =
            File::options().append(true).create(true).open(dir.folder.join("service.log"))?;
        let (serves, serving) = watch::channel(false);
        let error_lines = Arc::new(Mutex::new(Vec::new()));
        let shared_lines = error_lines.clone();
        std::thread::spawn(move || read_log(log, copy, &serves, &shared_lines));
        Ok(Process { child, serving, error_lines })
    }

    /// Returns once it serves.
    ///
    /// # Errors
    /// It has ended, or takes too long.
    pub(super) async fn until_serving(&mut self) -> Result<(), CommandError> {
        match tokio::time::timeout(PROCESS_TIMEOUT, self.serving.wait_for(|serving| *serving)).await
        {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) => Err("the service has ended; see its log".into()),
            Err(_) => {
                Err(format!("the service is not ready after {} s", PROCESS_TIMEOUT.as_secs())
                    .into())
            }
        }
    }

    /// Kills the service with SIGKILL.
    pub(super) fn kill(&mut self) -> Result<(), CommandError> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Stops the service with SIGTERM, and waits until it has ended.
    ///
    /// # Errors
    /// It does not stop in time.
    pub(super) async fn terminate(&mut self) -> Result<ExitStatus, CommandError> {
        let pid = self.child.id().to_string();
        let sent = Command::new("sh").args(["-c", "kill -TERM \"$0\"", &pid]).status()?;
        if !sent.success() {
            return Err("cannot send SIGTERM to the service".into());
        }
        let ended = async {
            loop {
                if let Some(status) = self.child.try_wait()? {
                    return Ok(status);
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let late = || format!("the service has not stopped after {} s", PROCESS_TIMEOUT.as_secs());
        tokio::time::timeout(PROCESS_TIMEOUT, ended).await.map_err(|_| late())?
    }

    /// Its resident memory, in bytes; `None` if the system does not report it.
    pub(super) fn memory_bytes(&self) -> Option<u64> {
        resident_bytes(self.child.id())
    }

    /// Errors and panics in its log.
    pub(super) fn error_lines(&self) -> Vec<String> {
        self.error_lines.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a log to its end: otherwise the service would block when the pipe is full.
fn read_log(
    log: impl BufRead,
    mut copy: File,
    serves: &watch::Sender<bool>,
    error_lines: &Mutex<Vec<String>>,
) {
    for line in log.lines().map_while(Result::ok) {
        // A copy for debugging; the test does not depend on it.
        let _ = writeln!(copy, "{line}");
        if line.ends_with("serving") {
            serves.send_replace(true);
        }
        if line.contains(" ERROR ") || line.contains("panicked at") {
            let mut error_lines = error_lines.lock().unwrap_or_else(PoisonError::into_inner);
            if error_lines.len() < ERROR_LINES_MAX {
                error_lines.push(line);
            }
        }
    }
}

/// Undoes all writes that a killed service has not flushed, as a power cut would. Returns the
/// number of writes.
pub(super) fn cut_power(dir: &ServiceDir) -> Result<u64, CommandError> {
    let mut count = 0;
    if dir.disk_faults.is_some() {
        for file in std::fs::read_dir(dir.undo())? {
            let file = file?;
            count += undo(&dir.folder.join(file.file_name()), &std::fs::read(file.path())?)?;
        }
    }
    forget_unflushed(dir)?;
    Ok(count)
}

/// Discards the record of unflushed writes, after a service has stopped in order.
pub(super) fn forget_unflushed(dir: &ServiceDir) -> Result<(), CommandError> {
    if dir.disk_faults.is_some() {
        std::fs::remove_dir_all(dir.undo())?;
        std::fs::create_dir(dir.undo())?;
    }
    Ok(())
}

/// Undoes the recorded writes to a file, the last one first. `tests/disk/faults.c` defines the
/// format of the record.
fn undo(path: &Path, mut record: &[u8]) -> Result<u64, CommandError> {
    let mut writes = Vec::new();
    while let Some((head, rest)) = record.split_first_chunk::<24>() {
        let number = |index: usize| {
            u64::from_ne_bytes(*head[8 * index..].first_chunk().expect("three numbers"))
        };
        // An incomplete record at the end was being written when the process was killed: its write
        // did not happen.
        let Some((old, rest)) = rest.split_at_checked(usize::try_from(number(2))?) else { break };
        writes.push((number(0), number(1), old));
        record = rest;
    }
    let Some(file) =
        std::fs::OpenOptions::new().write(true).open(path).ok().filter(|_| !writes.is_empty())
    else {
        return Ok(0);
    };
    for (offset, length, old) in writes.iter().rev() {
        std::os::unix::fs::FileExt::write_all_at(&file, old, *offset)?;
        file.set_len(*length)?;
    }
    Ok(writes.len() as u64)
}

/// Copies the files of a killed service's store.
pub(super) fn copy_store(dir: &ServiceDir, to: &Path) -> Result<PathBuf, CommandError> {
    let copy = to.join("games.db");
    for suffix in ["", "-wal"] {
        let name = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        match std::fs::copy(name(&dir.store()), name(&copy)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let _ = std::fs::remove_file(name(&copy));
            }
            copied => drop(copied?),
        }
    }
    Ok(copy)
}
