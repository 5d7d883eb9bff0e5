//! Who plays whom, in which seats, on which deal: a pure function of the plan, its seed and, where
//! a format needs them, the results of the rounds before. Who skips the slots that are done gets
//! the same remaining ones, whatever was done.
//!
//! Knows no clock and no store; no floating point but the ladder's ratings, which come in
//! thousandths.

mod combinations;
mod history;
mod pairing;
mod seatings;
mod tables;
mod write;

#[cfg(test)]
mod tests;

use crate::draw::{self, Purpose};
use crate::{ArithmeticVersion, ENTRANTS_MAX, GameResult, RankedBy, SEATS_MAX, Slot};
use combinations::{Combinations, Tables};
use history::History;
pub use history::Score;
use std::collections::BTreeSet;
use std::fmt;
pub use write::RoundDeals;

/// Maximum number of slots of a tournament.
pub const SLOTS_MAX: u32 = 1_000_000;
/// Maximum number of rounds of a tournament, which in a round robin and in a field are the deals of
/// each table.
pub const ROUNDS_MAX: u32 = 10_000;
/// Maximum number of deals that a table has, in a round or in all.
pub const DEALS_MAX: u32 = 10_000;
/// Maximum number of seatings that a deal is played in: up to here all distinct ones, beyond it a
/// balanced part of them.
pub const SEATINGS_MAX: u32 = 24;

/// In which rounds an entrant takes part: from `from_round` on, up to and without `until_round`. By
/// default in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Membership {
    /// Its first round, from 0.
    pub from_round: u32,
    /// The first round that it isn't in again.
    pub until_round: Option<u32>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every table of as many entrants as there are seats. Round `d` is every table's `d`-th deal.
    RoundRobin,
    /// One entrant with all tables of the others; where these are fewer than the seats left, they
    /// take them in turn, and one of them may have several. Round `d` is every table's `d`-th deal.
    Field {
        /// Who is at every table.
        candidate: usize,
    },
    /// Tables by standing so far; who is left over has a bye.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
    /// Tables of about equal rating so far, with some noise; entrants come and go between rounds.
    Ladder {
        /// The number of rounds.
        rounds: u32,
    },
}

impl Format {
    /// Whether a round depends on the results of those before it.
    pub fn is_adaptive(self) -> bool {
        matches!(self, Format::Swiss { .. } | Format::Ladder { .. })
    }

    /// What its standings go by.
    pub fn ranked_by(self) -> RankedBy {
        if self.is_adaptive() { RankedBy::Rating } else { RankedBy::WinShare }
    }
}

/// How deals are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Every slot has a deal of its own; the seats are balanced over a table's deals: exactly after
    /// each multiple of the seats.
    Independent,
    /// Every deal is played in each of its seatings, so that the luck of the deal cancels out.
    Repeated,
}

/// Which seatings a deal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seatings {
    /// All distinct ones; the balanced ones if those are more than [`SEATINGS_MAX`].
    All,
    /// A part in which each entrant has each seat equally often. At a prime number of seats n these
    /// are the n(n - 1) affine maps x -> ax + b, in which also every two have every two seats
    /// equally often; else the n rotations of a drawn order.
    Balanced,
}

/// What a tournament is.
#[derive(Clone, PartialEq, Eq)]
pub struct Plan {
    /// When each entrant takes part; its index in this list is its name.
    pub entrants: Vec<Membership>,
    /// Seats of a table.
    pub seats: usize,
    /// Who meets whom.
    pub format: Format,
    /// How deals are shared.
    pub mode: Mode,
    /// Which seatings a deal has.
    pub seatings: Seatings,
    /// Deals of each table: in all in a round robin and in a field, per round else.
    pub deals: u32,
    /// How formats that go by results make their tables.
    pub version: ArithmeticVersion,
    /// Decides all draws. Who knows it knows who will meet whom: it is never printed.
    pub seed: [u8; 32],
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { entrants, seats, format, mode, seatings, deals, version, seed: _ } = self;
        f.debug_struct("Plan")
            .field("entrants", entrants)
            .field("seats", seats)
            .field("format", format)
            .field("mode", mode)
            .field("seatings", seatings)
            .field("deals", deals)
            .field("version", version)
            .finish_non_exhaustive()
    }
}

/// Why a plan is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A table has too few or too many seats.
    #[error("a table has 2 to {SEATS_MAX} seats, not {0}")]
    Seats(usize),
    /// There are more than [`ENTRANTS_MAX`].
    #[error("a tournament has at most {ENTRANTS_MAX} entrants, not {0}")]
    TooManyEntrants(usize),
    /// Not even one table is full.
    #[error("a table of {seats} needs {needed} entrants, there are {entrants}")]
    TooFewEntrants { seats: usize, needed: usize, entrants: usize },
    /// Not even one table is full in a round that some are not in.
    #[error("round {round} has {present} entrants, a table needs {seats}")]
    TooFewPresent { round: u32, present: usize, seats: usize },
    /// There is no such entrant.
    #[error("the candidate is number {candidate} of {entrants} entrants, counted from 0")]
    Candidate { candidate: usize, entrants: usize },
    /// It takes part in no round at all.
    #[error("entrant {0} leaves before it comes")]
    Membership(usize),
    /// The format has all entrants from beginning to end.
    #[error(
        "entrant {0} comes late or leaves early, which only a ladder and a Swiss tournament allow"
    )]
    Moves(usize),
    /// None, or more than [`DEALS_MAX`].
    #[error("a table has 1 to {DEALS_MAX} deals, not {0}")]
    Deals(u32),
    /// None, or more than [`ROUNDS_MAX`].
    #[error("a tournament has 1 to {ROUNDS_MAX} rounds, not {0}")]
    Rounds(u32),
    /// They are more than [`SLOTS_MAX`].
    #[error("these are {0} games, at most {SLOTS_MAX} are possible")]
    TooManySlots(u128),
}

impl Plan {
    /// Whether there is such a tournament.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(&self) -> Result<(), PlanError> {
        let entrants = self.entrants.len();
        if !(2..=SEATS_MAX).contains(&self.seats) {
            return Err(PlanError::Seats(self.seats));
        }
        if entrants > ENTRANTS_MAX {
            return Err(PlanError::TooManyEntrants(entrants));
        }
        if let Format::Field { candidate } = self.format
            && candidate >= entrants
        {
            return Err(PlanError::Candidate { candidate, entrants });
        }
        let needed = if matches!(self.format, Format::Field { .. }) { 2 } else { self.seats };
        if entrants < needed {
            return Err(PlanError::TooFewEntrants { seats: self.seats, needed, entrants });
        }
        if !(1..=DEALS_MAX).contains(&self.deals) {
            return Err(PlanError::Deals(self.deals));
        }
        if !(1..=ROUNDS_MAX).contains(&self.rounds()) {
            return Err(PlanError::Rounds(self.rounds()));
        }
        self.check_memberships()?;
        match self.games() {
            games if games > u128::from(SLOTS_MAX) => Err(PlanError::TooManySlots(games)),
            _ => Ok(()),
        }
    }

    /// The number of rounds.
    pub fn rounds(&self) -> u32 {
        match self.format {
            Format::RoundRobin | Format::Field { .. } => self.deals,
            Format::Swiss { rounds } | Format::Ladder { rounds } => rounds,
        }
    }

    /// The number of slots, as its memberships stand now; `None` if it isn't a plan (see
    /// [`Plan::check`]).
    pub fn slots(&self) -> Option<u32> {
        self.check().ok()?;
        u32::try_from(self.games()).ok()
    }

    /// The slots of a round, numbered from `first_slot`, their deals from `first_deal`.
    /// `results_before` are the results of all rounds before this one, void slots included, in any
    /// order; they matter in adaptive formats only (see [`Format::is_adaptive`]), and what they
    /// tell of this round or later ones is ignored.
    ///
    /// Empty if the plan is none or has no such round.
    pub fn round(
        &self,
        round: u32,
        first_slot: u32,
        first_deal: u32,
        results_before: &[GameResult],
    ) -> Vec<Slot> {
        self.round_deals(round, first_slot, first_deal, results_before)
            .into_iter()
            .flatten()
            .flatten()
            .collect()
    }

    /// The same, deal by deal, made only as they are asked for; nothing if the plan is none or has
    /// no such round.
    pub fn round_deals(
        &self,
        round: u32,
        first_slot: u32,
        first_deal: u32,
        results_before: &[GameResult],
    ) -> Option<RoundDeals> {
        if self.check().is_err() || round >= self.rounds() {
            return None;
        }
        let (tables, history) = match self.format {
            Format::RoundRobin => {
                (Tables::All(Combinations::new(self.everyone(), self.seats)), None)
            }
            Format::Field { candidate } => (self.field(candidate), None),
            Format::Swiss { .. } | Format::Ladder { .. } => {
                let history = History::of(self, round, results_before);
                let tables = pairing::tables(self, round, &history, results_before);
                (Tables::Listed(tables.into_iter()), Some(history))
            }
        };
        Some(RoundDeals::new(self, round, (first_slot, first_deal), tables, history))
    }

    /// The tables of a candidate. Where the others are too few for the seats, these are as few.
    fn field(&self, candidate: usize) -> Tables {
        let others: Vec<usize> =
            self.everyone().into_iter().filter(|&entrant| entrant != candidate).collect();
        match others.len() >= self.seats - 1 {
            true => Tables::With { candidate, others: Combinations::new(others, self.seats - 1) },
            false => Tables::Listed(
                tables::field(self.entrants.len(), candidate, self.seats).into_iter(),
            ),
        }
    }

    /// By index in the list, what a Swiss tournament pairs by after these results: its tie-breaks.
    pub fn scores(&self, results: &[GameResult]) -> Vec<Score> {
        let history = History::of(self, self.rounds(), results);
        (0..self.entrants.len()).map(|entrant| history.score(entrant)).collect()
    }

    /// Deals on which the two may meet: that many in a round robin and in a field, at most that
    /// many in formats that make their tables.
    pub fn deals_together(&self, one: usize, other: usize) -> u64 {
        let per_table = u64::from(self.deals);
        match self.format {
            Format::Swiss { rounds } | Format::Ladder { rounds } => u64::from(rounds) * per_table,
            _ => self.tables_together(one, other).count() as u64 * per_table,
        }
    }

    /// The largest margin of utilities that the one can have over the other on a deal; 0 if they
    /// never meet.
    pub fn margin_max(&self, one: usize, other: usize) -> f64 {
        if self.format.is_adaptive() {
            return crate::stopping::MARGIN_MAX;
        }
        let least = |table: &Vec<usize>| {
            let seats =
                |entrant: usize| table.iter().filter(|&&seated| seated == entrant).count() as f64;
            // All seats of the one in front, all of the other behind.
            crate::stopping::MARGIN_MAX
                - (seats(one) + seats(other) - 2.0) / (self.seats as f64 - 1.0)
        };
        self.tables_together(one, other).map(|table| least(&table)).fold(0.0, f64::max)
    }

    /// The tables with both, of formats that know them beforehand; none if the plan is none.
    pub(crate) fn tables_together(
        &self,
        one: usize,
        other: usize,
    ) -> impl Iterator<Item = Vec<usize>> {
        let tables = match self.format {
            _ if self.check().is_err() => Vec::new(),
            Format::RoundRobin => tables::combinations(&self.everyone(), self.seats),
            Format::Field { candidate } => {
                tables::field(self.entrants.len(), candidate, self.seats)
            }
            Format::Swiss { .. } | Format::Ladder { .. } => Vec::new(),
        };
        tables.into_iter().filter(move |table| table.contains(&one) && table.contains(&other))
    }

    /// The number of seatings that a deal of a table with all different entrants has, or would have
    /// in repeated mode.
    pub fn seatings_of_a_deal(&self) -> u32 {
        seatings::count(&self.distinct(), self.seatings)
    }

    /// The number of different games that a repeated deal of this table has: seatings that only
    /// swap copies of one deterministic player are the same game. `copies` has a number for each
    /// entrant, the same for those that are the same player.
    pub fn distinct_seatings(&self, table: &[usize], copies: &[usize]) -> u32 {
        let mut rng = draw::at(&self.seed, Purpose::Seating, 0, 0);
        let player = |entrant: &usize| copies.get(*entrant).copied().unwrap_or(*entrant);
        let seated = seatings::list(table, self.seatings, &mut rng);
        let games: BTreeSet<Vec<usize>> =
            seated.iter().map(|seats| seats.iter().map(player).collect()).collect();
        games.len() as u32
    }

    /// Who takes part in a round, by index in the list.
    fn present(&self, round: u32) -> Vec<usize> {
        let is_in = |member: &Membership| {
            member.from_round <= round && member.until_round.is_none_or(|end| round < end)
        };
        (0..self.entrants.len()).filter(|&entrant| is_in(&self.entrants[entrant])).collect()
    }

    fn everyone(&self) -> Vec<usize> {
        (0..self.entrants.len()).collect()
    }

    fn check_memberships(&self) -> Result<(), PlanError> {
        for (entrant, member) in self.entrants.iter().enumerate() {
            if member.until_round.is_some_and(|end| end <= member.from_round) {
                return Err(PlanError::Membership(entrant));
            }
            if !self.format.is_adaptive() && *member != Membership::default() {
                return Err(PlanError::Moves(entrant));
            }
        }
        if self.format.is_adaptive() {
            for round in 0..self.rounds() {
                let present = self.present(round).len();
                if present < self.seats {
                    return Err(PlanError::TooFewPresent { round, present, seats: self.seats });
                }
            }
        }
        Ok(())
    }

    /// All games of the plan, which may be too many.
    fn games(&self) -> u128 {
        let others = self.entrants.len() - 1;
        // Tables of a format are alike, but for those with entrants in several seats.
        let (table, tables) = match self.format {
            Format::RoundRobin => {
                (self.distinct(), tables::combinations_count(self.entrants.len(), self.seats))
            }
            Format::Field { .. } if others >= self.seats - 1 => {
                (self.distinct(), tables::combinations_count(others, self.seats - 1))
            }
            Format::Field { candidate } => {
                let tables = tables::field(self.entrants.len(), candidate, self.seats);
                return tables.iter().map(|table| self.games_of(table)).sum();
            }
            Format::Swiss { .. } | Format::Ladder { .. } => {
                let tables: usize =
                    (0..self.rounds()).map(|round| self.present(round).len() / self.seats).sum();
                (self.distinct(), tables as u128)
            }
        };
        tables * self.games_of(&table)
    }

    /// Games of a table on all its deals: in all, or in a round.
    fn games_of(&self, table: &[usize]) -> u128 {
        let per_deal = match self.mode {
            Mode::Independent => 1,
            Mode::Repeated => seatings::count(table, self.seatings),
        };
        u128::from(self.deals) * u128::from(per_deal)
    }

    /// A table whose seats have an entrant each.
    fn distinct(&self) -> Vec<usize> {
        (0..self.seats).collect()
    }
}
