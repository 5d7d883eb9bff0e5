//! Tournaments: creates them, plays them across restarts of the service, and reports their
//! progress.
//!
//! Uses `games` as a creator does. Schedules, ratings and statistics are in the crate
//! `hierophant-arena`.

mod changes;
mod director;
mod ending;
mod limits;
mod listing;
mod open_tournament;
mod public_index;
mod public_queries;
mod public_state;
mod queries;
mod readiness;
mod recovery;
mod results;
mod slot;
mod slot_game;
mod standings;
mod store;
mod tournament_config;
mod watcher;

use crate::{
    agent_registry::AgentRegistry,
    games::{GameError, Games},
    pb::{
        log::v1::StoredTournament,
        v1::{self as pb, TournamentStatus},
    },
    secrets::random_bytes,
    storage::{NewTournament, Request, StorageError, TournamentCreation, TournamentRow},
};
use hierophant_arena::{ArithmeticVersion, GameResult};
use hierophant_rules::Seed;
use open_tournament::OpenTournament;
use prost::Message;
use public_index::PublicIndex;
use public_state::to_store;
use standings::KeptStandings;
use std::{
    collections::BTreeMap,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
};

/// The tournaments of one service. Clones share them.
#[derive(Clone)]
pub struct Tournaments {
    games: Games,
    agents: AgentRegistry,
    /// Held from the check that a slot's agents are available until they are seated.
    seating: Arc<tokio::sync::Mutex<()>>,
    open: Arc<RwLock<BTreeMap<String, Arc<OpenTournament>>>>,
    standings: Arc<KeptStandings>,
    /// Those that callers without a token get.
    public_standings: Arc<KeptStandings>,
    public: Arc<PublicIndex>,
    /// Whether the open tournaments are loaded.
    is_recovered: Arc<AtomicBool>,
    /// Whether the open tournaments are being played; new ones may be created.
    is_resumed: Arc<AtomicBool>,
}

/// A tournament to be created, checked.
pub struct TournamentOrder {
    /// Chosen by the creator; drawn if it is `None`.
    pub id: Option<String>,
    /// Makes the creation idempotent.
    pub request: Option<Request>,
    /// The config, by [`checked`].
    pub config: pb::TournamentConfig,
    /// Chosen by the creator; drawn if it is `None`.
    pub seed: Option<Seed>,
    /// The owner; empty without principals.
    pub principal: String,
    /// The principal whose agents may compete; `None` for all agents.
    pub scope: Option<String>,
}

pub use listing::GameFilter;
pub use standings::{copies, counted, seats, summary};
pub use tournament_config::{checked, schedule};
pub use watcher::Updates;

impl Tournaments {
    /// Tournaments of these games.
    pub fn new(games: Games, agents: AgentRegistry) -> Tournaments {
        Tournaments {
            games,
            agents,
            seating: Arc::default(),
            open: Arc::default(),
            standings: Arc::default(),
            public_standings: Arc::default(),
            public: Arc::default(),
            is_recovered: Arc::default(),
            is_resumed: Arc::default(),
        }
    }

    /// Resumes all open tournaments. To be called once games can be created.
    pub fn resume_all(&self) {
        // No tournament is created before: two directors would play it.
        let all = self.all_open();
        self.is_resumed.store(true, Ordering::Release);
        for tournament in all {
            self.games.spawn(director::direct(self.clone(), tournament));
        }
    }

    /// Creates a tournament and starts to play it.
    ///
    /// # Errors
    /// `Unavailable` before the open tournaments are resumed, `InvalidField` if an entrant may not
    /// compete, `LimitReached` if too many tournaments or slots are open, `TournamentIdTaken`,
    /// `RequestIdReused`, or `StorageUnavailable`.
    pub async fn create(&self, new: TournamentOrder) -> Result<pb::Tournament, GameError> {
        if !self.is_resumed.load(Ordering::Acquire) {
            return Err(GameError::Unavailable);
        }
        let TournamentOrder { id, request, config, seed, principal, scope } = new;
        readiness::check(self, &config, scope.as_deref())?;
        let mut stored = StoredTournament {
            config: Some(config),
            seed_known_to_creator: seed.is_some(),
            seed: seed.unwrap_or_else(|| Seed::new(random_bytes())).expose().to_vec(),
            status: TournamentStatus::Running.into(),
            arithmetic_version: ArithmeticVersion::default() as u32,
            game_ids_have_tournament: true,
            ..Default::default()
        };
        stored.slots_total = tournament_config::plan_of(&stored)?.slots().unwrap_or_default();
        self.check_open_limits(&principal, id.as_deref(), stored.slots_total)?;
        let id = id.unwrap_or_else(|| format!("{:016x}", u64::from_be_bytes(random_bytes())));
        let created_at_ms = self.games.now_ms();
        let stored = to_store(stored, created_at_ms);
        let body = stored.encode_to_vec();
        let request = request.map(|request| request.of_principal(&principal));
        let tournament = NewTournament {
            id: id.clone(),
            principal: principal.clone(),
            request,
            created_at_ms,
            body,
        };
        match self.games.storage().create_tournament(tournament).await {
            Ok(TournamentCreation::New(key)) => {
                let row = TournamentRow {
                    key,
                    id,
                    principal,
                    created_at_ms,
                    open: true,
                    body: Vec::new(),
                };
                let tournament = self.open(&row, stored.clone()).await?;
                self.public.add(&row, &stored);
                tournament.caught_up();
                self.games.spawn(director::direct(self.clone(), tournament.clone()));
                Ok(tournament.message())
            }
            Ok(TournamentCreation::Repeated(row)) => self.message(self.handle(&row).await?).await,
            Err(StorageError::IdTaken) => Err(GameError::TournamentIdTaken),
            Err(error) => Err(error.into()),
        }
    }

    fn all_open(&self) -> Vec<Arc<OpenTournament>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// An open tournament.
    fn open_tournament(&self, id: &str) -> Option<Arc<OpenTournament>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Loads an open tournament into memory.
    async fn open(
        &self,
        row: &TournamentRow,
        stored: StoredTournament,
    ) -> Result<Arc<OpenTournament>, GameError> {
        let is_shared = stored
            .config
            .as_ref()
            .is_some_and(|config| config.deal_mode() == pb::DealMode::Repeated);
        if is_shared {
            self.games.seals().close(&row.id);
        }
        let tournament = Arc::new(OpenTournament::new(&self.games, row, stored));
        self.each_page(row.key, |rows| tournament.add(rows)).await?;
        tournament.recall_agents_seen();
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.insert(row.id.clone(), tournament.clone());
        Ok(tournament)
    }

    fn is_draining(&self) -> bool {
        self.games.draining().is_cancelled()
    }

    async fn drained(&self) {
        self.games.draining().cancelled_owned().await;
    }

    /// The thinking time of built-in agents so far.
    fn thinking_us(&self) -> u64 {
        self.games.metrics().thinking_us()
    }
}

/// Results in the form of the arena crate. Invalid ones are left out.
pub(crate) fn read_results(messages: &[pb::SlotResult]) -> Vec<GameResult> {
    messages.iter().filter_map(crate::wire::results::game_result).collect()
}
