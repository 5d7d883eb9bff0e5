//! Statistics of results: means with intervals, ratings, pairs.
//!
//! Floating point lives here and in [`crate::stopping`], nowhere else.

mod comparisons;
mod distinct;
mod entrants;
mod estimate;
mod interval;
mod linear;
mod many;
mod pairs;
mod profile;
mod rating;
mod seats;
mod standings;
mod strength;

#[cfg(test)]
mod tests;

pub use entrants::FAILURE_SAMPLES_MAX;
pub(crate) use interval::Moments;
pub(crate) use rating::Ranking;
pub(crate) use rating::thousandths;

use crate::{Confidence, GameResult, RankedBy, Summary};
use entrants::{Means, observe};
use estimate::Design;
use standings::{Evidence, clear_of};
use std::collections::{BTreeMap, BTreeSet};
use strength::Strengths;

/// The statistics of these results, of a tournament with this number of entrants and of seats at a
/// table, ranked as suits its format (see [`crate::Format::ranked_by`]). The results may come in
/// any order.
///
/// Slots without a result count for nothing but the failures. Results that name an entrant that
/// there isn't, or have another number of seats, are ignored.
pub fn summary(
    results: &[GameResult],
    entrants: usize,
    seats: usize,
    ranked_by: RankedBy,
    confidence: Confidence,
) -> Summary {
    summary_with_copies(results, (entrants, &[]), seats, ranked_by, confidence)
}

/// The same where entrants are copies of one deterministic player: `copies` has a number for each
/// entrant, the same for those that are the same player. Games of a deal that differ only in which
/// copy had which seat are one game, and no further evidence.
pub fn summary_with_copies(
    results: &[GameResult],
    (entrants, copies): (usize, &[usize]),
    seats: usize,
    ranked_by: RankedBy,
    confidence: Confidence,
) -> Summary {
    let mut known: Vec<&GameResult> =
        results.iter().filter(|result| fits(result, entrants, seats)).collect();
    known.sort_by_key(|result| (result.deal, result.slot));
    let (played, void): (Vec<&GameResult>, Vec<&GameResult>) =
        known.iter().partition(|result| result.void.is_none());
    let mut reasons = BTreeMap::new();
    for reason in void.iter().filter_map(|result| result.void) {
        *reasons.entry(reason).or_default() += 1;
    }
    // Where win shares rank, the tables are part of the plan.
    let distinct = distinct::games(&played, copies);
    let design = Design::of(&distinct, ranked_by == RankedBy::WinShare);
    let (means, strengths) = (
        Means::of(&design, entrants),
        Strengths::of(&distinct, entrants, ranked_by == RankedBy::Rating),
    );
    let ratings = rating::ratings(&played, entrants);
    let mut rows = entrants::rows(&known, seats, &means, (&ratings, &strengths), confidence);
    // Where opponents are chosen by how good they are, no share of wins is par.
    if seats > 0 && ranked_by == RankedBy::WinShare {
        let par = 1.0 / seats as f64;
        let against_par = many::holm(entrants, confidence, |entrant, sure| {
            clear_of(&means.win_share[entrant], (0.0, 1.0), par, sure)
        });
        rows.iter_mut()
            .zip(against_par)
            .for_each(|(row, against_par)| row.against_par = against_par);
    }
    let covariances = design.covariances(entrants, &|game, observed| {
        observe(game, |seat| Some(seat.win_share), observed)
    });
    let evidence = Evidence {
        by: ranked_by,
        confidence,
        strengths: &strengths,
        errors_min: strengths.scheffe(confidence),
        shares: &means.win_share,
        covariances: &covariances,
    };
    standings::settle(&mut rows, &evidence);
    Summary {
        confidence,
        ranked_by,
        games: played.len() as u32,
        deals: played.iter().map(|result| result.deal).collect::<BTreeSet<_>>().len() as u32,
        void: reasons,
        entrants: rows,
        pairs: pairs::matrix(&design, entrants, confidence),
        seat_effect: seats::effect(&played, seats, &strengths),
    }
}

/// A seat's utility: seats beaten less seats beaten by, of the other seats; from -1 to 1.
pub(crate) fn utility(result: &GameResult, seat: usize) -> f64 {
    let rank = result.seats[seat].rank;
    let beaten = result.seats.iter().filter(|other| other.rank > rank).count() as f64;
    let beaten_by = result.seats.iter().filter(|other| other.rank < rank).count() as f64;
    (beaten - beaten_by) / (result.seats.len().max(2) - 1) as f64
}

/// A seat's part of the win, shared evenly between tied winners.
fn win_share(result: &GameResult, seat: usize) -> f64 {
    let is_winner = |seat: usize| result.seats[seat].rank == 1;
    let winners = (0..result.seats.len()).filter(|&other| is_winner(other)).count();
    if is_winner(seat) { 1.0 / winners as f64 } else { 0.0 }
}

fn fits(result: &GameResult, entrants: usize, seats: usize) -> bool {
    let has_rank = |rank: u32| result.void.is_some() || (1..=seats as u32).contains(&rank);
    result.seats.len() == seats
        && result.seats.iter().all(|seat| seat.entrant < entrants && has_rank(seat.rank))
}

/// The seats in an order that doesn't depend on who sat where: floating-point sums over them have
/// the same last bits then.
fn by_entrant(result: &GameResult) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..result.seats.len()).collect();
    seats.sort_by_key(|&seat| {
        (result.seats[seat].entrant, result.seats[seat].rank, result.seats[seat].points)
    });
    seats
}
