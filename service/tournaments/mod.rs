//! Tournaments: creating them, playing them through whatever happens to the service, and telling where they stand.
//!
//! Knows games by `games` alone, as a creator does, and no ruleset. What is better than what, and who plays whom, is the affair of
//! the crate `hierophant-arena`.

mod director;
mod ending;
mod readiness;
mod results;
mod room;
mod running;
mod slot;
mod terms;
mod watcher;

use crate::{
    config::RETRY_AFTER,
    games::{Games, GameError},
    pb::{
        log::v1::StoredTournament,
        v1::{self as pb, TournamentStatus},
    },
    agent_registry::AgentRegistry,
    secrets::random_bytes,
    storage::{
        NewTournament, PAGE_ENTRIES_MAX, PAGE_SLOTS_MAX, Request, ResultRow, StorageError, TournamentCreation,
        TournamentKey, TournamentRow,
    },
    wire::page::Page,
};
use hierophant_arena::{ArithmeticVersion, GameResult};
use hierophant_rules::Seed;
use prost::Message;
use running::{Running, id_in, is_over, read, read_to_tell, told};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
};

/// All tournaments of one service. Clones are the same.
#[derive(Clone)]
pub struct Tournaments {
    games: Games,
    agents: AgentRegistry,
    /// Held while agents are counted and seated.
    seating: Arc<tokio::sync::Mutex<()>>,
    open: Arc<RwLock<BTreeMap<String, Arc<Running>>>>,
    /// Those that aren't over are known.
    is_recovered: Arc<AtomicBool>,
    /// They are played; new ones have directors of their own.
    is_resumed: Arc<AtomicBool>,
}

/// A tournament that somebody asks for; everything in it is checked.
pub struct TournamentOrder {
    /// Chosen by the creator, or to be drawn.
    pub id: Option<String>,
    /// Makes the creation repeatable.
    pub request: Option<Request>,
    /// See [`checked`].
    pub config: pb::TournamentConfig,
    /// Chosen by the creator, or to be drawn.
    pub seed: Option<Seed>,
    /// Whose it is; empty where the service asks nobody who they are.
    pub principal: String,
    /// Whose agents may compete; `None` for any.
    pub scope: Option<String>,
}

pub use terms::{checked, schedule};
pub use watcher::Watcher;

/// A tournament that exists.
enum TournamentHandle {
    Open(Arc<Running>),
    Over(Box<TournamentRow>, Box<StoredTournament>),
}

impl Tournaments {
    /// Tournaments of these games.
    pub fn new(games: Games, agents: AgentRegistry) -> Tournaments {
        Tournaments {
            games,
            agents,
            seating: Arc::default(),
            open: Arc::default(),
            is_recovered: Arc::default(),
            is_resumed: Arc::default(),
        }
    }

    /// Seals the deals of tournaments that aren't over. To be called before anybody is let in.
    ///
    /// # Errors
    /// The store is away.
    pub async fn recover(&self) -> Result<(), GameError> {
        let mut after = TournamentKey(0);
        loop {
            let rows = self.games.storage().tournaments(after, true, PAGE_ENTRIES_MAX).await?;
            let Some(last) = rows.last() else { break };
            after = last.key;
            for row in &rows {
                match read(row) {
                    Some(stored) => drop(self.open(row, stored).await?),
                    None => tracing::error!(tournament = row.id, "a tournament cannot be read; it is left alone"),
                }
            }
        }
        self.is_recovered.store(true, Ordering::Release);
        Ok(())
    }

    /// Goes on with all tournaments. To be called once games can be created.
    pub fn resume_all(&self) {
        // None is created before, or it would be played by two directors.
        let all = self.all_open();
        self.is_resumed.store(true, Ordering::Release);
        for running in all {
            self.games.spawn(director::direct(self.clone(), running));
        }
    }

    /// Creates a tournament and begins to play it.
    ///
    /// # Errors
    /// See [`GameError`].
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
            ..Default::default()
        };
        stored.slots_total = terms::plan_of(&stored)?.slots().unwrap_or_default();
        self.check_room(&principal, id.as_deref(), stored.slots_total)?;
        let id = id.unwrap_or_else(|| format!("{:016x}", u64::from_be_bytes(random_bytes())));
        let created_at_ms = self.games.now_ms();
        let body = stored.encode_to_vec();
        let request = request.map(|request| request.of_principal(&principal));
        let tournament = NewTournament { id: id.clone(), principal: principal.clone(), request, created_at_ms, body };
        match self.games.storage().create_tournament(tournament).await {
            Ok(TournamentCreation::New(key)) => {
                let row = TournamentRow { key, id, principal, created_at_ms, open: true, body: Vec::new() };
                let running = self.open(&row, stored).await?;
                self.games.spawn(director::direct(self.clone(), running.clone()));
                Ok(running.message())
            }
            Ok(TournamentCreation::Repeated(row)) => self.message(self.found(&row).await?).await,
            Err(StorageError::IdTaken) => Err(GameError::TournamentIdTaken),
            Err(error) => Err(error.into()),
        }
    }

    /// Where a tournament stands. `scope`: whoever asks may see those of this principal alone.
    ///
    /// # Errors
    /// There is none, or the store is away.
    pub async fn get(&self, scope: Option<&str>, name: &str) -> Result<pb::Tournament, GameError> {
        self.message(self.find(scope, name).await?).await
    }

    /// Tournaments after this key, in the order of creation, with the key of the last; at most `limit`, and fewer if they are long.
    ///
    /// # Errors
    /// The store is away.
    pub async fn list(
        &self,
        scope: Option<&str>,
        after: TournamentKey,
        open_only: bool,
        limit: usize,
    ) -> Result<(Vec<pb::Tournament>, Option<TournamentKey>), GameError> {
        let (mut page, mut after) = (Page::new(limit), after);
        loop {
            let rows = self.games.storage().tournaments(after, open_only, PAGE_ENTRIES_MAX).await?;
            for row in &rows {
                if scope.is_none_or(|scope| scope == row.principal) {
                    let tournament = self.message(self.found(row).await?).await?;
                    // For the store it is open while its last games are ended.
                    let is_asked_for = !open_only || !is_over(tournament.status());
                    if is_asked_for && !page.push(tournament) {
                        return Ok((page.into_items(), Some(after)));
                    }
                }
                after = row.key;
                if page.is_full() {
                    return Ok((page.into_items(), Some(after)));
                }
            }
            if rows.len() < PAGE_ENTRIES_MAX {
                return Ok((page.into_items(), None));
            }
        }
    }

    /// A tournament's news, from its beginning.
    ///
    /// # Errors
    /// There is no such tournament, or the store is away.
    pub async fn watch(&self, scope: Option<&str>, name: &str) -> Result<Watcher, GameError> {
        let found = self.find(scope, name).await?;
        let changes = match &found {
            TournamentHandle::Open(running) => Some(running.changes.subscribe()),
            TournamentHandle::Over(..) => None,
        };
        Ok(Watcher { tournaments: self.clone(), found, changes, told: 0, is_over: false, rests: false })
    }

    /// Results of slots from this one on, in the order of the schedule, with the slot that the next page begins with; at most
    /// `limit`, and fewer if they are long.
    ///
    /// # Errors
    /// There is no such tournament, or the store is away.
    pub async fn results(
        &self,
        scope: Option<&str>,
        name: &str,
        from: u32,
        limit: usize,
    ) -> Result<(Vec<pb::SlotResult>, Option<u32>), GameError> {
        let key = match self.find(scope, name).await? {
            TournamentHandle::Open(running) => running.key,
            TournamentHandle::Over(row, _) => row.key,
        };
        let rows = self.games.storage().results(key, from, limit.min(PAGE_SLOTS_MAX)).await?;
        let mut page = Page::new(limit);
        let next = results::messages(&rows).into_iter().find_map(|result| {
            let slot = result.slot;
            let is_left_out = !page.push(result);
            is_left_out.then_some(slot)
        });
        let next = next.or_else(|| rows.last().filter(|_| page.is_full()).map(|last| last.slot + 1));
        Ok((page.into_items(), next))
    }

    /// Begins no more games of it.
    ///
    /// # Errors
    /// There is no such tournament, or the store is away.
    pub async fn pause(&self, scope: Option<&str>, name: &str) -> Result<pb::Tournament, GameError> {
        if let TournamentHandle::Open(running) = self.find(scope, name).await? {
            let _moving = running.moving.lock().await;
            if running.status() == TournamentStatus::Running {
                running.change(|stored| stored.status = TournamentStatus::Paused.into());
                self.keep(&running).await?;
            }
        }
        self.get(scope, name).await
    }

    /// Goes on with it.
    ///
    /// # Errors
    /// There is no such tournament, or the store is away.
    pub async fn resume(&self, scope: Option<&str>, name: &str) -> Result<pb::Tournament, GameError> {
        if let TournamentHandle::Open(running) = self.find(scope, name).await? {
            let _moving = running.moving.lock().await;
            if !is_over(running.status()) && running.status() != TournamentStatus::Running {
                running.change(|stored| {
                    stored.status = TournamentStatus::Running.into();
                    stored.reason.clear();
                });
                self.keep(&running).await?;
            }
        }
        self.get(scope, name).await
    }

    /// Lets somebody take part in a ladder, from the next round on.
    ///
    /// # Errors
    /// There is no such tournament, it is over or no ladder, the entrant makes no sense, or the store is away.
    pub async fn add_entrant(
        &self,
        scope: Option<&str>,
        name: &str,
        entrant: pb::Entrant,
    ) -> Result<pb::Tournament, GameError> {
        let tournament = self.get(scope, name).await?.config.unwrap_or_default();
        let alone = pb::TournamentConfig { entrants: vec![entrant.clone()], ..tournament };
        readiness::check(self, &alone, scope)?;
        self.move_entrant(scope, name, |config, round| terms::add(config, entrant, round)).await
    }

    /// Lets somebody take part in a ladder no more, from the next round on.
    ///
    /// # Errors
    /// There is no such tournament or entrant, it is over or no ladder, or the store is away.
    pub async fn remove_entrant(
        &self,
        scope: Option<&str>,
        name: &str,
        entrant: &str,
    ) -> Result<pb::Tournament, GameError> {
        self.move_entrant(scope, name, |config, round| terms::remove(config, entrant, round)).await
    }

    async fn move_entrant(
        &self,
        scope: Option<&str>,
        name: &str,
        change: impl FnOnce(&mut pb::TournamentConfig, u32) -> Result<(), GameError>,
    ) -> Result<pb::Tournament, GameError> {
        let TournamentHandle::Open(running) = self.find(scope, name).await? else { return Err(GameError::TournamentOver) };
        let _moving = running.moving.lock().await;
        if is_over(running.status()) {
            return Err(GameError::TournamentOver);
        }
        let mut stored = running.stored();
        let mut config = stored.config.take().unwrap_or_default();
        if !matches!(config.format, Some(pb::tournament_config::Format::Ladder(_))) {
            return Err(GameError::field("tournament", "only in a ladder entrants come and go"));
        }
        change(&mut config, running.next_round())?;
        stored.config = Some(config.clone());
        terms::plan_of(&stored)?.check().map_err(|error| GameError::field("entrant", error.to_string()))?;
        // Stored before any round goes by it.
        self.games.storage().update_tournament(running.key, true, stored.encode_to_vec()).await?;
        running.change(|stored| stored.config = Some(config));
        Ok(running.message())
    }

    fn all_open(&self) -> Vec<Arc<Running>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Takes a tournament that isn't over into memory.
    async fn open(&self, row: &TournamentRow, stored: StoredTournament) -> Result<Arc<Running>, GameError> {
        let is_shared = stored.config.as_ref().is_some_and(|config| config.deal_mode() == pb::DealMode::Repeated);
        if is_shared {
            self.games.seals().close(&row.id);
        }
        let running = Arc::new(Running::new(row, stored));
        let mut from = 0;
        loop {
            let rows = self.games.storage().results(row.key, from, PAGE_SLOTS_MAX).await?;
            let Some(last) = rows.last() else { break };
            from = last.slot + 1;
            running.add(&rows);
        }
        running.recall_agents_seen();
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.insert(row.id.clone(), running.clone());
        Ok(running)
    }

    async fn find(&self, scope: Option<&str>, name: &str) -> Result<TournamentHandle, GameError> {
        let id = id_in(name).ok_or(GameError::TournamentUnknown)?;
        // One that isn't over would be taken for one that is.
        if !self.is_recovered.load(Ordering::Acquire) {
            return Err(GameError::Unavailable);
        }
        let row = self.games.storage().tournament(id).await?;
        let row = row.filter(|row| scope.is_none_or(|scope| scope == row.principal));
        self.found(&row.ok_or(GameError::TournamentUnknown)?).await
    }

    async fn found(&self, row: &TournamentRow) -> Result<TournamentHandle, GameError> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner).get(&row.id).cloned();
        match open {
            Some(running) => Ok(TournamentHandle::Open(running)),
            // It may have ended between the two looks.
            None => {
                let row = self.games.storage().tournament(&row.id).await?.ok_or(GameError::TournamentUnknown)?;
                let stored = read_to_tell(&row);
                Ok(TournamentHandle::Over(Box::new(row), Box::new(stored)))
            }
        }
    }

    async fn message(&self, found: TournamentHandle) -> Result<pb::Tournament, GameError> {
        match found {
            TournamentHandle::Open(running) => {
                running.settle(self.thinking_us());
                Ok(running.message())
            }
            TournamentHandle::Over(row, stored) => {
                let done = self.games.storage().slots_done(row.key).await?;
                Ok(told(&row.id, row.created_at_ms, &stored, done, 0))
            }
        }
    }

    /// Stores where a tournament stands.
    async fn keep(&self, running: &Running) -> Result<(), GameError> {
        self.keep_as(running, &running.stored()).await
    }

    /// Stores that a tournament stands so. For the store it is open until [`Tournaments::end`]: one that was cancelled may have games to end.
    async fn keep_as(&self, running: &Running, stored: &StoredTournament) -> Result<(), GameError> {
        Ok(self.games.storage().update_tournament(running.key, true, stored.encode_to_vec()).await?)
    }

    async fn keep_or_log(&self, running: &Running) {
        let _moving = running.moving.lock().await;
        if let Err(refusal) = self.keep(running).await {
            tracing::warn!(tournament = running.id, %refusal, "where a tournament stands could not be stored");
        }
    }

    async fn store_results(&self, running: &Running, rows: Vec<ResultRow>) -> Result<(), GameError> {
        loop {
            let storing = running.storing.read().await;
            if running.cancelled.is_cancelled() {
                return Err(GameError::TournamentOver);
            }
            match self.games.storage().add_results(running.key, rows.clone()).await {
                Ok(()) => break running.add(&rows),
                Err(StorageError::Away(_)) => {
                    drop(storing);
                    self.rest(running).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Waits before something is tried again.
    ///
    /// # Errors
    /// The service stops, or the tournament is cancelled.
    async fn rest(&self, running: &Running) -> Result<(), GameError> {
        tokio::select! {
            () = self.games.sleep(RETRY_AFTER) => Ok(()),
            () = self.drained() => Err(GameError::Unavailable),
            () = running.cancelled.cancelled() => Err(GameError::TournamentOver),
        }
    }

    fn is_draining(&self) -> bool {
        self.games.draining().is_cancelled()
    }

    async fn drained(&self) {
        self.games.draining().cancelled_owned().await;
    }

    /// What house agents have thought so far.
    fn thinking_us(&self) -> u64 {
        self.games.figures().thinking_us()
    }
}

/// Results as the arithmetic of competitions takes them. Whatever makes no sense is left out.
pub(crate) fn read_results(messages: &[pb::SlotResult]) -> Vec<GameResult> {
    messages.iter().filter_map(crate::wire::arena::game_result).collect()
}
