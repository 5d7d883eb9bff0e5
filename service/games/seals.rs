//! Seals: a deal that is played in several games is secret from all but its seats until the last of
//! these games is over.
//!
//! A tournament in progress seals all its deals except those that it has opened. A tournament that
//! is over, or unknown here, seals none.

use crate::pb::log::v1::Seal;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{PoisonError, RwLock},
};

/// Which deals are sealed.
#[derive(Debug, Default)]
pub struct Seals {
    /// By tournament in progress, the deals that are open.
    open_deals: RwLock<BTreeMap<String, BTreeSet<u32>>>,
}

impl Seals {
    /// Seals every deal of a tournament.
    pub fn close(&self, tournament: &str) {
        self.open_deals
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(tournament.to_owned())
            .or_default();
    }

    /// Opens a deal: its last game is over.
    pub fn open_deal(&self, tournament: &str, deal: u32) {
        if let Some(open) =
            self.open_deals.write().unwrap_or_else(PoisonError::into_inner).get_mut(tournament)
        {
            open.insert(deal);
        }
    }

    /// Opens every deal of a tournament: it is over.
    pub fn open(&self, tournament: &str) {
        self.open_deals.write().unwrap_or_else(PoisonError::into_inner).remove(tournament);
    }

    /// Whether games with this seal are secret from all but their seats.
    pub(super) fn is_closed(&self, seal: Option<&Seal>) -> bool {
        seal.is_some_and(|seal| self.is_deal_closed(&seal.tournament, seal.deal))
    }

    /// Whether this deal of a tournament is secret from all but the seats of its games.
    pub(crate) fn is_deal_closed(&self, tournament: &str, deal: u32) -> bool {
        let open = self.open_deals.read().unwrap_or_else(PoisonError::into_inner);
        open.get(tournament).is_some_and(|deals| !deals.contains(&deal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_is_sealed_until_it_or_its_tournament_is_over() {
        let seals = Seals::default();
        let is_closed = |deal| seals.is_closed(Some(&Seal { tournament: "t".into(), deal }));
        assert!(!is_closed(0), "it was never sealed");
        seals.close("t");
        assert!(is_closed(0) && is_closed(1) && !seals.is_closed(None));
        seals.open_deal("t", 0);
        seals.close("t");
        assert!(!is_closed(0) && is_closed(1));
        seals.open("t");
        assert!(!is_closed(1));
    }
}
