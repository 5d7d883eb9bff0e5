//! The SQL of games: each function is one method of [`Storage`](super::super::Storage) on a
//! connection.

use super::super::{
    Creation, Cursor, Ending, Finished, GameKey, GameRow, Label, Listing, NewGame, PAGE_GAMES_MAX,
    Page, Request, StorageError, TAIL_RECORDS_MAX,
};
use super::writer::Failure;
use flate2::Crc;
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

const GAME_COLUMNS: &str = "key, id, ruleset, created_at_ms, created, created_checksum, \
     finish_sequence, finished_at_ms, summary, set_aside";

/// The number of the first label's parameter in a listing.
const FIRST_LABEL: usize = 4;

pub(super) fn create(connection: &Connection, game: &NewGame) -> Result<Creation, Failure> {
    if let Some(request) = &game.request
        && let Some(row) = created_by(connection, request)?
    {
        return Ok(Creation::Repeated(Box::new(row)));
    }
    if connection.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?.exists([&game.id])? {
        return Err(StorageError::IdTaken.into());
    }
    connection
        .prepare_cached(
            "INSERT INTO games (id, ruleset, request_id, request_fingerprint, signing_key, created_at_ms, created,
                 created_checksum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            game.id,
            game.ruleset,
            game.request.as_ref().map(|request| &request.id),
            game.request.as_ref().map(|request| request.fingerprint.as_slice()),
            game.signing_key,
            game.created_at_ms.cast_signed(),
            game.created,
            checksum(&game.id, 0, &game.created),
        ])?;
    let key = GameKey(connection.last_insert_rowid());
    add_labels(connection, key, &game.labels)?;
    Ok(Creation::New(key))
}

fn add_labels(connection: &Connection, game: GameKey, labels: &[Label]) -> rusqlite::Result<()> {
    for Label { name, value } in labels {
        connection
            .prepare_cached("INSERT INTO labels (game, name, value) VALUES (?1, ?2, ?3)")?
            .execute(params![game.0, name, value])?;
    }
    Ok(())
}

pub(super) fn created_by(
    connection: &Connection,
    request: &Request,
) -> Result<Option<GameRow>, Failure> {
    let earlier: Option<(i64, Vec<u8>)> = connection
        .prepare_cached(
            "SELECT key, request_fingerprint FROM games WHERE request_id = ?1 OR request_id = ?2",
        )?
        .query_row(params![request.id, request.id_before], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    match earlier {
        None => Ok(None),
        Some((_, fingerprint)) if fingerprint != request.fingerprint => {
            Err(StorageError::RequestIdReused.into())
        }
        Some((key, _)) => Ok(game_where(connection, "key = ?1", key)?),
    }
}

pub(super) fn append(
    connection: &Connection,
    game: GameKey,
    expected: u64,
    records: &[Vec<u8>],
) -> Result<(), Failure> {
    expect_live(connection, game, expected)?;
    let insert = "INSERT INTO records (game, sequence, body, checksum) VALUES (?1, ?2, ?3, ?4)";
    let mut insert = connection.prepare_cached(insert)?;
    for (sequence, record) in (expected + 1..).zip(records) {
        insert.execute(params![
            game.0,
            sequence.cast_signed(),
            record,
            record_checksum(game, sequence, record)
        ])?;
    }
    Ok(())
}

pub(super) fn finish(
    connection: &Connection,
    game: GameKey,
    expected: u64,
    ending: &Ending,
) -> Result<u64, Failure> {
    expect_live(connection, game, expected)?;
    let last: i64 = connection
        .prepare_cached(
            "SELECT max(coalesce((SELECT max(finish_sequence) FROM games), 0), deleted_sequence)
             FROM store",
        )?
        .query_row([], |row| row.get(0))?;
    let sequence = last + 1;
    connection.prepare_cached("DELETE FROM records WHERE game = ?1")?.execute([game.0])?;
    connection
        .prepare_cached("INSERT INTO replays (game, body) VALUES (?1, ?2)")?
        .execute(params![game.0, ending.replay])?;
    connection
        .prepare_cached("UPDATE games SET finish_sequence = ?2, finished_at_ms = ?3, summary = ?4 WHERE key = ?1")?
        .execute(params![game.0, sequence, ending.at_ms.cast_signed(), ending.summary])?;
    add_labels(connection, game, &ending.labels)?;
    Ok(sequence.cast_unsigned())
}

pub(super) fn delete_ended(connection: &Connection, games: &[GameKey]) -> Result<usize, Failure> {
    let mut deleted = 0;
    for GameKey(key) in games {
        let sequence: Option<i64> = connection
            .prepare_cached(
                "SELECT finish_sequence FROM games WHERE key = ?1 AND finish_sequence IS NOT NULL",
            )?
            .query_row([key], |row| row.get(0))
            .optional()?;
        let Some(sequence) = sequence else { continue };
        connection
            .prepare_cached("UPDATE store SET deleted_sequence = max(deleted_sequence, ?1)")?
            .execute([sequence])?;
        for delete in [
            "DELETE FROM records WHERE game = ?1",
            "DELETE FROM replays WHERE game = ?1",
            "DELETE FROM labels WHERE game = ?1",
            "DELETE FROM games WHERE key = ?1",
        ] {
            connection.prepare_cached(delete)?.execute([key])?;
        }
        deleted += 1;
    }
    Ok(deleted)
}

pub(super) fn quarantine(
    connection: &Connection,
    game: GameKey,
    reason: Option<&str>,
) -> Result<(), Failure> {
    let set = "UPDATE games SET set_aside = ?2 WHERE key = ?1 AND finish_sequence IS NULL";
    match connection.prepare_cached(set)?.execute(params![game.0, reason])? {
        0 => Err(StorageError::Conflict.into()),
        _ => Ok(()),
    }
}

/// Refuses unless the game is live and its log's last record is number `expected`.
fn expect_live(connection: &Connection, game: GameKey, expected: u64) -> Result<(), Failure> {
    let last: Option<i64> = connection
        .prepare_cached(
            "SELECT (SELECT coalesce(max(sequence), 0) FROM records WHERE game = ?1)
             FROM games WHERE key = ?1 AND finish_sequence IS NULL",
        )?
        .query_row([game.0], |row| row.get(0))
        .optional()?;
    match last {
        Some(last) if last.cast_unsigned() == expected => Ok(()),
        _ => Err(StorageError::Conflict.into()),
    }
}

pub(super) fn tail(
    connection: &Connection,
    game: GameKey,
    after: u64,
) -> Result<Vec<Vec<u8>>, Failure> {
    let select = "SELECT sequence, checksum, body FROM records WHERE game = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3";
    let mut statement = connection.prepare_cached(select)?;
    let mut rows = statement.query(params![game.0, saturated(after), TAIL_RECORDS_MAX as i64])?;
    let mut records = Vec::new();
    while let Some(row) = rows.next()? {
        let (sequence, sum, body): (i64, Option<u32>, Vec<u8>) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        let expected = after + records.len() as u64 + 1;
        if sequence.cast_unsigned() != expected {
            return Err(damaged(format!("record {expected} of a game is missing")));
        }
        if sum.is_some_and(|sum| sum != record_checksum(game, expected, &body)) {
            return Err(damaged(format!("record {expected} of a game is not what was written")));
        }
        records.push(body);
    }
    Ok(records)
}

fn damaged(what: String) -> Failure {
    StorageError::Damaged(what).into()
}

/// Detects a record that was changed, or moved, by accident.
fn record_checksum(game: GameKey, sequence: u64, body: &[u8]) -> u32 {
    checksum(&game.0.to_string(), sequence, body)
}

fn checksum(of: &str, sequence: u64, body: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(of.as_bytes());
    crc.update(&sequence.to_le_bytes());
    crc.update(body);
    crc.sum()
}

pub(super) fn replay(connection: &Connection, game: GameKey) -> Result<Option<Vec<u8>>, Failure> {
    let replay = connection
        .prepare_cached("SELECT body FROM replays WHERE game = ?1")?
        .query_row([game.0], |row| row.get(0))
        .optional()?;
    Ok(replay)
}

pub(super) fn find(connection: &Connection, id: &str) -> Result<Option<GameRow>, Failure> {
    Ok(game_where(connection, "id = ?1", id)?)
}

pub(super) fn signing_keys(connection: &Connection) -> Result<Vec<String>, Failure> {
    let mut keys =
        connection.prepare_cached("SELECT DISTINCT signing_key FROM games ORDER BY signing_key")?;
    let keys = keys.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(keys)
}

pub(super) fn list(connection: &Connection, listing: &Listing) -> Result<Page, Failure> {
    let limit = listing.limit.clamp(1, PAGE_GAMES_MAX);
    let (order, after) = match (listing.after, &listing.narrow) {
        (Cursor::Created(key), None) => ("key", key),
        // In this order the label has its games.
        (Cursor::Created(key), Some(_)) => ("narrow.game", key),
        (Cursor::Finished(sequence), _) => ("finish_sequence", saturated(sequence)),
    };
    let ended = match listing.ended {
        None => "",
        Some(false) => "AND finish_sequence IS NULL",
        Some(true) => "AND finish_sequence IS NOT NULL",
    };
    let games = match &listing.narrow {
        None => "games WHERE",
        // A cross join is carried out in the order in which it is written.
        Some(_) => {
            "labels AS narrow CROSS JOIN games ON key = narrow.game
             WHERE narrow.name = ?4 AND narrow.value = ?5 AND"
        }
    };
    let first_label = if listing.narrow.is_some() { FIRST_LABEL + 2 } else { FIRST_LABEL };
    let labels: String = (0..listing.labels.len())
        .map(|index| {
            let (name, value) = (first_label + 2 * index, first_label + 1 + 2 * index);
            format!(" AND EXISTS (SELECT 1 FROM labels WHERE game = key AND name = ?{name} AND value = ?{value})")
        })
        .collect();
    let sql = format!(
        "SELECT {GAME_COLUMNS} FROM {games} {order} > ?1 AND (?3 IS NULL OR ruleset = ?3) {ended}{labels} ORDER BY {order} LIMIT ?2"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    statement.raw_bind_parameter(1, after)?;
    statement.raw_bind_parameter(2, limit as i64 + 1)?;
    statement.raw_bind_parameter(3, &listing.ruleset)?;
    for (index, label) in listing.narrow.iter().chain(&listing.labels).enumerate() {
        statement.raw_bind_parameter(FIRST_LABEL + 2 * index, &label.name)?;
        statement.raw_bind_parameter(FIRST_LABEL + 1 + 2 * index, &label.value)?;
    }
    let mut games = Vec::new();
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next()? {
        games.push(game_of(connection, row)?);
    }
    let more = games.len() > limit;
    games.truncate(limit);
    let next = games.last().filter(|_| more).map(|last| listing.after.at(last));
    Ok(Page { games, next })
}

fn game_where(
    connection: &Connection,
    condition: &str,
    value: impl rusqlite::ToSql,
) -> rusqlite::Result<Option<GameRow>> {
    connection
        .prepare_cached(&format!("SELECT {GAME_COLUMNS} FROM games WHERE {condition}"))?
        .query_row([value], |row| game_of(connection, row))
        .optional()
}

fn game_of(connection: &Connection, row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let key: i64 = row.get("key")?;
    let finished = match row.get::<_, Option<i64>>("finish_sequence")? {
        None => None,
        Some(sequence) => Some(Finished {
            sequence: sequence.cast_unsigned(),
            at_ms: row.get::<_, i64>("finished_at_ms")?.cast_unsigned(),
            summary: row.get("summary")?,
        }),
    };
    let labels = connection
        .prepare_cached("SELECT name, value FROM labels WHERE game = :game ORDER BY name, value")?
        .query_map(named_params! { ":game": key }, |row| {
            Ok(Label { name: row.get(0)?, value: row.get(1)? })
        })?
        .collect::<rusqlite::Result<_>>()?;
    let (id, mut created): (String, Vec<u8>) = (row.get("id")?, row.get("created")?);
    if row
        .get::<_, Option<u32>>("created_checksum")?
        .is_some_and(|sum| sum != checksum(&id, 0, &created))
    {
        // One damaged game must not prevent listing the others.
        created.clear();
    }
    Ok(GameRow {
        key: GameKey(key),
        id,
        ruleset: row.get("ruleset")?,
        labels,
        created_at_ms: row.get::<_, i64>("created_at_ms")?.cast_unsigned(),
        created,
        finished,
        quarantine: row.get("set_aside")?,
    })
}

fn saturated(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
