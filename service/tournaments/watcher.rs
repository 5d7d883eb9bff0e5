//! Watches a tournament: its state, and results as they arrive.

use super::{
    Tournaments,
    open_tournament::{is_over, message},
    queries::TournamentHandle,
};
use crate::{config::HEARTBEAT_INTERVAL, games::GameError, pb::v1 as pb, wire::page::Page};
use std::time::Duration;
use tokio::sync::watch;

/// The maximum number of results of a message.
pub(super) const RESULTS_MAX: usize = 500;
/// The shortest time between two updates.
pub(super) const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// A watcher of a tournament.
pub struct Watcher {
    pub(super) tournaments: Tournaments,
    pub(super) handle: TournamentHandle,
    pub(super) changes: Option<watch::Receiver<u64>>,
    /// The number of results that were sent; for a tournament that was over from the beginning, the
    /// next slot.
    pub(super) sent: usize,
    pub(super) is_over: bool,
    /// Whether all results were sent, so that the next update must wait for a change.
    pub(super) is_up_to_date: bool,
}

impl Tournaments {
    /// Watches a tournament, from its first result.
    ///
    /// # Errors
    /// `TournamentUnknown` or `StorageUnavailable`.
    pub async fn watch(&self, scope: Option<&str>, name: &str) -> Result<Watcher, GameError> {
        let handle = self.find(scope, name).await?;
        let changes = match &handle {
            TournamentHandle::Open(tournament) => Some(tournament.changes.subscribe()),
            TournamentHandle::Over(..) => None,
        };
        Ok(Watcher {
            tournaments: self.clone(),
            handle,
            changes,
            sent: 0,
            is_over: false,
            is_up_to_date: false,
        })
    }
}

/// A source of updates about a tournament.
pub trait Updates {
    /// The next update; `None` after that of the end.
    ///
    /// # Errors
    /// `Unavailable` if the service stops, or `StorageUnavailable`.
    fn next(
        &mut self,
    ) -> impl Future<Output = Result<Option<pb::WatchTournamentResponse>, GameError>> + Send;
}

impl Updates for Watcher {
    async fn next(&mut self) -> Result<Option<pb::WatchTournamentResponse>, GameError> {
        if self.is_over {
            return Ok(None);
        }
        if std::mem::take(&mut self.is_up_to_date) {
            self.pause().await?;
        }
        let results = match (&self.handle, &mut self.changes) {
            (TournamentHandle::Open(tournament), Some(changes)) => {
                changes.borrow_and_update();
                // The status first: no result arrives after the end.
                let was_over = is_over(tournament.status());
                let results = tournament.results_from(self.sent, Page::new(RESULTS_MAX));
                self.sent += results.len();
                self.is_over = was_over && results.is_empty();
                results
            }
            (TournamentHandle::Over(row, _), _) => {
                let from = u32::try_from(self.sent).unwrap_or(u32::MAX);
                let rows =
                    self.tournaments.games.storage().results(row.key, from, RESULTS_MAX).await?;
                self.is_over = rows.is_empty();
                let mut page = Page::new(RESULTS_MAX);
                let cut = super::results::messages(&rows).into_iter().find_map(|result| {
                    let slot = result.slot;
                    (!page.push(result)).then_some(slot)
                });
                let next = cut.or_else(|| rows.last().map(|last| last.slot + 1));
                self.sent = next.map_or(self.sent, |slot| slot as usize);
                page.into_items()
            }
            (TournamentHandle::Open(_), None) => Vec::new(),
        };
        let tournament = self.message().await?;
        self.is_up_to_date = !self.has_more() && !is_over(tournament.status());
        Ok(Some(pb::WatchTournamentResponse { tournament: Some(tournament), results }))
    }
}

impl Watcher {
    /// Whether results are left, because the last message was full.
    fn has_more(&self) -> bool {
        matches!(&self.handle, TournamentHandle::Open(tournament) if tournament.has_results_from(self.sent))
    }

    async fn message(&self) -> Result<pb::Tournament, GameError> {
        match &self.handle {
            TournamentHandle::Open(tournament) => {
                tournament.add_time(self.tournaments.thinking_us());
                Ok(tournament.message())
            }
            TournamentHandle::Over(row, stored) => {
                let done = self.tournaments.games.storage().slots_done(row.key).await?;
                Ok(message(&row.id, row.created_at_ms, stored, done, 0))
            }
        }
    }

    /// Returns when the tournament has changed, or a heartbeat is due.
    async fn pause(&mut self) -> Result<(), GameError> {
        let (tournaments, Some(changes)) = (&self.tournaments, &mut self.changes) else {
            return Ok(());
        };
        tournaments.games.sleep(UPDATE_INTERVAL).await;
        tokio::select! {
            // A dropped sender is the end as well.
            _ = changes.changed() => Ok(()),
            () = tournaments.games.sleep(HEARTBEAT_INTERVAL) => Ok(()),
            () = tournaments.drained() => Err(GameError::Unavailable),
        }
    }
}
