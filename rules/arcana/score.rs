//! Victory points, and who wins.

use super::cards::{CardSet, Objective};
use super::public::Public;
use crate::{Outcome, Seat};
use alloc::vec::Vec;

impl Public {
    /// The result, as it stands now: victory points, then market cards.
    pub fn outcome(&self) -> Outcome {
        let score = |seat: Seat| (self.points(seat), self.market_cards(seat).len().into());
        Outcome::by_score(&Seat::all(self.seats).map(score).collect::<Vec<_>>())
    }

    /// The market cards that a seat owns.
    pub fn market_cards(&self, seat: Seat) -> CardSet {
        self.owned(seat).and(CardSet::MARKET)
    }

    /// Victory points of a seat: of its cards wherever they are, and of the objectives that it is
    /// known to have fulfilled.
    pub fn points(&self, seat: Seat) -> i32 {
        let cards: i32 = self.owned(seat).iter().map(|card| i32::from(card.points())).sum();
        let kept = self.player(seat).kept.into_iter().flatten();
        let fulfilled = kept.filter(|&objective| self.fulfils(seat, objective)).count();
        cards + fulfilled as i32 * i32::from(Objective::POINTS)
    }

    /// Whether a seat owns enough market cards of the objective's fief.
    pub fn fulfils(&self, seat: Seat, objective: Objective) -> bool {
        let cards = self.market_cards(seat);
        let held = cards.iter().filter(|card| card.fief() == Some(objective.0)).count();
        held >= usize::from(Objective::needed(self.seats))
    }
}
