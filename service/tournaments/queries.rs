//! Tournaments as they are asked for: where they stand, their news and their results.

use super::{
    Tournaments,
    open_tournament::{OpenTournament, id_in, is_over, message, read_or_failed},
    results,
};
use crate::{
    games::GameError,
    pb::{log::v1::StoredTournament, v1 as pb},
    storage::{PAGE_ENTRIES_MAX, PAGE_SLOTS_MAX, TournamentKey, TournamentRow},
    wire::page::Page,
};
use std::sync::{Arc, PoisonError, atomic::Ordering};

/// A tournament that exists.
pub(super) enum TournamentHandle {
    Open(Arc<OpenTournament>),
    Over(Box<TournamentRow>, Box<StoredTournament>),
}

impl Tournaments {
    /// Where a tournament stands. `scope`: whoever asks may see those of this principal alone.
    ///
    /// # Errors
    /// There is none, or the store is away.
    pub async fn get(&self, scope: Option<&str>, name: &str) -> Result<pb::Tournament, GameError> {
        self.message(self.find(scope, name).await?).await
    }

    /// Tournaments after this key, in the order of creation, with the key of the last; at most `limit`, and fewer if they are long.
    ///
    /// # Errors
    /// The store is away.
    pub async fn list(
        &self,
        scope: Option<&str>,
        after: TournamentKey,
        open_only: bool,
        limit: usize,
    ) -> Result<(Vec<pb::Tournament>, Option<TournamentKey>), GameError> {
        let (mut page, mut after) = (Page::new(limit), after);
        loop {
            let rows = self.games.storage().tournaments(after, open_only, PAGE_ENTRIES_MAX).await?;
            for row in &rows {
                if scope.is_none_or(|scope| scope == row.principal) {
                    let tournament = self.message(self.handle(row).await?).await?;
                    // For the store it is open while its last games end.
                    let is_asked_for = !open_only || !is_over(tournament.status());
                    if is_asked_for && !page.push(tournament) {
                        return Ok((page.into_items(), Some(after)));
                    }
                }
                after = row.key;
                if page.is_full() {
                    return Ok((page.into_items(), Some(after)));
                }
            }
            if rows.len() < PAGE_ENTRIES_MAX {
                return Ok((page.into_items(), None));
            }
        }
    }

    /// Results of slots from this one on, in the order of the schedule, with the slot that the next page begins with; at most
    /// `limit`, and fewer if they are long.
    ///
    /// # Errors
    /// There is no such tournament, or the store is away.
    pub async fn results(
        &self,
        scope: Option<&str>,
        name: &str,
        from: u32,
        limit: usize,
    ) -> Result<(Vec<pb::SlotResult>, Option<u32>), GameError> {
        let key = match self.find(scope, name).await? {
            TournamentHandle::Open(running) => running.key,
            TournamentHandle::Over(row, _) => row.key,
        };
        let rows = self.games.storage().results(key, from, limit.min(PAGE_SLOTS_MAX)).await?;
        let mut page = Page::new(limit);
        let next = results::messages(&rows).into_iter().find_map(|result| {
            let slot = result.slot;
            let is_left_out = !page.push(result);
            is_left_out.then_some(slot)
        });
        let next = next.or_else(|| rows.last().filter(|_| page.is_full()).map(|last| last.slot + 1));
        Ok((page.into_items(), next))
    }

    pub(super) async fn find(&self, scope: Option<&str>, name: &str) -> Result<TournamentHandle, GameError> {
        let id = id_in(name).ok_or(GameError::TournamentUnknown)?;
        // One that isn't over would be taken for one that is.
        if !self.is_recovered.load(Ordering::Acquire) {
            return Err(GameError::Unavailable);
        }
        let row = self.games.storage().tournament(id).await?;
        let row = row.filter(|row| scope.is_none_or(|scope| scope == row.principal));
        self.handle(&row.ok_or(GameError::TournamentUnknown)?).await
    }

    pub(super) async fn handle(&self, row: &TournamentRow) -> Result<TournamentHandle, GameError> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner).get(&row.id).cloned();
        match open {
            Some(running) => Ok(TournamentHandle::Open(running)),
            // It may have ended between the two looks.
            None => {
                let row = self.games.storage().tournament(&row.id).await?.ok_or(GameError::TournamentUnknown)?;
                let stored = read_or_failed(&row);
                Ok(TournamentHandle::Over(Box::new(row), Box::new(stored)))
            }
        }
    }

    pub(super) async fn message(&self, handle: TournamentHandle) -> Result<pb::Tournament, GameError> {
        match handle {
            TournamentHandle::Open(running) => {
                running.add_time(self.thinking_us());
                Ok(running.message())
            }
            TournamentHandle::Over(row, stored) => {
                let done = self.games.storage().slots_done(row.key).await?;
                Ok(message(&row.id, row.created_at_ms, &stored, done, 0))
            }
        }
    }
}
