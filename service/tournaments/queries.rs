//! Queries: tournaments, lists of them and their results.

use super::{
    Tournaments,
    open_tournament::{OpenTournament, id_in, is_over, message, read_or_failed},
    results,
};
use crate::{
    games::GameError,
    pb::{log::v1::StoredTournament, v1 as pb},
    storage::{PAGE_ENTRIES_MAX, PAGE_SLOTS_MAX, ResultRow, TournamentKey, TournamentRow},
    wire::page::Page,
};
use prost::Message;
use std::sync::{Arc, PoisonError, atomic::Ordering};

/// An existing tournament.
pub(super) enum TournamentHandle {
    Open(Arc<OpenTournament>),
    Over(Box<TournamentRow>, Box<StoredTournament>),
}

impl TournamentHandle {
    /// Its key.
    pub(super) fn key(&self) -> TournamentKey {
        match self {
            TournamentHandle::Open(tournament) => tournament.key,
            TournamentHandle::Over(row, _) => row.key,
        }
    }
}

/// What `show` makes of these results, of which there may be `slots`, and the first slot of the
/// next page: at most `limit`, fewer if they are long.
pub(super) fn page_of<T: Message>(
    results: Vec<pb::SlotResult>,
    slots: usize,
    limit: usize,
    show: impl Fn(pb::SlotResult) -> Option<T>,
) -> (Vec<T>, Option<u32>) {
    let is_full = results.len() >= slots;
    let last = results.last().map(|result| result.slot);
    let mut page = Page::new(limit);
    let cut = results.into_iter().find_map(|result| {
        let slot = result.slot;
        let is_left_out = show(result).is_some_and(|shown| !page.push(shown));
        is_left_out.then_some(slot)
    });
    let next = cut.or_else(|| last.filter(|_| is_full).map(|slot| slot + 1));
    (page.into_items(), next)
}

impl Tournaments {
    /// A tournament. With `scope`, only that principal's tournaments exist.
    ///
    /// # Errors
    /// `TournamentUnknown` or `StorageUnavailable`.
    pub async fn get(&self, scope: Option<&str>, name: &str) -> Result<pb::Tournament, GameError> {
        self.message(self.find(scope, name).await?).await
    }

    /// Tournaments after this key, in the order of creation, and the key of the last; at most
    /// `limit`, fewer if they are long.
    ///
    /// # Errors
    /// `StorageUnavailable`.
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
                    // In the store, a cancelled one is open while its last games end.
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

    /// Results from this slot on, in the order of the schedule, and the first slot of the next
    /// page; at most `limit`, fewer if they are long.
    ///
    /// # Errors
    /// `TournamentUnknown` or `StorageUnavailable`.
    pub async fn results(
        &self,
        scope: Option<&str>,
        name: &str,
        from: u32,
        limit: usize,
    ) -> Result<(Vec<pb::SlotResult>, Option<u32>), GameError> {
        let key = self.find(scope, name).await?.key();
        self.slots(key, from, limit, limit, Some).await
    }

    /// What `show` makes of results from this slot on, and the first slot of the next page: at most
    /// `limit`, fewer if they are long, of the next `slots`. It leaves a slot out by `None`.
    pub(super) async fn slots<T: Message>(
        &self,
        key: TournamentKey,
        from: u32,
        slots: usize,
        limit: usize,
        show: impl Fn(pb::SlotResult) -> Option<T>,
    ) -> Result<(Vec<T>, Option<u32>), GameError> {
        let slots = slots.min(PAGE_SLOTS_MAX);
        let rows = self.games.storage().results(key, from, slots).await?;
        Ok(page_of(results::messages(&rows), slots, limit, show))
    }

    /// Reads the stored results of a tournament, in whole slots.
    pub(super) async fn each_page(
        &self,
        key: TournamentKey,
        mut read: impl FnMut(&[ResultRow]),
    ) -> Result<(), GameError> {
        let mut from = 0;
        loop {
            let rows = self.games.storage().results(key, from, PAGE_SLOTS_MAX).await?;
            let Some(last) = rows.last() else { return Ok(()) };
            from = last.slot + 1;
            read(&rows);
        }
    }

    pub(super) async fn find(
        &self,
        scope: Option<&str>,
        name: &str,
    ) -> Result<TournamentHandle, GameError> {
        let id = id_in(name).ok_or(GameError::TournamentUnknown)?;
        // Before the recovery an open tournament would look like an ended one.
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
            Some(tournament) => Ok(TournamentHandle::Open(tournament)),
            // It may have ended since the caller read the row.
            None => {
                let row = self
                    .games
                    .storage()
                    .tournament(&row.id)
                    .await?
                    .ok_or(GameError::TournamentUnknown)?;
                let stored = read_or_failed(&row);
                Ok(TournamentHandle::Over(Box::new(row), Box::new(stored)))
            }
        }
    }

    pub(super) async fn message(
        &self,
        handle: TournamentHandle,
    ) -> Result<pb::Tournament, GameError> {
        match handle {
            TournamentHandle::Open(tournament) => {
                tournament.add_time(self.thinking_us());
                Ok(tournament.message())
            }
            TournamentHandle::Over(row, stored) => {
                let done = self.games.storage().slots_done(row.key).await?;
                Ok(message(&row.id, row.created_at_ms, &stored, done, 0))
            }
        }
    }
}
