//! Who beats whom.

use super::estimate::{Design, Game, Seat};
use super::interval::Moments;
use super::many::holm;
use super::standings::clear_of;
use crate::{Confidence, Estimate, Pair};
use std::cmp::Ordering;

/// All pairs, by index in the list. Where an entrant has several seats, each is a meeting with each
/// seat of another.
pub(super) fn matrix(
    design: &Design,
    entrants: usize,
    confidence: Confidence,
) -> Vec<Vec<Option<Pair>>> {
    // Only the half above the diagonal is counted: the other is its mirror, exactly.
    let of = |value: fn(&Seat, &Seat) -> f64| {
        design.moments(entrants * entrants, &|game, observed| {
            observe(game, entrants, value, observed)
        })
    };
    let (shares, margins) = (of(share), of(|one, other| one.utility - other.utility));
    let met: Vec<usize> = (0..shares.len()).filter(|&pair| shares[pair].games > 0).collect();
    let settled =
        holm(met.len(), confidence, |at, sure| clear_of(&shares[met[at]], (0.0, 1.0), 0.5, sure));
    let mut pairs = vec![vec![None; entrants]; entrants];
    for (&at, settled) in met.iter().zip(settled) {
        let (one, other) = (at / entrants, at % entrants);
        let estimate =
            |moments: &Moments, bounds| Estimate::of(moments, moments.bounded(bounds, confidence));
        let pair = Pair {
            meetings: shares[at].games,
            share: estimate(&shares[at], (0.0, 1.0)),
            margin: estimate(&margins[at], (-2.0, 2.0)),
            settled,
        };
        pairs[one][other] = Some(pair);
        pairs[other][one] = Some(mirrored(pair));
    }
    pairs
}

/// Each two seats of different entrants, the one that is earlier in the list first.
fn observe(
    game: &Game,
    entrants: usize,
    value: fn(&Seat, &Seat) -> f64,
    observed: &mut Vec<(usize, f64)>,
) {
    for (nth, one) in game.iter().enumerate() {
        let others = game[nth + 1..].iter().filter(|other| other.entrant != one.entrant);
        observed.extend(
            others.map(|other| (one.entrant * entrants + other.entrant, value(one, other))),
        );
    }
}

/// 1 if the one ranks above the other, a half for a tie.
fn share(one: &Seat, other: &Seat) -> f64 {
    match one.rank.cmp(&other.rank) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

/// The same pair, seen by the other.
fn mirrored(pair: Pair) -> Pair {
    let from = |top: f64, Estimate { mean, low, high }| Estimate {
        mean: top - mean,
        low: top - high,
        high: top - low,
    };
    Pair {
        meetings: pair.meetings,
        share: from(1.0, pair.share),
        margin: from(0.0, pair.margin),
        settled: pair.settled.map(Ordering::reverse),
    }
}
