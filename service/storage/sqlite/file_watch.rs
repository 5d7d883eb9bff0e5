//! Whether the files of an open store are where a restart would look for them.
//!
//! A file that is removed, moved or replaced stays open, and takes whatever is written: nobody would find that again. So the
//! files at the store's paths are held against those that are open, before a commit is told and many times a minute while
//! nothing is written.

use std::{
    fs::Metadata,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError, mpsc},
    time::Duration,
};

/// So often the files are looked at while nothing is written.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);
/// Callers have so long to be told that the store is away, before the process ends.
const FATAL_DELAY: Duration = Duration::from_secs(1);

/// The files of an open store.
pub(super) struct FileWatch {
    /// Those that are open, each with what it is.
    open: Vec<(PathBuf, FileId)>,
    /// Those that a restart needs as well, each with whether it was ever there.
    needed: Mutex<Vec<(PathBuf, bool)>>,
    /// The first that was not where it should be.
    lost: OnceLock<PathBuf>,
}

/// What a file is, whatever it is called.
type FileId = (u64, u64);

impl FileWatch {
    /// The files as they are now: `open` are those that have just been opened.
    ///
    /// # Errors
    /// One of them is not there.
    pub(super) fn of(open: Vec<PathBuf>, needed: Vec<PathBuf>) -> Result<FileWatch, (PathBuf, io::Error)> {
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

    /// Looks; once a file is lost nothing is taken any more.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub(super) fn check(&self) -> Result<(), String> {
        if let Some(path) = self.missing() {
            // The first stays.
            let _ = self.lost.set(path);
        }
        match self.lost.get() {
            None => Ok(()),
            Some(path) => {
                let path = path.display();
                Err(format!("{path} is not the file that is open: it was removed, moved or replaced"))
            }
        }
    }

    fn missing(&self) -> Option<PathBuf> {
        let open = self.open.iter().find(|(path, open)| is_another(path, Some(*open)));
        open.map(|(path, _)| path.clone()).or_else(|| {
            let mut needed = self.needed.lock().unwrap_or_else(PoisonError::into_inner);
            needed.iter_mut().for_each(|(path, seen)| *seen |= path.exists());
            needed.iter().find(|(path, seen)| *seen && is_another(path, None)).map(|(path, _)| path.clone())
        })
    }

    /// Looks again and again until `stop` is dropped; says once what is lost, after callers had time to be told.
    pub(super) fn watch(self: &Arc<FileWatch>, stop: &mpsc::Receiver<()>, on_lost: &dyn Fn(&str)) {
        let is_open = |time| matches!(stop.recv_timeout(time), Err(mpsc::RecvTimeoutError::Timeout));
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

/// Whether the path leads to nothing, or to another file. A file that cannot be looked at at present is where it was.
fn is_another(path: &Path, open: Option<FileId>) -> bool {
    match path.metadata() {
        Ok(metadata) => open.is_some_and(|open| file_id(&metadata) != open),
        Err(error) => matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
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
    fn f13_a_file_that_is_removed_moved_or_replaced_is_noticed_and_a_longer_one_is_not() {
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
        kept.check().expect_err("once lost, nobody knows what was missed");

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
