//! From tables to slots: which deal, which seating, which numbers. A deal at a time, so that a
//! round of a million slots takes no more room than one of ten.

use super::{History, Mode, Plan, Slot, combinations::Tables, seatings};
use crate::draw::{self, Purpose};

/// The slots of a round, deal by deal: each item has all slots of one deal.
pub struct RoundDeals {
    plan: Plan,
    round: u32,
    first_slot: u32,
    slot: u32,
    deal: u32,
    /// How many tables were taken up.
    tables_begun: u32,
    tables: Tables,
    /// In formats that make their tables by results: what these tell, and who was seated since.
    history: Option<History>,
    table: Option<Table>,
}

/// A table that has deals left.
struct Table {
    entrants: Vec<usize>,
    number: u32,
    /// The seatings for those who play one of them per deal.
    seatings: Vec<Vec<usize>>,
    deals_left: u32,
}

impl RoundDeals {
    /// A round; its first slot and its first deal get these numbers.
    pub(super) fn new(
        plan: &Plan,
        round: u32,
        (slot, deal): (u32, u32),
        tables: Tables,
        history: Option<History>,
    ) -> RoundDeals {
        let plan = plan.clone();
        RoundDeals {
            plan,
            round,
            first_slot: slot,
            slot,
            deal,
            tables_begun: 0,
            tables,
            history,
            table: None,
        }
    }

    /// Takes up the next table.
    fn begin(&mut self) -> Option<Table> {
        let (entrants, number) = (self.tables.next()?, self.tables_begun);
        self.tables_begun += 1;
        let seatings = match (self.plan.mode, &self.history) {
            (Mode::Independent, Some(_)) => self.list(&entrants, self.round, number),
            (Mode::Independent, None) | (Mode::Repeated, _) => Vec::new(),
        };
        // A format that knows its tables has one deal of each in a round.
        let deals_left = if self.history.is_some() { self.plan.deals } else { 1 };
        Some(Table { entrants, number, seatings, deals_left })
    }

    /// The seatings of the table's next deal.
    fn seat(&mut self, table: &Table) -> Vec<Vec<usize>> {
        match (self.plan.mode, &mut self.history) {
            (Mode::Repeated, _) => {
                let written = self.slot - self.first_slot;
                let mut rng = draw::at(&self.plan.seed, Purpose::Seating, self.round, written);
                seatings::list(&table.entrants, self.plan.seatings, &mut rng)
            }
            (Mode::Independent, Some(history)) => {
                let seats = history.fairest(&table.seatings).clone();
                history.sat(&seats);
                vec![seats]
            }
            (Mode::Independent, None) => vec![self.turn(&table.entrants, table.number)],
        }
    }

    /// The seating of a table of a fixed format in this round. It goes through all of them deal by
    /// deal, each time in another order.
    fn turn(&self, table: &[usize], number: u32) -> Vec<usize> {
        let length = seatings::count(table, self.plan.seatings);
        self.list(table, number, self.round / length).swap_remove((self.round % length) as usize)
    }

    fn list(&self, table: &[usize], major: u32, minor: u32) -> Vec<Vec<usize>> {
        let mut rng = draw::at(&self.plan.seed, Purpose::Seating, major, minor);
        let list = seatings::list(table, self.plan.seatings, &mut rng);
        seatings::in_turn(list, &mut rng)
    }
}

impl Iterator for RoundDeals {
    type Item = Vec<Slot>;

    fn next(&mut self) -> Option<Vec<Slot>> {
        let mut table = match self.table.take() {
            Some(table) => table,
            None => self.begin()?,
        };
        let (round, deal) = (self.round, self.deal);
        let seatings = self.seat(&table);
        let numbered = (0..).zip(self.slot..).zip(seatings);
        let slots: Vec<Slot> = numbered
            .map(|((seating, slot), seats)| Slot { slot, round, deal, seating, seats })
            .collect();
        self.slot += slots.len() as u32;
        self.deal += 1;
        table.deals_left -= 1;
        self.table = (table.deals_left > 0).then_some(table);
        Some(slots)
    }
}
