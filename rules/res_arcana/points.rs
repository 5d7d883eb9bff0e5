//! Points, and how the game ended.

use super::cards::{Essence, FaceSet, Per};
use super::public::Public;
use crate::{Outcome, Seat};

/// What gold counts in a tie; other essences count 1.
const GOLD_COUNTS: i32 = 2;

impl Public {
    /// The points of a seat, without those that a Golden Statue gives for one check.
    pub fn points_of(&self, seat: Seat) -> u16 {
        let own = self.play[seat.index()];
        let tile = u16::from(self.tile == Some(seat));
        let points = own.and(FaceSet::WORTH_POINTS).iter().map(|face| {
            let points = face.data().points;
            let more = match points.per {
                Per::Nothing => 0,
                Per::Stored(essence) => u16::from(self.stores[face.index()].get(essence)),
                Per::Beasts { creature, dragon } => {
                    let creatures = own.and(FaceSet::CREATURES).len() * creature;
                    u16::from(creatures + own.and(FaceSet::DRAGONS).len() * dragon)
                }
            };
            u16::from(points.printed) + more
        });
        tile + points.sum::<u16>()
    }

    /// The result of a game that has ended: points of the last check, then essences in the pool,
    /// gold counting double.
    pub(super) fn outcome(&self) -> Outcome {
        let seats = Seat::all(self.seats).map(|seat| {
            let pool = self.pools[seat.index()];
            let wealth =
                i32::from(pool.sum()) + (GOLD_COUNTS - 1) * i32::from(pool.get(Essence::Gold));
            (i32::from(self.points[seat.index()]), wealth)
        });
        Outcome::by_score(&seats.collect::<alloc::vec::Vec<_>>())
    }
}
