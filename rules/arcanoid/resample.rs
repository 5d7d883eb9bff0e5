//! Other truths for the suites: what a viewer may not know drawn anew, or two cards exchanged throughout.
//!
//! Works from the truth by exchanging cards between places that are hidden from the viewer, as far as its view allows.

use super::Arcanoid;
use super::answer::Answer;
use super::cards::{Card, CardSet};
use super::determinization::uninformed;
use super::event::Event;
use super::knowledge::Knowledge;
use super::setup::{DevilWins, N, Refill, Setup};
use super::state::{State, viewer_index};
use crate::testing::CardNumber;
use crate::{Rng, Ruleset, Seat, Seed, Viewer, bounded, shuffle};
use alloc::vec::Vec;

/// Exchanges tried for each hidden card.
const TRIES_PER_CARD: usize = 4;
/// Picks that one seat makes at most in one decision.
const PICKS_MAX: u32 = 6;

/// A zone that is hidden from some viewer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    Hand(usize),
    Stock,
    Buried,
}

impl Zone {
    /// The cards that may be here as far as the viewer knows.
    fn may_hold(self, known: &Knowledge) -> CardSet {
        match self {
            Zone::Hand(i) => known.hands[i],
            Zone::Stock => known.stock,
            Zone::Buried => known.buried,
        }
    }
}

/// See [`Testable::redraw`](crate::testing::Testable::redraw).
pub(super) fn redraw(truth: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
    let mut other = truth.clone();
    let mut seed = [0; 32];
    rng.fill_bytes(&mut seed);
    other.seed = Seed::new(seed);
    exchange_hidden_cards(&mut other, viewer, rng);
    for other_viewer in Viewer::all(N as u8).filter(|&other| other != viewer) {
        other.knowledge[viewer_index(other_viewer)] = uninformed(other_viewer, &other.public);
    }
    answer_anew(&mut other, viewer, rng);
    other
}

fn exchange_hidden_cards(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let known = state.view(viewer).knowledge;
    let mut slots = hidden_slots(state, viewer);
    shuffle(rng, &mut slots);
    for _ in 0..TRIES_PER_CARD * slots.len() {
        let a = bounded(rng, slots.len() as u32) as usize;
        let b = bounded(rng, slots.len() as u32) as usize;
        let ((here, card), (there, other)) = (slots[a], slots[b]);
        if here.may_hold(&known).contains(other) && there.may_hold(&known).contains(card) {
            (slots[a].1, slots[b].1) = (other, card);
        }
    }
    put_back(state, viewer, &slots);
}

/// Every card that is hidden from the viewer, with its zone.
fn hidden_slots(state: &State, viewer: Viewer) -> Vec<(Zone, Card)> {
    let mut slots = Vec::new();
    for seat in Seat::all(state.seats()).filter(|&seat| !viewer.is(seat)) {
        let i = seat.index();
        slots.extend(state.hands[i].iter().map(|card| (Zone::Hand(i), card)));
    }
    slots.extend(state.stock().iter().map(|&card| (Zone::Stock, card)));
    slots.extend(state.buried.iter().map(|card| (Zone::Buried, card)));
    slots
}

/// The slots came in random order, and so does the stock.
fn put_back(state: &mut State, viewer: Viewer, slots: &[(Zone, Card)]) {
    let at = |zone: Zone| slots.iter().filter(move |slot| slot.0 == zone).map(|slot| slot.1);
    for seat in Seat::all(state.seats()).filter(|&seat| !viewer.is(seat)) {
        state.hands[seat.index()] = at(Zone::Hand(seat.index())).collect();
    }
    state.buried = at(Zone::Buried).collect();
    for (slot, card) in state.stock.0.iter_mut().zip(at(Zone::Stock)) {
        *slot = card;
    }
}

/// Others' unfinished answers are drawn anew; at least one seat has still to answer.
fn answer_anew(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let others: Vec<Seat> = state.public.asked.iter().filter(|&seat| !viewer.is(seat)).collect();
    for seat in &others {
        state.answers[seat.index()] = Answer::default();
    }
    for seat in others {
        let picks = bounded(rng, PICKS_MAX);
        pick_in_secret(state, seat, picks, rng);
    }
}

/// Plays picks of `seat` that no viewer sees: at random, at most `picks`, none that would end the decision unless
/// others are still to answer.
fn pick_in_secret(state: &mut State, seat: Seat, picks: u32, rng: &mut dyn Rng) {
    let (mut legal, mut facts) = (Vec::new(), Vec::new());
    for _ in 0..picks {
        Arcanoid::legal(state, seat, &mut legal);
        if legal.is_empty() {
            return;
        }
        let action = legal[bounded(rng, legal.len() as u32) as usize];
        let mut next = state.clone();
        facts.clear();
        let taken = Arcanoid::apply(&mut next, seat, action, &mut facts).is_ok();
        if !taken || !facts.iter().all(|fact| matches!(fact.in_full(), Event::Picked { .. })) {
            return;
        }
        *state = next;
    }
}

/// See [`Testable::swapped`](crate::testing::Testable::swapped). All knowledge stays as it is: no viewer has seen
/// either.
pub(super) fn swapped(truth: &State, twins: (CardNumber, CardNumber)) -> State {
    let mut other = truth.clone();
    let size = truth.stock().len();
    for card in &mut other.stock.0[..size] {
        *card = swapped_card(*card, twins);
    }
    other
}

pub(super) fn swapped_card(card: Card, (a, b): (CardNumber, CardNumber)) -> Card {
    let number = match card.number() {
        number if number == a => b,
        number if number == b => a,
        number => number,
    };
    Card::new(number).expect("twins are cards")
}

/// All cards whose faces an event shows.
pub(super) fn cards_named(event: &Event) -> CardSet {
    match event {
        // All cards are seen to go back into the deck.
        Event::RoundBegan { .. } => CardSet::ALL,
        Event::Drew { faces, .. } | Event::Looked { faces, .. } => faces.cards().unwrap_or_default(),
        Event::DrewOpen { cards, .. }
        | Event::PoolFilled { cards }
        | Event::Discarded { cards, .. }
        | Event::Declared { cards, .. }
        | Event::Shown { cards, .. }
        | Event::ReserveLaid { cards, .. }
        | Event::ReserveGrew { cards, .. }
        | Event::Retired { hand: cards, .. }
        | Event::Hanged { hand: cards, .. } => *cards,
        Event::Stolen { .. } => CardSet::FOOL,
        Event::Played { card, .. } | Event::CardDone { card } | Event::Called { card, .. } => card.alone(),
        Event::Picked { action, .. } => action.card().map_or(CardSet::EMPTY, Card::alone),
        _ => CardSet::EMPTY,
    }
}

/// A setup made of any bytes, often unsound.
pub(super) fn setup_of(bytes: &[u8]) -> Setup {
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    Setup {
        players: 1 + byte(0) % 11,
        rounds: [Some(1), Some(2), Some(byte(1) % 13), None][usize::from(byte(2) % 4)],
        max_renewals: byte(3) % 11,
        devil_wins: [DevilWins::Controller, DevilWins::Nobody][usize::from(byte(4) % 2)],
        devil_must_finish: byte(5).is_multiple_of(2),
        out_of_turn_refill: [Refill::Deferred, Refill::Immediate][usize::from(byte(6) % 2)],
        first: Seat::new(byte(7) % 16),
    }
}
