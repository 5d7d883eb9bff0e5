//! The tables, and how a connection to them is opened.

use super::OpenError;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// The layout below. A store of another version is refused; there is no older one to migrate from.
const SCHEMA_VERSION: i64 = 1;

/// Records are only ever appended, whatever game they belong to, so that a commit touches few pages. The keys of games
/// rise and are never used again.
const TABLES: &str = "
    CREATE TABLE games (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        ruleset TEXT NOT NULL,
        request_id TEXT UNIQUE,
        request_fingerprint BLOB,
        signing_key TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL,
        created BLOB NOT NULL,
        finish_sequence INTEGER UNIQUE,
        finished_at_ms INTEGER,
        summary BLOB
    ) STRICT;
    CREATE INDEX games_by_signing_key ON games (signing_key);
    CREATE INDEX games_live ON games (key) WHERE finish_sequence IS NULL;
    CREATE TABLE labels (
        game INTEGER NOT NULL REFERENCES games (key),
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (name, value, game)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX labels_by_game ON labels (game);
    CREATE TABLE records (
        position INTEGER PRIMARY KEY,
        game INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX records_by_game ON records (game, sequence);
    CREATE TABLE replays (
        game INTEGER PRIMARY KEY REFERENCES games (key),
        body BLOB NOT NULL
    ) STRICT;
";

/// Opens the store for writing; makes the tables if it is new.
pub(super) fn open_for_writing(path: &Path) -> Result<Connection, OpenError> {
    make_private(path)?;
    let connection = Connection::open(path)?;
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if !mode.eq_ignore_ascii_case("wal") {
        return Err(OpenError::NoWriteAheadLog);
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(32);
    match connection.pragma_query_value(None, "user_version", |row| row.get(0))? {
        0 => create_tables(&connection)?,
        SCHEMA_VERSION => {}
        found => return Err(OpenError::SchemaVersion { found, expected: SCHEMA_VERSION }),
    }
    Ok(connection)
}

/// Opens an existing store for reading beside the writer.
pub(super) fn open_for_reading(path: &Path) -> Result<Connection, OpenError> {
    let connection =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// A new store is for its owner's eyes alone: it holds the seeds of games in play. SQLite gives the files beside it the same
/// mode.
fn make_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

fn create_tables(connection: &Connection) -> Result<(), OpenError> {
    let transaction = connection.unchecked_transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    transaction.commit()?;
    Ok(())
}
