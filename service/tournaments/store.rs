//! Stores tournaments and results.

use super::{Tournaments, open_tournament::OpenTournament};
use crate::{
    config::RETRY_AFTER,
    games::GameError,
    pb::log::v1::StoredTournament,
    storage::{ResultRow, StorageError},
};

impl Tournaments {
    /// Stores the present state of a tournament.
    pub(super) async fn store(&self, tournament: &OpenTournament) -> Result<(), GameError> {
        self.store_as(tournament, &tournament.stored()).await
    }

    /// Stores this state of a tournament. In the store it is open until [`Tournaments::end`], since
    /// a cancelled one may have games to end.
    pub(super) async fn store_as(
        &self,
        tournament: &OpenTournament,
        stored: &StoredTournament,
    ) -> Result<(), GameError> {
        Ok(self
            .games
            .storage()
            .update_tournament(
                tournament.key,
                true,
                tournament.to_store(stored, self.games.now_ms()),
            )
            .await?)
    }

    pub(super) async fn store_or_log(&self, tournament: &OpenTournament) {
        let _changing = tournament.changing.lock().await;
        if let Err(error) = self.store(tournament).await {
            tracing::warn!(tournament = tournament.id, %error, "the state of a tournament could not be stored");
        }
    }

    pub(super) async fn store_results(
        &self,
        tournament: &OpenTournament,
        mut rows: Vec<ResultRow>,
    ) -> Result<(), GameError> {
        loop {
            let storing = tournament.storing.read().await;
            if tournament.cancelled.is_cancelled() {
                return Err(GameError::TournamentOver);
            }
            let now_ms = self.games.now_ms();
            rows.iter_mut().for_each(|row| row.at_ms = now_ms);
            match self.games.storage().add_results(tournament.key, rows.clone()).await {
                Ok(()) => break tournament.add(&rows),
                Err(StorageError::Unavailable(_)) => {
                    drop(storing);
                    self.wait_to_retry(tournament).await?;
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
    pub(super) async fn wait_to_retry(&self, tournament: &OpenTournament) -> Result<(), GameError> {
        tokio::select! {
            () = self.games.sleep(RETRY_AFTER) => Ok(()),
            () = self.drained() => Err(GameError::Unavailable),
            () = tournament.cancelled.cancelled() => Err(GameError::TournamentOver),
        }
    }
}
