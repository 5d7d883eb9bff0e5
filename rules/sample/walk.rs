//! The approximate method, for problems too large to count: a random walk over the assignments that fit.
//!
//! Each round takes a few places and deals the cards that lie there anew, exactly uniformly given where the others are.
//! A round keeps the uniform distribution if it is reached; how close [`ROUNDS`] rounds come to it, from a start that is
//! always the same, isn't known. Every assignment that comes out fits.

use super::count::{Outlook, Plan};
use super::reduce::reduce;
use super::{HiddenCard, Place, PlaceSet};
use crate::{Rng, bounded};
use alloc::{vec, vec::Vec};

/// Rounds of the walk.
const ROUNDS: usize = 160;
/// Places that are dealt anew in a round.
const PLACES_AT_ONCE: usize = 3;
/// Most positions to count in a round; a round beyond it changes nothing.
const POSITIONS_MAX: usize = 1 << 12;

/// Walks from `assignment`, which fits.
pub(super) fn walk(places: &[Place], cards: &[HiddenCard], mut assignment: Vec<u8>, rng: &mut dyn Rng) -> Vec<u8> {
    let mut indices: Vec<usize> = (0..places.len()).collect();
    for _ in 0..ROUNDS {
        let chosen = PLACES_AT_ONCE.min(indices.len());
        for slot in 0..chosen {
            let other = slot + bounded(rng, (indices.len() - slot) as u32) as usize;
            indices.swap(slot, other);
        }
        deal_anew(places, cards, &indices[..chosen], &mut assignment, rng);
    }
    assignment
}

/// Deals the cards that lie at the chosen places anew among them.
fn deal_anew(places: &[Place], cards: &[HiddenCard], chosen: &[usize], assignment: &mut [u8], rng: &mut dyn Rng) {
    let some_places: Vec<Place> = chosen.iter().map(|&place| places[place]).collect();
    let lies_there = |card: &usize| chosen.contains(&usize::from(assignment[*card]));
    let numbers: Vec<usize> = (0..cards.len()).filter(lies_there).collect();
    let within = |card: HiddenCard| {
        let places: PlaceSet = (0..chosen.len()).filter(|&index| card.places.contains(chosen[index])).collect();
        HiddenCard { places, ..card }
    };
    let some_cards: Vec<HiddenCard> = numbers.iter().map(|&card| within(cards[card])).collect();
    let table = reduce(&some_places, &some_cards);
    if let Some(Outlook::Countable(plan)) = table.map(|table| Plan::of(table, POSITIONS_MAX)) {
        let mut dealt = vec![0; some_cards.len()];
        plan.draw(rng, &mut dealt);
        for (card, index) in numbers.into_iter().zip(dealt) {
            assignment[card] = chosen[usize::from(index)] as u8;
        }
    }
}
