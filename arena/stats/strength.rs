//! Ratings that don't depend on the order of results: one fit of Bradley and Terry's model to all
//! of them.
//!
//! Entrant i has the strength s_i; at a table it ranks above j with the probability P = 1 / (1 +
//! exp(s_j - s_i)). Each game of k seats is k (k - 1) / 2 comparisons, as in the running rating; a
//! tie is half a win for each. The strengths have the mean zero, over all with a game, and are
//! those at which
//!
//! ```text
//! sum over comparisons of w log P + sum over entrants of (log P(win against 0) + log P(loss against 0))          w = 3 / (k + 1)
//! ```
//!
//! is greatest: the comparisons of one game are not independent, and with the weight w a game of
//! equals tells as much as ranks of equals do (a composite likelihood: Varin, Reid and Firth, "An
//! overview of composite likelihood methods", Statistica Sinica 21, 2011). The prior, a win and a
//! loss against the mean of all, has the curvature of Weng and Lin's newcomer, so that who always
//! wins has a finite rating; the sum is concave and has one greatest point. The prior pulls ratings
//! towards the mean: intervals don't use it (see [`super::profile`]).
//!
//! With H the curvature at that point, P the prior's part of it, and J the sum of the squares of
//! what each deal contributes to the slope, the covariance is H^-1 (J + P) H^-1 (the sandwich;
//! deals are the clusters), and that of the model alone is H^-1. Of the two, the larger is used:
//! the model's is too small where the games of a deal are alike, the sandwich's is vague with few
//! deals.
//!
//! Only differences between entrants can be known, so the covariances are those of strengths less
//! the mean of all.
//!
//! **Where results decide who meets whom** these variances are too small. Entrants that are ahead
//! by chance meet each other, so that few games compare them with the rest: the error of a
//! tournament falls where its games tell least. So intervals and differences have Scheffé's number
//! of standard errors there, the root of chi-squared's quantile at (entrants - 1) degrees of
//! freedom: that bounds all differences at once, hence also those that chance has picked. (The
//! bound of Abbasi-Yadkori, Pál and Szepesvári, "Improved algorithms for linear stochastic
//! bandits", NIPS 24, 2011, holds for every rule of pairing. It grows with the entrants likewise,
//! but for a logarithm, and is wider.)
//!
//! Strengths are shown on the scale of Weng and Lin: 25 + 25/6 * sqrt(2) * s.

use super::comparisons::{Aim, Comparisons, above, compared, prior_curvature};
use super::distinct::Repeats;
use super::estimate::correction;
use super::interval::{scheffe, student};
use super::linear::{Matrix, inverse, times};
use super::profile::{self, Ask};
use crate::Confidence;
use std::cmp::Ordering;

/// What a newcomer has: the mean of all entrants too.
pub(crate) const NEWCOMER: f64 = 25.0;
/// Points of rating for a strength of one.
const SCALE: f64 = 25.0 / 6.0 * std::f64::consts::SQRT_2;
/// All games count whole, and the prior has a variance of 2 at the mean: a newcomer's uncertainty
/// of 25/3 points.
const AIM: Aim = Aim { part: 1.0, prior: 1.0, more: None };
/// Degrees of freedom that stand for knowing a variance.
const FREEDOM_KNOWN: f64 = 1e6;
/// Variances below this are rounding.
const VARIANCE_MIN: f64 = 1e-12;

/// The strengths of all entrants, and how sure they are.
#[derive(Clone, Debug)]
pub(crate) struct Strengths {
    comparisons: Comparisons,
    strengths: Vec<f64>,
    /// By the model alone.
    model: Matrix,
    /// With deals as clusters.
    robust: Matrix,
    /// The number of deals on which each has a result.
    deals: Vec<u32>,
    /// The seats that each had in them, repeats of a game left out.
    games: Vec<f64>,
    /// The dimensions of Scheffé's bound: where results decided who met whom, the entrants with a
    /// game less one; else 0.
    contrasts: usize,
}

impl Strengths {
    /// Of games that are sorted by deal, none of them void.
    pub(crate) fn of(games: &[Repeats<'_>], entrants: usize, paired_by_results: bool) -> Strengths {
        let comparisons = Comparisons::of(games, entrants);
        let strengths = comparisons.fit(&AIM, vec![0.0; entrants], None).strengths;
        let model = inverse(&comparisons.curvature(&AIM, &strengths));
        let (squares, deals) = squares(games, comparisons.weight, &strengths);
        let robust = times(&times(&model, &squares), &model);
        let has_met: Vec<bool> =
            (0..entrants).map(|entrant| comparisons.has_met(entrant)).collect();
        let met = has_met.iter().filter(|has_met| **has_met).count();
        let contrasts = if paired_by_results { met.saturating_sub(1) } else { 0 };
        let (model, robust) = (centred(model, &has_met), centred(robust, &has_met));
        let games = seats(games, entrants);
        Strengths { comparisons, strengths, model, robust, deals, games, contrasts }
    }

    /// An entrant's rating.
    pub(crate) fn rating(&self, entrant: usize) -> f64 {
        NEWCOMER + SCALE * self.strengths[entrant]
    }

    /// One standard deviation of it.
    pub(crate) fn uncertainty(&self, entrant: usize) -> f64 {
        SCALE * self.model[entrant][entrant].max(self.robust[entrant][entrant]).max(0.0).sqrt()
    }

    /// Its interval; an end is infinite where nothing can be said of it: both if it has fewer than
    /// two deals, or met no other entrant.
    pub(crate) fn interval(&self, entrant: usize, confidence: Confidence) -> (f64, f64) {
        let width = student(confidence, FREEDOM_KNOWN);
        if self.deals[entrant] < 2 || !self.comparisons.has_met(entrant) || !width.is_finite() {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        let ratio = self.robust[entrant][entrant] / self.model[entrant][entrant].max(VARIANCE_MIN);
        let deals = f64::from(self.deals[entrant]);
        let part = (width / student(confidence, deals - 1.0)).powi(2) / ratio.max(1.0);
        let games_per_deal = self.games[entrant] / deals;
        let width = width.max(self.scheffe(confidence));
        let ask = Ask { entrant, part, games_per_deal, width };
        let (low, high) = profile::ends(&self.comparisons, ask, &self.strengths);
        let strength = self.strengths[entrant];
        (NEWCOMER + SCALE * low.min(strength), NEWCOMER + SCALE * high.max(strength))
    }

    /// Whether the one is rated above the other (`Greater`) or below, if their difference is clear
    /// of zero: at `confidence` by itself, and by this number of standard errors,
    /// [`Strengths::scheffe`]'s for all differences at once.
    pub(crate) fn apart(
        &self,
        one: usize,
        other: usize,
        confidence: Confidence,
        errors_min: f64,
    ) -> Option<Ordering> {
        let difference = self.strengths[one] - self.strengths[other];
        let of = |matrix: &Matrix| {
            (matrix[one][one] + matrix[other][other] - matrix[one][other] - matrix[other][one])
                .max(0.0)
        };
        let deals = self.deals[one].min(self.deals[other]);
        let (model, robust) = (of(&self.model), of(&self.robust));
        let half =
            half(model, robust, deals, confidence).max(errors_min * model.max(robust).sqrt());
        (difference.abs() > half).then(|| difference.total_cmp(&0.0))
    }

    /// The utility that a seat is expected to have against those.
    pub(crate) fn expected_utility(
        &self,
        entrant: usize,
        others: impl Iterator<Item = usize>,
    ) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for other in others {
            sum += 2.0 * above(self.strengths[entrant] - self.strengths[other]) - 1.0;
            count += 1;
        }
        sum / f64::from(count.max(1))
    }

    /// Scheffé's number of standard errors, over all differences of entrants with a game; 0 where
    /// tables were drawn.
    pub(crate) fn scheffe(&self, confidence: Confidence) -> f64 {
        scheffe(confidence, self.contrasts)
    }
}

/// Half the width of the interval of a difference with these variances.
fn half(model: f64, robust: f64, deals: u32, confidence: Confidence) -> f64 {
    if deals < 2 {
        return f64::INFINITY;
    }
    let by_model = student(confidence, FREEDOM_KNOWN) * model.sqrt();
    by_model.max(student(confidence, f64::from(deals - 1)) * robust.sqrt())
}

/// The covariance of what was measured by `matrix`, less the mean of those that count for it.
fn centred(mut matrix: Matrix, counts: &[bool]) -> Matrix {
    let counted = |row: &[f64]| {
        row.iter().zip(counts).filter(|(_, counts)| **counts).map(|(cell, _)| cell).sum::<f64>()
    };
    let count = counts.iter().filter(|counts| **counts).count().max(1) as f64;
    let rows: Vec<f64> = matrix.iter().map(|row| counted(row) / count).collect();
    let mean = counted(&rows) / count;
    for (one, row) in matrix.iter_mut().enumerate().filter(|(one, _)| counts[*one]) {
        for (other, cell) in row.iter_mut().enumerate().filter(|(other, _)| counts[*other]) {
            *cell += mean - rows[one] - rows[other];
        }
    }
    matrix
}

/// The seats that each entrant had in different games.
fn seats(games: &[Repeats<'_>], entrants: usize) -> Vec<f64> {
    let mut seats = vec![0.0; entrants];
    for repeats in games {
        let part = 1.0 / repeats.len() as f64;
        repeats.iter().flat_map(|game| &game.seats).for_each(|seat| seats[seat.entrant] += part);
    }
    seats
}

/// J + P, and the deals of each entrant.
fn squares(games: &[Repeats<'_>], weight: f64, strengths: &[f64]) -> (Matrix, Vec<u32>) {
    let entrants = strengths.len();
    let mut squares = vec![vec![0.0; entrants]; entrants];
    let mut deals = vec![0; entrants];
    let mut slope = vec![0.0; entrants];
    for deal in games.chunk_by(|one, other| one[0].deal == other[0].deal) {
        let seats = deal.iter().flatten().flat_map(|game| &game.seats);
        let mut touched: Vec<usize> = seats.map(|seat| seat.entrant).collect();
        touched.sort_unstable();
        touched.dedup();
        for repeats in deal {
            let weight = weight / repeats.len() as f64;
            for (one, other, outcome) in repeats.iter().flat_map(|game| compared(game)) {
                let surprise =
                    (outcome as f64 + 1.0) / 2.0 - above(strengths[one] - strengths[other]);
                slope[one] += weight * surprise;
                slope[other] -= weight * surprise;
            }
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
        squares[one][one] += prior_curvature(AIM.prior, strengths[one]);
    }
    (squares, deals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult;
    use crate::samples::game;
    use crate::stats::distinct;

    fn of(results: &[GameResult], entrants: usize) -> Strengths {
        Strengths::of(&distinct::games(&results.iter().collect::<Vec<_>>(), &[]), entrants, false)
    }

    #[test]
    fn s05_a_fit_of_two_is_where_its_slope_is_zero() {
        let results: Vec<_> = (0..10)
            .map(|slot| game(slot, slot, &[(0, i32::from(slot < 7)), (1, i32::from(slot >= 7))]))
            .collect();
        let fit = of(&results, 2);
        let strength = fit.strengths[0];
        assert!((fit.strengths[1] + strength).abs() < 1e-9, "the mean stays that of a newcomer");
        assert!((7.0 - 10.0 * above(2.0 * strength) + 1.0 - 2.0 * above(strength)).abs() < 1e-8);
        assert!((fit.rating(0) + fit.rating(1) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn s05_who_always_wins_has_a_finite_rating_and_a_newcomer_that_of_all() {
        let results: Vec<_> =
            (0..500).map(|slot| game(slot, slot, &[(0, 2), (1, 1), (2, 0)])).collect();
        let fit = of(&results, 4);
        assert!((35.0..70.0).contains(&fit.rating(0)), "{}", fit.rating(0));
        assert_eq!((fit.rating(3), fit.interval(3, Confidence(0.95)).1), (25.0, f64::INFINITY));
        assert!((fit.uncertainty(3) - 25.0 / 3.0).abs() < 1e-9, "{}", fit.uncertainty(3));
        let (low, high) = fit.interval(0, Confidence(0.95));
        assert!(low > 28.0 && low < fit.rating(0) && high.is_infinite(), "{low} to {high}");
        assert_eq!(fit.apart(0, 1, Confidence(0.95), 0.0), Some(Ordering::Greater));
        assert_eq!(fit.apart(0, 3, Confidence(0.95), 0.0), None);
    }
}
