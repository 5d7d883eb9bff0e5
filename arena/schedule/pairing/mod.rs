//! Who plays whom in formats that make their tables round by round.

mod closest;
mod first;
mod form;
mod second;

use super::{History, Plan};
use crate::{ArithmeticVersion, GameResult};
use std::cmp::Reverse;

/// The tables of a round. Each entrant that takes part is at one of them, but for those that are
/// left over.
pub(super) fn tables(
    plan: &Plan,
    round: u32,
    history: &History,
    results: &[GameResult],
) -> Vec<Vec<usize>> {
    match plan.version {
        ArithmeticVersion::First => first::tables(plan, round, history, results),
        ArithmeticVersion::Second => second::tables(plan, round, history, results),
    }
}

/// Takes out those that are left over: who has had the fewest byes, of these the last.
fn sit_out(order: &mut Vec<usize>, seats: usize, history: &History) {
    let mut byes: Vec<usize> = (0..order.len()).collect();
    byes.sort_by_key(|&index| (history.byes(order[index]), Reverse(index)));
    let mut out: Vec<usize> =
        byes[..order.len() % seats].iter().map(|&index| order[index]).collect();
    out.sort_unstable();
    order.retain(|entrant| out.binary_search(entrant).is_err());
}
