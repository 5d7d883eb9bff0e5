//! The running rating, after Weng and Lin ("A Bayesian approximation method for online ranking",
//! JMLR 12, 2011), algorithm 1: Bradley-Terry, full pairing. The kept crate `skillratings` computes
//! a game's update; here is only which seats it compares.
//!
//! Every seat is a team of one. An entrant with several seats plays each of them with the rating
//! from before the game; seats of one entrant aren't compared with each other, and its changes of
//! rating add up. So what one gains in a meeting of equals the other loses, however seats are
//! shared out.
//!
//! It is made game by game, in the order of the schedule: it follows an entrant that changes, and
//! ladders pair by it. Standings go by [`super::strength`], which weighs all games alike. The
//! model's own uncertainty takes all games for independent, and is not shown.

use crate::GameResult;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
/// A game as far as ratings see it: who had which rank, sorted, so that the order of seats can't
/// matter, not even by a bit.
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
        let before: Vec<[WengLinRating; 1]> =
            self.0.iter().map(|&(entrant, _)| [ratings[entrant]]).collect();
        let team =
            |seat: usize| (before[seat].as_slice(), MultiTeamOutcome::new(self.0[seat].1 as usize));
        let seats = 0..self.0.len();
        if self.0.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            let teams: Vec<_> = seats.clone().map(team).collect();
            for (seat, after) in
                weng_lin_multi_team(&teams, &WengLinConfig::new()).into_iter().enumerate()
            {
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

/// The ratings of all entrants after these results, in the order of the schedule; a newcomer has
/// 25.
pub(crate) fn ratings(results: &[&GameResult], entrants: usize) -> Vec<WengLinRating> {
    let mut results = results.to_vec();
    results.sort_by_key(|result| result.slot);
    let mut ratings = vec![WengLinRating::new(); entrants];
    for ranking in results.into_iter().filter_map(Ranking::of) {
        ranking.play(&mut ratings);
    }
    ratings
}

/// The same in whole thousandths, for schedules: what the last bits of an exponential are on this
/// machine doesn't show in them.
pub(crate) fn thousandths(results: &[&GameResult], entrants: usize) -> Vec<i64> {
    ratings(results, entrants)
        .into_iter()
        .map(|rating| (rating.rating * 1000.0).round() as i64)
        .collect()
}
