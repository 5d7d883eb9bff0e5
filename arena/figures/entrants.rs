//! What is said of each entrant by itself.

use super::estimate::{Clustered, Quantiles, quantile};
use super::{by_entrant, utility, win_share};
use crate::{Ending, EntrantSummary, Failures, GameResult, Rating, ThinkingTime};

/// Samples of what went wrong that are kept of each entrant.
pub const FAILURE_SAMPLES_MAX: usize = 5;

/// Sums over an entrant's seats.
#[derive(Clone, Debug, Default)]
struct Tally {
    rank: Clustered,
    win_share: Clustered,
    points: Clustered,
    utility: Clustered,
    ranks_by_seat: Vec<Vec<u32>>,
    failures: Failures,
    thinking_ms: u64,
    decisions: u64,
    /// The mean of each game, in milliseconds per decision.
    paces_ms: Vec<f64>,
}

/// One row per entrant, by place in the list. The results come deal by deal, void ones among them.
pub(super) fn rows(
    results: &[&GameResult],
    ratings: Vec<Rating>,
    seats: usize,
    quantiles: &mut Quantiles,
) -> Vec<EntrantSummary> {
    let tally = Tally { ranks_by_seat: vec![vec![0; seats]; seats], ..Tally::default() };
    let mut tallies = vec![tally; ratings.len()];
    for result in results {
        for seat in by_entrant(result) {
            let tally = &mut tallies[result.seats[seat].entrant];
            tally.add_failure(result, seat);
            if result.void.is_none() {
                tally.add_game(result, seat);
            }
        }
    }
    let rows = tallies.into_iter().zip(ratings).enumerate();
    rows.map(|(entrant, (tally, rating))| tally.row(entrant, rating, seats, quantiles)).collect()
}

impl Tally {
    fn add_game(&mut self, result: &GameResult, seat: usize) {
        let (deal, played) = (result.deal, &result.seats[seat]);
        self.rank.add(deal, f64::from(played.rank));
        self.win_share.add(deal, win_share(result, seat));
        self.points.add(deal, f64::from(played.points));
        self.utility.add(deal, utility(result, seat));
        self.ranks_by_seat[seat][played.rank as usize - 1] += 1;
        self.thinking_ms += played.thinking_ms;
        self.decisions += u64::from(played.decisions);
        if played.decisions > 0 {
            self.paces_ms.push(played.thinking_ms as f64 / f64::from(played.decisions));
        }
    }

    fn add_failure(&mut self, result: &GameResult, seat: usize) {
        let played = &result.seats[seat];
        if played.ending != Ending::Played {
            *self.failures.by_ending.entry(played.ending).or_default() += 1;
        }
        let is_first = result.seats[..seat].iter().all(|other| other.entrant != played.entrant);
        if let Some(reason) = result.void.filter(|_| is_first) {
            *self.failures.void.entry(reason).or_default() += 1;
        }
        if !played.failure.is_empty() && self.failures.samples.len() < FAILURE_SAMPLES_MAX {
            self.failures.samples.push((played.failure.clone(), result.game.clone()));
        }
    }

    fn row(mut self, entrant: usize, rating: Rating, seats: usize, quantiles: &mut Quantiles) -> EntrantSummary {
        self.paces_ms.sort_by(f64::total_cmp);
        EntrantSummary {
            entrant,
            games: self.rank.observations(),
            rank: self.rank.estimate((1.0, seats as f64), quantiles),
            win_share: self.win_share.estimate((0.0, 1.0), quantiles),
            points: self.points.estimate((f64::NEG_INFINITY, f64::INFINITY), quantiles),
            utility: self.utility.estimate((-1.0, 1.0), quantiles),
            rating,
            ranks_by_seat: self.ranks_by_seat,
            failures: self.failures,
            thinking: ThinkingTime {
                decisions: self.decisions,
                total_ms: self.thinking_ms,
                median_ms: quantile(&self.paces_ms, 0.5),
                slow_ms: quantile(&self.paces_ms, 0.99),
            },
        }
    }
}
