//! How well an entrant plays now: the rating that ladders pair by.

use super::super::Plan;
use crate::GameResult;
use crate::stats::Ranking;
use skillratings::weng_lin::WengLinRating;

/// By so much does a rating become uncertain between two rounds (one standard deviation; a
/// newcomer's is 8.33), so that an entrant that has changed finds its new place, however long it
/// has played.
const DRIFT: f64 = 0.3;

/// The ratings before a round in whole thousandths: what the last bits of an exponential are on
/// this machine doesn't show in them.
pub(super) fn thousandths(plan: &Plan, round: u32, results: &[GameResult]) -> Vec<i64> {
    let newcomer = WengLinRating::new();
    let mut ratings = vec![newcomer; plan.entrants.len()];
    let mut before: Vec<&GameResult> =
        results.iter().filter(|result| result.round < round).collect();
    before.sort_by_key(|result| (result.round, result.slot));
    for round in before.chunk_by(|one, other| one.round == other.round) {
        for entrant in plan.present(round[0].round) {
            let uncertainty = &mut ratings[entrant].uncertainty;
            *uncertainty = uncertainty.hypot(DRIFT).min(newcomer.uncertainty);
        }
        for ranking in round.iter().filter_map(|result| Ranking::of(result)) {
            ranking.play(&mut ratings);
        }
    }
    ratings.into_iter().map(|rating| (rating.rating * 1_000.0).round() as i64).collect()
}
