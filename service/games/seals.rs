//! Deals that are played several times: until the last of their games is over, nobody but the seats is told anything of them.
//!
//! A tournament that isn't over seals all its deals but those that it says are over; one that isn't known here (any more) seals
//! none.

use crate::pb::log::v1::Seal;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{PoisonError, RwLock},
};

/// See the module.
#[derive(Debug, Default)]
pub struct Seals {
    /// By tournament, the deals that are over.
    over: RwLock<BTreeMap<String, BTreeSet<u32>>>,
}

impl Seals {
    /// Seals every deal of a tournament.
    pub fn close(&self, tournament: &str) {
        self.over.write().unwrap_or_else(PoisonError::into_inner).entry(tournament.to_owned()).or_default();
    }

    /// The last game of a deal is over.
    pub fn open_deal(&self, tournament: &str, deal: u32) {
        if let Some(over) = self.over.write().unwrap_or_else(PoisonError::into_inner).get_mut(tournament) {
            over.insert(deal);
        }
    }

    /// The tournament is over.
    pub fn open(&self, tournament: &str) {
        self.over.write().unwrap_or_else(PoisonError::into_inner).remove(tournament);
    }

    /// Whether games with this seal have secrets from all but their seats.
    pub(super) fn is_closed(&self, seal: Option<&Seal>) -> bool {
        let Some(Seal { tournament, deal }) = seal else { return false };
        let over = self.over.read().unwrap_or_else(PoisonError::into_inner);
        over.get(tournament).is_some_and(|deals| !deals.contains(deal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_is_sealed_until_it_or_its_tournament_is_over() {
        let seals = Seals::default();
        let is_closed = |deal| seals.is_closed(Some(&Seal { tournament: "t".into(), deal }));
        assert!(!is_closed(0), "nobody has sealed it");
        seals.close("t");
        assert!(is_closed(0) && is_closed(1) && !seals.is_closed(None));
        seals.open_deal("t", 0);
        seals.close("t");
        assert!(!is_closed(0) && is_closed(1));
        seals.open("t");
        assert!(!is_closed(1));
    }
}
