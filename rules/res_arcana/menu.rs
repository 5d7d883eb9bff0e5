//! The legal answers to a decision that isn't a move, as sets.

use super::action::Action;
use super::cards::{FaceSet, Types};
use crate::{Seat, SeatSet};
use alloc::vec::Vec;

/// Legal answers, by form. Lists come out ascending by code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Menu {
    /// Answers without a parameter, in the order of their codes.
    pub(super) plain: [Option<Action>; 2],
    pub(super) essences: Types,
    /// Bit = number of the order.
    pub(super) orders: u8,
    pub(super) seats: SeatSet,
    /// Bit = number of the pair.
    pub(super) pairs: u16,
    /// Least and most.
    pub(super) amounts: Option<(u8, u8)>,
    pub(super) choose: FaceSet,
    /// By power.
    pub(super) uses: [FaceSet; 2],
}

impl Menu {
    /// Answers without a parameter.
    pub(super) fn plain(plain: &[Action]) -> Menu {
        Menu { plain: core::array::from_fn(|i| plain.get(i).copied()), ..Menu::default() }
    }

    /// One of these faces.
    pub(super) fn choose(choose: FaceSet) -> Menu {
        Menu { choose, ..Menu::default() }
    }

    /// Whether an answer is legal.
    pub(super) fn offers(&self, action: Action) -> bool {
        match action {
            Action::Essence(essence) => self.essences.contains(essence),
            Action::Order(order) => order < 6 && self.orders >> order & 1 == 1,
            Action::Seat(seat) => self.seats.contains(seat),
            Action::Pair(pair) => pair < 15 && self.pairs >> pair & 1 == 1,
            Action::Amount(count) => {
                self.amounts.is_some_and(|(least, most)| (least..=most).contains(&count))
            }
            Action::Choose(face) => self.choose.contains(face),
            Action::Use(face, power) => {
                let uses = power.checked_sub(1).and_then(|index| self.uses.get(usize::from(index)));
                uses.is_some_and(|faces| faces.contains(face))
            }
            other => self.plain.contains(&Some(other)),
        }
    }

    /// How many answers are legal.
    pub(super) fn len(&self) -> usize {
        let plain = self.plain.iter().flatten().count();
        let amounts = self.amounts.map_or(0, |(least, most)| usize::from(most - least) + 1);
        let faces =
            self.choose.len() + self.uses[0].len() + self.uses[1].len() + self.essences.len();
        let bits = self.orders.count_ones() + self.pairs.count_ones();
        plain + amounts + usize::from(faces) + self.seats.len() + bits as usize
    }

    /// Appends the legal answers, ascending by code.
    pub(super) fn list(&self, into: &mut Vec<Action>) {
        into.extend(self.plain.iter().flatten());
        into.extend(self.essences.iter().map(Action::Essence));
        into.extend((0..6).filter(|order| self.orders >> order & 1 == 1).map(Action::Order));
        into.extend(self.seats.iter().map(Action::Seat));
        into.extend((0..15).filter(|pair| self.pairs >> pair & 1 == 1).map(Action::Pair));
        if let Some((least, most)) = self.amounts {
            into.extend((least..=most).map(Action::Amount));
        }
        into.extend(self.choose.iter().map(Action::Choose));
        for face in self.uses[0].union(self.uses[1]).iter() {
            let powers = self.uses.iter().zip(1..).filter(|(faces, _)| faces.contains(face));
            into.extend(powers.map(|(_, power)| Action::Use(face, power)));
        }
    }
}

/// All seats but one.
pub(super) fn others(seat: Seat, seats: u8) -> SeatSet {
    let mut others = SeatSet::first(seats);
    others.remove(seat);
    others
}
