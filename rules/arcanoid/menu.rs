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
        let [plain, cards @ ..] = self.0;
        into.extend(bits(plain).filter_map(|bit| Action::from_code(ActionCode(bit.into()))));
        for (action, block) in CARD_ACTIONS.into_iter().zip(cards) {
            into.extend(bits(block).filter_map(Card::new).map(action));
        }
    }
}

/// The actions that name a card, in the order of their blocks of codes.
const CARD_ACTIONS: [fn(Card) -> Action; 4] =
    [Action::Play, Action::Discard, Action::Pick, Action::Call];

/// The numbers of the bits that are set, ascending.
fn bits(mut bits: u128) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as u8);
        bits &= bits.wrapping_sub(1);
        lowest
    })
}
