//! Tables of the second version: those who stand near each other, but for those who met a short
//! while ago.
//!
//! All sets of tables are compared by one number, the sum over all pairs at a table of
//!
//! ```text
//! places between the two + REPEAT / (rounds since they last met)
//! ```
//!
//! so that a meeting is the less likely to be repeated the fresher it is, and no two are kept apart
//! for good. The numbers were chosen by simulation: docs/guides/tournaments.md has what they do.

use super::super::{Format, History, Plan};
use super::{closest, form, sit_out};
use crate::GameResult;
use crate::draw::{self, Purpose};
use std::cmp::Reverse;

/// Costs are counted in parts of a place.
const PLACE: i64 = 1_000;
/// In a Swiss tournament a meeting that repeats that of the round before counts like this number of
/// places for each entrant: as long as every entrant may have opponents left that it has not met,
/// which makes repeats the last resort; and later, when near opponents matter more.
const SWISS_REPEAT_PER_ENTRANT: i64 = PLACE * 4;
const SWISS_LATE_REPEAT_PER_ENTRANT: i64 = PLACE / 2;
/// In a ladder: like this number of places.
const LADDER_REPEAT: i64 = PLACE * 8;
/// Every round of a ladder with this period is played across all ratings, between those who haven't
/// met for longest.
const LADDER_ACROSS_EVERY: u32 = 5;

/// See [`super::tables`].
pub(super) fn tables(
    plan: &Plan,
    round: u32,
    history: &History,
    results: &[GameResult],
) -> Vec<Vec<usize>> {
    let mut order = plan.present(round);
    let mut rng = draw::at(&plan.seed, Purpose::Pairing, round, 0);
    draw::shuffle(&mut rng, &mut order);
    let is_swiss = matches!(plan.format, Format::Swiss { .. });
    if is_swiss {
        order.sort_by(|&one, &other| history.by_score(one, other));
    }
    sit_out(&mut order, plan.seats, history);
    let is_across = !is_swiss && round % LADDER_ACROSS_EVERY == LADDER_ACROSS_EVERY - 1;
    if !is_swiss && !is_across {
        let ratings = form::thousandths(plan, round, results);
        order.sort_by_key(|&entrant| Reverse(ratings[entrant]));
    }
    let repeat =
        if is_swiss { swiss_repeat(round, order.len(), plan.seats) } else { LADDER_REPEAT };
    let apart = if is_across { 0 } else { PLACE };
    let cost = |one: usize, other: usize| {
        let since = history.rounds_since(round, order[one], order[other]);
        apart * one.abs_diff(other) as i64 + since.map_or(0, |rounds| repeat / i64::from(rounds))
    };
    let tables = closest::tables(order.len(), plan.seats, cost, &mut rng);
    tables.into_iter().map(|table| table.into_iter().map(|index| order[index]).collect()).collect()
}

/// What a meeting that repeats that of the round before counts.
fn swiss_repeat(round: u32, entrants: usize, seats: usize) -> i64 {
    let met_max = round as usize * (seats - 1);
    let per_entrant = if met_max + 1 < entrants {
        SWISS_REPEAT_PER_ENTRANT
    } else {
        SWISS_LATE_REPEAT_PER_ENTRANT
    };
    per_entrant * entrants as i64
}
