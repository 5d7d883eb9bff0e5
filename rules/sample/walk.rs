//! The approximate method, for problems too large to count: a random walk over the assignments that
//! fit.
//!
//! Each round takes a few zones and deals the cards that lie there anew, exactly uniformly given
//! where the others are. A round keeps the uniform distribution if it is reached; how close
//! [`ROUNDS`] rounds come to it, from a start that is always the same, isn't known. Every
//! assignment that comes out fits.

use super::count::{Outlook, Plan};
use super::reduce::reduce;
use super::{HiddenCard, Zone, ZoneSet};
use crate::{Rng, bounded};
use alloc::{vec, vec::Vec};

/// Rounds of the walk.
const ROUNDS: usize = 160;
/// Zones that are dealt anew in a round.
const ZONES_AT_ONCE: usize = 3;
/// Maximum number of positions to count in a round; a round beyond it changes nothing.
const POSITIONS_MAX: usize = 1 << 12;

/// Walks from `assignment`, which fits.
pub(super) fn walk(
    zones: &[Zone],
    cards: &[HiddenCard],
    mut assignment: Vec<u8>,
    rng: &mut dyn Rng,
) -> Vec<u8> {
    let mut indices: Vec<usize> = (0..zones.len()).collect();
    for _ in 0..ROUNDS {
        let chosen = ZONES_AT_ONCE.min(indices.len());
        for slot in 0..chosen {
            let other = slot + bounded(rng, (indices.len() - slot) as u32) as usize;
            indices.swap(slot, other);
        }
        deal_anew(zones, cards, &indices[..chosen], &mut assignment, rng);
    }
    assignment
}

/// Deals the cards that lie at the chosen zones anew among them.
fn deal_anew(
    zones: &[Zone],
    cards: &[HiddenCard],
    chosen: &[usize],
    assignment: &mut [u8],
    rng: &mut dyn Rng,
) {
    let some_zones: Vec<Zone> = chosen.iter().map(|&index| zones[index]).collect();
    let lies_there = |card: &usize| chosen.contains(&usize::from(assignment[*card]));
    let numbers: Vec<usize> = (0..cards.len()).filter(lies_there).collect();
    let within = |card: HiddenCard| {
        let zones: ZoneSet =
            (0..chosen.len()).filter(|&index| card.zones.contains(chosen[index])).collect();
        HiddenCard { zones, ..card }
    };
    let some_cards: Vec<HiddenCard> = numbers.iter().map(|&card| within(cards[card])).collect();
    let table = reduce(&some_zones, &some_cards);
    if let Some(Outlook::Countable(plan)) = table.map(|table| Plan::of(table, POSITIONS_MAX)) {
        let mut dealt = vec![0; some_cards.len()];
        plan.draw(rng, &mut dealt);
        for (card, index) in numbers.into_iter().zip(dealt) {
            assignment[card] = chosen[usize::from(index)] as u8;
        }
    }
}
