//! The tables of formats that know them beforehand.

use std::collections::BTreeSet;

/// All ways to choose `seats` of `entrants`, in lexicographic order.
pub(super) fn combinations(entrants: &[usize], seats: usize) -> Vec<Vec<usize>> {
    if seats == 0 {
        return vec![Vec::new()];
    }
    let firsts = 0..(entrants.len() + 1).saturating_sub(seats);
    let with = |first: usize| {
        let rest = combinations(&entrants[first + 1..], seats - 1);
        rest.into_iter().map(move |rest| [vec![entrants[first]], rest].concat())
    };
    firsts.flat_map(with).collect()
}

/// The number of tables.
pub(super) fn combinations_count(entrants: usize, seats: usize) -> u128 {
    (0..seats).fold(1, |count, taken| {
        count * (entrants.saturating_sub(taken)) as u128 / (taken as u128 + 1)
    })
}

/// The tables of a candidate: with all choices of the others, or, if they are too few for the
/// seats, with the others in turn, beginning with each of them, so that each has as many seats as
/// the others in all.
pub(super) fn field(entrants: usize, candidate: usize, seats: usize) -> Vec<Vec<usize>> {
    let others: Vec<usize> = (0..entrants).filter(|&entrant| entrant != candidate).collect();
    let with_candidate = |others: Vec<usize>| [vec![candidate], others].concat();
    if others.len() >= seats - 1 {
        return combinations(&others, seats - 1).into_iter().map(with_candidate).collect();
    }
    let mut seen = BTreeSet::new();
    let in_turn = |first: usize| {
        let mut table: Vec<usize> =
            (0..seats - 1).map(|seat| others[(first + seat) % others.len()]).collect();
        table.sort_unstable();
        table
    };
    let tables = (0..others.len()).map(in_turn).filter(|table| seen.insert(table.clone()));
    tables.map(with_candidate).collect()
}
