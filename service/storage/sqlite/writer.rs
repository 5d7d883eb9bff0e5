//! The writing thread: it executes all queued jobs in one transaction, commits it, and replies to
//! each caller (group commit).

use super::{
    super::StorageError, file_watch::FileWatch, files::Files, mark::HighWaterMark, opening::Opened,
};
use crate::metrics::CommitMetrics;
use rusqlite::{Connection, ErrorCode, ffi};
use std::{ops::ControlFlow, sync::Arc, time::Instant};
use tokio::sync::{mpsc, oneshot};

/// The maximum number of rows of a transaction (a single job may exceed it).
const COMMIT_ROWS_MAX: usize = 256;
/// The length of the queue; further callers wait to enqueue.
pub(super) const QUEUE_JOBS_MAX: usize = 4096;

/// Called when the result of a commit is unknown. It should end the process.
pub type OnFatal = Arc<dyn Fn(&str) + Send + Sync>;

/// Why a job failed.
pub(super) enum Failure {
    Refused(StorageError),
    Sql(rusqlite::Error),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::Sql(error)
    }
}

impl From<Failure> for StorageError {
    fn from(failure: Failure) -> StorageError {
        match failure {
            Failure::Refused(error) => error,
            Failure::Sql(error) => match error.sqlite_error_code() {
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                    StorageError::Damaged(error.to_string())
                }
                _ => StorageError::Unavailable(error.to_string()),
            },
        }
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Failure {
        Failure::Refused(error)
    }
}

/// A job for the thread, and the number of rows that it writes.
pub(super) struct WriteJob {
    rows: usize,
    work: WriteFn,
}

/// Executes the job in a transaction, or fails it with the given error.
type WriteFn = Box<dyn FnOnce(Result<&Connection, StorageError>) -> Reply + Send>;

/// Replies to the caller, given the result of the commit.
type Reply = Box<dyn FnOnce(Result<(), StorageError>) + Send>;

impl WriteJob {
    /// A job, and the receiver of its result. A job of one row must write by one statement after
    /// its checks, so that it is atomic without a savepoint.
    pub(super) fn new<T: Send + 'static>(
        rows: usize,
        work: impl FnOnce(&Connection) -> Result<T, Failure> + Send + 'static,
    ) -> (WriteJob, oneshot::Receiver<Result<T, StorageError>>) {
        let (reply, result) = oneshot::channel();
        let work: WriteFn = Box::new(move |transaction: Result<&Connection, StorageError>| {
            let done = transaction.and_then(|connection| match rows {
                1 => Ok(work(connection)?),
                _ => all_or_nothing(connection, work),
            });
            let reply_to_caller: Reply = Box::new(move |committed| {
                // The caller may have gone.
                let _ = reply.send(committed.and(done));
            });
            reply_to_caller
        });
        (WriteJob { rows, work }, result)
    }
}

/// The state of the thread.
struct Writer<'a> {
    connection: &'a Connection,
    commits: u64,
    mark: HighWaterMark,
    on_fatal: &'a OnFatal,
    metrics: &'a CommitMetrics,
    file_watch: &'a FileWatch,
}

/// Executes jobs until every sender is dropped, or until the result of a commit is unknown.
pub(super) fn run(
    opened: Opened,
    mut jobs: mpsc::Receiver<WriteJob>,
    on_fatal: &OnFatal,
    metrics: &CommitMetrics,
    file_watch: &FileWatch,
) {
    let Opened { connection, commits, mark } = opened;
    let mut writer =
        Writer { connection: &connection, commits, mark, on_fatal, metrics, file_watch };
    while let Some(first) = jobs.blocking_recv() {
        if writer.write_batch(first, &mut jobs).is_break() {
            return;
        }
    }
    if let Err(error) = writer.mark.flush() {
        tracing::error!(%error, "the mark file of the store cannot be flushed");
    }
}

impl Writer<'_> {
    /// Executes `first` and the jobs that are queued behind it. Breaks if the result of the commit
    /// is unknown; then no caller has got a reply.
    fn write_batch(
        &mut self,
        first: WriteJob,
        jobs: &mut mpsc::Receiver<WriteJob>,
    ) -> ControlFlow<()> {
        let (connection, began) = (self.connection, Instant::now());
        let begun = self.file_watch.check().map_err(StorageError::Unavailable);
        let begun = begun.and_then(|()| {
            execute_cached(connection, "BEGIN IMMEDIATE")
                .map_err(|error| Failure::Sql(error).into())
        });
        if let Err(error) = begun {
            (first.work)(Err(error))(Ok(()));
            return ControlFlow::Continue(());
        }
        let mut waiting = Some(first);
        let mut replies = Vec::new();
        let mut rows = 0;
        while let Some(job) = waiting.take() {
            rows += job.rows;
            replies.push((job.work)(Ok(connection)));
            if connection.is_autocommit() {
                // SQLite has rolled back the whole transaction (a full disk, say): nothing of the
                // batch is stored.
                return reject_all(replies, "the transaction was rolled back");
            }
            if rows < COMMIT_ROWS_MAX {
                waiting = jobs.try_recv().ok();
            }
        }
        match self.commit(rows > 0) {
            Ok(()) => {
                // Writes to files that a restart would not find are not acknowledged.
                if let Err(what) = self.file_watch.check() {
                    return reject_all(replies, &what);
                }
                self.metrics.writes.observe(replies.len() as u64);
                self.metrics.times.observe_time(began.elapsed());
                replies.into_iter().for_each(|reply| reply(Ok(())));
            }
            Err(error) if self.is_undone(&error) => return reject_all(replies, &error.to_string()),
            Err(error) => {
                // Before the callers can notice: they must not continue.
                (self.on_fatal)(&format!("the result of a commit is unknown: {error}"));
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Commits, and counts the commit if something was written.
    fn commit(&mut self, has_writes: bool) -> rusqlite::Result<()> {
        if !has_writes {
            return execute_cached(self.connection, "COMMIT");
        }
        let commits = self.commits + 1;
        self.connection
            .prepare_cached("UPDATE store SET commits = ?1")?
            .execute([commits.cast_signed()])?;
        execute_cached(self.connection, "COMMIT")?;
        self.commits = commits;
        if let Err(error) = self.mark.write(commits) {
            tracing::error!(%error, "the mark file of the store cannot be written: lost commits would not be detected");
        }
        Ok(())
    }

    /// Whether a write failed because of `ulimit -f`, which SQLite does not distinguish from other
    /// failures.
    fn is_at_length_limit(&self, error: &rusqlite::Error) -> bool {
        let is_write = error
            .sqlite_error()
            .is_some_and(|error| error.extended_code == ffi::SQLITE_IOERR_WRITE);
        is_write
            && self.connection.path().is_some_and(|path| Files::is_at_length_limit(path.as_ref()))
    }

    /// Whether a failed commit has certainly stored nothing: the disk was full, so that the last
    /// page, which makes a transaction valid, was not written. After any other failure the result
    /// is unknown.
    fn is_undone(&self, error: &rusqlite::Error) -> bool {
        let full = error.sqlite_error_code() == Some(ErrorCode::DiskFull)
            || self.is_at_length_limit(error);
        full && (self.connection.is_autocommit()
            || self.connection.execute_batch("ROLLBACK").is_ok())
    }
}

/// Replies to all callers that nothing was stored.
fn reject_all(replies: Vec<Reply>, why: &str) -> ControlFlow<()> {
    let away = StorageError::Unavailable(why.to_owned());
    replies.into_iter().for_each(|reply| reply(Err(away.clone())));
    ControlFlow::Continue(())
}

/// Executes a statement that is parsed once and cached.
fn execute_cached(connection: &Connection, statement: &'static str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(|_| ())
}

/// Executes a job in a savepoint, so that its conflict does not affect the other jobs of the
/// transaction.
fn all_or_nothing<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, Failure>,
) -> Result<T, StorageError> {
    execute_cached(connection, "SAVEPOINT job").map_err(Failure::from)?;
    let done = work(connection).and_then(|value| {
        execute_cached(connection, "RELEASE job").map(|()| value).map_err(Failure::from)
    });
    done.map_err(|failure| {
        if !connection.is_autocommit()
            && connection.execute_batch("ROLLBACK TO job; RELEASE job").is_err()
        {
            // Half a job must not be stored: roll the whole batch back, which `write_batch`
            // detects.
            let _ = connection.execute_batch("ROLLBACK");
        }
        failure.into()
    })
}
