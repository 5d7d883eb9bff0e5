//! Tables of the least cost that a bounded search finds: seats are swapped between tables for as
//! long as that helps, and a few are shuffled when it doesn't.

use crate::draw;
use rand_chacha::ChaCha12Rng;

/// Swaps that are looked at for a round.
const SWAPS_MAX: u32 = 200_000;
/// The search ends when this number of shuffles in a row found nothing better.
const VAIN_MAX: u32 = 60;
/// Swaps of a shuffle.
const SHUFFLE_SWAPS: u32 = 3;

/// `0..count` at tables of this number of seats. `cost` is that of two at one table, whichever is
/// named first.
pub(super) fn tables(
    count: usize,
    seats: usize,
    cost: impl Fn(usize, usize) -> i64,
    rng: &mut ChaCha12Rng,
) -> Vec<Vec<usize>> {
    let costs = (0..count).map(|one| (0..count).map(|other| cost(one, other)).collect()).collect();
    let mut search = Search { seats, costs, swaps_left: SWAPS_MAX };
    let mut best: Vec<usize> = (0..count).collect();
    search.descend(&mut best);
    let (mut least, mut vain) = (search.total(&best), 0);
    while count > seats && search.swaps_left > 0 && vain < VAIN_MAX {
        let mut seated = best.clone();
        for _ in 0..SHUFFLE_SWAPS {
            let mut index = || draw::bounded(rng, count as u32) as usize;
            let (one, other) = (index(), index());
            seated.swap(one, other);
        }
        search.descend(&mut seated);
        vain += 1;
        if search.total(&seated) < least {
            (least, best, vain) = (search.total(&seated), seated, 0);
        }
    }
    best.chunks(seats).map(<[usize]>::to_vec).collect()
}

/// A search that is under way.
struct Search {
    seats: usize,
    costs: Vec<Vec<i64>>,
    swaps_left: u32,
}

impl Search {
    /// Swaps as long as a swap makes it better.
    fn descend(&mut self, seated: &mut [usize]) {
        loop {
            let mut has_gained = false;
            for one in 0..seated.len() {
                for other in (one / self.seats + 1) * self.seats..seated.len() {
                    if self.swaps_left == 0 {
                        return;
                    }
                    self.swaps_left -= 1;
                    if self.gain(seated, one, other) > 0 {
                        seated.swap(one, other);
                        has_gained = true;
                    }
                }
            }
            if !has_gained {
                return;
            }
        }
    }

    /// By how much it costs less if these two, of different tables, change places.
    fn gain(&self, seated: &[usize], one: usize, other: usize) -> i64 {
        let leaves = |leaver: usize, comer: usize| -> i64 {
            let (first, before, after) =
                (leaver / self.seats * self.seats, seated[leaver], seated[comer]);
            let rest = (first..first + self.seats).filter(|&seat| seat != leaver);
            rest.map(|seat| self.costs[before][seated[seat]] - self.costs[after][seated[seat]])
                .sum()
        };
        leaves(one, other) + leaves(other, one)
    }

    fn total(&self, seated: &[usize]) -> i64 {
        let of = |table: &[usize]| -> i64 {
            table
                .iter()
                .enumerate()
                .map(|(nth, &one)| {
                    table[nth + 1..].iter().map(|&other| self.costs[one][other]).sum::<i64>()
                })
                .sum()
        };
        seated.chunks(self.seats).map(of).sum()
    }
}
