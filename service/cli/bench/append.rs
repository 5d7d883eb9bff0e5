//! The bare append: rows as long as the service's records, stored in commits of as many rows, by
//! SQLite with the same settings and nothing around it. With the bare server it is the floor for a
//! durable answer.

use super::{super::CommandError, process::cpu_time};
use rusqlite::{Connection, OpenFlags};
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// The processor time of the present thread, where the system reports it.
const THREAD_CPU: &str = "/proc/thread-self/schedstat";

/// What a store has committed up to a moment.
#[derive(Clone, Copy)]
pub(super) struct StoreCounts {
    commits: i64,
}

/// Rows and commits that a service has stored in a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Batches {
    /// Rows of a commit, on average.
    rows: f64,
    /// Bytes of a row, on average.
    row_bytes: usize,
}

fn read(store: &Path) -> Result<Connection, CommandError> {
    Ok(Connection::open_with_flags(store, OpenFlags::SQLITE_OPEN_READ_ONLY)?)
}

impl StoreCounts {
    /// Reads a store that a service is writing.
    pub(super) fn of(store: &Path) -> Result<StoreCounts, CommandError> {
        let commits = "SELECT commits FROM store";
        let commits = read(store)?.query_row(commits, [], |row| row.get(0))?;
        Ok(StoreCounts { commits })
    }

    /// The batches in which the store has taken so many answers since then; `None` if none, or if
    /// it has no record any more.
    pub(super) fn since(
        self,
        store: &Path,
        answers: usize,
    ) -> Result<Option<Batches>, CommandError> {
        let now = StoreCounts::of(store)?;
        let bytes = "SELECT AVG(LENGTH(body)) FROM records";
        let bytes: Option<f64> = read(store)?.query_row(bytes, [], |row| row.get(0))?;
        Ok(bytes.filter(|_| answers > 0).map(|bytes| Batches {
            rows: (answers as f64 / (now.commits - self.commits).max(1) as f64).max(1.0),
            row_bytes: bytes as usize,
        }))
    }
}

/// Appends for this time. Returns the processor time for a row, in microseconds; `None` if the
/// system does not report it.
pub(super) async fn cpu_micros(
    folder: &Path,
    batches: Batches,
    time: Duration,
) -> Result<Option<f64>, CommandError> {
    let file = folder.join("appended.db");
    let appended = tokio::task::spawn_blocking(move || append(file, batches, time)).await?;
    appended.map_err(|error| format!("the bare append failed: {error}").into())
}

fn append(file: PathBuf, batches: Batches, time: Duration) -> rusqlite::Result<Option<f64>> {
    let connection = Connection::open(file)?;
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS records (position INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT",
    )?;
    let body = vec![7; batches.row_bytes];
    let (begin, used_before) = (Instant::now(), cpu_time(THREAD_CPU.as_ref()));
    let (mut rows, mut commits) = (0_u64, 0_u64);
    while begin.elapsed() < time {
        connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        commits += 1;
        // A mean of 2.5 rows is 2 and 3 in turns.
        while rows as f64 <= commits as f64 * batches.rows - 1.0 {
            connection
                .prepare_cached("INSERT INTO records (body) VALUES (?1)")?
                .execute([&body])?;
            rows += 1;
        }
        connection.prepare_cached("COMMIT")?.execute([])?;
    }
    let used = used_before.zip(cpu_time(THREAD_CPU.as_ref()));
    Ok(used.map(|(before, after)| (after - before).as_secs_f64() * 1e6 / rows.max(1) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_as_a_store_has_taken_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = folder.path().join("games.db");
        let connection = Connection::open(&store).expect("a file");
        connection
            .execute_batch(
                "CREATE TABLE store (commits INTEGER); INSERT INTO store VALUES (4);
                 CREATE TABLE records (body BLOB);",
            )
            .expect("tables");
        let before = StoreCounts::of(&store).expect("it is read");
        assert_eq!(before.since(&store, 3).expect("it is read"), None);
        connection
            .execute_batch(
                "UPDATE store SET commits = 6;
                 INSERT INTO records (body) VALUES (zeroblob(10)), (zeroblob(20)), (zeroblob(30));",
            )
            .expect("rows");
        assert_eq!(before.since(&store, 0).expect("it is read"), None);
        let since = before.since(&store, 3).expect("it is read");
        assert_eq!(since, Some(Batches { rows: 1.5, row_bytes: 20 }));
    }

    #[tokio::test]
    async fn batches_of_a_mean_that_is_no_number_of_rows_come_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let batches = Batches { rows: 2.5, row_bytes: 40 };
        let time = Duration::from_millis(20);
        cpu_micros(folder.path(), batches, time).await.expect("it is appended");
        let rows: i64 = read(&folder.path().join("appended.db"))
            .and_then(|file| {
                Ok(file.query_row("SELECT COUNT(*) FROM records", [], |row| row.get(0))?)
            })
            .expect("it is read");
        assert!(rows >= 2);
    }
}
