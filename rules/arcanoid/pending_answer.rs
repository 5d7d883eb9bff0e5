//! A seat's answer to a choice of several things or to a decision taken together, until it takes
//! effect.

use super::Arcanoid;
use super::action::Action;
use super::cards::{CardSet, FieldSet};
use super::player::Player;
use crate::{Seat, kit};

/// What a seat has picked so far. Sets: picks leave no trace of their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PendingAnswer {
    /// The battlefields of the engagement that has been begun.
    pub fields: FieldSet,
    /// Cards for the Chariot's reserve are being picked, instead of another action.
    pub adding: bool,
    /// The engagement takes in the Chariot's reserve.
    pub reserve: bool,
    /// Cards picked.
    pub cards: CardSet,
    /// For whom the engagement is stolen: the seat itself or the Devil.
    pub thief: Option<Player>,
    /// The answer is complete.
    pub complete: bool,
}

impl PendingAnswer {
    /// Whether something has been picked.
    pub const fn is_begun(&self) -> bool {
        !self.fields.is_empty() || self.adding || !self.cards.is_empty()
    }

    /// Notes a pick of `seat`, which may complete the answer.
    pub(super) fn pick(&mut self, seat: Seat, action: Action, complete: bool) {
        match action {
            Action::Engage(fields) => self.fields = fields,
            Action::AddToReserve => self.adding = true,
            Action::UseReserve => self.reserve = true,
            Action::Pick(card) => self.cards.insert(card),
            Action::Steal => self.thief = Some(Player::at(seat)),
            Action::StealForDevil => self.thief = Some(Player::DEVIL),
            _ => {}
        }
        self.complete = complete;
    }
}

impl kit::PendingAnswer<Arcanoid> for PendingAnswer {
    fn is_begun(&self) -> bool {
        PendingAnswer::is_begun(self)
    }

    fn is_complete(&self) -> bool {
        self.complete
    }
}
