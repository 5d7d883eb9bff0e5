//! Keeping tournaments and results in the store, however long that takes.

use super::{Tournaments, running::Running};
use crate::{
    config::RETRY_AFTER,
    games::GameError,
    pb::log::v1::StoredTournament,
    storage::{ResultRow, StorageError},
};
use prost::Message;

impl Tournaments {
    /// Stores where a tournament stands.
    pub(super) async fn keep(&self, running: &Running) -> Result<(), GameError> {
        self.keep_as(running, &running.stored()).await
    }

    /// Stores that a tournament stands so. For the store it is open until [`Tournaments::end`]: a cancelled one may have games to end.
    pub(super) async fn keep_as(&self, running: &Running, stored: &StoredTournament) -> Result<(), GameError> {
        Ok(self.games.storage().update_tournament(running.key, true, stored.encode_to_vec()).await?)
    }

    pub(super) async fn keep_or_log(&self, running: &Running) {
        let _moving = running.moving.lock().await;
        if let Err(refusal) = self.keep(running).await {
            tracing::warn!(tournament = running.id, %refusal, "where a tournament stands could not be stored");
        }
    }

    pub(super) async fn store_results(&self, running: &Running, rows: Vec<ResultRow>) -> Result<(), GameError> {
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
    pub(super) async fn rest(&self, running: &Running) -> Result<(), GameError> {
        tokio::select! {
            () = self.games.sleep(RETRY_AFTER) => Ok(()),
            () = self.drained() => Err(GameError::Unavailable),
            () = running.cancelled.cancelled() => Err(GameError::TournamentOver),
        }
    }
}
