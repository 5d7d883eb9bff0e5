//! The arithmetic of tournaments: who plays whom on which deal, who is better and how sure we are,
//! and the pages that show it.
//!
//! Pure: no clock, no network, no store, no game. A game is ranks, points and endings here,
//! whatever was played. Everything is a function of its arguments, seeds included, so that every
//! statistic can be recomputed from the results.
//!
//! # Words
//! An *entrant* is who competes, named by its index in the tournament's list. A *table* is a set of
//! entrants that play together. A *deal* is the luck of a game; a *seating* says who has which
//! seat. A *slot* is one game of the schedule, that is: a table on a deal in a seating. A *round*
//! is a part of the schedule that is complete before the next is known or judged.

pub mod adjudicate;
mod confidence;
mod draw;
pub mod export;
pub mod planning;
pub mod report;
mod result;
#[cfg(test)]
mod samples;
pub mod schedule;
mod slot;
mod stats;
pub mod stopping;
mod summary;

pub use confidence::Confidence;
pub use result::{Ending, GameResult, SeatResult, VoidReason, credited_ranks};
pub use schedule::{Format, Membership, Mode, Plan, PlanError, Score, Seatings};
pub use slot::Slot;
pub use stats::{FAILURE_SAMPLES_MAX, summary, summary_with_copies};
pub use stopping::{Answered, Hypothesis, Look, Verdict, answer, look, verdict};
pub use summary::{
    EntrantSummary, Estimate, Failures, PROVISIONAL_DEALS, Pair, Places, RankedBy, Rating,
    SeatEffect, Summary, ThinkingTime,
};

/// Maximum number of seats of a table.
pub const SEATS_MAX: usize = 10;
/// Maximum number of entrants of a tournament.
pub const ENTRANTS_MAX: usize = 64;

/// Of the arithmetic that decides who plays whom, and when a hypothesis is decided. A tournament
/// keeps the version that it began with, so that it continues as it began, whatever program plays
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum ArithmeticVersion {
    /// Of tournaments that began before versions were kept.
    First = 1,
    /// Swiss tournaments pair by score and ladders across ratings, both with repeats avoided; bets
    /// of several sizes.
    #[default]
    Second = 2,
}

impl ArithmeticVersion {
    /// The version with this number; 0 is what is stored of tournaments that began before versions
    /// were.
    pub fn numbered(number: u32) -> Option<ArithmeticVersion> {
        match number {
            0 | 1 => Some(ArithmeticVersion::First),
            2 => Some(ArithmeticVersion::Second),
            _ => None,
        }
    }
}
