//! Which tournaments are public, so that a call without a token never looks for another one.

use crate::{
    pb::{log::v1::StoredTournament, v1::Visibility},
    storage::{TournamentKey, TournamentRow},
};
use std::{
    collections::BTreeMap,
    sync::{PoisonError, RwLock},
};

/// The public tournaments of a service.
#[derive(Default)]
pub(super) struct PublicIndex(RwLock<Entries>);

#[derive(Default)]
struct Entries {
    ids: BTreeMap<TournamentKey, String>,
    keys: BTreeMap<String, TournamentKey>,
}

impl PublicIndex {
    /// Adds a tournament, if it is public.
    pub(super) fn add(&self, row: &TournamentRow, stored: &StoredTournament) {
        let config = stored.config.as_ref();
        if config.is_some_and(|config| config.visibility() == Visibility::Public) {
            let mut entries = self.0.write().unwrap_or_else(PoisonError::into_inner);
            entries.ids.insert(row.key, row.id.clone());
            entries.keys.insert(row.id.clone(), row.key);
        }
    }

    /// The key of the public tournament with this id.
    pub(super) fn key(&self, id: &str) -> Option<TournamentKey> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).keys.get(id).copied()
    }

    /// The ids of public tournaments after this key, in the order of creation.
    pub(super) fn after(&self, key: TournamentKey, limit: usize) -> Vec<String> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let after = entries.ids.range(TournamentKey(key.0.saturating_add(1))..);
        after.take(limit).map(|(_, id)| id.clone()).collect()
    }
}
