//! The files of a store: the database, the files next to it, and the lock that admits one process.

use super::OpenError;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

/// The files of one store, with symbolic links resolved.
pub(super) struct Files {
    /// The database.
    pub(super) database: PathBuf,
    /// The mark file; see `mark`.
    pub(super) mark: PathBuf,
    /// Held as long as the store is open.
    lock: File,
}

impl Files {
    /// Finds the store, creates an empty file if there is none, and locks it.
    ///
    /// # Errors
    /// `InUse` if another process has it, `SeveralNames` if it has several hard links, `Gone` if it
    /// is missing while files next to it exist, `Io` if the system refuses.
    pub(super) fn claim(path: &Path) -> Result<Files, OpenError> {
        let io = |error| OpenError::Io { path: path.to_owned(), error };
        // SQLite creates its other files next to a link's target, so the lock must be there. A
        // dangling link has a target once the file is created.
        let is_new = !path.try_exists().map_err(io)?;
        make_private(path).map_err(io)?;
        let database = path.canonicalize().map_err(io)?;
        let lock = lock(&with_suffix(&database, "-lock"), path)?;
        let mark = with_suffix(&database, "-mark");
        let claimed = Files { database, mark, lock };
        claimed.check_names()?;
        claimed.check_not_emptied().inspect_err(|_| {
            if is_new {
                // Restores the previous state; if that fails, the file is empty and refused again.
                let _ = std::fs::remove_file(&claimed.database);
            }
        })?;
        Ok(claimed)
    }

    /// SQLite finds its log by the database's name: by another name it would find none, and corrupt
    /// the store.
    #[cfg(unix)]
    fn check_names(&self) -> Result<(), OpenError> {
        let io = |error| OpenError::Io { path: self.database.clone(), error };
        let names = std::os::unix::fs::MetadataExt::nlink(&self.database.metadata().map_err(io)?);
        if names > 1 { Err(OpenError::SeveralNames(self.database.clone())) } else { Ok(()) }
    }

    #[cfg(not(unix))]
    fn check_names(&self) -> Result<(), OpenError> {
        Ok(())
    }

    /// An empty file is a new store, unless files of an older one are left, whose log SQLite would
    /// remove.
    fn check_not_emptied(&self) -> Result<(), OpenError> {
        let bytes = |path: &Path| path.metadata().map(|metadata| metadata.len()).unwrap_or(0);
        if bytes(&self.database) > 0 {
            return Ok(());
        }
        let leftovers = [with_suffix(&self.database, "-wal"), self.mark.clone()];
        match leftovers.into_iter().find(|leftover| bytes(leftover) > 0) {
            Some(leftover) => Err(OpenError::Gone { path: self.database.clone(), leftover }),
            None => Ok(()),
        }
    }

    /// The files that are open while the store is. (SQLite creates its log when the store is
    /// opened, and removes it at the end.)
    pub(super) fn open(&self) -> Vec<PathBuf> {
        let (log, lock) =
            (with_suffix(&self.database, "-wal"), with_suffix(&self.database, "-lock"));
        vec![self.database.clone(), log, self.mark.clone(), lock]
    }

    /// Whether one of the files has the maximum length that the system allows (`ulimit -f`).
    pub(super) fn is_at_length_limit(database: &Path) -> bool {
        #[cfg(unix)]
        return rustix::process::getrlimit(rustix::process::Resource::Fsize).current.is_some_and(
            |bytes_max| {
                let files = [database.to_owned(), with_suffix(database, "-wal")];
                files
                    .iter()
                    .any(|path| path.metadata().is_ok_and(|metadata| metadata.len() >= bytes_max))
            },
        );
        #[cfg(not(unix))]
        false
    }

    /// The lock alone.
    pub(super) fn into_lock(self) -> File {
        self.lock
    }
}

fn with_suffix(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn lock(path: &Path, store: &Path) -> Result<File, OpenError> {
    let io = |error| OpenError::Io { path: path.to_owned(), error };
    let lock =
        OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(io)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(store.to_owned())),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

/// Only its owner may read a new store: it holds the seeds of live games. SQLite creates the other
/// files with the same mode.
fn make_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}
