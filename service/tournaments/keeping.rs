//! Keeping tournaments and results in the store, however long that takes.

use super::{
    Tournaments, director,
    running::{Running, is_over},
};
use crate::{
    config::RETRY_AFTER,
    games::GameError,
    pb::{log::v1::StoredTournament, v1::TournamentStatus},
    storage::{ResultRow, StorageError},
};
use prost::Message;
use std::sync::PoisonError;

impl Tournaments {
    /// Stores where a tournament stands.
    pub(super) async fn keep(&self, running: &Running) -> Result<(), GameError> {
        self.keep_as(running, &running.stored()).await
    }

    /// Stores that a tournament stands so.
    pub(super) async fn keep_as(&self, running: &Running, stored: &StoredTournament) -> Result<(), GameError> {
        let is_open = !is_over(stored.status());
        Ok(self.games.storage().update_tournament(running.key, is_open, stored.encode_to_vec()).await?)
    }

    pub(super) async fn keep_or_log(&self, running: &Running) {
        let _moving = running.moving.lock().await;
        if let Err(refusal) = self.keep(running).await {
            tracing::warn!(tournament = running.id, %refusal, "where a tournament stands could not be stored");
        }
    }

    /// A tournament is over: that is stored before anybody is told.
    pub(super) async fn end(&self, running: &Running, status: TournamentStatus) {
        // Nobody may change it meanwhile, and by that open it again.
        let _moving = running.moving.lock().await;
        let mut stored = running.stored();
        director::over(&mut stored, status, self.games.now_ms());
        let storage = self.games.storage();
        while let Err(error) = storage.update_tournament(running.key, false, stored.encode_to_vec()).await {
            tracing::warn!(tournament = running.id, %error, "the end of a tournament could not be stored; once more");
            if self.is_draining() {
                return;
            }
            self.games.sleep(RETRY_AFTER).await;
        }
        self.games.seals().open(&running.id);
        self.open.write().unwrap_or_else(PoisonError::into_inner).remove(&running.id);
        running.change(|now| *now = stored);
    }

    pub(super) async fn store_results(&self, running: &Running, rows: Vec<ResultRow>) -> Result<(), GameError> {
        loop {
            match self.games.storage().add_results(running.key, rows.clone()).await {
                Ok(()) => break running.add(&rows),
                Err(StorageError::Away(_)) => self.rest(running).await?,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Waits before something is tried again.
    ///
    /// # Errors
    /// The service stops, or the tournament is cancelled.
    pub(super) async fn rest(&self, running: &Running) -> Result<(), GameError> {
        tokio::select! {
            () = self.games.sleep(RETRY_AFTER) => Ok(()),
            () = self.drained() => Err(GameError::Unavailable),
            () = running.cancelled.cancelled() => Err(GameError::TournamentOver),
        }
    }
}
