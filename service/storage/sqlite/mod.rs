//! The default store: one SQLite file in WAL mode with synchronous=FULL, one thread that writes, one that reads.
//!
//! A write is acknowledged after its commit is on the disk. Only one process may have the store open.

mod rows;
mod schema;
mod writer;

pub use writer::OnFatal;

use super::{Creation, Ending, GameKey, GameRow, Listing, NewGame, Page, Request, Storage, StorageError};
use crate::metrics::Commits;
use async_trait::async_trait;
use rusqlite::Connection;
use std::{
    fs::{File, OpenOptions, TryLockError},
    path::{Path, PathBuf},
    sync::Arc,
    thread::{self, JoinHandle},
};
use tokio::sync::{mpsc, oneshot};
use writer::{Failure, Job, QUEUE_JOBS_MAX};

/// How to open a store.
#[derive(Clone)]
pub struct SqliteOptions {
    /// The file; made if it doesn't exist. Beside it lie `-wal`, `-shm` and `-lock` files.
    pub path: PathBuf,
    /// Called when the result of a commit cannot be known.
    pub on_fatal: OnFatal,
}

impl SqliteOptions {
    /// The store in this file; a fatal error ends the process.
    pub fn at(path: impl Into<PathBuf>) -> SqliteOptions {
        SqliteOptions { path: path.into(), on_fatal: Arc::new(end_process) }
    }
}

fn end_process(reason: &str) {
    tracing::error!(reason, "the store failed; ending the process, since nobody may act on a guess about the log");
    std::process::exit(EXIT_STORE_FAILED);
}

/// The exit status after a failed store.
const EXIT_STORE_FAILED: i32 = 74;

/// Why a store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has it open.
    #[error("another process has the store {0} open")]
    InUse(PathBuf),
    /// It was written by another version of this program.
    #[error("the store has layout {found}; this program knows layout {expected}")]
    SchemaVersion {
        /// The version in the file.
        found: i64,
        /// The version that this program writes.
        expected: i64,
    },
    /// The file system doesn't allow it.
    #[error("the store cannot use a write-ahead log where it lies")]
    NoWriteAheadLog,
    /// The file or the lock beside it cannot be opened.
    #[error("cannot open the store: {0}")]
    Io(#[from] std::io::Error),
    /// SQLite refuses.
    #[error("cannot open the store: {0}")]
    Sql(#[from] rusqlite::Error),
}

/// See the module.
pub struct SqliteStorage {
    writes: Option<mpsc::Sender<Job>>,
    reads: Option<mpsc::Sender<Read>>,
    threads: Vec<JoinHandle<()>>,
    commits: Arc<Commits>,
    // Released last, when both threads have closed their connections.
    _lock: File,
}

type Read = Box<dyn FnOnce(&Connection) + Send>;

impl SqliteStorage {
    /// Opens the store.
    ///
    /// # Errors
    /// It is open elsewhere, it is of another version, or the file system refuses.
    pub fn open(options: SqliteOptions) -> Result<SqliteStorage, OpenError> {
        let SqliteOptions { path, on_fatal } = options;
        let lock = lock_beside(&path)?;
        let for_writing = schema::open_for_writing(&path)?;
        let for_reading = schema::open_for_reading(&path)?;
        let (writes, write_queue) = mpsc::channel(QUEUE_JOBS_MAX);
        let (reads, mut read_queue) = mpsc::channel::<Read>(QUEUE_JOBS_MAX);
        let commits = Arc::new(Commits::default());
        let counted = commits.clone();
        let writer = thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || writer::run(&for_writing, write_queue, &on_fatal, &counted))?;
        let reader = thread::Builder::new().name("store-reader".into()).spawn(move || {
            while let Some(read) = read_queue.blocking_recv() {
                read(&for_reading);
            }
        })?;
        Ok(SqliteStorage {
            writes: Some(writes),
            reads: Some(reads),
            threads: vec![reader, writer],
            commits,
            _lock: lock,
        })
    }

    async fn write<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl FnOnce(&Connection) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, StorageError> {
        let (job, result) = Job::new(rows, work);
        self.writes.as_ref().ok_or_else(closed)?.send(job).await.map_err(|_| closed())?;
        result.await.map_err(|_| closed())?
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StorageError> {
        let (reply, result) = oneshot::channel();
        let read: Read = Box::new(move |connection| {
            // A caller that has gone away doesn't need its answer.
            let _ = reply.send(work(connection));
        });
        self.reads.as_ref().ok_or_else(closed)?.send(read).await.map_err(|_| closed())?;
        result.await.map_err(|_| closed())?.map_err(|error| StorageError::Away(error.to_string()))
    }
}

impl Drop for SqliteStorage {
    fn drop(&mut self) {
        self.writes = None;
        self.reads = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has already said so.
            let _ = thread.join();
        }
    }
}

fn closed() -> StorageError {
    StorageError::Away("the store is closed".into())
}

fn lock_beside(path: &Path) -> Result<File, OpenError> {
    // By whatever links it is reached, a store has one lock, where SQLite has its other files.
    let real = path.canonicalize();
    let mut name = real.as_deref().unwrap_or(path).as_os_str().to_owned();
    name.push("-lock");
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(PathBuf::from(name))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

#[async_trait]
impl Storage for SqliteStorage {
    async fn create(&self, game: NewGame) -> Result<Creation, StorageError> {
        self.write(1 + game.labels.len(), move |connection| rows::create(connection, &game)).await
    }

    async fn created_by(&self, request: &Request) -> Result<Option<GameRow>, StorageError> {
        let request = request.clone();
        // By the writer, behind the creations that are queued.
        self.write(0, move |connection| rows::created_by(connection, &request)).await
    }

    async fn append(&self, game: GameKey, expected: u64, records: Vec<Vec<u8>>) -> Result<(), StorageError> {
        self.write(records.len(), move |connection| rows::append(connection, game, expected, &records)).await
    }

    async fn finish(&self, game: GameKey, expected: u64, ending: Ending) -> Result<u64, StorageError> {
        self.write(2, move |connection| rows::finish(connection, game, expected, &ending)).await
    }

    async fn tail(&self, game: GameKey, after: u64) -> Result<Vec<Vec<u8>>, StorageError> {
        self.read(move |connection| rows::tail(connection, game, after)).await
    }

    async fn replay(&self, game: GameKey) -> Result<Option<Vec<u8>>, StorageError> {
        self.read(move |connection| rows::replay(connection, game)).await
    }

    async fn find(&self, id: &str) -> Result<Option<GameRow>, StorageError> {
        let id = id.to_owned();
        self.read(move |connection| rows::find(connection, &id)).await
    }

    async fn list(&self, listing: Listing) -> Result<Page, StorageError> {
        self.read(move |connection| rows::list(connection, &listing)).await
    }

    async fn signing_keys(&self) -> Result<Vec<String>, StorageError> {
        self.read(rows::signing_keys).await
    }

    fn commits(&self) -> Option<Arc<Commits>> {
        Some(self.commits.clone())
    }
}

#[cfg(test)]
mod tests;
