//! How a game ended, in terms that every ruleset shares.

use alloc::vec::Vec;

/// The result of a finished game, one standing per seat in seat order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// By seat number.
    pub standings: Vec<Standing>,
}

/// One seat's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Victory points.
    pub victory_points: i32,
    /// 1 is best; tied seats share the better rank and the next one stays empty.
    pub rank: u8,
    /// `1000 * (seats beaten - seats beaten by) / (n - 1)`, rounded toward zero.
    pub utility_thousandths: i32,
}

impl Outcome {
    /// Ranks seats by `(victory points, tie-break)`, higher being better; equal pairs share a rank.
    pub fn by_score(scores: &[(i32, i32)]) -> Outcome {
        let others = scores.len().saturating_sub(1).max(1) as i32;
        let standings = scores
            .iter()
            .map(|score| {
                let better = scores.iter().filter(|other| *other > score).count() as i32;
                let worse = scores.iter().filter(|other| *other < score).count() as i32;
                Standing {
                    victory_points: score.0,
                    rank: better as u8 + 1,
                    utility_thousandths: 1000 * (worse - better) / others,
                }
            })
            .collect();
        Outcome { standings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(scores: &[(i32, i32)], ranks: &[u8], utilities: &[i32]) {
        let outcome = Outcome::by_score(scores);
        assert_eq!(outcome.standings.iter().map(|s| s.rank).collect::<Vec<_>>(), ranks);
        assert_eq!(
            outcome.standings.iter().map(|s| s.utility_thousandths).collect::<Vec<_>>(),
            utilities
        );
    }

    #[test]
    fn ties_share_the_better_rank_and_utility_sums_to_nothing() {
        check(&[(9, 0), (5, 1), (5, 2), (1, 0)], &[1, 3, 2, 4], &[1000, -333, 333, -1000]);
        check(&[(5, 1), (5, 1), (5, 1)], &[1, 1, 1], &[0, 0, 0]);
        check(&[(5, 1), (7, 1), (7, 1), (0, 7)], &[3, 1, 1, 4], &[-333, 666, 666, -1000]);
    }
}
