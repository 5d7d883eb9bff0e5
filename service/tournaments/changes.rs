//! Changes of an open tournament: pausing, resuming, and entrants of a ladder that join or leave.

use super::{
    Tournaments, open_tournament::is_over, queries::TournamentHandle, readiness, tournament_config,
};
use crate::{
    games::GameError,
    pb::v1::{self as pb, TournamentStatus},
};

impl Tournaments {
    /// Pauses a tournament: no further game begins.
    ///
    /// # Errors
    /// `TournamentUnknown` or `StorageUnavailable`.
    pub async fn pause(
        &self,
        scope: Option<&str>,
        name: &str,
    ) -> Result<pb::Tournament, GameError> {
        if let TournamentHandle::Open(tournament) = self.find(scope, name).await? {
            let _changing = tournament.changing.lock().await;
            if tournament.status() == TournamentStatus::Running {
                tournament.change(|stored| stored.status = TournamentStatus::Paused.into());
                self.store(&tournament).await?;
            }
        }
        self.get(scope, name).await
    }

    /// Resumes a tournament that is paused or has failed.
    ///
    /// # Errors
    /// `TournamentUnknown` or `StorageUnavailable`.
    pub async fn resume(
        &self,
        scope: Option<&str>,
        name: &str,
    ) -> Result<pb::Tournament, GameError> {
        if let TournamentHandle::Open(tournament) = self.find(scope, name).await? {
            let _changing = tournament.changing.lock().await;
            if !is_over(tournament.status()) && tournament.status() != TournamentStatus::Running {
                tournament.change(|stored| {
                    stored.status = TournamentStatus::Running.into();
                    stored.reason.clear();
                });
                self.store(&tournament).await?;
            }
        }
        self.get(scope, name).await
    }

    /// Adds an entrant to a ladder, from the next round on.
    ///
    /// # Errors
    /// `TournamentUnknown`, `TournamentOver`, `InvalidField` if it is no ladder or the entrant is
    /// invalid, or `StorageUnavailable`.
    pub async fn add_entrant(
        &self,
        scope: Option<&str>,
        name: &str,
        entrant: pb::Entrant,
    ) -> Result<pb::Tournament, GameError> {
        let tournament = self.get(scope, name).await?.config.unwrap_or_default();
        let alone = pb::TournamentConfig { entrants: vec![entrant.clone()], ..tournament };
        readiness::check(self, &alone, scope)?;
        self.move_entrant(scope, name, |config, round| {
            tournament_config::add(config, entrant, round)
        })
        .await
    }

    /// Removes an entrant from a ladder, from the next round on.
    ///
    /// # Errors
    /// `TournamentUnknown`, `TournamentOver`, `InvalidField` if it is no ladder or has no such
    /// entrant, or `StorageUnavailable`.
    pub async fn remove_entrant(
        &self,
        scope: Option<&str>,
        name: &str,
        entrant: &str,
    ) -> Result<pb::Tournament, GameError> {
        self.move_entrant(scope, name, |config, round| {
            tournament_config::remove(config, entrant, round)
        })
        .await
    }

    async fn move_entrant(
        &self,
        scope: Option<&str>,
        name: &str,
        change: impl FnOnce(&mut pb::TournamentConfig, u32) -> Result<(), GameError>,
    ) -> Result<pb::Tournament, GameError> {
        let TournamentHandle::Open(tournament) = self.find(scope, name).await? else {
            return Err(GameError::TournamentOver);
        };
        let _changing = tournament.changing.lock().await;
        if is_over(tournament.status()) {
            return Err(GameError::TournamentOver);
        }
        let mut stored = tournament.stored();
        let mut config = stored.config.take().unwrap_or_default();
        if !matches!(config.format, Some(pb::tournament_config::Format::Ladder(_))) {
            return Err(GameError::field(
                "tournament",
                "entrants can join or leave only in a ladder",
            ));
        }
        change(&mut config, tournament.next_round())?;
        stored.config = Some(config.clone());
        tournament_config::plan_of(&stored)?
            .check()
            .map_err(|error| GameError::field("entrant", error.to_string()))?;
        // Stored before any round depends on it.
        self.store_as(&tournament, &stored).await?;
        tournament.change(|stored| stored.config = Some(config));
        Ok(tournament.message())
    }
}
