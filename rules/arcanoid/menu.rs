//! The legal answers to a decision, as a set.

use super::action::{Action, BLOCK};
use super::cards::{Card, CardSet};
use crate::ActionCode;
use alloc::vec::Vec;

/// The legal answers to a decision, as bits by code, in blocks of 128.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Menu([u128; 5]);

impl Menu {
    pub(super) fn offer(&mut self, action: Action) {
        let code = action.code().0;
        self.0[(code / BLOCK) as usize] |= 1 << (code % BLOCK);
    }

    pub(super) fn offer_if(&mut self, offered: bool, action: Action) {
        if offered {
            self.offer(action);
        }
    }

    /// Offers one of the four actions that name a card with each of these.
    pub(super) fn offer_cards(&mut self, action: fn(Card) -> Action, cards: CardSet) {
        let block = action(Card::FOOL).code().0 / BLOCK;
        self.0[block as usize] |= cards.bits();
    }

    /// Offers the actions whose codes are `from` plus the number of a bit that is set.
    pub(super) fn offer_bits(&mut self, from: u32, bits: u64) {
        self.0[0] |= u128::from(bits) << from;
    }

    /// Whether this action is legal.
    pub(super) fn offers(&self, action: Action) -> bool {
        let code = action.code().0;
        self.0[(code / BLOCK) as usize] >> (code % BLOCK) & 1 == 1
    }

    /// Appends the answers to `into`, ascending by code.
    pub(super) fn list(&self, into: &mut Vec<Action>) {
        for (block, &bits) in (0..).zip(&self.0) {
            let mut bits = bits;
            while bits != 0 {
                into.extend(Action::from_code(ActionCode(block * BLOCK + bits.trailing_zeros())));
                bits &= bits - 1;
            }
        }
    }
}
