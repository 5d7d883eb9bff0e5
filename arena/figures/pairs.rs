//! Who beats whom.

use super::estimate::{Clustered, Quantiles};
use super::{by_entrant, utility};
use crate::{Estimate, GameResult, Pair};
use std::cmp::Ordering;

/// Sums over the meetings of two entrants.
#[derive(Clone, Debug, Default)]
struct Meetings {
    share: Clustered,
    margin: Clustered,
}

/// All pairs, by place in the list. Where an entrant has several seats, each is a meeting with each seat of another. The results,
/// none of them void, come deal by deal.
pub(super) fn matrix(results: &[&GameResult], entrants: usize, quantiles: &mut Quantiles) -> Vec<Vec<Option<Pair>>> {
    // Only the half above the diagonal is counted: the other is its mirror, exactly.
    let mut meetings = vec![vec![Meetings::default(); entrants]; entrants];
    for result in results {
        let seats = by_entrant(result);
        for (nth, &one) in seats.iter().enumerate() {
            let first = &result.seats[one];
            for &other in seats[nth + 1..].iter().filter(|&&other| result.seats[other].entrant != first.entrant) {
                let second = &result.seats[other];
                let share = match first.rank.cmp(&second.rank) {
                    Ordering::Less => 1.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 0.0,
                };
                let margin = utility(result, one) - utility(result, other);
                meetings[first.entrant][second.entrant].add(result.deal, share, margin);
            }
        }
    }
    let mut pairs = vec![vec![None; entrants]; entrants];
    for one in 0..entrants {
        for other in one + 1..entrants {
            let pair = meetings[one][other].pair(quantiles);
            pairs[one][other] = pair;
            pairs[other][one] = pair.map(mirrored);
        }
    }
    pairs
}

impl Meetings {
    fn add(&mut self, deal: u32, share: f64, margin: f64) {
        self.share.add(deal, share);
        self.margin.add(deal, margin);
    }

    fn pair(&self, quantiles: &mut Quantiles) -> Option<Pair> {
        let meetings = self.share.observations();
        (meetings > 0).then(|| Pair {
            meetings,
            share: self.share.estimate((0.0, 1.0), quantiles),
            margin: self.margin.estimate((-2.0, 2.0), quantiles),
        })
    }
}

/// The same pair, seen by the other.
fn mirrored(pair: Pair) -> Pair {
    let from = |top: f64, Estimate { mean, low, high }| Estimate { mean: top - mean, low: top - high, high: top - low };
    Pair { meetings: pair.meetings, share: from(1.0, pair.share), margin: from(0.0, pair.margin) }
}
