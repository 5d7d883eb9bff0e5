//! Finds an assignment that fits, or shows that none exists, by augmenting paths.
//!
//! A zone is three seats for cards: those that only counted cards may take, as many as it needs at
//! least; those that only uncounted ones may take; and those for either. An assignment fits if, and
//! only if, it fills them all.

use super::{HiddenCard, Zone};
use alloc::{vec, vec::Vec};

#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    Counted,
    Uncounted,
    Either,
}

struct Bench {
    zone: u8,
    whom: For,
    room: u8,
    taken_by: Vec<u8>,
}

/// An assignment that fits: by card, the index of its zone.
pub(super) fn assignment(zones: &[Zone], cards: &[HiddenCard]) -> Option<Vec<u8>> {
    let mut benches = Vec::new();
    let mut room_total = 0;
    for (index, zone) in (0..).zip(zones) {
        let most = zone.most.min(zone.size);
        let either = most.checked_sub(zone.least)?;
        for (whom, room) in
            [(For::Counted, zone.least), (For::Uncounted, zone.size - most), (For::Either, either)]
        {
            room_total += usize::from(room);
            benches.push(Bench { zone: index, whom, room, taken_by: Vec::new() });
        }
    }
    if room_total != cards.len() {
        return None;
    }
    for card in 0..cards.len() {
        let mut visited = vec![false; benches.len()];
        if !seat(card as u8, cards, &mut benches, &mut visited) {
            return None;
        }
    }
    let mut assignment = vec![0; cards.len()];
    for bench in benches {
        for card in bench.taken_by {
            assignment[usize::from(card)] = bench.zone;
        }
    }
    Some(assignment)
}

/// Seats a card and moves others if necessary. No bench is visited twice, which bounds the
/// recursion.
fn seat(card: u8, cards: &[HiddenCard], benches: &mut [Bench], visited: &mut [bool]) -> bool {
    let HiddenCard { counted, zones } = cards[usize::from(card)];
    for index in 0..benches.len() {
        let bench = &benches[index];
        let shut = if counted { For::Uncounted } else { For::Counted };
        if visited[index] || bench.whom == shut || !zones.contains(usize::from(bench.zone)) {
            continue;
        }
        visited[index] = true;
        if bench.taken_by.len() < usize::from(bench.room) {
            benches[index].taken_by.push(card);
            return true;
        }
        for position in 0..bench.taken_by.len() {
            let moved = benches[index].taken_by[position];
            if seat(moved, cards, benches, visited) {
                benches[index].taken_by[position] = card;
                return true;
            }
        }
    }
    false
}
