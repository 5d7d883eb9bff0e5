//! From tables to slots: which deal, which seating, which numbers.

use super::{History, Mode, Plan, Slot, seatings};
use crate::draw::{self, Purpose};

/// Writes down the slots of a round.
pub(super) struct Writer<'a> {
    plan: &'a Plan,
    round: u32,
    slot: u32,
    deal: u32,
    slots: Vec<Slot>,
}

impl<'a> Writer<'a> {
    /// A round without slots yet: the first gets these numbers.
    pub(super) fn new(plan: &'a Plan, round: u32, slot: u32, deal: u32) -> Writer<'a> {
        Writer { plan, round, slot, deal, slots: Vec::new() }
    }

    /// What was written.
    pub(super) fn into_slots(self) -> Vec<Slot> {
        self.slots
    }

    /// A round of a format that knows its tables: the next deal of each.
    pub(super) fn fixed(&mut self, tables: &[Vec<usize>]) {
        for (number, table) in tables.iter().enumerate() {
            match self.plan.mode {
                Mode::Repeated => self.repeated(table),
                Mode::Independent => {
                    let (list, nth) = self.turn(table, number as u32);
                    self.push(0, list[nth].clone());
                    self.deal += 1;
                }
            }
        }
    }

    /// A round of a format that makes its tables: all deals of each.
    pub(super) fn adaptive(&mut self, tables: &[Vec<usize>], history: &mut History) {
        for (number, table) in tables.iter().enumerate() {
            let list = self.list(table, self.round, number as u32);
            for _ in 0..self.plan.deals {
                match self.plan.mode {
                    Mode::Repeated => self.repeated(table),
                    Mode::Independent => {
                        let seats = history.fairest(&list).clone();
                        history.sat(&seats);
                        self.push(0, seats);
                        self.deal += 1;
                    }
                }
            }
        }
    }

    /// A deal in all its seatings.
    fn repeated(&mut self, table: &[usize]) {
        let mut rng = draw::at(&self.plan.seed, Purpose::Seating, self.round, self.slots.len() as u32);
        for (number, seats) in seatings::list(table, self.plan.seatings, &mut rng).into_iter().enumerate() {
            self.push(number as u32, seats);
        }
        self.deal += 1;
    }

    /// The seatings that a table of a fixed format goes through, deal by deal, and which of them is this round's. Each time
    /// through they come in another order.
    fn turn(&self, table: &[usize], number: u32) -> (Vec<Vec<usize>>, usize) {
        let length = seatings::count(table, self.plan.seatings);
        let list = self.list(table, number, self.round / length);
        (list, (self.round % length) as usize)
    }

    fn list(&self, table: &[usize], major: u32, minor: u32) -> Vec<Vec<usize>> {
        let mut rng = draw::at(&self.plan.seed, Purpose::Seating, major, minor);
        let list = seatings::list(table, self.plan.seatings, &mut rng);
        seatings::in_turn(list, &mut rng)
    }

    fn push(&mut self, seating: u32, seats: Vec<usize>) {
        self.slots.push(Slot { slot: self.slot, round: self.round, deal: self.deal, seating, seats });
        self.slot += 1;
    }
}
