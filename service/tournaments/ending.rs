//! The end of a tournament: all its slots are finished, or its creator cancels it.

use super::{
    Tournaments,
    open_tournament::{LiveGameCount, OpenTournament, is_over},
    public_state::Change,
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
use std::sync::PoisonError;

impl Tournaments {
    /// Cancels a tournament. Its live games are ended afterwards, also if the service is restarted
    /// before.
    ///
    /// # Errors
    /// `TournamentUnknown` or `StorageUnavailable`.
    pub async fn cancel(
        &self,
        scope: Option<&str>,
        name: &str,
        reason: &str,
    ) -> Result<pb::Tournament, GameError> {
        if let TournamentHandle::Open(tournament) = self.find(scope, name).await? {
            let _changing = tournament.changing.lock().await;
            let _storing = tournament.storing.write().await;
            if !is_over(tournament.status()) {
                tournament.add_time(self.thinking_us());
                let now_ms = self.games.now_ms();
                let cancel = |stored: &mut StoredTournament| {
                    reason.clone_into(&mut stored.reason);
                    mark_over(stored, TournamentStatus::Cancelled, now_ms);
                };
                let mut stored = tournament.stored();
                cancel(&mut stored);
                self.store_as(&tournament, &stored).await?;
                tournament.change(cancel);
                tournament.cancelled.cancel();
            }
        }
        self.get(scope, name).await
    }

    /// Ends the live games of a cancelled tournament. Returns false if the service stops before all
    /// have ended.
    pub(super) async fn end_games(&self, tournament: &OpenTournament) -> bool {
        loop {
            let live = self.games.of_tournament(&tournament.id);
            if live.is_empty() {
                return true;
            }
            let _counted: Vec<LiveGameCount<'_>> =
                live.iter().map(|_| LiveGameCount::new(tournament)).collect();
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
    pub(super) async fn end(&self, tournament: &OpenTournament, status: TournamentStatus) {
        // No change may interfere, and reopen the tournament.
        let changing = tournament.changing.lock().await;
        let mut stored = tournament.stored();
        if !is_over(stored.status()) {
            mark_over(&mut stored, status, self.games.now_ms());
        }
        // While callers without a token are still to be shown something, it stays open in the store,
        // so that a restart loads it.
        let is_shown_later = tournament.public.is_some();
        if !self.store_end(tournament, &stored, is_shown_later).await {
            return;
        }
        self.games.seals().open(&tournament.id);
        if let Some(public) = &tournament.public {
            let mut ended = stored;
            tournament.change(|now| {
                // What is noted of its states is not part of the change.
                ended.public_states = std::mem::take(&mut now.public_states);
                *now = ended;
            });
            public.push_now(Change::AllOpened);
            tournament.caught_up();
            drop(changing);
            while let Some(pause) = public.next_due() {
                tokio::select! {
                    () = self.games.sleep(pause) => {}
                    // The time until the next start counts towards no delay.
                    () = self.drained() => return self.store_or_log(tournament).await,
                }
            }
            if self.store_end(tournament, &tournament.stored(), false).await {
                self.close(tournament);
                tournament.notify();
            }
            return;
        }
        self.close(tournament);
        tournament.change(|now| *now = stored);
    }

    fn close(&self, tournament: &OpenTournament) {
        self.open.write().unwrap_or_else(PoisonError::into_inner).remove(&tournament.id);
    }

    /// Stores a tournament that is over. Returns false if the service stops before.
    async fn store_end(
        &self,
        tournament: &OpenTournament,
        stored: &StoredTournament,
        open: bool,
    ) -> bool {
        let storage = self.games.storage();
        let body = || tournament.to_store(stored, self.games.now_ms());
        while let Err(error) = storage.update_tournament(tournament.key, open, body()).await {
            tracing::warn!(tournament = tournament.id, %error, "the end of a tournament could not be stored; trying again");
            if self.is_draining() {
                return false;
            }
            self.games.sleep(RETRY_AFTER).await;
        }
        true
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
        && stored.config.as_ref().is_some_and(|config| config.hypothesis.is_some())
    {
        stored.answer = Answer::Open.into();
    }
}
