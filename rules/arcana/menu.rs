//! The legal answers to a decision, as a set.

use super::action::Action;
use super::cards::CardSet;
use super::zone::{Zone, ZoneSet};
use crate::ActionCode;
use crate::kit::set::members;
use alloc::vec::Vec;

/// The legal answers to a decision: those that name no card, as bits by code, and the cards that
/// the others name.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Menu {
    plain: u64,
    pub(super) discard: CardSet,
    pub(super) place: CardSet,
    pub(super) bribe: CardSet,
    pub(super) muster: CardSet,
    pub(super) enact: CardSet,
    pub(super) pick: CardSet,
}

impl Menu {
    /// Offers an answer that names no card.
    pub(super) fn offer(&mut self, action: Action) {
        debug_assert!(action.card().is_none(), "cards are offered as sets");
        self.plain |= 1 << action.code().0;
    }

    pub(super) fn offer_if(&mut self, offered: bool, action: Action) {
        if offered {
            self.offer(action);
        }
    }

    pub(super) fn offer_zones(&mut self, zones: ZoneSet) {
        zones.iter().for_each(|zone: Zone| self.offer(Action::Zone(zone)));
    }

    /// Whether this action is legal.
    pub(super) fn offers(&self, action: Action) -> bool {
        match action {
            Action::Discard(card) => self.discard.contains(card),
            Action::Place(card) => self.place.contains(card),
            Action::Bribe(card) => self.bribe.contains(card),
            Action::Muster(card) => self.muster.contains(card),
            Action::Enact(card) => self.enact.contains(card),
            Action::Pick(card) => self.pick.contains(card),
            _ => self.plain >> action.code().0 & 1 == 1,
        }
    }

    /// Appends the answers to `into`, ascending by code.
    pub(super) fn list(&self, into: &mut Vec<Action>) {
        let plain = members!(self.plain, ActionCode);
        into.extend(plain.filter_map(Action::from_code));
        into.extend(self.discard.iter().map(Action::Discard));
        into.extend(self.place.iter().map(Action::Place));
        into.extend(self.bribe.iter().map(Action::Bribe));
        into.extend(self.muster.iter().map(Action::Muster));
        into.extend(self.enact.iter().map(Action::Enact));
        into.extend(self.pick.iter().map(Action::Pick));
    }
}
