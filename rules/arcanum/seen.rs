//! What a seat sees of its decision: which answers are legal, and which rule an illegal one breaks.

use super::answer::Answer;
use super::cards::CardSet;
use super::public::Public;
use super::setup::Setup;
use super::{Action, Kind};
use crate::{Question, Seat};
use alloc::vec::Vec;
use core::fmt;

/// What `seat` sees that bears on its decision.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// What the game was created with.
    pub setup: &'a Setup,
    /// What everybody sees.
    pub public: &'a Public,
    /// Who decides.
    pub seat: Seat,
    /// Its hand.
    pub hand: CardSet,
    /// Its face-down hidden cards.
    pub row: CardSet,
    /// What it has picked so far.
    pub answer: &'a Answer,
}

impl Seen<'_> {
    /// The open decision, if one is.
    pub fn question(&self) -> Option<Question<Kind>> {
        todo!()
    }

    /// Replaces the contents of `into` by the legal actions.
    pub fn legal(&self, _into: &mut Vec<Action>) {
        todo!()
    }
}

/// The rule that an action breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// x
    NotAsked,
}

impl Illegal {
    /// SCREAMING_SNAKE_CASE.
    pub const fn name(self) -> &'static str {
        "NOT_ASKED"
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no decision is open for this seat")
    }
}
