//! The default store: one SQLite file in WAL mode with synchronous=FULL, one thread that writes,
//! one that reads.
//!
//! A write is acknowledged after its commit is on the disk. Only one process can have the store
//! open.

mod file_watch;
mod files;
mod mark;
mod opening;
mod rows;
mod schema;
mod tournaments;
mod writer;

pub use writer::OnFatal;

use super::{
    AgentRow, Creation, Ending, GameKey, GameRow, Listing, NewGame, NewTournament, Page, Request,
    ResultRow, Storage, StorageError, TournamentCreation, TournamentKey, TournamentRow,
    TournamentStorage,
};
use crate::metrics::CommitMetrics;
use async_trait::async_trait;
use file_watch::FileWatch;
use files::Files;
use rusqlite::Connection;
use std::{
    fs::File,
    path::PathBuf,
    sync::Arc,
    thread::{self, JoinHandle},
};
use tokio::sync::{mpsc, oneshot};
use writer::{Failure, QUEUE_JOBS_MAX, WriteJob};

/// How to open a store.
#[derive(Clone)]
pub struct SqliteOptions {
    /// The file, created if it does not exist. Next to it are `-wal`, `-shm`, `-lock` and `-mark`
    /// files.
    pub path: PathBuf,
    /// Whether the store may lack commits that it once had, because a backup was restored on
    /// purpose.
    pub accept_older: bool,
    /// Further files that a restart needs: the key ring.
    pub needed: Vec<PathBuf>,
    /// Called when the result of a commit is unknown, or when the files are no longer where a
    /// restart would look for them.
    pub on_fatal: OnFatal,
}

impl SqliteOptions {
    /// The store in this file; a fatal error ends the process.
    pub fn at(path: impl Into<PathBuf>) -> SqliteOptions {
        SqliteOptions {
            path: path.into(),
            accept_older: false,
            needed: Vec::new(),
            on_fatal: Arc::new(end_process),
        }
    }
}

fn end_process(reason: &str) {
    tracing::error!(
        reason,
        "the store failed; ending the process, since the state of the log is unknown"
    );
    std::process::exit(EXIT_STORE_FAILED);
}

/// The exit status after a failed store.
const EXIT_STORE_FAILED: i32 = 74;

/// Why a store cannot be opened. Its files are left as they were.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has it open.
    #[error("another process has the store {} open", .0.display())]
    InUse(PathBuf),
    /// It has several hard links: SQLite finds the log by the name, so another name would corrupt
    /// the store.
    #[error(
        "the store {} has further names (hard links); its log is found by the name, and by another name the store would be \
         ruined. Remove the other names, or copy the file",
        .0.display()
    )]
    SeveralNames(PathBuf),
    /// It was written by a newer version of this program.
    #[error(
        "the store {} has layout {found}, made by a newer version; this program knows layouts up to {known}. Start the newer \
         version, or restore a backup from before it was started",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version in the file.
        found: i64,
        /// The version that this program writes.
        known: i64,
    },
    /// It is a database of another program.
    #[error("{} is a database, but not a store of this program. Name another file with --store", .0.display())]
    Foreign(PathBuf),
    /// It is missing, but files that belong to a store are there.
    #[error(
        "the store {} is empty or missing, but {} is there: it has been lost. Restore it from a backup; or, to create a new \
         store, move away all files whose names begin with the store's",
        .path.display(), .leftover.display()
    )]
    Gone {
        /// The file.
        path: PathBuf,
        /// The file that shows that there was a store.
        leftover: PathBuf,
    },
    /// It is damaged.
    #[error(
        "the store {} is damaged: {what}. Nothing was changed. Restore a backup; or recover what can be read into a new file with \
         `sqlite3 .recover`, and serve that one",
        .path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// It lacks commits that were acknowledged.
    #[error(
        "the store {} is behind its mark {}: {what}. Its log was lost or cut, or an older copy was put in its \
         place. Nothing was changed. Restore the newest files (with the one that ends in -wal); or, to continue without the \
         missing commits, start once with --accept-older-store",
        .path.display(), .mark.display()
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// The mark file.
        mark: PathBuf,
        /// The mismatch.
        what: String,
    },
    /// The file system does not support write-ahead logs.
    #[error("the store {} cannot use a write-ahead log on its file system", .0.display())]
    NoWriteAheadLog(PathBuf),
    /// A file cannot be opened, created or written.
    #[error("cannot open the store: {}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// SQLite fails.
    #[error("cannot open the store {}: {error}", .path.display())]
    Sql {
        /// The file.
        path: PathBuf,
        /// SQLite's error.
        error: rusqlite::Error,
    },
    /// A thread cannot be started.
    #[error("cannot open the store: cannot start a thread: {0}")]
    Threads(std::io::Error),
}

/// A store in a SQLite file.
pub struct SqliteStorage {
    writes: Option<mpsc::Sender<WriteJob>>,
    reads: Option<mpsc::Sender<ReadJob>>,
    threads: Vec<JoinHandle<()>>,
    /// Dropped to stop the file watch.
    watch_stop: Option<std::sync::mpsc::Sender<()>>,
    commits: CommitMetrics,
    // Released last, when both threads have closed their connections.
    _lock: File,
}

type ReadJob = Box<dyn FnOnce(&Connection) + Send>;

impl SqliteStorage {
    /// Opens the store.
    ///
    /// # Errors
    /// See [`OpenError`]; the files are left as they were.
    pub fn open(options: SqliteOptions) -> Result<SqliteStorage, OpenError> {
        let SqliteOptions { path, accept_older, needed, on_fatal } = options;
        let files = Files::claim(&path)?;
        let opened = opening::open_for_writing(&files, accept_older)?;
        let for_reading = opening::open_for_reading(&files)?;
        let file_watch = FileWatch::of(files.open(), needed)
            .map_err(|(path, error)| OpenError::Io { path, error })?;
        let file_watch = Arc::new(file_watch);
        let (writes, write_queue) = mpsc::channel(QUEUE_JOBS_MAX);
        let (reads, mut read_queue) = mpsc::channel::<ReadJob>(QUEUE_JOBS_MAX);
        let commits = CommitMetrics::default();
        let (watch_stop, stop) = std::sync::mpsc::channel();
        let (counted, watching, on_lost) = (commits.clone(), file_watch.clone(), on_fatal.clone());
        let writer = spawn("store-writer", move || {
            writer::run(opened, write_queue, &on_fatal, &counted, &file_watch)
        })?;
        let reader = spawn("store-reader", move || {
            while let Some(read) = read_queue.blocking_recv() {
                read(&for_reading);
            }
        })?;
        let watch = spawn("store-watch", move || watching.watch(&stop, &*on_lost))?;
        let threads = vec![reader, writer, watch];
        let (writes, reads, watch_stop) = (Some(writes), Some(reads), Some(watch_stop));
        Ok(SqliteStorage { writes, reads, threads, watch_stop, commits, _lock: files.into_lock() })
    }

    async fn write<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl FnOnce(&Connection) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, StorageError> {
        let (job, result) = WriteJob::new(rows, work);
        self.writes.as_ref().ok_or_else(closed)?.send(job).await.map_err(|_| closed())?;
        result.await.map_err(|_| closed())?
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, StorageError> {
        let (reply, result) = oneshot::channel();
        let read: ReadJob = Box::new(move |connection| {
            // The caller may have gone.
            let _ = reply.send(work(connection));
        });
        self.reads.as_ref().ok_or_else(closed)?.send(read).await.map_err(|_| closed())?;
        Ok(result.await.map_err(|_| closed())??)
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, OpenError> {
    thread::Builder::new().name(name.into()).spawn(work).map_err(OpenError::Threads)
}

impl Drop for SqliteStorage {
    fn drop(&mut self) {
        // First, since closing removes files.
        self.watch_stop = None;
        self.writes = None;
        self.reads = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has already said so.
            let _ = thread.join();
        }
    }
}

fn closed() -> StorageError {
    StorageError::Unavailable("the store is closed".into())
}

#[async_trait]
impl Storage for SqliteStorage {
    async fn create(&self, game: NewGame) -> Result<Creation, StorageError> {
        self.write(1 + game.labels.len(), move |connection| rows::create(connection, &game)).await
    }

    async fn created_by(&self, request: &Request) -> Result<Option<GameRow>, StorageError> {
        let request = request.clone();
        // By the writer, after the creations that are queued.
        self.write(0, move |connection| rows::created_by(connection, &request)).await
    }

    async fn append(
        &self,
        game: GameKey,
        expected: u64,
        records: Vec<Vec<u8>>,
    ) -> Result<(), StorageError> {
        self.write(records.len(), move |connection| {
            rows::append(connection, game, expected, &records)
        })
        .await
    }

    async fn finish(
        &self,
        game: GameKey,
        expected: u64,
        ending: Ending,
    ) -> Result<u64, StorageError> {
        let rows = 2 + ending.labels.len();
        self.write(rows, move |connection| rows::finish(connection, game, expected, &ending)).await
    }

    async fn delete_ended(&self, games: Vec<GameKey>) -> Result<usize, StorageError> {
        // At least 2: a job of one row would not be atomic here.
        let rows = (4 * games.len()).max(2);
        self.write(rows, move |connection| rows::delete_ended(connection, &games)).await
    }

    async fn quarantine(&self, game: GameKey, reason: Option<String>) -> Result<(), StorageError> {
        self.write(1, move |connection| rows::quarantine(connection, game, reason.as_deref())).await
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

    async fn check(&self) -> Result<(), StorageError> {
        // The writer checks the files before it executes a job.
        self.write(0, |_| Ok(())).await
    }

    fn commits(&self) -> Option<CommitMetrics> {
        Some(self.commits.clone())
    }
}

#[async_trait]
impl TournamentStorage for SqliteStorage {
    async fn put_agent(&self, agent: AgentRow) -> Result<(), StorageError> {
        self.write(1, move |connection| tournaments::put_agent(connection, &agent)).await
    }

    async fn agent(&self, name: &str) -> Result<Option<AgentRow>, StorageError> {
        let name = name.to_owned();
        self.read(move |connection| tournaments::agent(connection, &name)).await
    }

    async fn agents(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<AgentRow>, StorageError> {
        let after = after.map(str::to_owned);
        self.read(move |connection| tournaments::agents(connection, after.as_deref(), limit)).await
    }

    async fn create_tournament(
        &self,
        tournament: NewTournament,
    ) -> Result<TournamentCreation, StorageError> {
        self.write(1, move |connection| tournaments::create_tournament(connection, &tournament))
            .await
    }

    async fn update_tournament(
        &self,
        key: TournamentKey,
        open: bool,
        body: Vec<u8>,
    ) -> Result<(), StorageError> {
        self.write(1, move |connection| {
            tournaments::update_tournament(connection, key, open, &body)
        })
        .await
    }

    async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StorageError> {
        let id = id.to_owned();
        self.read(move |connection| tournaments::tournament(connection, &id)).await
    }

    async fn tournaments(
        &self,
        after: TournamentKey,
        open_only: bool,
        limit: usize,
    ) -> Result<Vec<TournamentRow>, StorageError> {
        self.read(move |connection| tournaments::tournaments(connection, after, open_only, limit))
            .await
    }

    async fn add_results(
        &self,
        key: TournamentKey,
        rows: Vec<ResultRow>,
    ) -> Result<(), StorageError> {
        // At least 2: a job of one row would not be atomic here.
        self.write(rows.len().max(2), move |connection| {
            tournaments::add_results(connection, key, &rows)
        })
        .await
    }

    async fn slots_done(&self, key: TournamentKey) -> Result<u32, StorageError> {
        self.read(move |connection| tournaments::slots_done(connection, key)).await
    }

    async fn results(
        &self,
        key: TournamentKey,
        from: u32,
        limit_slots: usize,
    ) -> Result<Vec<ResultRow>, StorageError> {
        self.read(move |connection| tournaments::results(connection, key, from, limit_slots)).await
    }
}

#[cfg(test)]
mod damage;
#[cfg(test)]
mod tests;
