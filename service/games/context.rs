//! What the parts of this module share: storage, clock, keys, limits, and the registry of games.

use super::{
    error::GameError, guests::GUESTS, header::FIRST_GENERATION, header::Header,
    live_game::LiveGame, live_game_limit::LiveGameLimit, registry::Registry, seals::Seals,
    turns::ThinkingTurns, watchers::Watchers,
};
use crate::{
    clock::Clock,
    config::{Limits, PUBLIC_READS_MAX},
    metrics::Metrics,
    secrets::{KeyRing, Token},
    storage::Storage,
};
use hierophant_rules::{Seat, Viewer};
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicUsize, Ordering},
};
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// What all games of one service share.
pub(super) struct Context {
    pub(super) storage: Arc<dyn Storage>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) key_ring: KeyRing,
    pub(super) limits: Limits,
    pub(super) registry: Registry,
    /// When the service began to accept calls, in milliseconds since 1970.
    pub(super) serving_since_ms: OnceLock<u64>,
    pub(super) watchers: Watchers,
    pub(super) live_game_limit: LiveGameLimit,
    pub(super) thinking_turns: ThinkingTurns,
    /// How many games are packed, or replayed at the start, at the same time: more would only hold
    /// more threads and memory.
    pub(super) replay_permits: Semaphore,
    /// Set if guests may create games.
    pub(super) admits_guests: OnceLock<()>,
    /// How many games of guests the store has.
    pub(super) guest_games: AtomicUsize,
    /// For reading the store for callers without a token.
    pub(super) public_reads: Semaphore,
    /// Cancelled when the service stops.
    pub(super) draining: CancellationToken,
    pub(super) metrics: Metrics,
    pub(super) seals: Seals,
    /// The owner of the seats of registered agents.
    pub(super) agents: OnceLock<Box<dyn AgentSeats>>,
    /// Tasks that end before the service does.
    pub(super) tasks: TaskTracker,
}

/// The owner of the seats of registered agents.
pub trait AgentSeats: Send + Sync + 'static {
    /// A game with a seat of the agent of this name is live, after its creation or after a start of
    /// the service. Must not block.
    fn opened(&self, live_game: &Arc<LiveGame>, seat: Seat, agent: &str);

    /// The generation of the agent's token. It rises when the agent's token is replaced or the
    /// agent is retired: the seat tokens that it was sent before are then invalid.
    fn generation(&self, agent: &str) -> u32;

    /// An answer of an agent's seat to a decision broke a rule. Called before the answer is counted, so
    /// that the rule is known when the seat or its game ends because of it. Must not block.
    fn answer_refused(&self, game_id: &str, seat: Seat, decision_id: u32, rule: &'static str);
}

impl Context {
    /// The context of games in this store; no game is live yet.
    pub(super) fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        key_ring: KeyRing,
        limits: &Limits,
    ) -> Context {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let draining = CancellationToken::new();
        Context {
            registry: Registry::new(storage.clone(), draining.clone(), processors),
            storage,
            clock,
            key_ring,
            serving_since_ms: OnceLock::new(),
            watchers: Watchers::default(),
            live_game_limit: LiveGameLimit::new(limits),
            limits: limits.clone(),
            thinking_turns: ThinkingTurns::new(processors),
            replay_permits: Semaphore::new(processors),
            admits_guests: OnceLock::new(),
            guest_games: AtomicUsize::new(0),
            public_reads: Semaphore::new(PUBLIC_READS_MAX),
            draining,
            metrics: Metrics::default(),
            seals: Seals::default(),
            agents: OnceLock::new(),
            tasks: TaskTracker::new(),
        }
    }

    /// Checks that calls are accepted.
    ///
    /// # Errors
    /// `Unavailable` while the service is starting or stopping.
    pub(super) fn check_open(&self) -> Result<(), GameError> {
        match self.registry.is_open() && !self.draining.is_cancelled() {
            true => Ok(()),
            false => Err(GameError::Unavailable),
        }
    }

    /// Checks that the store has room for another game of this creator.
    ///
    /// # Errors
    /// `LimitReached` if it has as many games of guests as it may.
    pub(super) fn check_stored(&self, principal: &str) -> Result<(), GameError> {
        let is_full = principal == GUESTS
            && self.guest_games.load(Ordering::Relaxed) >= self.limits.guest_games_stored_max;
        match is_full {
            true => Err(GameError::LimitReached { limit: "guest_games_stored_max" }),
            false => Ok(()),
        }
    }

    /// The generation of the token of a seat's agent; the first one if the viewer is no agent.
    pub(super) fn agent_generation(&self, header: &Header, viewer: Viewer) -> u32 {
        let agent = viewer.seat().map_or("", |seat| header.agent(seat));
        match self.agents.get() {
            Some(agents) if !agent.is_empty() => agents.generation(agent),
            _ => FIRST_GENERATION,
        }
    }

    /// A viewer's token of this generation.
    ///
    /// # Errors
    /// `Internal` if the key ring lacks the game's key.
    pub(super) fn token(
        &self,
        header: &Header,
        viewer: Viewer,
        generation: u32,
    ) -> Result<Token, GameError> {
        let agent = self.agent_generation(header, viewer);
        let token = header.token(&self.key_ring, viewer, generation, agent);
        token.ok_or_else(|| GameError::internal("the key ring lacks the key of a game"))
    }
}
