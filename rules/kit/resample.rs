//! Other truths for the suites: what a viewer may not know drawn anew, or two cards exchanged
//! throughout.
//!
//! Works from the truth by exchanging cards between zones that are hidden from the viewer, as far
//! as its view allows.

use super::engine::{Engine, Public};
use super::event::{Event, Fact};
use super::hidden::{Card, Hides, Zone, make_uninformed};
use super::set::Set;
use super::state::{State, viewer_index};
use crate::testing::CardNumber;
use crate::{Rng, Ruleset, Seat, Seed, Viewer, bounded, shuffle};
use alloc::vec::Vec;

/// Picks that one seat makes at most in one decision.
const PICKS_MAX: u32 = 6;

/// A game whose hidden cards the suites can take up and put down again.
pub trait Resample: Hides {
    /// Exchanges tried for each hidden card.
    const TRIES_PER_CARD: usize = 4;

    /// The cards in a zone; those of a pile in order.
    fn lying_in(state: &State<Self>, zone: Self::Zone) -> Vec<Card<Self>>;
    /// Replaces the cards in a zone by as many others.
    fn lay(state: &mut State<Self>, zone: Self::Zone, cards: &[Card<Self>]);
}

/// See [`Testable::redraw`](crate::testing::Testable::redraw).
pub(crate) fn redraw<G: Resample>(truth: &State<G>, viewer: Viewer, rng: &mut dyn Rng) -> State<G> {
    let mut other = truth.clone();
    let mut seed = [0; 32];
    rng.fill_bytes(&mut seed);
    other.seed = Seed::new(seed);
    exchange_hidden_cards(&mut other, viewer, rng);
    let minds = other.knowledge.as_mut();
    let index = viewer_index(viewer, minds.len());
    let own = minds[index].clone();
    make_uninformed::<G>(minds, &other.public, &other.secrets);
    minds[index] = own;
    answer_anew(&mut other, viewer, rng);
    other
}

fn exchange_hidden_cards<G: Resample>(state: &mut State<G>, viewer: Viewer, rng: &mut dyn Rng) {
    let view = state.view(viewer);
    let zones = G::Zone::all(&view);
    let may_hold: Vec<G::Cards> = zones.iter().map(|zone| zone.may_hold(&view)).collect();
    let bounds: Vec<_> = zones.iter().map(|zone| zone.bounds(&view)).collect();
    // Every card that is hidden from the viewer, with the index of its zone; in random order, and
    // so come the piles.
    let mut slots: Vec<(usize, Card<G>)> = Vec::new();
    for (index, &zone) in zones.iter().enumerate() {
        slots.extend(G::lying_in(state, zone).into_iter().map(|card| (index, card)));
    }
    shuffle(rng, &mut slots);
    let mut counts: Vec<u8> = alloc::vec![0; zones.len()];
    slots.iter().filter(|slot| G::is_counted(slot.1)).for_each(|slot| counts[slot.0] += 1);
    for _ in 0..G::TRIES_PER_CARD * slots.len() {
        // Three cards change places at once, or else two: some zones allow nothing else.
        let drawn: [usize; 3] = core::array::from_fn(|_| bounded(rng, slots.len() as u32) as usize);
        for places in [&drawn[..], &drawn[..2]] {
            let next = |index: usize| slots[places[(index + 1) % places.len()]].1;
            let fits = |index: usize| may_hold[slots[places[index]].0].contains(next(index));
            let mut new = counts.clone();
            for (index, &place) in places.iter().enumerate() {
                let (zone, card) = slots[place];
                new[zone] += u8::from(G::is_counted(next(index)));
                new[zone] -= u8::from(G::is_counted(card));
            }
            let are_within = |place: &usize| {
                let zone = slots[*place].0;
                (bounds[zone].least..=bounds[zone].most).contains(&new[zone])
            };
            let is_repeated = (1..places.len()).any(|i| places[..i].contains(&places[i]));
            if !is_repeated && (0..places.len()).all(fits) && places.iter().all(are_within) {
                counts = new;
                let first = slots[places[0]].1;
                (1..places.len()).for_each(|i| slots[places[i - 1]].1 = slots[places[i]].1);
                slots[places[places.len() - 1]].1 = first;
                break;
            }
        }
    }
    for (index, &zone) in zones.iter().enumerate() {
        let cards: Vec<Card<G>> =
            slots.iter().filter(|slot| slot.0 == index).map(|slot| slot.1).collect();
        G::lay(state, zone, &cards);
    }
}

/// Others' unfinished answers are drawn anew; at least one seat has still to answer.
fn answer_anew<G: Resample>(state: &mut State<G>, viewer: Viewer, rng: &mut dyn Rng) {
    let others: Vec<Seat> = state.public.asked().iter().filter(|&seat| !viewer.is(seat)).collect();
    for seat in &others {
        state.answers.as_mut()[seat.index()] = Default::default();
    }
    for seat in others {
        let picks = bounded(rng, PICKS_MAX);
        pick_in_secret(state, seat, picks, rng);
    }
}

/// Plays picks of `seat` that no viewer sees: at random, at most `picks`, none that would end the
/// decision unless others are still to answer.
fn pick_in_secret<G: Resample>(state: &mut State<G>, seat: Seat, picks: u32, rng: &mut dyn Rng) {
    let (mut legal, mut facts) = (Vec::new(), Vec::<Fact<G::Event>>::new());
    for _ in 0..picks {
        G::legal(state, seat, &mut legal);
        if legal.is_empty() {
            return;
        }
        let action = legal[bounded(rng, legal.len() as u32) as usize];
        let mut next = state.clone();
        facts.clear();
        let is_taken = <G as Ruleset>::apply(&mut next, seat, action, &mut facts).is_ok();
        let is_pick = |fact: &Fact<G::Event>| {
            [true, false]
                .iter()
                .any(|&complete| *fact.in_full() == G::Event::picked(seat, action, complete))
        };
        if !is_taken || !facts.iter().all(is_pick) {
            return;
        }
        *state = next;
    }
}

/// See [`Testable::swapped`](crate::testing::Testable::swapped): in each of these zones. All
/// knowledge stays as it is: no viewer has seen either.
pub(crate) fn swapped<G: Resample>(
    truth: &State<G>,
    zones: &[G::Zone],
    twins: (CardNumber, CardNumber),
) -> State<G> {
    let mut other = truth.clone();
    for &zone in zones {
        let mut cards = G::lying_in(truth, zone);
        cards.iter_mut().for_each(|card| *card = swapped_card::<G>(*card, twins));
        G::lay(&mut other, zone, &cards);
    }
    other
}

/// The other one of two cards, or any third card itself.
pub(crate) fn swapped_card<G: Engine>(card: Card<G>, (a, b): (CardNumber, CardNumber)) -> Card<G> {
    let number = match G::Cards::index_of(card) {
        number if number == usize::from(a) => usize::from(b),
        number if number == usize::from(b) => usize::from(a),
        _ => return card,
    };
    G::Cards::ALL.iter().nth(number).expect("twins are cards")
}
