//! The legal answers to a decision, as a set.

use super::action::{ACTION_SPACE, Action};
use super::cards::{Card, CardSet};
use super::zone::{Zone, ZoneSet};
use crate::ActionCode;
use alloc::vec::Vec;

const WORDS: usize = ACTION_SPACE.div_ceil(64) as usize;

/// The legal answers to a decision, as bits by code.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Menu([u64; WORDS]);

impl Menu {
    pub(super) fn offer(&mut self, action: Action) {
        let code = action.code().0;
        self.0[(code / 64) as usize] |= 1 << (code % 64);
    }

    pub(super) fn offer_if(&mut self, offered: bool, action: Action) {
        if offered {
            self.offer(action);
        }
    }

    pub(super) fn offer_cards(&mut self, action: fn(Card) -> Action, cards: CardSet) {
        cards.iter().for_each(|card| self.offer(action(card)));
    }

    pub(super) fn offer_zones(&mut self, zones: ZoneSet) {
        zones.iter().for_each(|zone: Zone| self.offer(Action::Zone(zone)));
    }

    /// Whether this action is legal.
    pub(super) fn offers(&self, action: Action) -> bool {
        let code = action.code().0;
        self.0[(code / 64) as usize] >> (code % 64) & 1 == 1
    }

    /// Appends the answers to `into`, ascending by code.
    pub(super) fn list(&self, into: &mut Vec<Action>) {
        for (&word, at) in self.0.iter().zip((0..).step_by(64)) {
            into.extend(
                crate::kit::set::members!(word, |bit: u32| bit)
                    .filter_map(|bit| Action::from_code(ActionCode(at + bit))),
            );
        }
    }
}
