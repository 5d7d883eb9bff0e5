//! A seat's answer to a choice of several things or to a decision taken together, until it takes
//! effect.

use super::ResArcana;
use super::cards::{Amount, FaceSet};
use crate::kit;

/// What a seat has picked so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PendingAnswer {
    /// Of a mix that is asked type by type: the amounts picked, and those before them that were
    /// clear.
    pub amount: Amount,
    /// How many types these are.
    pub decided: u8,
    /// Cards picked.
    pub cards: FaceSet,
    /// The answer is complete.
    pub complete: bool,
}

impl kit::PendingAnswer<ResArcana> for PendingAnswer {
    fn is_begun(&self) -> bool {
        self.decided > 0 || !self.cards.is_empty()
    }

    fn is_complete(&self) -> bool {
        self.complete
    }
}
