//! What a store keeps beside games: agents that have registered, tournaments, and one row for each seat of their games.
//!
//! Agents and tournaments are bytes under a name, like games; results are columns, so that whoever has the store can count.

use super::{Request, StorageError};
use async_trait::async_trait;

/// No call returns more agents or tournaments.
pub const PAGE_ENTRIES_MAX: usize = 1000;
/// No call returns the results of more slots.
pub const PAGE_SLOTS_MAX: usize = 1000;

/// A registered agent.
#[derive(Clone, PartialEq, Eq)]
pub struct AgentRow {
    /// Unique in the store.
    pub name: String,
    /// Whose it is; empty where the service asks nobody who they are.
    pub principal: String,
    /// Everything else, as bytes of the caller's making. Holds secrets.
    pub body: Vec<u8>,
}

/// A tournament's number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentKey(pub i64);

/// A tournament to be created.
#[derive(Clone)]
pub struct NewTournament {
    /// The name that it goes by, unique in the store.
    pub id: String,
    /// Whose it is; empty where the service asks nobody who they are.
    pub principal: String,
    /// Makes creation repeatable.
    pub request: Option<Request>,
    /// When, in milliseconds since 1970.
    pub created_at_ms: u64,
    /// Everything else, as bytes of the caller's making. Holds secrets.
    pub body: Vec<u8>,
}

/// A stored tournament. Not printable: `body` holds secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct TournamentRow {
    /// Its key.
    pub key: TournamentKey,
    /// See [`NewTournament::id`].
    pub id: String,
    /// See [`NewTournament::principal`].
    pub principal: String,
    /// See [`NewTournament::created_at_ms`].
    pub created_at_ms: u64,
    /// Something is left to be played.
    pub open: bool,
    /// See [`NewTournament::body`].
    pub body: Vec<u8>,
}

/// What became of the creation of a tournament.
#[derive(Clone)]
pub enum TournamentCreation {
    /// It is stored, under this key.
    New(TournamentKey),
    /// The same request created this one earlier; nothing was stored now.
    Repeated(Box<TournamentRow>),
}

/// One seat of one slot of a tournament's schedule, when the slot is done with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// The slot's place in the schedule, from 0.
    pub slot: u32,
    /// The deal, counted from 0; slots of one deal share their luck.
    pub deal: u32,
    /// Which of the deal's seatings, from 0.
    pub seating: u32,
    /// The part of the schedule, from 0.
    pub round: u32,
    /// The seat, from 0.
    pub seat: u32,
    /// Who sat there, by its place among the entrants, from 0.
    pub entrant: u32,
    /// The last game that was played for the slot; empty if there was none.
    pub game: String,
    /// So many games were begun for it.
    pub attempts: u32,
    /// Why the slot has no result, as a number of the caller's making; 0 if it has one.
    pub void: u32,
    /// The rank that counts: 1 is best, tied seats share the better one; 0 without a result.
    pub rank: u32,
    /// Victory points; 0 without a result.
    pub points: i32,
    /// How the seat's part ended, as a number of the caller's making.
    pub ending: u32,
    /// How long its decisions were open, in milliseconds in total.
    pub thinking_ms: u64,
    /// So many decisions it had.
    pub decisions: u32,
    /// What went wrong, in words; empty if nothing did.
    pub failure: String,
}

/// The part of a store that this module is about. Writes are durable like those of [`Storage`](super::Storage).
#[async_trait]
pub trait TournamentStorage: Send + Sync + 'static {
    /// Stores an agent, in place of an earlier one of its name.
    async fn put_agent(&self, agent: AgentRow) -> Result<(), StorageError>;

    /// The agent of this name.
    async fn agent(&self, name: &str) -> Result<Option<AgentRow>, StorageError>;

    /// Agents by name, behind `after`: at most `limit`, and never more than [`PAGE_ENTRIES_MAX`].
    async fn agents(&self, after: Option<&str>, limit: usize) -> Result<Vec<AgentRow>, StorageError>;

    /// Stores a new tournament, which is open.
    async fn create_tournament(&self, tournament: NewTournament) -> Result<TournamentCreation, StorageError>;

    /// Replaces what is stored of a tournament.
    async fn update_tournament(&self, key: TournamentKey, open: bool, body: Vec<u8>) -> Result<(), StorageError>;

    /// The tournament of this name.
    async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StorageError>;

    /// Tournaments in the order of creation, after this key (0: from the first): at most `limit`, and never more than
    /// [`PAGE_ENTRIES_MAX`].
    async fn tournaments(
        &self,
        after: TournamentKey,
        open_only: bool,
        limit: usize,
    ) -> Result<Vec<TournamentRow>, StorageError>;

    /// Stores the rows of one slot, all together. A slot that has rows keeps them: [`StorageError::Conflict`].
    async fn add_results(&self, key: TournamentKey, rows: Vec<ResultRow>) -> Result<(), StorageError>;

    /// So many slots have rows.
    async fn slots_done(&self, key: TournamentKey) -> Result<u32, StorageError>;

    /// The rows of the next slots from number `from` that have any, by slot and seat: of at most `limit_slots` slots, and never more than
    /// [`PAGE_SLOTS_MAX`].
    async fn results(&self, key: TournamentKey, from: u32, limit_slots: usize) -> Result<Vec<ResultRow>, StorageError>;
}
