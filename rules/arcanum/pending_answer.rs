//! A seat's answer to a choice of several things or to a decision taken together, until it takes
//! effect.

use super::Arcanum;
use super::action::Action;
use super::cards::{CardSet, FigureSet};
use crate::{Seat, kit};

/// Cards that Temperance exchanges at most, Death takes at most and the Wheel passes on.
pub const EXCHANGE_MAX: u8 = 2;

/// What a seat has picked so far. Sets: picks leave no trace of their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PendingAnswer {
    /// Cards picked to hide, discard, give, take or turn up.
    pub cards: CardSet,
    /// Cards picked to put into the row (Temperance).
    pub put: CardSet,
    /// Figures picked.
    pub figures: FigureSet,
    /// No more cards will be taken (Temperance).
    pub taken: bool,
    /// The answer is complete.
    pub complete: bool,
}

impl PendingAnswer {
    /// Whether something has been picked.
    pub const fn is_begun(&self) -> bool {
        !self.cards.is_empty() || !self.figures.is_empty()
    }

    /// Notes a pick of `seat`, which may complete the answer.
    pub(super) fn pick(&mut self, _seat: Seat, action: Action, complete: bool) {
        match action {
            Action::Hide(card)
            | Action::Discard(card)
            | Action::Give(card)
            | Action::TurnUp(card) => {
                self.cards.insert(card);
            }
            Action::Take(card) => {
                self.cards.insert(card);
                self.taken = self.cards.len() == EXCHANGE_MAX;
            }
            Action::Pass => self.taken = true,
            Action::Put(card) => self.put.insert(card),
            Action::Figure(figure) => self.figures.insert(figure),
            _ => {}
        }
        self.complete = complete;
    }
}

impl kit::PendingAnswer<Arcanum> for PendingAnswer {
    fn is_begun(&self) -> bool {
        PendingAnswer::is_begun(self)
    }

    fn is_complete(&self) -> bool {
        self.complete
    }
}
