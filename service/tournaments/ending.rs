//! How a tournament ends: by itself, or cancelled by its creator.

use super::{
    Tournaments,
    director::{self, Live},
    lookup::TournamentHandle,
    running::{Running, is_over},
};
use crate::{
    config::RETRY_AFTER,
    games::GameError,
    pb::{
        log::v1::StoredTournament,
        v1::{self as pb, TournamentStatus},
    },
};
use prost::Message;
use std::sync::PoisonError;

impl Tournaments {
    /// Gives it up, at once. What it has in play is ended behind this, also if the service stops before.
    ///
    /// # Errors
    /// There is no such tournament, or the store is away.
    pub async fn cancel(&self, scope: Option<&str>, name: &str, reason: &str) -> Result<pb::Tournament, GameError> {
        if let TournamentHandle::Open(running) = self.find(scope, name).await? {
            let _moving = running.moving.lock().await;
            let _storing = running.storing.write().await;
            if !is_over(running.status()) {
                running.settle(self.thinking_us());
                let now_ms = self.games.now_ms();
                let cancel = |stored: &mut StoredTournament| {
                    reason.clone_into(&mut stored.reason);
                    director::over(stored, TournamentStatus::Cancelled, now_ms);
                };
                let mut stored = running.stored();
                cancel(&mut stored);
                self.keep_as(&running, &stored).await?;
                running.change(cancel);
                running.cancelled.cancel();
            }
        }
        self.get(scope, name).await
    }

    /// Ends what is still in play of a tournament that was cancelled: all of it after a restart. Whether all has ended; else the
    /// service stops.
    pub(super) async fn end_games(&self, running: &Running) -> bool {
        loop {
            let live = self.games.of_tournament(&running.id);
            if live.is_empty() {
                return true;
            }
            let _counted: Vec<Live<'_>> = live.iter().map(|_| Live::new(running)).collect();
            for table in live {
                if let Err(refusal) = self.games.cut(&table, cancelled()).await {
                    tracing::warn!(game = table.header.id(), %refusal, "a cancelled game could not be ended; once more");
                    tokio::select! {
                        () = self.games.sleep(RETRY_AFTER) => {}
                        () = self.drained() => return false,
                    }
                }
            }
        }
    }

    /// A tournament is over: that is stored before anybody is told.
    pub(super) async fn end(&self, running: &Running, status: TournamentStatus) {
        // Nobody may change it meanwhile, and by that open it again.
        let _moving = running.moving.lock().await;
        let mut stored = running.stored();
        if !is_over(stored.status()) {
            director::over(&mut stored, status, self.games.now_ms());
        }
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
}

/// How games of a tournament end that was cancelled.
pub(super) fn cancelled() -> pb::GameCut {
    let reason = "the tournament was cancelled".to_owned();
    pb::GameCut { ending: pb::GameEnding::Aborted.into(), reason, seat: None }
}
