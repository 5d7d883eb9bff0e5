//! The answers since the root of the search, as one number per information set.
//!
//! Chance doesn't enter: sets that differ by what was drawn share a number, and their legal actions
//! differ from visit to visit.

use hierophant_rules::{ActionCode, SEATS_MAX, Seat, SeatSet};

/// The answers of one line of play.
///
/// In a decision taken together each seat goes by its own answers alone, until all have answered:
/// no seat's statistics depend on what others have answered in secret.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// Hash of all complete decisions.
    complete: u64,
    /// By seat: its answers in the present decision.
    own: [u64; SEATS_MAX as usize],
}

impl History {
    pub(super) const fn new() -> History {
        History { complete: 0, own: [0; SEATS_MAX as usize] }
    }

    /// The number of the information set in which `seat` is asked.
    pub(super) const fn key(&self, seat: Seat) -> u64 {
        mixed(mixed(self.complete, seat.number() as u64), self.own[seat.index()])
    }

    /// `seat`, one of `asked`, has answered; now `next` are asked.
    pub(super) fn answered(
        &mut self,
        seat: Seat,
        action: ActionCode,
        asked: SeatSet,
        next: SeatSet,
    ) {
        let own = &mut self.own[seat.index()];
        *own = mixed(*own, u64::from(action.0) + 1);
        let mut others = asked;
        others.remove(seat);
        // A decision taken together is still open if the same seats are asked, or all of them but
        // this one.
        if next == asked || next == others {
            return;
        }
        for own in &mut self.own {
            self.complete = mixed(self.complete, *own);
            *own = 0;
        }
    }
}

/// Two numbers as one, well mixed (the finish of SplitMix64).
const fn mixed(a: u64, b: u64) -> u64 {
    let mut mixed = a.rotate_left(5)
        ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x2545_f491_4f6c_dd1d);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_answers_of_others_count_only_once_all_have_answered() {
        let [a, b] = [0, 1].map(|number| Seat::new(number).expect("a seat"));
        let both = SeatSet::first(2);
        let after = |action| {
            let mut history = History::new();
            history.answered(a, ActionCode(action), both, SeatSet::only(b));
            history
        };
        assert_eq!(after(1).key(b), after(2).key(b));
        let resolved = |action| {
            let mut history = after(action);
            history.answered(b, ActionCode(7), SeatSet::only(b), SeatSet::only(a));
            history
        };
        assert_ne!(resolved(1).key(b), resolved(2).key(b));
    }
}
