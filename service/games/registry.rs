//! The registry of games: the live ones, and the ended ones that were read lately.

use super::{
    GameHandle, checked_game::CheckedGame, ended_game::EndedGame, error::GameError, header::Header,
    live_game::LiveGame,
};
use crate::{
    config::ENDED_GAMES_KEPT_MAX,
    storage::{Finished, GameKey, Storage},
};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, PoisonError, RwLock},
};
use tokio::sync::{RwLock as AsyncRwLock, Semaphore, watch};
use tokio_util::sync::CancellationToken;

/// The games of a service, by id.
pub(super) struct Registry {
    storage: Arc<dyn Storage>,
    draining: CancellationToken,
    live: RwLock<BTreeMap<String, Arc<LiveGame>>>,
    /// Games in play that are not resumed yet.
    checked: RwLock<BTreeMap<String, Arc<CheckedGame>>>,
    /// Ended games that were requested lately, the latest first.
    ended: Mutex<VecDeque<Arc<EndedGame>>>,
    /// How many replays are read at the same time: more would only hold more threads and memory.
    replay_read_permits: Semaphore,
    /// Read while a replay is read and kept, written while games are deleted: no deleted game is
    /// kept.
    reading: AsyncRwLock<()>,
    /// Counts the live games that were inserted; `None` until the games in play are resumed or checked.
    opened: watch::Sender<Option<u64>>,
}

/// Where a game is.
pub(super) enum GameLocation {
    /// In memory.
    InMemory(GameHandle),
    /// In the store, to be resumed.
    Checked(Box<Header>, Arc<CheckedGame>),
    /// In the store; with its ending, if it has ended.
    Stored(Box<Header>, Option<Finished>),
    /// In the store, quarantined.
    Quarantined(Box<Header>),
}

impl GameLocation {
    /// The game's header.
    pub(super) fn header(&self) -> &Header {
        match self {
            GameLocation::InMemory(handle) => handle.header(),
            GameLocation::Checked(header, _)
            | GameLocation::Stored(header, _)
            | GameLocation::Quarantined(header) => header,
        }
    }
}

impl Registry {
    /// An empty registry over `storage`, where at most `replay_reads_max` replays are read at the
    /// same time. Waiting calls end when `draining` is cancelled.
    pub(super) fn new(
        storage: Arc<dyn Storage>,
        draining: CancellationToken,
        replay_reads_max: usize,
    ) -> Registry {
        Registry {
            storage,
            draining,
            live: RwLock::default(),
            checked: RwLock::default(),
            ended: Mutex::default(),
            replay_read_permits: Semaphore::new(replay_reads_max),
            reading: AsyncRwLock::default(),
            opened: watch::Sender::new(None),
        }
    }

    /// Notes that every game in play is resumed or checked.
    pub(super) fn open(&self) {
        self.opened.send_modify(|opened| *opened = opened.or(Some(0)));
    }

    /// Whether every game in play is resumed or checked.
    pub(super) fn is_open(&self) -> bool {
        self.opened.borrow().is_some()
    }

    /// The live game with this id.
    pub(super) fn live_game(&self, id: &str) -> Option<Arc<LiveGame>> {
        self.live.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// All live games.
    pub(super) fn live_games(&self) -> Vec<Arc<LiveGame>> {
        self.live.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Adds a live game.
    pub(super) fn insert(&self, live_game: &Arc<LiveGame>) {
        let id = live_game.header.id().to_owned();
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        live.insert(id, live_game.clone());
        drop(live);
        self.opened.send_modify(|opened| *opened = opened.map(|count| count + 1));
    }

    /// Removes a live game whose task has ended.
    pub(super) fn remove(&self, live_game: &LiveGame) {
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        live.remove(live_game.header.id());
    }

    /// Adds a game in play that is not resumed yet.
    pub(super) fn add_checked(&self, id: &str, game: CheckedGame) {
        let mut checked = self.checked.write().unwrap_or_else(PoisonError::into_inner);
        checked.insert(id.to_owned(), Arc::new(game));
    }

    /// The game with this id, if it is in play and not resumed yet.
    pub(super) fn checked(&self, id: &str) -> Option<Arc<CheckedGame>> {
        self.checked.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// The games in play that are not resumed yet.
    pub(super) fn all_checked(&self) -> Vec<Arc<CheckedGame>> {
        self.checked.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// The ids of the games in play that are not resumed yet.
    pub(super) fn checked_ids(&self) -> Vec<String> {
        self.checked.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Removes a game that is live by now.
    pub(super) fn remove_checked(&self, id: &str) {
        self.checked.write().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    /// Finds a game without reading its replay.
    ///
    /// # Errors
    /// `GameNotFound` if no game has this id, `GameQuarantined` if not even its header can be
    /// read, `StorageUnavailable` if the store fails.
    pub(super) async fn locate(&self, id: &str) -> Result<GameLocation, GameError> {
        if let Some(live_game) = self.live_game(id) {
            return Ok(GameLocation::InMemory(GameHandle::Live(live_game)));
        }
        if let Some(ended) = self.recently_read(id) {
            return Ok(GameLocation::InMemory(GameHandle::Ended(ended)));
        }
        let row = self.storage.find(id).await?.ok_or(GameError::GameNotFound)?;
        if row.quarantine.is_some() {
            // Without the header no token can be checked; the caller learns only that the game
            // exists.
            let header = Header::from_row(&row).map_err(|_| GameError::GameQuarantined)?;
            return Ok(GameLocation::Quarantined(Box::new(header)));
        }
        let header = Box::new(Header::from_row(&row)?);
        if row.finished.is_none() {
            if let Some(checked) = self.checked(id) {
                return Ok(GameLocation::Checked(header, checked));
            }
            // It may have been resumed meanwhile: it is live before it is no longer in `checked`.
            if let Some(live_game) = self.live_game(id) {
                return Ok(GameLocation::InMemory(GameHandle::Live(live_game)));
            }
        }
        Ok(GameLocation::Stored(header, row.finished))
    }

    /// An ended game, with its replay.
    ///
    /// # Errors
    /// `GameNotFound` if it was deleted just now, `StorageUnavailable` if the store fails,
    /// `Internal` if the replay is missing or cannot be read.
    pub(super) async fn read_ended(
        &self,
        header: Header,
        finished: Finished,
    ) -> Result<Arc<EndedGame>, GameError> {
        // A replay takes megabytes: few are read at a time, and callers of one game share it.
        let _permit = self.replay_read_permits.acquire().await.expect("it is never closed");
        if let Some(ended) = self.recently_read(header.id()) {
            return Ok(ended);
        }
        let _reading = self.reading.read().await;
        let Some(packed) = self.storage.replay(header.key).await? else {
            return Err(match self.storage.find(header.id()).await? {
                Some(_) => GameError::internal(format!("game {} has no replay", header.id())),
                // It was deleted just now.
                None => GameError::GameNotFound,
            });
        };
        let ended = Arc::new(EndedGame::open(header, finished, packed).await?);
        let mut recent = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        recent.truncate(ENDED_GAMES_KEPT_MAX - 1);
        recent.push_front(ended.clone());
        Ok(ended)
    }

    /// Deletes those of these games that have ended. Who is reading one reads it to the end. Returns
    /// how many were deleted.
    ///
    /// # Errors
    /// `StorageUnavailable` if the store fails.
    pub(super) async fn delete_ended(
        &self,
        games: &[(GameKey, String)],
    ) -> Result<usize, GameError> {
        let _alone = self.reading.write().await;
        let keys = games.iter().map(|(key, _)| *key).collect();
        let deleted = self.storage.delete_ended(keys).await?;
        let mut recent = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        recent.retain(|ended| games.iter().all(|(key, _)| ended.header.key != *key));
        Ok(deleted)
    }

    /// An ended game that was read lately; moves it to the front.
    fn recently_read(&self, id: &str) -> Option<Arc<EndedGame>> {
        let mut recent = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let index = recent.iter().position(|ended| ended.header.id() == id)?;
        let ended = recent.remove(index)?;
        recent.push_front(ended.clone());
        Some(ended)
    }

    /// Waits until a stored game can be called: it is live or checked, or has ended.
    ///
    /// # Errors
    /// `GameQuarantined` if it is quarantined, `GameNotFound` if it is deleted, `Unavailable` if the
    /// service stops, `StorageUnavailable` if the store fails.
    pub(super) async fn wait_until_open(&self, id: &str) -> Result<(), GameError> {
        let mut opened = self.opened.subscribe();
        loop {
            opened.borrow_and_update();
            if self.checked(id).is_some() || self.live_game(id).is_some() {
                return Ok(());
            }
            match self.storage.find(id).await? {
                Some(row) if row.finished.is_some() => return Ok(()),
                Some(row) if row.quarantine.is_some() => return Err(GameError::GameQuarantined),
                Some(_) => {}
                None => return Err(GameError::GameNotFound),
            }
            tokio::select! {
                changed = opened.changed() => changed.expect("the sender lives in self"),
                () = self.draining.cancelled() => return Err(GameError::Unavailable),
            }
        }
    }
}
