//! The ways to seat a table. A table is a list of entrants, one of them perhaps several times; who
//! is the same isn't permuted.

use super::{SEATINGS_MAX, Seatings};
use crate::draw;
use rand_chacha::ChaCha12Rng;
use std::collections::{BTreeMap, BTreeSet};

/// The number of seatings of a deal of this table.
pub(super) fn count(table: &[usize], seatings: Seatings) -> u32 {
    match is_all(table, seatings) {
        true => distinct(table) as u32,
        false => {
            let mut order = table.to_vec();
            order.sort_unstable();
            orbit(&order).len() as u32
        }
    }
}

/// The seatings of a deal of this table, no two the same. Each entrant has each seat equally often.
pub(super) fn list(table: &[usize], seatings: Seatings, rng: &mut ChaCha12Rng) -> Vec<Vec<usize>> {
    if is_all(table, seatings) {
        return permutations(table);
    }
    // Rotations keep all neighbours: another order for each deal makes them fair in the long run.
    // Where an entrant has several seats, the order decides how many seatings there are, which must
    // not be left to chance.
    let mut order = table.to_vec();
    order.sort_unstable();
    if order.windows(2).all(|pair| pair[0] != pair[1]) {
        draw::shuffle(rng, &mut order);
    }
    orbit(&order)
}

/// The same seatings in a drawn order for those who play one per deal: those that are rotations of
/// each other follow upon each other, so that after each of these runs each entrant has had each
/// seat equally often, and within it differs by one at most.
pub(super) fn in_turn(list: Vec<Vec<usize>>, rng: &mut ChaCha12Rng) -> Vec<Vec<usize>> {
    let mut runs: BTreeMap<Vec<usize>, Vec<Vec<usize>>> = BTreeMap::new();
    for seats in list {
        let least =
            (0..seats.len()).map(|by| rotated(&seats, by)).min().expect("a table has seats");
        runs.entry(least).or_default().push(seats);
    }
    let mut runs: Vec<_> = runs.into_values().collect();
    draw::shuffle(rng, &mut runs);
    for run in &mut runs {
        draw::shuffle(rng, run);
    }
    runs.concat()
}

fn is_all(table: &[usize], seatings: Seatings) -> bool {
    seatings == Seatings::All && distinct(table) <= u64::from(SEATINGS_MAX)
}

/// How many distinct seatings there are: n! over the factorial of how often each is there.
fn distinct(table: &[usize]) -> u64 {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let mut times: BTreeMap<usize, usize> = BTreeMap::new();
    for &entrant in table {
        *times.entry(entrant).or_default() += 1;
    }
    times.values().fold(factorial(table.len()), |count, &times| count / factorial(times))
}

/// All distinct seatings in lexicographic order.
fn permutations(table: &[usize]) -> Vec<Vec<usize>> {
    let mut seats = table.to_vec();
    seats.sort_unstable();
    let mut all = vec![seats.clone()];
    while advance(&mut seats) {
        all.push(seats.clone());
    }
    all
}

/// The next arrangement in lexicographic order (Narayana); false if there is none.
fn advance(seats: &mut [usize]) -> bool {
    let Some(pivot) =
        (1..seats.len()).rev().map(|next| next - 1).find(|&at| seats[at] < seats[at + 1])
    else {
        return false;
    };
    let above = (pivot + 1..seats.len())
        .rev()
        .find(|&at| seats[at] > seats[pivot])
        .expect("the one after it is above");
    seats.swap(pivot, above);
    seats[pivot + 1..].reverse();
    true
}

/// What the balanced maps make of this order. They are a group, so each distinct seating comes from
/// equally many of them, and leaving the doubles of tables with one entrant in several seats out
/// keeps the balance.
fn orbit(order: &[usize]) -> Vec<Vec<usize>> {
    let seats = order.len();
    let factors = if is_prime(seats) { 1..seats } else { 1..2 };
    let mut seen = BTreeSet::new();
    let maps = factors.flat_map(|factor| (0..seats).map(move |shift| (factor, shift)));
    maps.map(|(factor, shift)| {
        (0..seats).map(|seat| order[(factor * seat + shift) % seats]).collect::<Vec<_>>()
    })
    .filter(|seating| seen.insert(seating.clone()))
    .collect()
}

fn is_prime(number: usize) -> bool {
    number >= 2 && (2..number).all(|divisor| !number.is_multiple_of(divisor))
}

fn rotated(seats: &[usize], by: usize) -> Vec<usize> {
    let mut seats = seats.to_vec();
    seats.rotate_left(by);
    seats
}
