//! The SQL of agents, tournaments and results.

use super::super::{
    AgentRow, NewTournament, PAGE_ENTRIES_MAX, PAGE_SLOTS_MAX, Request, ResultRow, StorageError,
    TournamentCreation, TournamentKey, TournamentRow,
};
use super::writer::Failure;
use rusqlite::{Connection, OptionalExtension, Row, params};

const TOURNAMENT_COLUMNS: &str = "key, id, principal, created_at_ms, open, body";

pub(super) fn put_agent(connection: &Connection, agent: &AgentRow) -> Result<(), Failure> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO agents (name, principal, body) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![agent.name, agent.principal, agent.body])?;
    Ok(())
}

pub(super) fn agent(connection: &Connection, name: &str) -> Result<Option<AgentRow>, Failure> {
    let agent = connection
        .prepare_cached("SELECT name, principal, body FROM agents WHERE name = ?1")?
        .query_row([name], agent_of)
        .optional()?;
    Ok(agent)
}

pub(super) fn agents(
    connection: &Connection,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<AgentRow>, Failure> {
    let limit = limit.clamp(1, PAGE_ENTRIES_MAX) as i64;
    let select = "SELECT name, principal, body FROM agents WHERE ?1 IS NULL OR name > ?1 ORDER BY name LIMIT ?2";
    let mut select = connection.prepare_cached(select)?;
    let agents =
        select.query_map(params![after, limit], agent_of)?.collect::<rusqlite::Result<_>>()?;
    Ok(agents)
}

fn agent_of(row: &Row<'_>) -> rusqlite::Result<AgentRow> {
    Ok(AgentRow { name: row.get(0)?, principal: row.get(1)?, body: row.get(2)? })
}

pub(super) fn create_tournament(
    connection: &Connection,
    new: &NewTournament,
) -> Result<TournamentCreation, Failure> {
    let NewTournament { id, principal, request, created_at_ms, body } = new;
    if let Some(request) = request
        && let Some(row) = created_by(connection, request)?
    {
        return Ok(TournamentCreation::Repeated(Box::new(row)));
    }
    if connection.prepare_cached("SELECT 1 FROM tournaments WHERE id = ?1")?.exists([id])? {
        return Err(StorageError::IdTaken.into());
    }
    connection
        .prepare_cached(
            "INSERT INTO tournaments (id, principal, request_id, request_fingerprint, created_at_ms, open, body)
             VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6)",
        )?
        .execute(params![
            id,
            principal,
            request.as_ref().map(|request| &request.id),
            request.as_ref().map(|request| request.fingerprint.as_slice()),
            created_at_ms.cast_signed(),
            body,
        ])?;
    Ok(TournamentCreation::New(TournamentKey(connection.last_insert_rowid())))
}

fn created_by(
    connection: &Connection,
    request: &Request,
) -> Result<Option<TournamentRow>, Failure> {
    let earlier: Option<(i64, Vec<u8>)> = connection
        .prepare_cached("SELECT key, request_fingerprint FROM tournaments WHERE request_id = ?1 OR request_id = ?2")?
        .query_row(params![request.id, request.id_before], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    match earlier {
        None => Ok(None),
        Some((_, fingerprint)) if fingerprint != request.fingerprint => {
            Err(StorageError::RequestIdReused.into())
        }
        Some((key, _)) => tournament_where(connection, "key = ?1", key),
    }
}

pub(super) fn update_tournament(
    connection: &Connection,
    key: TournamentKey,
    open: bool,
    body: &[u8],
) -> Result<(), Failure> {
    let update = "UPDATE tournaments SET open = ?2, body = ?3 WHERE key = ?1";
    match connection.prepare_cached(update)?.execute(params![key.0, open, body])? {
        0 => Err(StorageError::Conflict.into()),
        _ => Ok(()),
    }
}

pub(super) fn tournament(
    connection: &Connection,
    id: &str,
) -> Result<Option<TournamentRow>, Failure> {
    tournament_where(connection, "id = ?1", id)
}

pub(super) fn tournaments(
    connection: &Connection,
    after: TournamentKey,
    open_only: bool,
    limit: usize,
) -> Result<Vec<TournamentRow>, Failure> {
    let limit = limit.clamp(1, PAGE_ENTRIES_MAX) as i64;
    let select = format!(
        "SELECT {TOURNAMENT_COLUMNS} FROM tournaments WHERE key > ?1 AND (open OR NOT ?2) ORDER BY key LIMIT ?3"
    );
    let mut select = connection.prepare_cached(&select)?;
    let rows = select.query_map(params![after.0, open_only, limit], tournament_of)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn tournament_where(
    connection: &Connection,
    condition: &str,
    value: impl rusqlite::ToSql,
) -> Result<Option<TournamentRow>, Failure> {
    let row = connection
        .prepare_cached(&format!("SELECT {TOURNAMENT_COLUMNS} FROM tournaments WHERE {condition}"))?
        .query_row([value], tournament_of)
        .optional()?;
    Ok(row)
}

fn tournament_of(row: &Row<'_>) -> rusqlite::Result<TournamentRow> {
    Ok(TournamentRow {
        key: TournamentKey(row.get("key")?),
        id: row.get("id")?,
        principal: row.get("principal")?,
        created_at_ms: row.get::<_, i64>("created_at_ms")?.cast_unsigned(),
        open: row.get("open")?,
        body: row.get("body")?,
    })
}

pub(super) fn add_results(
    connection: &Connection,
    key: TournamentKey,
    rows: &[ResultRow],
) -> Result<(), Failure> {
    let Some(first) = rows.first() else { return Ok(()) };
    let known = "SELECT 1 FROM results WHERE tournament = ?1 AND slot = ?2";
    let exists = "SELECT 1 FROM tournaments WHERE key = ?1";
    if connection.prepare_cached(known)?.exists(params![key.0, first.slot])?
        || !connection.prepare_cached(exists)?.exists([key.0])?
    {
        return Err(StorageError::Conflict.into());
    }
    let insert = "INSERT INTO results (tournament, slot, seat, deal, seating, round, entrant, game, attempts, void, rank, points,
             ending, thinking_ms, decisions, failure, at_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)";
    let mut insert = connection.prepare_cached(insert)?;
    for row in rows {
        insert.execute(params![
            key.0,
            row.slot,
            row.seat,
            row.deal,
            row.seating,
            row.round,
            row.entrant,
            row.game,
            row.attempts,
            row.void,
            row.rank,
            row.points,
            row.ending,
            row.thinking_ms.cast_signed(),
            row.decisions,
            row.failure,
            row.at_ms.cast_signed(),
        ])?;
    }
    Ok(())
}

pub(super) fn slots_done(connection: &Connection, key: TournamentKey) -> Result<u32, Failure> {
    let count = "SELECT count(DISTINCT slot) FROM results WHERE tournament = ?1";
    Ok(connection.prepare_cached(count)?.query_row([key.0], |row| row.get(0))?)
}

pub(super) fn results(
    connection: &Connection,
    key: TournamentKey,
    from: u32,
    limit_slots: usize,
) -> Result<Vec<ResultRow>, Failure> {
    let limit = limit_slots.clamp(1, PAGE_SLOTS_MAX) as i64;
    let select = "SELECT * FROM results WHERE tournament = ?1 AND slot IN (
             SELECT DISTINCT slot FROM results WHERE tournament = ?1 AND slot >= ?2 ORDER BY slot LIMIT ?3
         ) ORDER BY slot, seat";
    let mut select = connection.prepare_cached(select)?;
    let rows = select.query_map(params![key.0, from, limit], result_of)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn result_of(row: &Row<'_>) -> rusqlite::Result<ResultRow> {
    Ok(ResultRow {
        slot: row.get("slot")?,
        deal: row.get("deal")?,
        seating: row.get("seating")?,
        round: row.get("round")?,
        seat: row.get("seat")?,
        entrant: row.get("entrant")?,
        game: row.get("game")?,
        attempts: row.get("attempts")?,
        void: row.get("void")?,
        rank: row.get("rank")?,
        points: row.get("points")?,
        ending: row.get("ending")?,
        thinking_ms: row.get::<_, i64>("thinking_ms")?.cast_unsigned(),
        decisions: row.get("decisions")?,
        failure: row.get("failure")?,
        at_ms: row.get::<_, i64>("at_ms")?.cast_unsigned(),
    })
}
