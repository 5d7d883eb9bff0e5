//! The end of a tournament: all its slots are finished, or its creator cancels it.

use super::{
    Tournaments,
    open_tournament::{LiveGameCount, OpenTournament, is_over},
    queries::TournamentHandle,
};
use crate::{
    config::RETRY_AFTER,
    games::{GameError, timestamp},
    pb::{
        log::v1::StoredTournament,
        v1::{self as pb, Answer, TournamentStatus},
    },
};
use prost::Message;
use std::sync::PoisonError;

impl Tournaments {
    /// Cancels a tournament. Its live games are ended afterwards, also if the service is restarted
    /// before.
    ///
    /// # Errors
    /// `TournamentUnknown` or `StorageUnavailable`.
    pub async fn cancel(&self, scope: Option<&str>, name: &str, reason: &str) -> Result<pb::Tournament, GameError> {
        if let TournamentHandle::Open(running) = self.find(scope, name).await? {
            let _changing = running.changing.lock().await;
            let _storing = running.storing.write().await;
            if !is_over(running.status()) {
                running.add_time(self.thinking_us());
                let now_ms = self.games.now_ms();
                let cancel = |stored: &mut StoredTournament| {
                    reason.clone_into(&mut stored.reason);
                    mark_over(stored, TournamentStatus::Cancelled, now_ms);
                };
                let mut stored = running.stored();
                cancel(&mut stored);
                self.store_as(&running, &stored).await?;
                running.change(cancel);
                running.cancelled.cancel();
            }
        }
        self.get(scope, name).await
    }

    /// Ends the live games of a cancelled tournament. Returns false if the service stops before all
    /// have ended.
    pub(super) async fn end_games(&self, running: &OpenTournament) -> bool {
        loop {
            let live = self.games.of_tournament(&running.id);
            if live.is_empty() {
                return true;
            }
            let _counted: Vec<LiveGameCount<'_>> = live.iter().map(|_| LiveGameCount::new(running)).collect();
            for live_game in live {
                if let Err(error) = self.games.cut(&live_game, cancelled()).await {
                    tracing::warn!(game = live_game.header.id(), %error, "a cancelled game could not be ended; trying again");
                    tokio::select! {
                        () = self.games.sleep(RETRY_AFTER) => {}
                        () = self.drained() => return false,
                    }
                }
            }
        }
    }

    /// Stores that a tournament is over, before it is shown.
    pub(super) async fn end(&self, running: &OpenTournament, status: TournamentStatus) {
        // No change may interfere, and reopen the tournament.
        let _changing = running.changing.lock().await;
        let mut stored = running.stored();
        if !is_over(stored.status()) {
            mark_over(&mut stored, status, self.games.now_ms());
        }
        let storage = self.games.storage();
        while let Err(error) = storage.update_tournament(running.key, false, stored.encode_to_vec()).await {
            tracing::warn!(tournament = running.id, %error, "the end of a tournament could not be stored; trying again");
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

/// The end of the games of a cancelled tournament.
pub(super) fn cancelled() -> pb::GameCut {
    let reason = "the tournament was cancelled".to_owned();
    pb::GameCut { ending: pb::GameEnding::Aborted.into(), reason, seat: None }
}

/// Records the end in what is stored.
fn mark_over(stored: &mut StoredTournament, status: TournamentStatus, now_ms: u64) {
    stored.status = status.into();
    stored.ended_at = Some(timestamp(now_ms));
    if stored.answer == Answer::Unspecified as i32
        && stored.config.as_ref().is_some_and(|config| config.question.is_some())
    {
        stored.answer = Answer::Open.into();
    }
}
