//! Tables of the first version of the arithmetic, kept for tournaments that began with them.

use super::super::{Format, History, Plan};
use super::sit_out;
use crate::GameResult;
use crate::draw::{self, Purpose};
use crate::stats::thousandths;
use std::cmp::Reverse;

/// In a Swiss round a table's next seat goes to the one met least so far of the nearest in
/// standing: of this number of tables of them.
const WINDOW_TABLES: usize = 2;
/// In a ladder a rating counts as up to this number of thousandths more or less, about half of a
/// newcomer's uncertainty: else neighbours would meet each other only.
const NOISE_MAX: u32 = 4_000;

/// The tables of a round. Each entrant that takes part is at one of them, but for those that are
/// left over.
pub(super) fn tables(
    plan: &Plan,
    round: u32,
    history: &History,
    results: &[GameResult],
) -> Vec<Vec<usize>> {
    let mut order = plan.present(round);
    let mut rng = draw::at(&plan.seed, Purpose::Pairing, round, 0);
    draw::shuffle(&mut rng, &mut order);
    if let Format::Swiss { .. } = plan.format {
        order.sort_by(|&one, &other| history.by_standing(one, other));
        sit_out(&mut order, plan.seats, history);
        return swiss(order, plan.seats, history);
    }
    sit_out(&mut order, plan.seats, history);
    let before: Vec<&GameResult> = results.iter().filter(|result| result.round < round).collect();
    let ratings = thousandths(&before, plan.entrants.len());
    let noisy = |&entrant: &usize| {
        let noise = draw::bounded(
            &mut draw::at(&plan.seed, Purpose::Noise, round, entrant as u32),
            2 * NOISE_MAX + 1,
        );
        Reverse(ratings[entrant] + i64::from(noise) - i64::from(NOISE_MAX))
    };
    order.sort_by_cached_key(noisy);
    order.chunks(plan.seats).map(<[usize]>::to_vec).collect()
}

/// Tables from the top of the standings down.
fn swiss(mut order: Vec<usize>, seats: usize, history: &History) -> Vec<Vec<usize>> {
    let mut tables = Vec::new();
    while !order.is_empty() {
        let mut table = vec![order.remove(0)];
        while table.len() < seats {
            let window = &order[..order.len().min(WINDOW_TABLES * seats)];
            let met = |index: &usize| history.meetings(window[*index], &table);
            let next = (0..window.len())
                .min_by_key(met)
                .expect("who is left over sits out: all tables are full");
            table.push(order.remove(next));
        }
        tables.push(table);
    }
    tables
}
