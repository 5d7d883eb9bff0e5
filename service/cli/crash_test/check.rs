//! Compares what clients have observed with a copy of the store's files, which it reads with its
//! own SQL statements.

use super::super::CommandError;
use super::{
    expected::{AnswerRecord, ExpectedGame, ExpectedResponse},
    observed::{Observations, ObservedGame, VersionDigest},
};
use flate2::read::ZlibDecoder;
use hierophant::{
    pb::{
        log::v1::{Created, Record, StoredReplay, record},
        v1::replay_entry,
    },
    wire,
};
use hierophant_rules::{Seat, Seed};
use prost::Message;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::{collections::BTreeMap, io::Read, path::Path, sync::atomic::Ordering};

/// The result of a check of a store.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Checked {
    /// Answers that are stored without a response to the client, because of a crash.
    pub(super) unacknowledged: u64,
    /// Games that were checked.
    pub(super) games: u64,
}

/// A game in the store.
struct Stored {
    created: Created,
    answers: Vec<AnswerRecord>,
    replay: Option<StoredReplay>,
}

/// Checks every game that is not settled. Faults are added to the observations.
///
/// # Errors
/// The store cannot be read.
pub(super) fn check(store: &Path, observations: &Observations) -> Result<Checked, CommandError> {
    let connection = Connection::open_with_flags(store, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.pragma_update(None, "query_only", true)?;
    let integrity: String =
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if integrity != "ok" {
        observations.fault(format!("the store is damaged: {integrity}"));
    }
    let mut checked = Checked::default();
    for game in observations.games().iter().filter(|game| !game.settled.load(Ordering::Relaxed)) {
        checked.games += 1;
        match read(&connection, game.name())
            .map_err(|error| error.to_string())
            .and_then(|stored| check_game(game, &stored))
        {
            Ok(unacknowledged) => checked.unacknowledged += unacknowledged,
            Err(fault) => observations.fault(format!("{}: {fault}", game.name())),
        }
    }
    Ok(checked)
}

/// The number of games in a store.
pub(super) fn count_games(store: &Path) -> Result<usize, CommandError> {
    let connection = Connection::open_with_flags(store, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    Ok(connection.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))? as usize)
}

fn read(connection: &Connection, name: &str) -> Result<Stored, CommandError> {
    let id = name.trim_start_matches("games/");
    let row = connection
        .query_row("SELECT key, created FROM games WHERE id = ?1", [id], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?))
        })
        .optional()?;
    let (key, created) = row.ok_or("it was created, but is not in the store")?;
    let Some(record::Record::Created(created)) = Record::decode(created.as_slice())?.record else {
        return Err("its first record is not its creation".into());
    };
    let packed: Option<Vec<u8>> = connection
        .query_row("SELECT body FROM replays WHERE game = ?1", [key], |row| row.get(0))
        .optional()?;
    let replay = match packed {
        None => None,
        Some(packed) => {
            let mut bytes = Vec::new();
            ZlibDecoder::new(packed.as_slice()).read_to_end(&mut bytes)?;
            Some(StoredReplay::decode(bytes.as_slice())?)
        }
    };
    let answers = match &replay {
        None => live_answers(connection, key)?,
        Some(replay) => replayed_answers(replay)?,
    };
    Ok(Stored { created, answers, replay })
}

fn live_answers(connection: &Connection, key: i64) -> Result<Vec<AnswerRecord>, CommandError> {
    let mut statement = connection
        .prepare_cached("SELECT sequence, body FROM records WHERE game = ?1 ORDER BY sequence")?;
    let rows =
        statement.query_map([key], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?)))?;
    let mut answers = Vec::new();
    for (row, expected) in rows.zip(1..) {
        let (sequence, body) = row?;
        if sequence != expected {
            return Err(format!("record {sequence} is where {expected} should be").into());
        }
        match Record::decode(body.as_slice())?.record {
            Some(record::Record::Answered(answer)) => {
                answers.push(answer_record(answer.seat, answer.decision_id, answer.action_code)?);
            }
            Some(record::Record::Created(_)) | None => return Err("a record cannot be read".into()),
            // Presence and clocks.
            Some(_) => {}
        }
    }
    Ok(answers)
}

fn replayed_answers(replay: &StoredReplay) -> Result<Vec<AnswerRecord>, CommandError> {
    let answered = replay.entries.iter().filter_map(|entry| match &entry.record {
        Some(replay_entry::Record::Answered(answer)) => {
            Some(answer_record(answer.seat, answer.decision_id, answer.action_code))
        }
        _ => None,
    });
    answered.collect()
}

fn answer_record(seat: u32, decision: u32, code: u32) -> Result<AnswerRecord, CommandError> {
    let seat = u8::try_from(seat).ok().and_then(Seat::new).ok_or("an answer of an invalid seat")?;
    Ok(AnswerRecord { seat, decision, code })
}

/// Checks one game. Returns the number of answers without a response.
fn check_game(game: &ObservedGame, stored: &Stored) -> Result<u64, String> {
    let Stored { created, answers, replay } = stored;
    let setup = created.setup.as_ref().ok_or("it has no setup")?;
    let setup = setup.decoded().ok_or("its setup cannot be decoded")?;
    let setup = wire::decode::setup(&setup).map_err(|_| "its setup cannot be read")?;
    let seed = created.seed.as_slice().try_into().map_err(|_| "its seed cannot be read")?;
    let expected = ExpectedGame::new(&setup, Seed::new(seed), answers)?;
    let observed = game.observed();
    for ((seat, decision), response) in &observed.answers {
        let expected_response = expected.responses.get(&(*seat, *decision));
        let expected_response = expected_response.ok_or_else(|| {
            format!("LOST: the acknowledged answer of {seat} to decision {decision}")
        })?;
        if *expected_response != ExpectedResponse::of(response) {
            return Err(format!(
                "{seat} received {response:?} for decision {decision}; by the store it is {expected_response:?}"
            ));
        }
    }
    for (versions, (viewer, held)) in
        observed.versions.iter().zip(expected.versions.iter().enumerate())
    {
        matches_store(versions, held).map_err(|fault| format!("viewer {viewer} {fault}"))?;
    }
    let ended = game.ended.load(Ordering::Acquire);
    if ended && !expected.is_over() {
        return Err("LOST: its end, which was shown".into());
    }
    if expected.is_over() != replay.is_some() {
        return Err("its end is stored without its replay, or its replay without its end".into());
    }
    if let Some(replay) = replay {
        kept(replay, &expected)?;
    }
    let open = |seat: &Seat| game.players.iter().any(|(player, _)| player == seat);
    let unacknowledged = expected
        .responses
        .keys()
        .filter(|key| open(&key.0) && !observed.answers.contains_key(key))
        .count();
    if ended && unacknowledged > 0 {
        return Err(format!("{unacknowledged} answers are stored that no client has given"));
    }
    game.settled.store(ended, Ordering::Relaxed);
    Ok(unacknowledged as u64)
}

/// Checks that the store leads to all versions that a viewer was shown.
fn matches_store(
    versions: &BTreeMap<u32, VersionDigest>,
    held: &[VersionDigest],
) -> Result<(), String> {
    for (version, shown) in versions {
        let held = (*version as usize).checked_sub(1).and_then(|index| held.get(index));
        let held = held.ok_or_else(|| {
            format!("was shown version {version}, which is UNDONE: the store ends before it")
        })?;
        if held.digest != shown.digest {
            return Err(format!("was shown a version {version} that differs from the store"));
        }
        if shown.view.is_some() && shown.view != held.view {
            return Err(format!(
                "was shown a view at version {version} that differs from the store"
            ));
        }
    }
    Ok(())
}

/// Checks that the responses that are kept for late retries are those that clients received.
fn kept(replay: &StoredReplay, expected: &ExpectedGame) -> Result<(), String> {
    let mut count = 0;
    for answer in &replay.answers {
        let response = answer.response.as_ref().ok_or("an answer is kept without its response")?;
        let seat = u8::try_from(answer.seat)
            .ok()
            .and_then(Seat::new)
            .ok_or("an answer of an invalid seat is kept")?;
        if expected.responses.get(&(seat, response.decision_id))
            != Some(&ExpectedResponse::of(response))
        {
            return Err(format!(
                "the response of {seat} to decision {} that is kept differs",
                response.decision_id
            ));
        }
        count += 1;
    }
    match count == expected.responses.len() {
        true => Ok(()),
        false => Err("not every response is kept".into()),
    }
}
