//! Ratings that don't depend on the order of results: one fit of Bradley and Terry's model to all of them.
//!
//! Entrant i has the strength s_i; at a table it ranks above j with the probability 1 / (1 + exp(s_j - s_i)). Each game of k seats
//! is k (k - 1) / 2 comparisons, as in the running rating; a tie is half a win for each. The strengths are those at which
//!
//! ```text
//! sum over comparisons of w log P - sum over entrants of s_i^2 / (2 * PRIOR_VARIANCE)          w = 3 / (k + 1)
//! ```
//!
//! is greatest: the comparisons of one game are not independent, and with the weight w a game of equals tells as much as ranks of
//! equals do (a composite likelihood: Varin, Reid and Firth, "An overview of composite likelihood methods", Statistica Sinica 21,
//! 2011). The prior is that of Weng and Lin's newcomer, so that who always wins has a finite rating; the sum is concave and has one
//! greatest point, which Newton's method finds. Comparisons are counted in whole numbers: the rating is the same to the last bit
//! in whatever order games were played.
//!
//! With H the curvature at that point, P the prior's part of it, and J the sum of the squares of what each deal contributes to the
//! slope, the covariance is H^-1 (J + P) H^-1 (the sandwich; deals are the clusters), and that of the model alone is H^-1. Of the
//! two, the larger is used: the model's is too small where the games of a deal are alike, the sandwich's is vague with few deals.
//!
//! Only differences between entrants can be known, so the covariances are those of strengths less the mean of all.
//!
//! Strengths are shown on the scale of Weng and Lin: 25 + 25/6 * sqrt(2) * s.

use super::by_entrant;
use super::estimate::correction;
use super::interval::student;
use super::linear::{Matrix, inverse, times};
use crate::{Confidence, GameResult};
use std::cmp::Ordering;

/// What a newcomer has: the mean of all entrants too.
pub(crate) const NEWCOMER: f64 = 25.0;
/// Points of rating for a strength of one.
const SCALE: f64 = 25.0 / 6.0 * std::f64::consts::SQRT_2;
/// Of strengths, before any game: a newcomer's uncertainty of 25/3 points.
const PRIOR_VARIANCE: f64 = 2.0;
/// Newton's steps; some ten are needed.
const STEPS_MAX: u32 = 60;
/// Halvings of a step that goes too far.
const HALVINGS_MAX: u32 = 30;
/// The fit ends when no strength moves by more than this.
const TOLERANCE: f64 = 1e-11;
/// Part of a height that is rounding.
const HEIGHT_ROUNDING: f64 = 1e-10;
/// Degrees of freedom that stand for knowing a variance.
const FREEDOM_KNOWN: f64 = 1e6;

/// The strengths of all entrants, and how sure they are.
#[derive(Clone, Debug)]
pub(crate) struct Strengths {
    strengths: Vec<f64>,
    /// By the model alone.
    model: Matrix,
    /// With deals as clusters.
    robust: Matrix,
    /// So many deals each has a result on.
    deals: Vec<u32>,
}

/// Comparisons of each with each.
#[derive(Clone, Debug)]
struct Comparisons {
    /// What each counts.
    weight: f64,
    /// How many there were.
    meetings: Vec<Vec<u64>>,
    /// By entrant: its wins less its losses, counted twice where there is half a one.
    balance: Vec<i64>,
}

impl Strengths {
    /// Of results that are sorted by deal, none of them void.
    pub(crate) fn of(results: &[&GameResult], entrants: usize) -> Strengths {
        let comparisons = Comparisons::of(results, entrants);
        let strengths = comparisons.strengths();
        let model = inverse(&comparisons.curvature(&strengths));
        let (squares, deals) = comparisons.squares(results, &strengths);
        let robust = times(&times(&model, &squares), &model);
        Strengths { strengths, model: centred(model), robust: centred(robust), deals }
    }

    /// An entrant's rating.
    pub(crate) fn rating(&self, entrant: usize) -> f64 {
        NEWCOMER + SCALE * self.strengths[entrant]
    }

    /// One standard deviation of it.
    pub(crate) fn uncertainty(&self, entrant: usize) -> f64 {
        SCALE * self.model[entrant][entrant].max(self.robust[entrant][entrant]).max(0.0).sqrt()
    }

    /// Its interval; everything if it has fewer than two deals.
    pub(crate) fn interval(&self, entrant: usize, confidence: Confidence) -> (f64, f64) {
        let of = |matrix: &Matrix| matrix[entrant][entrant].max(0.0);
        let half = SCALE * self.half(of(&self.model), of(&self.robust), self.deals[entrant], confidence);
        (self.rating(entrant) - half, self.rating(entrant) + half)
    }

    /// Whether the one is rated above the other (`Greater`) or below, if their difference is clear of zero.
    pub(crate) fn apart(&self, one: usize, other: usize, confidence: Confidence) -> Option<Ordering> {
        let difference = self.strengths[one] - self.strengths[other];
        let of = |matrix: &Matrix| {
            (matrix[one][one] + matrix[other][other] - matrix[one][other] - matrix[other][one]).max(0.0)
        };
        let deals = self.deals[one].min(self.deals[other]);
        let half = self.half(of(&self.model), of(&self.robust), deals, confidence);
        (difference.abs() > half).then(|| difference.total_cmp(&0.0))
    }

    /// The utility that a seat is expected to have against those.
    pub(crate) fn expected_utility(&self, entrant: usize, others: impl Iterator<Item = usize>) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for other in others {
            sum += 2.0 * above(self.strengths[entrant] - self.strengths[other]) - 1.0;
            count += 1;
        }
        sum / f64::from(count.max(1))
    }

    fn half(&self, model: f64, robust: f64, deals: u32, confidence: Confidence) -> f64 {
        if deals < 2 {
            return f64::INFINITY;
        }
        let by_model = student(confidence, FREEDOM_KNOWN) * model.sqrt();
        by_model.max(student(confidence, f64::from(deals - 1)) * robust.sqrt())
    }
}

/// The covariance of what was measured by `matrix`, less its mean.
fn centred(mut matrix: Matrix) -> Matrix {
    let count = matrix.len() as f64;
    let rows: Vec<f64> = matrix.iter().map(|row| row.iter().sum::<f64>() / count).collect();
    let mean = rows.iter().sum::<f64>() / count;
    for (row, of_row) in matrix.iter_mut().zip(&rows) {
        row.iter_mut().zip(&rows).for_each(|(cell, of_column)| *cell += mean - of_row - of_column);
    }
    matrix
}

/// The probability to rank above one that is weaker by so much.
fn above(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Each two seats of different entrants, and what it was for the first: 1, 0 or -1; in an order that doesn't depend on who sat where.
fn compared(result: &GameResult) -> impl Iterator<Item = (usize, usize, i64)> {
    let (seats, count) = (by_entrant(result), result.seats.len());
    let pairs = (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)));
    let compared = move |(one, other): (usize, usize)| {
        let (one, other) = (&result.seats[seats[one]], &result.seats[seats[other]]);
        (one.entrant, other.entrant, other.rank.cmp(&one.rank) as i64)
    };
    pairs.map(compared).filter(|(one, other, _)| one != other)
}

impl Comparisons {
    fn of(results: &[&GameResult], entrants: usize) -> Comparisons {
        let seats = results.first().map_or(2, |result| result.seats.len());
        let weight = 3.0 / (seats as f64 + 1.0);
        let mut all = Comparisons { weight, meetings: vec![vec![0; entrants]; entrants], balance: vec![0; entrants] };
        for (one, other, outcome) in results.iter().flat_map(|result| compared(result)) {
            all.meetings[one][other] += 1;
            all.meetings[other][one] += 1;
            all.balance[one] += outcome;
            all.balance[other] -= outcome;
        }
        all
    }

    /// Where the slope is zero, by Newton's method with steps that are halved while they lead down.
    fn strengths(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.balance.len()];
        for _ in 0..STEPS_MAX {
            let slope = self.slope(&strengths);
            let step = inverse(&self.curvature(&strengths));
            let step: Vec<f64> = step.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
            let from = self.height(&strengths);
            let moved =
                |part: f64| -> Vec<f64> { strengths.iter().zip(&step).map(|(at, by)| at + part * by).collect() };
            let parts = (0..HALVINGS_MAX).map(|halvings| 0.5_f64.powi(halvings as i32));
            let least = from - HEIGHT_ROUNDING * (1.0 + from.abs());
            let Some(next) = parts.map(moved).find(|next| self.height(next) >= least) else { break };
            let most = next.iter().zip(&strengths).map(|(to, at)| (to - at).abs()).fold(0.0, f64::max);
            strengths = next;
            if most < TOLERANCE {
                break;
            }
        }
        strengths
    }

    /// What is to be made as great as possible.
    fn height(&self, strengths: &[f64]) -> f64 {
        let mut height = 0.0;
        for (one, strength) in strengths.iter().enumerate() {
            height += self.weight * self.balance[one] as f64 / 2.0 * strength;
            height -= strength * strength / (2.0 * PRIOR_VARIANCE);
            for other in (0..one).filter(|&other| self.meetings[one][other] > 0) {
                let difference = (strength - strengths[other]).abs();
                // log P less half the outcome's share: symmetric in the two.
                let even = -difference / 2.0 - (-difference).exp().ln_1p();
                height += self.weight * self.meetings[one][other] as f64 * even;
            }
        }
        height
    }

    fn slope(&self, strengths: &[f64]) -> Vec<f64> {
        let of = |one: usize| {
            let expected: f64 = (0..strengths.len())
                .filter(|&other| self.meetings[one][other] > 0)
                .map(|other| self.meetings[one][other] as f64 * (above(strengths[one] - strengths[other]) - 0.5))
                .sum();
            self.weight * (self.balance[one] as f64 / 2.0 - expected) - strengths[one] / PRIOR_VARIANCE
        };
        (0..strengths.len()).map(of).collect()
    }

    /// H: how fast the slope falls.
    fn curvature(&self, strengths: &[f64]) -> Matrix {
        let entrants = strengths.len();
        let mut curvature = vec![vec![0.0; entrants]; entrants];
        for one in 0..entrants {
            curvature[one][one] += 1.0 / PRIOR_VARIANCE;
            for other in (0..entrants).filter(|&other| self.meetings[one][other] > 0) {
                let chance = above(strengths[one] - strengths[other]);
                let part = self.weight * self.meetings[one][other] as f64 * chance * (1.0 - chance);
                curvature[one][one] += part;
                curvature[one][other] -= part;
            }
        }
        curvature
    }

    /// J + P, and the deals of each entrant.
    fn squares(&self, results: &[&GameResult], strengths: &[f64]) -> (Matrix, Vec<u32>) {
        let entrants = strengths.len();
        let mut squares = vec![vec![0.0; entrants]; entrants];
        let mut deals = vec![0; entrants];
        let mut slope = vec![0.0; entrants];
        for deal in results.chunk_by(|one, other| one.deal == other.deal) {
            let mut touched: Vec<usize> = deal.iter().flat_map(|game| &game.seats).map(|seat| seat.entrant).collect();
            touched.sort_unstable();
            touched.dedup();
            for (one, other, outcome) in deal.iter().flat_map(|game| compared(game)) {
                let surprise = (outcome as f64 + 1.0) / 2.0 - above(strengths[one] - strengths[other]);
                slope[one] += self.weight * surprise;
                slope[other] -= self.weight * surprise;
            }
            for &one in &touched {
                deals[one] += 1;
                touched.iter().for_each(|&other| squares[one][other] += slope[one] * slope[other]);
            }
            touched.iter().for_each(|&entrant| slope[entrant] = 0.0);
        }
        for one in 0..entrants {
            for other in 0..entrants {
                squares[one][other] *= (correction(deals[one]) * correction(deals[other])).sqrt();
            }
            squares[one][one] += 1.0 / PRIOR_VARIANCE;
        }
        (squares, deals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::game;

    fn of(results: &[GameResult], entrants: usize) -> Strengths {
        Strengths::of(&results.iter().collect::<Vec<_>>(), entrants)
    }

    #[test]
    fn s05_a_fit_of_two_is_where_its_slope_is_zero() {
        let results: Vec<_> =
            (0..10).map(|slot| game(slot, slot, &[(0, i32::from(slot < 7)), (1, i32::from(slot >= 7))])).collect();
        let fit = of(&results, 2);
        let strength = fit.strengths[0];
        assert!((fit.strengths[1] + strength).abs() < 1e-9, "the mean stays that of a newcomer");
        assert!((7.0 - 10.0 * above(2.0 * strength) - strength / PRIOR_VARIANCE).abs() < 1e-8);
        assert!((fit.rating(0) + fit.rating(1) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn s05_who_always_wins_has_a_finite_rating_and_a_newcomer_that_of_all() {
        let results: Vec<_> = (0..500).map(|slot| game(slot, slot, &[(0, 2), (1, 1), (2, 0)])).collect();
        let fit = of(&results, 4);
        assert!((35.0..70.0).contains(&fit.rating(0)), "{}", fit.rating(0));
        assert_eq!((fit.rating(3), fit.interval(3, Confidence(0.95)).1), (25.0, f64::INFINITY));
        assert!((6.5..25.0 / 3.0).contains(&fit.uncertainty(3)), "{}", fit.uncertainty(3));
        assert_eq!(fit.apart(0, 1, Confidence(0.95)), Some(Ordering::Greater));
        assert_eq!(fit.apart(0, 3, Confidence(0.95)), None);
    }
}
