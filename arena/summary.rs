//! What is said of a tournament's results: the figures behind its tables and pictures.

use crate::result::{Ending, VoidReason};
use std::collections::BTreeMap;

/// How sure intervals are, as a share between 0 and 1; 0.95, say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence(pub f64);

impl Default for Confidence {
    fn default() -> Confidence {
        Confidence(0.95)
    }
}

/// A mean and where the true one is likely to be. Games on one deal are one observation, however many seatings they have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean over games; not a number where there were none.
    pub mean: f64,
    /// The interval's lower end; minus infinity where nothing can be said (fewer than two deals).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// A rating on the scale of Weng and Lin (25 for a newcomer), with an interval by resampling deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating after all results, in the order of the schedule.
    pub value: f64,
    /// The model's own uncertainty (one standard deviation).
    pub uncertainty: f64,
    /// The interval's lower end; minus infinity where nothing can be said (fewer than two deals, or too many games to resample).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// What went wrong for an entrant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// Seats by how they ended, those that played to the end left out; of slots with a result and of void ones.
    pub by_ending: BTreeMap<Ending, u32>,
    /// Its slots without a result, by reason.
    pub void: BTreeMap<VoidReason, u32>,
    /// The first few of what went wrong, in words, each with the game's id (see [`crate::FAILURE_SAMPLES_MAX`]).
    pub samples: Vec<(String, String)>,
}

/// How long an entrant's decisions were open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThinkingTime {
    /// Decisions in all its games.
    pub decisions: u64,
    /// In total, in milliseconds.
    pub total_ms: u64,
    /// The mean per decision, by game: the median game and the slowest one in a hundred, in milliseconds.
    pub median_ms: f64,
    /// See `median_ms`.
    pub slow_ms: f64,
}

/// What is said of one entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct EntrantSummary {
    /// Its place in the list.
    pub entrant: usize,
    /// Seats with a result.
    pub games: u32,
    /// Mean rank; 1 is best.
    pub rank: Estimate,
    /// Its part of the wins, shared between tied winners; of 1.
    pub win_share: Estimate,
    /// Mean victory points.
    pub points: Estimate,
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

/// One entrant against another, over the games that both were in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Meetings of two seats with a result.
    pub meetings: u32,
    /// How often the first ranked above the second; a tie is a half.
    pub share: Estimate,
    /// Mean of the first's utility less the second's, from -2 to 2.
    pub margin: Estimate,
}

/// What is said of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How sure the intervals are.
    pub confidence: Confidence,
    /// Slots with a result.
    pub games: u32,
    /// Deals with a result.
    pub deals: u32,
    /// Slots without one, by reason.
    pub void: BTreeMap<VoidReason, u32>,
    /// The best first: by win share, then utility, then rank, then place in the list. `entrant` tells who it is.
    pub entrants: Vec<EntrantSummary>,
    /// `pairs[a][b]`, by place in the list; `None` where they never met (or `a == b`).
    pub pairs: Vec<Vec<Option<Pair>>>,
}
