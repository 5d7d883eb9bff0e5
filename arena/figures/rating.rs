//! Ratings after Weng and Lin ("A Bayesian approximation method for online ranking", JMLR 12, 2011), algorithm 1: Bradley-Terry,
//! full pairing. The kept crate `skillratings` computes a game's update; here is only which seats it compares.
//!
//! Every seat is a team of one. An entrant with several seats plays each of them with the rating from before the game; seats of
//! one entrant aren't compared with each other, and its changes of rating add up. So what one gains in a meeting of equals
//! the other loses, however seats are shared out.
//!
//! Ratings are made game by game and remember the first ones: after some hundreds of games neighbours may still stand in the wrong
//! order, which the intervals show. Where everybody met everybody equally often, win shares and utilities say more.

use super::quantile;
use crate::draw::{self, Purpose};
use crate::{Confidence, GameResult, Rating};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// Tournaments that are drawn, deals with replacement, to see how far ratings are a matter of which deals there were.
pub const RESAMPLES: u32 = 200;
/// Games that all these may have together. Where a tournament is so long that this is less than [`RESAMPLES_MIN`] of it, its
/// ratings have no interval.
pub const RESAMPLED_GAMES_MAX: u32 = 4_000_000;
/// Fewer say nothing of an interval's ends.
pub const RESAMPLES_MIN: u32 = 40;
/// Resampling is part of the arithmetic, not of the tournament's luck: who has the results can repeat it.
const RESAMPLING_SEED: [u8; 32] = *b"hierophant: which deals, if not\0";

/// A game as far as ratings see it: who had which rank, sorted, so that the order of seats can't matter, not even by a bit.
#[derive(Clone, Debug)]
pub(crate) struct Ranking(Vec<(usize, u32)>);

impl Ranking {
    /// `None` for a slot without a result: it never changes a rating.
    pub(crate) fn of(result: &GameResult) -> Option<Ranking> {
        let mut seats: Vec<_> = result.seats.iter().map(|seat| (seat.entrant, seat.rank)).collect();
        seats.sort_unstable();
        result.void.is_none().then_some(Ranking(seats))
    }

    /// Plays it: changes the ratings of those that were in it.
    pub(crate) fn play(&self, ratings: &mut [WengLinRating]) {
        let before: Vec<[WengLinRating; 1]> = self.0.iter().map(|&(entrant, _)| [ratings[entrant]]).collect();
        let team = |seat: usize| (before[seat].as_slice(), MultiTeamOutcome::new(self.0[seat].1 as usize));
        let seats = 0..self.0.len();
        if self.0.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            let teams: Vec<_> = seats.clone().map(team).collect();
            for (seat, after) in weng_lin_multi_team(&teams, &WengLinConfig::new()).into_iter().enumerate() {
                ratings[self.0[seat].0] = after[0];
            }
            return;
        }
        for seat in seats.clone() {
            let entrant = self.0[seat].0;
            let others = seats.clone().filter(|&other| self.0[other].0 != entrant);
            let teams: Vec<_> = std::iter::once(seat).chain(others).map(team).collect();
            let after = weng_lin_multi_team(&teams, &WengLinConfig::new())[0][0];
            ratings[entrant].rating += after.rating - before[seat][0].rating;
            ratings[entrant].uncertainty *= after.uncertainty / before[seat][0].uncertainty;
        }
    }
}

/// The ratings of all entrants after these results, in the order of the schedule; a newcomer has 25.
pub(crate) fn ratings(results: &[&GameResult], entrants: usize) -> Vec<WengLinRating> {
    let mut results = results.to_vec();
    results.sort_by_key(|result| result.slot);
    let mut ratings = vec![WengLinRating::new(); entrants];
    for ranking in results.into_iter().filter_map(Ranking::of) {
        ranking.play(&mut ratings);
    }
    ratings
}

/// The same in whole thousandths, for schedules: what the last bits of an exponential are on this machine doesn't show in them.
pub(crate) fn thousandths(results: &[&GameResult], entrants: usize) -> Vec<i64> {
    ratings(results, entrants).into_iter().map(|rating| (rating.rating * 1000.0).round() as i64).collect()
}

/// The ratings after these results, none of them void and sorted by deal, with percentile intervals by resampling deals (the
/// bootstrap for clusters: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 8 and 13). A resample
/// plays the deals it drew in their order, each as often as it was drawn.
pub(super) fn with_intervals(results: &[&GameResult], entrants: usize, confidence: Confidence) -> Vec<Rating> {
    let values = ratings(results, entrants);
    let deals: Vec<Vec<Ranking>> = results
        .chunk_by(|one, other| one.deal == other.deal)
        .map(|deal| deal.iter().filter_map(|result| Ranking::of(result)).collect())
        .collect();
    let resamples = RESAMPLES.min(RESAMPLED_GAMES_MAX / (results.len() as u32).max(1));
    let can_say = deals.len() >= 2 && resamples >= RESAMPLES_MIN;
    let mut drawn = vec![Vec::new(); entrants];
    for resample in 0..if can_say { resamples } else { 0 } {
        for (entrant, rating) in resampled(&deals, entrants, resample).into_iter().enumerate() {
            drawn[entrant].push(rating.rating);
        }
    }
    let with_interval = |(rating, mut drawn): (WengLinRating, Vec<f64>)| {
        drawn.sort_by(f64::total_cmp);
        let tail = (1.0 - confidence.0) / 2.0;
        let is_sure = can_say && (0.0..0.5).contains(&tail);
        let end = |share: f64, unknown: f64| if is_sure { quantile(&drawn, share) } else { unknown };
        let (low, high) = (end(tail, f64::NEG_INFINITY), end(1.0 - tail, f64::INFINITY));
        Rating { value: rating.rating, uncertainty: rating.uncertainty, low, high }
    };
    values.into_iter().zip(drawn).map(with_interval).collect()
}

fn resampled(deals: &[Vec<Ranking>], entrants: usize, resample: u32) -> Vec<WengLinRating> {
    let mut rng = draw::at(&RESAMPLING_SEED, Purpose::Resample, resample, 0);
    let mut times = vec![0; deals.len()];
    for _ in 0..deals.len() {
        times[draw::bounded(&mut rng, deals.len() as u32) as usize] += 1;
    }
    let mut ratings = vec![WengLinRating::new(); entrants];
    for (deal, &times) in deals.iter().zip(&times) {
        for ranking in (0..times).flat_map(|_| deal) {
            ranking.play(&mut ratings);
        }
    }
    ratings
}
