//! The one thread that writes: it takes everything that is queued, commits it in one transaction, tells each caller, and
//! repeats. It does nothing else, so that commits of many games share the price of one.

use super::super::StorageError;
use crate::metrics::Commits;
use rusqlite::Connection;
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

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Failure {
        Failure::Refused(error)
    }
}

/// Work for the thread, and the number of rows that it writes.
pub(super) struct Job {
    rows: usize,
    work: Work,
}

/// Does its part of a transaction, if there is one.
type Work = Box<dyn FnOnce(Result<&Connection, StorageError>) -> Completion + Send>;

/// Tells a caller its result, given whether the transaction was committed.
type Completion = Box<dyn FnOnce(Result<(), StorageError>) + Send>;

impl Job {
    /// A job, and where its result will arrive.
    pub(super) fn new<T: Send + 'static>(
        rows: usize,
        work: impl FnOnce(&Connection) -> Result<T, Failure> + Send + 'static,
    ) -> (Job, oneshot::Receiver<Result<T, StorageError>>) {
        let (reply, result) = oneshot::channel();
        let work: Work = Box::new(move |transaction: Result<&Connection, StorageError>| {
            let done = transaction.and_then(|connection| all_or_nothing(connection, work));
            let completion: Completion = Box::new(move |committed| {
                // A caller that has gone away doesn't need its answer.
                let _ = reply.send(committed.and(done));
            });
            completion
        });
        (Job { rows, work }, result)
    }
}

/// Writes until every sender is gone, or until a commit fails in a way that leaves its result unknown.
pub(super) fn run(connection: &Connection, mut jobs: mpsc::Receiver<Job>, on_fatal: &OnFatal, commits: &Commits) {
    while let Some(first) = jobs.blocking_recv() {
        if write_batch(connection, first, &mut jobs, on_fatal, commits).is_break() {
            return;
        }
    }
}

/// Carries out `first` and what is queued behind it. Breaks if nobody can know what is on the disk; then no caller has
/// been told that its work was done.
fn write_batch(
    connection: &Connection,
    first: Job,
    jobs: &mut mpsc::Receiver<Job>,
    on_fatal: &OnFatal,
    commits: &Commits,
) -> ControlFlow<()> {
    let began = Instant::now();
    if let Err(error) = say(connection, "BEGIN IMMEDIATE") {
        (first.work)(Err(StorageError::Away(error.to_string())))(Ok(()));
        return ControlFlow::Continue(());
    }
    let mut waiting = Some(first);
    let mut completions = Vec::new();
    let mut rows = 0;
    while let Some(job) = waiting.take() {
        rows += job.rows;
        completions.push((job.work)(Ok(connection)));
        if connection.is_autocommit() {
            // SQLite has given up the whole transaction (a full disk, say): nothing of the batch is stored.
            let away = StorageError::Away("the transaction was rolled back".into());
            completions.into_iter().for_each(|tell| tell(Err(away.clone())));
            return ControlFlow::Continue(());
        }
        if rows < COMMIT_ROWS_MAX {
            waiting = jobs.try_recv().ok();
        }
    }
    if let Err(error) = say(connection, "COMMIT") {
        // Before the callers can notice: they must not go on.
        on_fatal(&format!("the result of a commit is unknown: {error}"));
        return ControlFlow::Break(());
    }
    commits.writes.count(completions.len() as u64);
    commits.times.count_time(began.elapsed());
    completions.into_iter().for_each(|tell| tell(Ok(())));
    ControlFlow::Continue(())
}

/// Says something that is said again and again: it is parsed once.
fn say(connection: &Connection, statement: &'static str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(|_| ())
}

/// One job's conflict must not touch its neighbours in the transaction.
fn all_or_nothing<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, Failure>,
) -> Result<T, StorageError> {
    let away = |error: rusqlite::Error| StorageError::Away(error.to_string());
    say(connection, "SAVEPOINT job").map_err(away)?;
    let done = work(connection).and_then(|value| say(connection, "RELEASE job").map(|()| value).map_err(Failure::from));
    done.map_err(|failure| {
        if !connection.is_autocommit() && connection.execute_batch("ROLLBACK TO job; RELEASE job").is_err() {
            // Better nothing of the batch than half of a job. The batch notices that its transaction is gone.
            let _ = connection.execute_batch("ROLLBACK");
        }
        match failure {
            Failure::Refused(error) => error,
            Failure::Sql(error) => away(error),
        }
    })
}
