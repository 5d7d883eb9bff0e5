//! Checks that the files of an open store are where a restart would look for them.
//!
//! A file that is removed, moved or replaced stays open, and writes to it would be lost. So the
//! files at the store's paths are compared with the open ones before a commit is acknowledged, and
//! twice a second while nothing is written.

use std::{
    fs::Metadata,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError, mpsc},
    time::Duration,
};

/// How often the files are checked while nothing is written.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);
/// The time for callers to receive an error before the process ends.
const FATAL_DELAY: Duration = Duration::from_secs(1);

/// The files of an open store.
pub(super) struct FileWatch {
    /// The open files, each with its identity.
    open: Vec<(PathBuf, FileId)>,
    /// Further files that a restart needs, each with whether it ever existed.
    needed: Mutex<Vec<(PathBuf, bool)>>,
    /// The first missing file.
    lost: OnceLock<PathBuf>,
}

/// The identity of a file: device and inode.
type FileId = (u64, u64);

impl FileWatch {
    /// Watches these files; `open` are those that have just been opened.
    ///
    /// # Errors
    /// The path and the error, if one of the open files is missing.
    pub(super) fn of(
        open: Vec<PathBuf>,
        needed: Vec<PathBuf>,
    ) -> Result<FileWatch, (PathBuf, io::Error)> {
        let with_id = |path: PathBuf| match path.metadata() {
            Ok(metadata) => Ok((path, file_id(&metadata))),
            Err(error) => Err((path, error)),
        };
        Ok(FileWatch {
            open: open.into_iter().map(with_id).collect::<Result<_, _>>()?,
            needed: Mutex::new(needed.into_iter().map(|path| (path, false)).collect()),
            lost: OnceLock::new(),
        })
    }

    /// Checks the files. Once a file was missing, the check fails for good.
    ///
    /// # Errors
    /// A message that names the file.
    pub(super) fn check(&self) -> Result<(), String> {
        if let Some(path) = self.missing() {
            // The first one is kept.
            let _ = self.lost.set(path);
        }
        match self.lost.get() {
            None => Ok(()),
            Some(path) => {
                let path = path.display();
                Err(format!(
                    "{path} is not the file that is open: it was removed, moved or replaced"
                ))
            }
        }
    }

    fn missing(&self) -> Option<PathBuf> {
        let open = self.open.iter().find(|(path, open)| is_another(path, Some(*open)));
        open.map(|(path, _)| path.clone()).or_else(|| {
            let mut needed = self.needed.lock().unwrap_or_else(PoisonError::into_inner);
            needed.iter_mut().for_each(|(path, seen)| *seen |= path.exists());
            needed
                .iter()
                .find(|(path, seen)| *seen && is_another(path, None))
                .map(|(path, _)| path.clone())
        })
    }

    /// Checks the files periodically until `stop` is dropped. Calls `on_lost` when a file is
    /// missing, after a delay for pending errors.
    pub(super) fn watch(self: &Arc<FileWatch>, stop: &mpsc::Receiver<()>, on_lost: &dyn Fn(&str)) {
        let is_open =
            |time| matches!(stop.recv_timeout(time), Err(mpsc::RecvTimeoutError::Timeout));
        while is_open(CHECK_INTERVAL) {
            if let Err(what) = self.check() {
                if is_open(FATAL_DELAY) {
                    on_lost(&what);
                }
                return;
            }
        }
    }
}

/// Whether the path leads to no file, or to another one. A file whose metadata cannot be read
/// counts as unchanged.
fn is_another(path: &Path, open: Option<FileId>) -> bool {
    match path.metadata() {
        Ok(metadata) => open.is_some_and(|open| file_id(&metadata) != open),
        Err(error) => {
            matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
        }
    }
}

#[cfg(unix)]
fn file_id(metadata: &Metadata) -> FileId {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn file_id(_: &Metadata) -> FileId {
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn f13_a_file_that_is_removed_moved_or_replaced_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, key) = (folder.path().join("file"), folder.path().join("key"));
        let file_watch = || {
            fs::write(&path, "a").unwrap();
            FileWatch::of(vec![path.clone()], vec![key.clone()]).unwrap()
        };
        let kept = file_watch();
        fs::write(&path, "longer").unwrap();
        assert_eq!(kept.check(), Ok(()));
        fs::write(&key, "made later").unwrap();
        assert_eq!(kept.check(), Ok(()));
        fs::rename(&path, folder.path().join("elsewhere")).unwrap();
        assert!(kept.check().unwrap_err().contains("file is not the file that is open"));
        fs::rename(folder.path().join("elsewhere"), &path).unwrap();
        kept.check().expect_err("a lost file is never trusted again");

        let replaced = file_watch();
        fs::write(folder.path().join("other"), "b").unwrap();
        fs::rename(folder.path().join("other"), &path).unwrap();
        replaced.check().unwrap_err();

        let without_key = file_watch();
        assert_eq!(without_key.check(), Ok(()));
        fs::remove_file(&key).unwrap();
        assert!(without_key.check().unwrap_err().contains("key"));
    }
}
