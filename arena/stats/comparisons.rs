//! Results as comparisons of two, and the strengths at which Bradley and Terry's model makes them
//! most likely.
//!
//! Comparisons are counted in whole numbers: a fit is the same to the last bit in whatever order
//! games were played. Repeats of one game (see [`super::distinct`]) are one game, each a part of
//! it.

use super::by_entrant;
use super::distinct::Repeats;
use super::linear::{Factor, Matrix};
use crate::GameResult;

/// Newton's steps; some ten are needed.
const STEPS_MAX: u32 = 60;
/// Halvings of a step that goes too far.
const HALVINGS_MAX: u32 = 30;
/// The fit ends when no strength moves by more than this.
const TOLERANCE: f64 = 1e-11;
/// Part of a height that is rounding.
const HEIGHT_ROUNDING: f64 = 1e-10;

/// A game, in parts: by it can be divided whatever number of repeats there is, of at most 24
/// seatings.
const WHOLE: u64 = 5_354_228_880;
/// What a part counts.
const PART: f64 = 1.0 / WHOLE as f64;
/// Repeats of a game that are counted as different parts.
const REPEATS_MAX: usize = 24;

/// Comparisons of each with each.
#[derive(Clone, Debug)]
pub(super) struct Comparisons {
    /// What each counts.
    pub(super) weight: f64,
    /// How many there were, in parts of [`WHOLE`].
    meetings: Vec<Vec<u64>>,
    /// By entrant: its wins less its losses, in the same parts; counted twice where there is half a
    /// one.
    balance: Vec<i64>,
}

/// What is to be made as great as possible:
///
/// `part` * sum over comparisons of w log P + `prior` * sum over entrants of log P(wins and loses
/// against the mean) + that of `more`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// What part of a game each game counts.
    pub(super) part: f64,
    /// Wins, and as many losses, that each entrant has against the mean of all in addition.
    pub(super) prior: f64,
    /// What was played besides.
    pub(super) more: Option<More>,
}

/// More games of an entrant against the mean of all, won (`sign` 1) or lost (-1).
#[derive(Clone, Copy, Debug)]
pub(super) struct More {
    pub(super) entrant: usize,
    pub(super) sign: f64,
    pub(super) games: f64,
}

/// The strengths at which an [`Aim`] is greatest, their mean zero.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) strengths: Vec<f64>,
    pub(super) height: f64,
    /// How fast the height rises with the strength that is held.
    pub(super) slope: f64,
}

/// The probability to rank above one that is weaker by so much.
pub(super) fn above(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// log P of the same.
fn log_above(difference: f64) -> f64 {
    difference.min(0.0) - (-difference.abs()).exp().ln_1p()
}

/// How fast P rises with the difference.
fn rise(difference: f64) -> f64 {
    above(difference) * above(-difference)
}

/// Each two seats of different entrants, and what it was for the first: 1, 0 or -1; in an order
/// that doesn't depend on who sat where.
pub(super) fn compared(result: &GameResult) -> impl Iterator<Item = (usize, usize, i64)> {
    let (seats, count) = (by_entrant(result), result.seats.len());
    let pairs = (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)));
    let compared = move |(one, other): (usize, usize)| {
        let (one, other) = (&result.seats[seats[one]], &result.seats[seats[other]]);
        (one.entrant, other.entrant, other.rank.cmp(&one.rank) as i64)
    };
    pairs.map(compared).filter(|(one, other, _)| one != other)
}

impl Comparisons {
    pub(super) fn of(games: &[Repeats<'_>], entrants: usize) -> Comparisons {
        let seats = games.first().map_or(2, |repeats| repeats[0].seats.len());
        let weight = 3.0 / (seats as f64 + 1.0);
        let mut all = Comparisons {
            weight,
            meetings: vec![vec![0; entrants]; entrants],
            balance: vec![0; entrants],
        };
        for repeats in games {
            let part = WHOLE / repeats.len().min(REPEATS_MAX) as u64;
            for (one, other, outcome) in repeats.iter().flat_map(|result| compared(result)) {
                all.meetings[one][other] += part;
                all.meetings[other][one] += part;
                all.balance[one] += outcome * part as i64;
                all.balance[other] -= outcome * part as i64;
            }
        }
        all
    }

    /// How often two were compared.
    fn met(&self, one: usize, other: usize) -> f64 {
        self.meetings[one][other] as f64 * PART
    }

    /// Whether an entrant was compared with another one.
    pub(super) fn has_met(&self, entrant: usize) -> bool {
        self.meetings[entrant].iter().any(|&meetings| meetings > 0)
    }

    /// Where the aim is greatest, by Newton's method with steps that are halved while they lead
    /// down: from a start with the mean zero, with the strength of one `held` where it is. Entrants
    /// without a comparison have no part in the mean.
    pub(super) fn fit(&self, aim: &Aim, start: Vec<f64>, held: Option<usize>) -> Fit {
        let is_free = |entrant: usize| held != Some(entrant) && self.has_met(entrant);
        let free: Vec<f64> =
            (0..start.len()).map(|entrant| f64::from(u8::from(is_free(entrant)))).collect();
        let mut fit = Fit { height: self.height(aim, &start), strengths: start, slope: 0.0 };
        for _ in 0..STEPS_MAX {
            let (step, slope) = self.step(aim, &fit.strengths, &free, held);
            fit.slope = slope;
            let moved = |halvings: u32| {
                let part = 0.5_f64.powi(halvings as i32);
                let strengths: Vec<f64> =
                    fit.strengths.iter().zip(&step).map(|(at, by)| at + part * by).collect();
                Fit { height: self.height(aim, &strengths), strengths, slope }
            };
            let least = fit.height - HEIGHT_ROUNDING * (1.0 + fit.height.abs());
            let Some(next) = (0..HALVINGS_MAX).map(moved).find(|next| next.height >= least) else {
                break;
            };
            let most = next
                .strengths
                .iter()
                .zip(&fit.strengths)
                .map(|(to, at)| (to - at).abs())
                .fold(0.0, f64::max);
            fit = next;
            if most < TOLERANCE {
                break;
            }
        }
        fit
    }

    /// Newton's step that keeps the mean, and how fast the height rises with the strength that is
    /// held.
    fn step(
        &self,
        aim: &Aim,
        strengths: &[f64],
        free: &[f64],
        held: Option<usize>,
    ) -> (Vec<f64>, f64) {
        let mut slope = self.slope(aim, strengths);
        let mut curvature = self.curvature(aim, strengths);
        let of_held = held.map_or(0.0, |held| std::mem::take(&mut slope[held]));
        if let Some(held) = held {
            (0..slope.len())
                .for_each(|other| (curvature[held][other], curvature[other][held]) = (0.0, 0.0));
            curvature[held][held] = 1.0;
        }
        let factor = Factor::of(curvature);
        let (mut step, kept) = (factor.solve(&slope), factor.solve(free));
        let sum =
            |values: &[f64]| values.iter().zip(free).map(|(value, free)| value * free).sum::<f64>();
        let of_mean = if free.contains(&1.0) { sum(&step) / sum(&kept) } else { 0.0 };
        step.iter_mut().zip(&kept).for_each(|(step, kept)| *step -= of_mean * kept);
        (step, of_held - of_mean)
    }

    fn height(&self, aim: &Aim, strengths: &[f64]) -> f64 {
        let mut height = aim
            .more
            .map_or(0.0, |more| more.games * log_above(more.sign * strengths[more.entrant]));
        for (one, &strength) in strengths.iter().enumerate() {
            height += aim.part * self.weight * self.balance[one] as f64 * PART / 2.0 * strength;
            height += aim.prior * (log_above(strength) + log_above(-strength));
            for other in (0..one).filter(|&other| self.meetings[one][other] > 0) {
                let difference = (strength - strengths[other]).abs();
                // log P less half the outcome's share: symmetric in the two.
                let even = -difference / 2.0 - (-difference).exp().ln_1p();
                height += aim.part * self.weight * self.met(one, other) * even;
            }
        }
        height
    }

    fn slope(&self, aim: &Aim, strengths: &[f64]) -> Vec<f64> {
        let of = |one: usize| {
            let expected: f64 = (0..strengths.len())
                .filter(|&other| self.meetings[one][other] > 0)
                .map(|other| {
                    self.met(one, other) * (above(strengths[one] - strengths[other]) - 0.5)
                })
                .sum();
            let by_games =
                aim.part * self.weight * (self.balance[one] as f64 * PART / 2.0 - expected);
            by_games + aim.prior * (1.0 - 2.0 * above(strengths[one]))
        };
        let mut slope: Vec<f64> = (0..strengths.len()).map(of).collect();
        if let Some(More { entrant, sign, games }) = aim.more {
            slope[entrant] += games * sign * above(-sign * strengths[entrant]);
        }
        slope
    }

    /// How fast the slope falls.
    pub(super) fn curvature(&self, aim: &Aim, strengths: &[f64]) -> Matrix {
        let entrants = strengths.len();
        let mut curvature = vec![vec![0.0; entrants]; entrants];
        for one in 0..entrants {
            curvature[one][one] += prior_curvature(aim.prior, strengths[one]);
            for other in (0..entrants).filter(|&other| self.meetings[one][other] > 0) {
                let of_pair = rise(strengths[one] - strengths[other]);
                let of_pair = aim.part * self.weight * self.met(one, other) * of_pair;
                curvature[one][one] += of_pair;
                curvature[one][other] -= of_pair;
            }
        }
        if let Some(More { entrant, games, .. }) = aim.more {
            curvature[entrant][entrant] += games * rise(strengths[entrant]);
        }
        curvature
    }
}

/// What the prior adds to the curvature.
pub(super) fn prior_curvature(prior: f64, strength: f64) -> f64 {
    2.0 * prior * rise(strength)
}
