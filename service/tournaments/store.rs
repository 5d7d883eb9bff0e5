//! Stores tournaments and results.

use super::{Tournaments, open_tournament::OpenTournament};
use crate::{
    config::RETRY_AFTER,
    games::GameError,
    pb::log::v1::StoredTournament,
    storage::{ResultRow, StorageError},
};
use prost::Message;

impl Tournaments {
    /// Stores the present state of a tournament.
    pub(super) async fn store(&self, running: &OpenTournament) -> Result<(), GameError> {
        self.store_as(running, &running.stored()).await
    }

    /// Stores this state of a tournament. In the store it is open until [`Tournaments::end`], since
    /// a cancelled one may have games to end.
    pub(super) async fn store_as(&self, running: &OpenTournament, stored: &StoredTournament) -> Result<(), GameError> {
        Ok(self.games.storage().update_tournament(running.key, true, stored.encode_to_vec()).await?)
    }

    pub(super) async fn store_or_log(&self, running: &OpenTournament) {
        let _changing = running.changing.lock().await;
        if let Err(error) = self.store(running).await {
            tracing::warn!(tournament = running.id, %error, "the state of a tournament could not be stored");
        }
    }

    pub(super) async fn store_results(&self, running: &OpenTournament, rows: Vec<ResultRow>) -> Result<(), GameError> {
        loop {
            let storing = running.storing.read().await;
            if running.cancelled.is_cancelled() {
                return Err(GameError::TournamentOver);
            }
            match self.games.storage().add_results(running.key, rows.clone()).await {
                Ok(()) => break running.add(&rows),
                Err(StorageError::Away(_)) => {
                    drop(storing);
                    self.wait_to_retry(running).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Waits before a retry.
    ///
    /// # Errors
    /// `Unavailable` if the service stops, `TournamentOver` if the tournament is cancelled.
    pub(super) async fn wait_to_retry(&self, running: &OpenTournament) -> Result<(), GameError> {
        tokio::select! {
            () = self.games.sleep(RETRY_AFTER) => Ok(()),
            () = self.drained() => Err(GameError::Unavailable),
            () = running.cancelled.cancelled() => Err(GameError::TournamentOver),
        }
    }
}
