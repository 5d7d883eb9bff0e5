//! What a creator changes in a tournament that is played: it rests, goes on, is given up; entrants of a ladder come and go.

use super::{Tournaments, open_tournament::is_over, queries::TournamentHandle, readiness, tournament_config};
use crate::{
    games::GameError,
    pb::v1::{self as pb, TournamentStatus},
};
use prost::Message;

impl Tournaments {
    /// Begins no more games of it.
    ///
    /// # Errors
    /// There is no such tournament, or the store is away.
    pub async fn pause(&self, scope: Option<&str>, name: &str) -> Result<pb::Tournament, GameError> {
        if let TournamentHandle::Open(running) = self.find(scope, name).await? {
            let _changing = running.changing.lock().await;
            if running.status() == TournamentStatus::Running {
                running.change(|stored| stored.status = TournamentStatus::Paused.into());
                self.store(&running).await?;
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
            let _changing = running.changing.lock().await;
            if !is_over(running.status()) && running.status() != TournamentStatus::Running {
                running.change(|stored| {
                    stored.status = TournamentStatus::Running.into();
                    stored.reason.clear();
                });
                self.store(&running).await?;
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
        self.move_entrant(scope, name, |config, round| tournament_config::add(config, entrant, round)).await
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
        self.move_entrant(scope, name, |config, round| tournament_config::remove(config, entrant, round)).await
    }

    async fn move_entrant(
        &self,
        scope: Option<&str>,
        name: &str,
        change: impl FnOnce(&mut pb::TournamentConfig, u32) -> Result<(), GameError>,
    ) -> Result<pb::Tournament, GameError> {
        let TournamentHandle::Open(running) = self.find(scope, name).await? else {
            return Err(GameError::TournamentOver);
        };
        let _changing = running.changing.lock().await;
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
        tournament_config::plan_of(&stored)?.check().map_err(|error| GameError::field("entrant", error.to_string()))?;
        // Stored before any round goes by it.
        self.games.storage().update_tournament(running.key, true, stored.encode_to_vec()).await?;
        running.change(|stored| stored.config = Some(config));
        Ok(running.message())
    }
}
