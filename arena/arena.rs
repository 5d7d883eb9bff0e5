//! The arithmetic of competitions: who plays whom on which deal, who is better and how sure we are, and the pages that show it.
//!
//! Pure: no clock, no network, no store, no game. A game is ranks, points and endings here, whatever was played. Everything
//! is a function of its arguments, seeds included, so that whoever has the results can repeat every figure.
//!
//! # Words
//! An *entrant* is who competes, named by its place in the tournament's list. A *table* is a set of entrants that play together. A
//! *deal* is the luck of a game; a *seating* says who has which seat. A *slot* is one game of the schedule, that is: a table on
//! a deal in a seating. A *round* is a part of the schedule that is complete before the next is known or judged.

pub mod adjudicate;
mod draw;
pub mod export;
mod figures;
pub mod report;
mod result;
#[cfg(test)]
mod samples;
pub mod schedule;
pub mod stopping;
mod summary;

pub use figures::{FAILURE_SAMPLES_MAX, PROVISIONAL_DEALS, summary};
pub use result::{Ending, GameResult, SeatResult, VoidReason, credited_ranks};
pub use schedule::{Format, Membership, Mode, Plan, PlanError, Seatings, Slot};
pub use stopping::{Question, Verdict, verdict};
pub use summary::{
    Confidence, EntrantSummary, Estimate, Failures, Pair, Places, RankedBy, Rating, SeatEffect, Summary, ThinkingTime,
};

/// Most seats of a table.
pub const SEATS_MAX: usize = 10;
/// Most entrants of a tournament.
pub const ENTRANTS_MAX: usize = 64;
