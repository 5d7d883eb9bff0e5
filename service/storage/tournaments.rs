//! What a store holds in addition to games: registered agents, tournaments, and one row for each
//! seat of their games.
//!
//! Agents and tournaments are bytes under a name, like games; results are columns, so that SQL can
//! query them.

use super::{Request, StorageError};
use async_trait::async_trait;

/// The maximum number of agents or tournaments that a call returns.
pub const PAGE_ENTRIES_MAX: usize = 1000;
/// The maximum number of slots whose results a call returns.
pub const PAGE_SLOTS_MAX: usize = 1000;

/// A registered agent.
#[derive(Clone, PartialEq, Eq)]
pub struct AgentRow {
    /// Unique in the store.
    pub name: String,
    /// The owner; empty without principals.
    pub principal: String,
    /// Everything else, in the caller's encoding. Holds secrets.
    pub body: Vec<u8>,
}

/// A tournament's number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentKey(pub i64);

/// A tournament to be created.
#[derive(Clone)]
pub struct NewTournament {
    /// The tournament's name, unique in the store.
    pub id: String,
    /// The owner; empty without principals.
    pub principal: String,
    /// Makes the creation idempotent.
    pub request: Option<Request>,
    /// When, in milliseconds since 1970.
    pub created_at_ms: u64,
    /// Everything else, in the caller's encoding. Holds secrets.
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
    /// Whether something is left to be played.
    pub open: bool,
    /// See [`NewTournament::body`].
    pub body: Vec<u8>,
}

/// The result of creating a tournament.
#[derive(Clone)]
pub enum TournamentCreation {
    /// It is stored, under this key.
    New(TournamentKey),
    /// The same request created this one earlier; nothing was stored now.
    Repeated(Box<TournamentRow>),
}

/// One seat of one finished slot of a tournament's schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// The slot's number in the schedule, from 0.
    pub slot: u32,
    /// The deal, counted from 0; slots of one deal share their luck.
    pub deal: u32,
    /// The number of the deal's seating, from 0.
    pub seating: u32,
    /// The round, from 0.
    pub round: u32,
    /// The seat, from 0.
    pub seat: u32,
    /// The number of the entrant, from 0.
    pub entrant: u32,
    /// The last game of the slot; empty if there was none.
    pub game: String,
    /// The number of games that were begun for the slot.
    pub attempts: u32,
    /// Why the slot is void, as the caller's number; 0 if it has a result.
    pub void: u32,
    /// The rank that counts: 1 is best, tied seats share the better one; 0 without a result.
    pub rank: u32,
    /// Victory points; 0 without a result.
    pub points: i32,
    /// How the seat ended, as the caller's number.
    pub ending: u32,
    /// How long its decisions were open, in milliseconds in total.
    pub thinking_ms: u64,
    /// The number of its decisions.
    pub decisions: u32,
    /// What went wrong, in words; empty if nothing did.
    pub failure: String,
    /// When it was stored, in milliseconds since 1970; 0 in rows of older versions.
    pub at_ms: u64,
}

/// The storage of agents and tournaments. Writes are durable like those of
/// [`Storage`](super::Storage).
#[async_trait]
pub trait TournamentStorage: Send + Sync + 'static {
    /// Stores an agent, and replaces one of the same name.
    async fn put_agent(&self, agent: AgentRow) -> Result<(), StorageError>;

    /// The agent of this name.
    async fn agent(&self, name: &str) -> Result<Option<AgentRow>, StorageError>;

    /// Agents in the order of names, after `after`: at most `limit`, and at most
    /// [`PAGE_ENTRIES_MAX`].
    async fn agents(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<AgentRow>, StorageError>;

    /// Stores a new tournament, which is open.
    async fn create_tournament(
        &self,
        tournament: NewTournament,
    ) -> Result<TournamentCreation, StorageError>;

    /// Replaces what is stored of a tournament.
    async fn update_tournament(
        &self,
        key: TournamentKey,
        open: bool,
        body: Vec<u8>,
    ) -> Result<(), StorageError>;

    /// The tournament of this name.
    async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StorageError>;

    /// Tournaments in the order of creation, after this key (0: from the first): at most `limit`,
    /// and at most [`PAGE_ENTRIES_MAX`].
    async fn tournaments(
        &self,
        after: TournamentKey,
        open_only: bool,
        limit: usize,
    ) -> Result<Vec<TournamentRow>, StorageError>;

    /// Stores the rows of one slot, atomically.
    ///
    /// # Errors
    /// [`StorageError::Conflict`] if the slot has rows, or the tournament does not exist.
    async fn add_results(
        &self,
        key: TournamentKey,
        rows: Vec<ResultRow>,
    ) -> Result<(), StorageError>;

    /// The number of slots with rows.
    async fn slots_done(&self, key: TournamentKey) -> Result<u32, StorageError>;

    /// The rows of the slots from number `from`, by slot and seat: of at most `limit_slots` slots,
    /// and at most [`PAGE_SLOTS_MAX`].
    async fn results(
        &self,
        key: TournamentKey,
        from: u32,
        limit_slots: usize,
    ) -> Result<Vec<ResultRow>, StorageError>;
}
