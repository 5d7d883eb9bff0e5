//! What is said of a tournament's results: the figures behind its tables and pictures.

use crate::stats::Moments;
use crate::{Confidence, Ending, Score, VoidReason};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Fewer deals with a result make a place provisional. Games of one deal are one observation,
/// however many seatings it has.
pub const PROVISIONAL_DEALS: u32 = 10;

/// Which figure the standings go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankedBy {
    /// The share of wins: where all entrants meet equally often, or the same field.
    WinShare,
    /// The rating less three times its uncertainty: where strong ones meet strong ones, so that win
    /// shares say little.
    Rating,
}

/// A mean with its interval: in a round robin and a field for these tables on new deals, and where
/// results decide who meets whom for the tables that were played. Games on one deal are one
/// observation, however many seatings they have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean over games; not a number where there were none.
    pub mean: f64,
    /// The interval's lower end; minus infinity where nothing can be said (fewer than two deals).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Estimate {
    pub(crate) fn of(moments: &Moments, (low, high): (f64, f64)) -> Estimate {
        Estimate { mean: moments.mean, low, high }
    }
}

/// A rating on the scale of Weng and Lin (25 for a newcomer, and for the mean of all entrants).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// By one fit to all results; their order doesn't matter.
    pub value: f64,
    /// One standard deviation of it, with all games of a deal as one observation.
    pub uncertainty: f64,
    /// The interval's lower end; minus infinity where nothing can be said (fewer than two deals).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The rating that was made game by game, in the order of the schedule: what ladders pair by.
    pub running: f64,
}

impl Rating {
    /// The rating less three times its uncertainty: no entrant is ahead for having played little.
    pub fn conservative(&self) -> f64 {
        self.value - 3.0 * self.uncertainty
    }
}

/// Between which places an entrant is, both included. For all entrants taken together this is right
/// with the stated confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// The best, from 1.
    pub first: u32,
    /// The worst.
    pub last: u32,
}

/// What went wrong for an entrant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// Seats by how they ended, those that played to the end left out; of slots with a result and
    /// of void ones.
    pub by_ending: BTreeMap<Ending, u32>,
    /// Its slots without a result, by reason.
    pub void: BTreeMap<VoidReason, u32>,
    /// Of these, those that have none because it was not there, or failed.
    pub missed: u32,
    /// The first few of what went wrong, in words, each with the game's id (see
    /// [`crate::FAILURE_SAMPLES_MAX`]).
    pub samples: Vec<(String, String)>,
}

impl Failures {
    /// Seats that failed by the entrant's own fault.
    pub fn failed(&self) -> u32 {
        self.by_ending
            .iter()
            .filter(|(ending, _)| ending.is_failure())
            .map(|(_, &count)| count)
            .sum()
    }
}

/// How long an entrant's decisions were open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThinkingTime {
    /// Decisions in all its games.
    pub decisions: u64,
    /// In total, in milliseconds.
    pub total_ms: u64,
    /// The mean per decision, by game: the median game and the slowest one in a hundred, in
    /// milliseconds.
    pub median_ms: f64,
    /// See `median_ms`.
    pub slow_ms: f64,
}

/// What is said of one entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct EntrantSummary {
    /// Its index in the list.
    pub entrant: usize,
    /// Seats with a result: its rated games.
    pub games: u32,
    /// Deals with a result.
    pub deals: u32,
    /// Between which places it is; `None` without a game. Those with too few deals, or with games
    /// that they missed, are judged among themselves only, and are below the rest.
    pub places: Option<Places>,
    /// Mean rank; 1 is best.
    pub rank: Estimate,
    /// Its part of the wins, shared between tied winners; of 1.
    pub win_share: Estimate,
    /// Whether its win share is above one over the seats (`Greater`) or below, if that holds over
    /// all entrants at once. `None` where standings go by the rating: opponents are chosen there by
    /// how good they are, so that no share of wins is par.
    pub against_par: Option<Ordering>,
    /// What the next round of a Swiss tournament pairs by (see [`Summary::with_scores`]); `None` in
    /// other formats.
    pub score: Option<Score>,
    /// Mean victory points, over games that it played to the end: what default actions or a
    /// built-in agent came to is not its own.
    pub points: Estimate,
    /// The number of games that this is over.
    pub points_games: u32,
    /// Mean of (seats beaten - seats beaten by) / (seats - 1), from -1 to 1.
    pub utility: Estimate,
    /// See [`Rating`].
    pub rating: Rating,
    /// How often it had each rank in each seat: `ranks_by_seat[seat][rank - 1]`.
    pub ranks_by_seat: Vec<Vec<u32>>,
    /// What went wrong.
    pub failures: Failures,
    /// Time used.
    pub thinking: ThinkingTime,
}

impl EntrantSummary {
    /// Whether it has too few deals for a place that says much.
    pub fn is_provisional(&self) -> bool {
        self.deals < PROVISIONAL_DEALS
    }

    /// Whether it has fewer rated games than the plan gave it because it was not there, or failed.
    pub fn is_incomplete(&self) -> bool {
        self.failures.missed > 0
    }

    /// Its slots without a result, for whatever reason.
    pub fn games_void(&self) -> u32 {
        self.failures.void.values().sum()
    }

    /// Seats of rated games that it did not play to the end.
    pub fn games_out(&self) -> u32 {
        self.games - self.points_games
    }
}

/// One entrant against another, over the games that both were in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Meetings of two seats with a result.
    pub meetings: u32,
    /// How often the first ranked above the second; a tie is a half.
    pub share: Estimate,
    /// Mean of the first's utility less the second's, from -2 to 2, in the company in which they
    /// met.
    pub margin: Estimate,
    /// Whether the first ranks above the second more often than not (`Greater`) or less, if that
    /// holds over all pairs at once.
    pub settled: Option<Ordering>,
}

/// What it is worth to sit where.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatEffect {
    /// By seat: the mean utility there, less what the ratings of those at the table let expect.
    pub utility: Vec<f64>,
    /// The chance of differences like these or larger if all seats are worth the same; `None` with
    /// too few deals to tell.
    pub p_value: Option<f64>,
}

/// What is said of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How sure the intervals are.
    pub confidence: Confidence,
    /// What the standings go by.
    pub ranked_by: RankedBy,
    /// Slots with a result.
    pub games: u32,
    /// Deals with a result.
    pub deals: u32,
    /// Slots without one, by reason.
    pub void: BTreeMap<VoidReason, u32>,
    /// The best first: those with enough deals, then those that are provisional, then those that
    /// missed games of theirs, then those without any; among these by what ranks, then utility,
    /// then rank, then index in the list. `entrant` tells who it is.
    pub entrants: Vec<EntrantSummary>,
    /// `pairs[a][b]`, by index in the list; `None` where they never met (or `a == b`).
    pub pairs: Vec<Vec<Option<Pair>>>,
    /// What it is worth to sit where.
    pub seat_effect: SeatEffect,
}

impl Summary {
    /// The same with what a Swiss tournament pairs by, by index in the list (see
    /// [`crate::Plan::scores`]).
    #[must_use]
    pub fn with_scores(mut self, scores: &[Score]) -> Summary {
        self.entrants.iter_mut().for_each(|row| row.score = scores.get(row.entrant).copied());
        self
    }

    /// Whether there are scores to show.
    pub(crate) fn has_scores(&self) -> bool {
        self.entrants.iter().any(|row| row.score.is_some())
    }
}
