//! Opens a store. Nothing is written before the store is known to be one of this program,
//! undamaged, and not behind its mark.

use super::{
    OpenError,
    files::Files,
    mark::{self, HighWaterMark, Identity, MarkEntry, MarkState},
    schema,
};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, config::DbConfig};
use std::path::Path;

/// The largest file whose pages are all checked when it is opened, at one to two seconds per GiB.
const CHECKED_BYTES_MAX: u64 = 2 << 30;

/// The count of a store of a layout without a count.
const NOT_COUNTED: u64 = 0;

/// A store that can be written to.
pub(super) struct Opened {
    pub(super) connection: Connection,
    /// The number of commits, by the store's own count.
    pub(super) commits: u64,
    pub(super) mark: HighWaterMark,
}

/// Opens the store for writing, and migrates it to the present layout.
///
/// # Errors
/// See [`OpenError`]. `Older` is a warning with `accept_older`. The files are left as they were.
pub(super) fn open_for_writing(files: &Files, accept_older: bool) -> Result<Opened, OpenError> {
    let path = files.database.as_path();
    let sql_error = |error| refused(path, error);
    let connection = Connection::open(path).map_err(sql_error)?;
    // Closing would remove the log. A store that is refused must keep it, for a repair.
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        .map_err(sql_error)?;
    let layout = layout(&connection, path)?;
    check_pages(&connection, path)?;
    let entry = read_entry(&connection, layout).map_err(sql_error)?;
    check_mark(files, entry, accept_older)?;

    let mode: String = connection
        .query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))
        .map_err(sql_error)?;
    if !mode.eq_ignore_ascii_case("wal") {
        return Err(OpenError::NoWriteAheadLog(path.to_owned()));
    }
    connection.pragma_update(None, "synchronous", "FULL").map_err(sql_error)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(sql_error)?;
    keep_statements(&connection).map_err(sql_error)?;
    schema::migrate(&connection, layout).map_err(sql_error)?;
    let damaged =
        || OpenError::Damaged { path: path.to_owned(), what: "its identity is missing".into() };
    let entry = read_entry(&connection, schema::PRESENT).map_err(sql_error)?.ok_or_else(damaged)?;
    let mark = HighWaterMark::create(&files.mark, entry)
        .map_err(|error| OpenError::Io { path: files.mark.clone(), error })?;
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
        .map_err(sql_error)?;
    Ok(Opened { connection, commits: entry.commits, mark })
}

/// Opens an existing store for reading, while the writer has it open.
pub(super) fn open_for_reading(files: &Files) -> Result<Connection, OpenError> {
    let sql_error = |error| refused(&files.database, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&files.database, flags).map_err(sql_error)?;
    connection.pragma_update(None, "query_only", true).map_err(sql_error)?;
    keep_statements(&connection).map_err(sql_error)?;
    Ok(connection)
}

/// Keeps prepared statements prepared. By default SQLite plans a statement again when a value that
/// is bound to it changes, wherever the value might change the plan; here it never does, and the
/// planning took half of an append.
fn keep_statements(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(32);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map(|_| ())
}

/// The layout of a store; 0 for an empty file.
fn layout(connection: &Connection, path: &Path) -> Result<i64, OpenError> {
    let sql_error = |error| refused(path, error);
    let layout =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(sql_error)?;
    let tables = |name: &str| {
        let count = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name LIKE ?1";
        connection.query_row(count, [name], |row| row.get::<_, i64>(0)).map_err(sql_error)
    };
    match layout {
        newer if newer > schema::PRESENT => {
            Err(OpenError::Newer { path: path.to_owned(), found: newer, known: schema::PRESENT })
        }
        0 if tables("%")? == 0 => Ok(0),
        1.. if tables("games")? == 1 => Ok(layout),
        _ => Err(OpenError::Foreign(path.to_owned())),
    }
}

/// Checks every page of a store, if it is not too large.
fn check_pages(connection: &Connection, path: &Path) -> Result<(), OpenError> {
    let bytes =
        path.metadata().map_err(|error| OpenError::Io { path: path.to_owned(), error })?.len();
    if bytes > CHECKED_BYTES_MAX {
        tracing::info!(bytes, "the store is large; its pages are not all checked at start");
        return Ok(());
    }
    let result: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| refused(path, error))?;
    match result.as_str() {
        "ok" => Ok(()),
        _ => Err(OpenError::Damaged { path: path.to_owned(), what: result.replace('\n', " ") }),
    }
}

/// The store's own count of commits; `None` if its layout has none.
fn read_entry(connection: &Connection, layout: i64) -> rusqlite::Result<Option<MarkEntry>> {
    if layout < 2 {
        return Ok(None);
    }
    let row = "SELECT identity, commits FROM store";
    let read = |row: &rusqlite::Row<'_>| {
        let identity: Identity = row.get(0)?;
        Ok(MarkEntry { identity, commits: row.get::<_, i64>(1)?.cast_unsigned() })
    };
    connection.query_row(row, [], read).optional()
}

/// Checks that the store is not behind its mark.
fn check_mark(
    files: &Files,
    store: Option<MarkEntry>,
    accept_older: bool,
) -> Result<(), OpenError> {
    let state = mark::read(&files.mark)
        .map_err(|error| OpenError::Io { path: files.mark.clone(), error })?;
    let commits = store.map_or(NOT_COUNTED, |store| store.commits);
    let what = match state {
        MarkState::Entry(entry) if store.is_some_and(|store| store.identity != entry.identity) => {
            "the mark was made for another store".to_owned()
        }
        MarkState::Entry(entry) if entry.commits > commits => {
            format!("it is at commit {commits}, and was at commit {}", entry.commits)
        }
        MarkState::Garbage => "the mark cannot be read".to_owned(),
        MarkState::Nothing if commits > NOT_COUNTED => {
            let mark = files.mark.display();
            tracing::warn!(%mark, "the store has no mark: missing commits cannot be detected");
            return Ok(());
        }
        MarkState::Entry(_) | MarkState::Nothing => return Ok(()),
    };
    if accept_older {
        tracing::warn!(
            what,
            "the store is accepted although it may lack commits that were acknowledged"
        );
        return Ok(());
    }
    Err(OpenError::Older { path: files.database.clone(), mark: files.mark.clone(), what })
}

/// SQLite's error, with the file.
fn refused(path: &Path, error: rusqlite::Error) -> OpenError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            OpenError::Damaged { path, what: error.to_string() }
        }
        _ => OpenError::Sql { path, error },
    }
}
