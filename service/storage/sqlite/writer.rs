//! The one thread that writes: it takes everything that is queued, commits it in one transaction, tells each caller, and
//! repeats. It does nothing else, so that commits of many games share the price of one.

use super::{super::StorageError, file_watch::FileWatch, files::Files, mark::HighWaterMark, opening::Opened};
use crate::metrics::CommitMetrics;
use rusqlite::{Connection, ErrorCode, ffi};
use std::{ops::ControlFlow, sync::Arc, time::Instant};
use tokio::sync::{mpsc, oneshot};

/// No transaction holds more rows (one job may exceed it alone).
const COMMIT_ROWS_MAX: usize = 256;
/// No more jobs wait; further callers wait to queue.
pub(super) const QUEUE_JOBS_MAX: usize = 4096;

/// What to do when nobody can know whether a commit has happened. It should end the process.
pub type OnFatal = Arc<dyn Fn(&str) + Send + Sync>;

/// Why a piece of work was undone.
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
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StorageError::Damaged(error.to_string()),
                _ => StorageError::Away(error.to_string()),
            },
        }
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Failure {
        Failure::Refused(error)
    }
}

/// Work for the thread, and the number of rows that it writes.
pub(super) struct WriteJob {
    rows: usize,
    work: WriteFn,
}

/// Does its part of a transaction, if there is one.
type WriteFn = Box<dyn FnOnce(Result<&Connection, StorageError>) -> Reply + Send>;

/// Tells a caller its result, given whether the transaction was committed.
type Reply = Box<dyn FnOnce(Result<(), StorageError>) + Send>;

impl WriteJob {
    /// A job, and where its result will arrive. A job of one row checks what it has to check and then writes by one
    /// statement, which is carried out as a whole or not at all.
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
                // A caller that has gone away doesn't need its answer.
                let _ = reply.send(committed.and(done));
            });
            reply_to_caller
        });
        (WriteJob { rows, work }, result)
    }
}

/// What the thread writes to.
struct Writer<'a> {
    connection: &'a Connection,
    commits: u64,
    mark: HighWaterMark,
    on_fatal: &'a OnFatal,
    metrics: &'a CommitMetrics,
    file_watch: &'a FileWatch,
}

/// Writes until every sender is gone, or until a commit fails in a way that leaves its result unknown.
pub(super) fn run(
    opened: Opened,
    mut jobs: mpsc::Receiver<WriteJob>,
    on_fatal: &OnFatal,
    metrics: &CommitMetrics,
    file_watch: &FileWatch,
) {
    let Opened { connection, commits, mark } = opened;
    let mut writer = Writer { connection: &connection, commits, mark, on_fatal, metrics, file_watch };
    while let Some(first) = jobs.blocking_recv() {
        if writer.write_batch(first, &mut jobs).is_break() {
            return;
        }
    }
    if let Err(error) = writer.mark.flush() {
        tracing::error!(%error, "the mark beside the store cannot be flushed");
    }
}

impl Writer<'_> {
    /// Carries out `first` and what is queued behind it. Breaks if nobody can know what is on the disk; then no caller has
    /// been told that its work was done.
    fn write_batch(&mut self, first: WriteJob, jobs: &mut mpsc::Receiver<WriteJob>) -> ControlFlow<()> {
        let (connection, began) = (self.connection, Instant::now());
        let begun = self.file_watch.check().map_err(StorageError::Away);
        let begun = begun
            .and_then(|()| execute_cached(connection, "BEGIN IMMEDIATE").map_err(|error| Failure::Sql(error).into()));
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
                // SQLite has given up the whole transaction (a full disk, say): nothing of the batch is stored.
                return reject_all(replies, "the transaction was rolled back");
            }
            if rows < COMMIT_ROWS_MAX {
                waiting = jobs.try_recv().ok();
            }
        }
        match self.commit(rows > 0) {
            Ok(()) => {
                // What was written meanwhile into files that nobody finds again is not acknowledged.
                if let Err(what) = self.file_watch.check() {
                    return reject_all(replies, &what);
                }
                self.metrics.writes.observe(replies.len() as u64);
                self.metrics.times.observe_time(began.elapsed());
                replies.into_iter().for_each(|reply| reply(Ok(())));
            }
            Err(error) if self.is_undone(&error) => return reject_all(replies, &error.to_string()),
            Err(error) => {
                // Before the callers can notice: they must not go on.
                (self.on_fatal)(&format!("the result of a commit is unknown: {error}"));
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// CommitMetrics, and counts it if something was written.
    fn commit(&mut self, has_writes: bool) -> rusqlite::Result<()> {
        if !has_writes {
            return execute_cached(self.connection, "COMMIT");
        }
        let commits = self.commits + 1;
        self.connection.prepare_cached("UPDATE store SET commits = ?1")?.execute([commits.cast_signed()])?;
        execute_cached(self.connection, "COMMIT")?;
        self.commits = commits;
        if let Err(error) = self.mark.write(commits) {
            tracing::error!(%error, "the mark beside the store cannot be written: losses would not be noticed");
        }
        Ok(())
    }

    /// Whether a write failed since a file must not become longer (`ulimit -f`), which SQLite doesn't tell from other failures.
    fn is_at_length_limit(&self, error: &rusqlite::Error) -> bool {
        let is_write = error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_IOERR_WRITE);
        is_write && self.connection.path().is_some_and(|path| Files::is_at_length_limit(path.as_ref()))
    }

    /// Whether it is certain that nothing of a transaction is stored: there was no room for it, so that its last page, which
    /// makes it count, was not written. Whatever else a commit fails with leaves doubts.
    fn is_undone(&self, error: &rusqlite::Error) -> bool {
        let full = error.sqlite_error_code() == Some(ErrorCode::DiskFull) || self.is_at_length_limit(error);
        full && (self.connection.is_autocommit() || self.connection.execute_batch("ROLLBACK").is_ok())
    }
}

/// Tells everybody that nothing was stored.
fn reject_all(replies: Vec<Reply>, why: &str) -> ControlFlow<()> {
    let away = StorageError::Away(why.to_owned());
    replies.into_iter().for_each(|reply| reply(Err(away.clone())));
    ControlFlow::Continue(())
}

/// Says something that is said again and again: it is parsed once.
fn execute_cached(connection: &Connection, statement: &'static str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(|_| ())
}

/// One job's conflict must not touch its neighbours in the transaction.
fn all_or_nothing<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, Failure>,
) -> Result<T, StorageError> {
    execute_cached(connection, "SAVEPOINT job").map_err(Failure::from)?;
    let done = work(connection)
        .and_then(|value| execute_cached(connection, "RELEASE job").map(|()| value).map_err(Failure::from));
    done.map_err(|failure| {
        if !connection.is_autocommit() && connection.execute_batch("ROLLBACK TO job; RELEASE job").is_err() {
            // Better nothing of the batch than half of a job. The batch notices that its transaction is gone.
            let _ = connection.execute_batch("ROLLBACK");
        }
        failure.into()
    })
}
