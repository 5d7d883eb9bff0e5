//! Stores games: an append-only log per live game, and an immutable replay per ended one.
//!
//! Knows neither rules nor messages, and only `sqlite` knows SQL: records and replays are bytes,
//! and backends are interchangeable. Every backend passes the same contract suite (`contract.rs`).

mod memory;
mod sqlite;
mod tournaments;

#[cfg(test)]
mod contract;

pub use memory::MemoryStorage;
pub use sqlite::{OnFatal, OpenError, SqliteOptions, SqliteStorage};
pub use tournaments::{
    AgentRow, NewTournament, PAGE_ENTRIES_MAX, PAGE_SLOTS_MAX, ResultRow, TournamentCreation,
    TournamentKey, TournamentRow, TournamentStorage,
};

use crate::metrics::CommitMetrics;
use async_trait::async_trait;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use std::fmt;

/// The maximum number of records that [`Storage::tail`] returns.
pub const TAIL_RECORDS_MAX: usize = 4096;
/// The maximum number of games that [`Storage::list`] returns.
pub const PAGE_GAMES_MAX: usize = 1000;

/// A game's number in its store. Keys rise with creation, and are never sent to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey(pub i64);

/// A game to be created.
#[derive(Clone)]
pub struct NewGame {
    /// The game's name, unique in the store.
    pub id: String,
    /// The ruleset's id, for filtering.
    pub ruleset: String,
    /// Makes the creation idempotent.
    pub request: Option<Request>,
    /// The labels, for filtering.
    pub labels: Vec<Label>,
    /// The key that signs the game's tokens; see [`Storage::signing_keys`].
    pub signing_key: String,
    /// When, in milliseconds since 1970.
    pub created_at_ms: u64,
    /// The first record of the log.
    pub created: Vec<u8>,
}

/// The identity of a creation that may be retried.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// Chosen by the client; in the store, a hash of that.
    pub id: String,
    /// The id in clear, as a store of an older version has it.
    pub id_before: Option<String>,
    /// A hash of the request, to detect another request under the same id.
    pub fingerprint: [u8; 32],
}

/// The prefix of hashed ids. Ids that clients choose have no control characters, so none has this
/// prefix.
const HASHED: &str = "\u{2}";
const REQUEST_TAG: &[u8] = b"hierophant request id v1\0";

impl Request {
    /// A request with an id that its client has chosen.
    pub fn new(id: impl Into<String>, fingerprint: [u8; 32]) -> Request {
        Request { id: id.into(), id_before: None, fingerprint }
    }

    /// The request as one of this principal, as it is stored. An id gives access to the tokens of
    /// what it has created, so the store has a hash of it.
    #[must_use]
    pub fn of_principal(self, principal: &str) -> Request {
        // Names and ids have no control characters, so two principals' requests cannot collide.
        let clear =
            if principal.is_empty() { self.id } else { format!("{principal}\u{0}{}", self.id) };
        let hash = Sha256::new().chain_update(REQUEST_TAG).chain_update(&clear).finalize();
        Request {
            id: format!("{HASHED}{}", URL_SAFE_NO_PAD.encode(hash)),
            id_before: Some(clear),
            ..self
        }
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Request(secret)")
    }
}

/// A name and a value, for filtering.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// Of labels that callers choose, unique within its game.
    pub name: String,
    /// Free text.
    pub value: String,
}

impl Label {
    /// The label of this principal's games. Labels that callers choose have no control characters.
    pub fn of_principal(principal: &str) -> Label {
        Label { name: "\u{0}principal".to_owned(), value: principal.to_owned() }
    }

    /// The label of the games in which this agent has a seat.
    pub fn of_agent(agent: &str) -> Label {
        Label { name: "\u{0}agent".to_owned(), value: agent.to_owned() }
    }

    /// The label of the ended games in which a seat of this agent failed.
    pub fn of_failed_agent(agent: &str) -> Label {
        Label { name: "\u{0}failed agent".to_owned(), value: agent.to_owned() }
    }

    /// The label of the ended games in which any seat failed.
    pub fn of_failure() -> Label {
        Label { name: "\u{0}failed".to_owned(), value: String::new() }
    }
}

/// A stored game. Not printable: `created` holds secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct GameRow {
    /// Its key.
    pub key: GameKey,
    /// Its name.
    pub id: String,
    /// See [`NewGame::ruleset`].
    pub ruleset: String,
    /// See [`NewGame::labels`], ascending by name.
    pub labels: Vec<Label>,
    /// See [`NewGame::created_at_ms`].
    pub created_at_ms: u64,
    /// See [`NewGame::created`]; empty if it is damaged.
    pub created: Vec<u8>,
    /// The end of an ended game.
    pub finished: Option<Finished>,
    /// Why a live game was quarantined, if it was.
    pub quarantine: Option<String>,
}

impl fmt::Debug for GameRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameRow")
            .field("key", &self.key)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// The end of a game, in listings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Rises by one with every game that ends in the store, from 1.
    pub sequence: u64,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// The result, in the caller's encoding.
    pub summary: Vec<u8>,
}

/// The result of a creation.
#[derive(Clone, Debug)]
pub enum Creation {
    /// The game is stored, under this key.
    New(GameKey),
    /// The same request created this game earlier; nothing was stored now.
    Repeated(Box<GameRow>),
}

/// The end of a game.
#[derive(Clone)]
pub struct Ending {
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// See [`Finished::summary`].
    pub summary: Vec<u8>,
    /// The replay, which replaces the log.
    pub replay: Vec<u8>,
    /// Labels that the game has from now on besides its own, for filtering.
    pub labels: Vec<Label>,
}

/// The position in a listing, and the listing's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cursor {
    /// Games in the order of creation, after this key (0: from the first).
    Created(i64),
    /// Ended games in the order in which they ended, after this sequence (0: from the first).
    Finished(u64),
}

impl Cursor {
    /// The position after this game, in the same order.
    #[must_use]
    pub fn at(self, row: &GameRow) -> Cursor {
        match self {
            Cursor::Created(_) => Cursor::Created(row.key.0),
            Cursor::Finished(_) => {
                Cursor::Finished(row.finished.as_ref().map_or(0, |finished| finished.sequence))
            }
        }
    }
}

/// Which games to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Games of this ruleset.
    pub ruleset: Option<String>,
    /// Games with all of these labels.
    pub labels: Vec<Label>,
    /// Games with this label, too. The list is made from these games alone, however many others
    /// there are.
    pub narrow: Option<Label>,
    /// Live games only, or ended games only.
    pub ended: Option<bool>,
    /// The position after which the page begins.
    pub after: Cursor,
    /// At most this many, and never more than [`PAGE_GAMES_MAX`].
    pub limit: usize,
}

/// A page of a listing.
#[derive(Clone, Debug)]
pub struct Page {
    /// In the order of the cursor.
    pub games: Vec<GameRow>,
    /// The position of the next page; `None` at the end.
    pub next: Option<Cursor>,
}

/// Why a call of the store failed. In every case nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// The log's last record is not the expected one, or the game has ended or does not exist.
    #[error("the log of the game is not at the expected record")]
    Conflict,
    /// Another game has this name.
    #[error("a game of this name exists")]
    IdTaken,
    /// Another request has used this request id.
    #[error("the request id was used for another game")]
    RequestIdReused,
    /// The store is unavailable (the disk is full, say, or it is closing); a retry may succeed.
    #[error("the storage is unavailable: {0}")]
    Unavailable(String),
    /// What is stored is not what was written; a retry will not succeed.
    #[error("the store is damaged: {0}")]
    Damaged(String),
}

/// A store of games.
///
/// A write that has returned `Ok` survives a crash of process and machine (unless the backend says
/// otherwise). A write with an unknown result ends the process: no code may assume the state of the
/// log.
#[async_trait]
pub trait Storage: TournamentStorage {
    /// Stores a new game.
    async fn create(&self, game: NewGame) -> Result<Creation, StorageError>;

    /// The game that this request has created, if any.
    async fn created_by(&self, request: &Request) -> Result<Option<GameRow>, StorageError>;

    /// Appends records to a live game's log, whose last record must be number `expected`. Records
    /// are numbered from 1; a new game's log is at 0.
    async fn append(
        &self,
        game: GameKey,
        expected: u64,
        records: Vec<Vec<u8>>,
    ) -> Result<(), StorageError>;

    /// Ends a live game, whose log's last record must be number `expected`: stores the replay and
    /// removes the log, atomically. Returns the game's number in the order of endings.
    async fn finish(
        &self,
        game: GameKey,
        expected: u64,
        ending: Ending,
    ) -> Result<u64, StorageError>;

    /// Deletes those of these games that have ended, with all that is stored of them. Neither their
    /// keys nor their numbers in the order of endings are given again. Returns how many were
    /// deleted.
    async fn delete_ended(&self, games: Vec<GameKey>) -> Result<usize, StorageError>;

    /// Records why a live game could not be resumed; or, with `None`, that it is live again.
    async fn quarantine(&self, game: GameKey, reason: Option<String>) -> Result<(), StorageError>;

    /// A live game's records after number `after`, at most [`TAIL_RECORDS_MAX`]; empty for an ended
    /// game.
    async fn tail(&self, game: GameKey, after: u64) -> Result<Vec<Vec<u8>>, StorageError>;

    /// The replay of an ended game.
    async fn replay(&self, game: GameKey) -> Result<Option<Vec<u8>>, StorageError>;

    /// The game of this name.
    async fn find(&self, id: &str) -> Result<Option<GameRow>, StorageError>;

    /// A page of the list of games.
    async fn list(&self, listing: Listing) -> Result<Page, StorageError>;

    /// The keys that sign tokens of stored games, ascending, each once.
    async fn signing_keys(&self) -> Result<Vec<String>, StorageError>;

    /// Checks that the store accepts writes, and that a restart would find them.
    async fn check(&self) -> Result<(), StorageError> {
        Ok(())
    }

    /// The metrics of commits, if the store has any.
    fn commits(&self) -> Option<CommitMetrics> {
        None
    }
}
