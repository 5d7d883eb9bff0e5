//! Whether it matters where one sits.
//!
//! A game's surprise in a seat is its utility less what the ratings of those at the table let
//! expect. If seats are all worth the same, the mean surprise is zero in each. The test is
//! Hotelling's: with y the mean over deals of a deal's mean surprise in all seats but one (they sum
//! to zero), S the covariance of deals, D deals and q = seats - 1,
//!
//! ```text
//! F = (D - q) / (q (D - 1)) * D y' S^-1 y        has Fisher's distribution with q and D - q degrees of freedom.
//! ```

use super::linear::inverse;
use super::strength::Strengths;
use super::utility;
use crate::{GameResult, SeatEffect};
use statrs::function::beta::beta_reg;

/// Fewer deals than this for each seat say nothing.
const DEALS_PER_SEAT_MIN: usize = 4;
/// Nor do fewer than this in all.
const DEALS_MIN: usize = 10;

/// What the results, sorted by deal and none of them void, say of seats.
pub(super) fn effect(results: &[&GameResult], seats: usize, strengths: &Strengths) -> SeatEffect {
    let deals: Vec<Vec<f64>> = results
        .chunk_by(|one, other| one.deal == other.deal)
        .map(|deal| surprise(deal, seats, strengths))
        .collect();
    let mean = |seat: usize| deals.iter().map(|deal| deal[seat]).sum::<f64>() / deals.len() as f64;
    let means: Vec<f64> = (0..seats).map(mean).collect();
    let can_say = seats >= 2 && deals.len() >= (DEALS_PER_SEAT_MIN * seats).max(DEALS_MIN);
    let p_value = if can_say { hotelling(&deals, &means) } else { None };
    SeatEffect { utility: if deals.is_empty() { Vec::new() } else { means }, p_value }
}

/// A deal's mean surprise by seat.
fn surprise(deal: &[&GameResult], seats: usize, strengths: &Strengths) -> Vec<f64> {
    let mut sums = vec![0.0; seats];
    for game in deal {
        for (seat, sum) in sums.iter_mut().enumerate() {
            let others =
                (0..seats).filter(|&other| other != seat).map(|other| game.seats[other].entrant);
            *sum +=
                utility(game, seat) - strengths.expected_utility(game.seats[seat].entrant, others);
        }
    }
    sums.iter().map(|sum| sum / deal.len() as f64).collect()
}

/// The chance of means that are this far from zero, if seats are worth the same; `None` where deals
/// don't differ.
fn hotelling(deals: &[Vec<f64>], means: &[f64]) -> Option<f64> {
    let (count, free) = (deals.len() as f64, means.len() - 1);
    let covariance = |one: usize, other: usize| {
        deals
            .iter()
            .map(|deal| (deal[one] - means[one]) * (deal[other] - means[other]))
            .sum::<f64>()
            / (count - 1.0)
    };
    let matrix: Vec<Vec<f64>> =
        (0..free).map(|one| (0..free).map(|other| covariance(one, other)).collect()).collect();
    let inverse = inverse(&matrix);
    let square: f64 = (0..free)
        .map(|one| {
            (0..free).map(|other| means[one] * inverse[one][other] * means[other]).sum::<f64>()
        })
        .sum();
    let (over, under) = (free as f64, count - free as f64);
    let ratio = under / (over * (count - 1.0)) * count * square;
    (ratio.is_finite() && ratio >= 0.0)
        .then(|| beta_reg(under / 2.0, over / 2.0, under / (under + over * ratio)))
}
