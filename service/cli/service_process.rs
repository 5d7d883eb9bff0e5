//! The service as a process of its own, to be killed.

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

/// No start takes longer, and no order to stop.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often a process is asked whether it has ended.
const ASKED_EVERY: Duration = Duration::from_millis(5);
/// No more lines of complaint are kept.
const COMPLAINTS_MAX: usize = 20;

/// Where a service has its files.
pub(super) struct ServiceDir {
    pub(super) folder: PathBuf,
    /// The library that remembers what was not flushed; see `tests/disk/faults.c`.
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

    /// Prepares a disk that forgets what isn't flushed, and is slow, so that there is more to forget.
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
    complaints: Arc<Mutex<Vec<String>>>,
}

impl Process {
    /// Starts the service; it may take its time until it serves.
    pub(super) fn start(dir: &ServiceDir, drain_seconds_max: u64) -> Result<Process, CommandError> {
        Process::start_with(dir, drain_seconds_max, &[])
    }

    /// The same, with more arguments.
    pub(super) fn start_with(dir: &ServiceDir, drain_seconds_max: u64, more: &[&str]) -> Result<Process, CommandError> {
        let mut command = Command::new(std::env::current_exe()?);
        // What this shell has set for a service of its own must not change what is tested.
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("HIEROPHANT_")) {
            command.env_remove(name);
        }
        command.args(["serve", "--no-tcp", "--unix-socket"]).arg(dir.folder.join("socket"));
        command.arg("--store").arg(dir.store()).args(["--drain-seconds-max", &drain_seconds_max.to_string()]);
        command.args(more);
        if let Some(library) = &dir.disk_faults {
            command.env("LD_PRELOAD", library).env("DISK_FAULTS", dir.control());
        }
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let log = BufReader::new(child.stderr.take().expect("it was asked for"));
        let copy = File::options().append(true).create(true).open(dir.folder.join("service.log"))?;
        let (serves, serving) = watch::channel(false);
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let heard = complaints.clone();
        std::thread::spawn(move || listen(log, copy, &serves, &heard));
        Ok(Process { child, serving, complaints })
    }

    /// Returns once it serves.
    ///
    /// # Errors
    /// It has ended, or takes too long.
    pub(super) async fn until_serving(&mut self) -> Result<(), CommandError> {
        match tokio::time::timeout(PATIENCE, self.serving.wait_for(|serving| *serving)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) => Err("the service has ended by itself; its log says why".into()),
            Err(_) => Err(format!("the service does not serve after {} s", PATIENCE.as_secs()).into()),
        }
    }

    /// Kills it, as a power cut would (but for the disk).
    pub(super) fn kill(&mut self) -> Result<(), CommandError> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Asks it to stop, and waits until it has.
    ///
    /// # Errors
    /// It doesn't stop in time.
    pub(super) async fn terminate(&mut self) -> Result<ExitStatus, CommandError> {
        let pid = self.child.id().to_string();
        let told = Command::new("sh").args(["-c", "kill -TERM \"$0\"", &pid]).status()?;
        if !told.success() {
            return Err("the service could not be told to stop".into());
        }
        let ended = async {
            loop {
                if let Some(status) = self.child.try_wait()? {
                    return Ok(status);
                }
                tokio::time::sleep(ASKED_EVERY).await;
            }
        };
        let late = || format!("the service has not stopped after {} s", PATIENCE.as_secs());
        tokio::time::timeout(PATIENCE, ended).await.map_err(|_| late())?
    }

    /// The memory that it holds, in bytes; `None` where the system doesn't tell.
    pub(super) fn memory_bytes(&self) -> Option<u64> {
        resident_bytes(self.child.id())
    }

    /// Errors that it has logged.
    pub(super) fn complaints(&self) -> Vec<String> {
        self.complaints.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a log to its end. Somebody must, or the service waits for its log.
fn listen(log: impl BufRead, mut copy: File, serves: &watch::Sender<bool>, complaints: &Mutex<Vec<String>>) {
    for line in log.lines().map_while(Result::ok) {
        // A copy for whoever looks for a fault; without it the test goes on.
        let _ = writeln!(copy, "{line}");
        if line.ends_with("serving") {
            serves.send_replace(true);
        }
        if line.contains(" ERROR ") || line.contains("panicked at") {
            let mut complaints = complaints.lock().unwrap_or_else(PoisonError::into_inner);
            if complaints.len() < COMPLAINTS_MAX {
                complaints.push(line);
            }
        }
    }
}

/// Takes back all that a killed service had written and not flushed, as a power cut would. The number of writes.
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

/// Whatever a service has left that ended in good order stays.
pub(super) fn forget_unflushed(dir: &ServiceDir) -> Result<(), CommandError> {
    if dir.disk_faults.is_some() {
        std::fs::remove_dir_all(dir.undo())?;
        std::fs::create_dir(dir.undo())?;
    }
    Ok(())
}

/// Takes the noted writes to a file back, the last one first. Notes are as `tests/disk/faults.c` says.
fn undo(path: &Path, mut notes: &[u8]) -> Result<u64, CommandError> {
    let mut writes = Vec::new();
    while let Some((head, rest)) = notes.split_first_chunk::<24>() {
        let number = |index: usize| u64::from_ne_bytes(*head[8 * index..].first_chunk().expect("three numbers"));
        // A note without its end was being made when the process was killed: what it is about was not written.
        let Some((old, rest)) = rest.split_at_checked(usize::try_from(number(2))?) else { break };
        writes.push((number(0), number(1), old));
        notes = rest;
    }
    let Some(file) = std::fs::OpenOptions::new().write(true).open(path).ok().filter(|_| !writes.is_empty()) else {
        return Ok(0);
    };
    for (offset, length, old) in writes.iter().rev() {
        std::os::unix::fs::FileExt::write_all_at(&file, old, *offset)?;
        file.set_len(*length)?;
    }
    Ok(writes.len() as u64)
}

/// Copies what a killed service has left in the files of its store.
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
