//! Other truths for the suites: what a viewer may not know drawn anew, or two cards exchanged throughout.
//!
//! Works from the truth by exchanging cards between places that are hidden from the viewer, as far as its view allows.

use super::action::Action;
use super::answer::Answer;
use super::board::{Board, Symbols};
use super::cards::{Card, CardSet, LocationSet, Pile};
use super::event::{CardFaces, Event};
use super::knowledge::Knowledge;
use super::setup::{Edition, Length, Majors, N, Setup, Version};
use super::state::State;
use super::testing::{make_others_vague, pick_in_secret};
use crate::testing::CardNumber;
use crate::{Rng, Seat, Seed, Viewer, bounded, shuffle};
use alloc::vec::Vec;

/// Exchanges tried for each hidden card.
const TRIES_PER_CARD: usize = 4;
/// Picks that one seat makes at most in one decision.
const PICKS_MAX: u32 = 6;

/// A zone that is hidden from some viewer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    Hand(usize),
    Row(usize),
    Pile(Pile),
}

impl Zone {
    /// The cards that may be here as far as the viewer knows.
    fn may_hold(self, known: &Knowledge) -> CardSet {
        match self {
            Zone::Hand(i) => known.hands[i],
            Zone::Row(i) => known.rows[i],
            Zone::Pile(pile) => known.piles.and(pile.cards()),
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
    make_others_vague(&mut other, viewer);
    answer_anew(&mut other, viewer, rng);
    other
}

fn exchange_hidden_cards(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let known = state.view(viewer).knowledge;
    let mut slots = hidden_slots(state, viewer);
    shuffle(rng, &mut slots);
    let mut minors = state.hands.map(|hand| hand.minors().len());
    for _ in 0..TRIES_PER_CARD * slots.len() {
        let a = bounded(rng, slots.len() as u32) as usize;
        let b = bounded(rng, slots.len() as u32) as usize;
        let ((here, card), (there, other)) = (slots[a], slots[b]);
        if !here.may_hold(&known).contains(other) || !there.may_hold(&known).contains(card) {
            continue;
        }
        let mut counts = minors;
        for (zone, out, into) in [(here, card, other), (there, other, card)] {
            if let Zone::Hand(i) = zone {
                counts[i] = counts[i] - u8::from(out.is_minor()) + u8::from(into.is_minor());
            }
        }
        let allowed = |i: usize| (known.minors[i].least..=known.minors[i].most).contains(&counts[i]);
        if [here, there].iter().all(|zone| !matches!(zone, Zone::Hand(i) if !allowed(*i))) {
            minors = counts;
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
        slots.extend(state.rows[i].iter().map(|card| (Zone::Row(i), card)));
    }
    for pile in Pile::ALL {
        slots.extend(state.pile(pile).map(|card| (Zone::Pile(pile), card)));
    }
    slots
}

/// The slots came in random order, and so do the piles.
fn put_back(state: &mut State, viewer: Viewer, slots: &[(Zone, Card)]) {
    for seat in Seat::all(state.seats()).filter(|&seat| !viewer.is(seat)) {
        let at = |zone: Zone| slots.iter().filter(move |slot| slot.0 == zone).map(|slot| slot.1);
        state.hands[seat.index()] = at(Zone::Hand(seat.index())).collect();
        state.rows[seat.index()] = at(Zone::Row(seat.index())).collect();
    }
    for pile in Pile::ALL {
        let cards = slots.iter().filter(|slot| slot.0 == Zone::Pile(pile)).map(|slot| slot.1);
        for (slot, card) in state.piles.of_mut(pile).iter_mut().zip(cards) {
            *slot = card;
        }
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

/// See [`Testable::swapped`](crate::testing::Testable::swapped). All knowledge stays as it is: no viewer has seen
/// either.
pub(super) fn swapped(truth: &State, twins: (CardNumber, CardNumber)) -> State {
    let mut other = truth.clone();
    for pile in Pile::ALL {
        let size = truth.pile(pile).count();
        for card in &mut other.piles.of_mut(pile)[..size] {
            *card = swapped_card(*card, twins);
        }
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

/// The card that an action names, if it names one.
pub(super) fn card_of(action: Action) -> CardSet {
    match action {
        Action::Play(card)
        | Action::Hide(card)
        | Action::Discard(card)
        | Action::Give(card)
        | Action::Take(card)
        | Action::Put(card)
        | Action::TurnUp(card) => CardSet::only(card),
        Action::HideFool => CardSet::FOOL,
        _ => CardSet::EMPTY,
    }
}

/// All cards whose faces an event shows.
pub(super) fn cards_named(event: &Event) -> CardSet {
    let shown = |faces: &CardFaces| faces.cards().unwrap_or_default();
    match event {
        Event::Drew { faces, .. } | Event::Vaulted { faces, .. } | Event::Hid { faces, .. } => shown(faces),
        Event::Discarded { cards, .. }
        | Event::TurnedUp { cards, .. }
        | Event::Shown { cards, .. }
        | Event::RowsDiscarded { cards } => *cards,
        Event::MinorPlayed { card, .. } | Event::MajorPlayed { card, .. } | Event::CardDone { card } => {
            CardSet::only(*card)
        }
        Event::FoolHidden { .. } | Event::FoolDeclared { .. } => CardSet::FOOL,
        Event::TowerLaid { .. } | Event::TowerLifted => CardSet::only(Card::TOWER),
        Event::Exchanged { opened, taken, given, .. } => opened.union(shown(taken)).union(shown(given)),
        Event::Passed { passed, .. } => {
            passed[..N].iter().fold(CardSet::EMPTY, |cards, faces| cards.union(shown(faces)))
        }
        Event::Picked { action, .. } => card_of(*action),
        _ => CardSet::EMPTY,
    }
}

/// A setup made of any bytes: the five options, the first player, then the board's symbols and placements, often
/// unsound.
pub(super) fn setup_of(bytes: &[u8]) -> Setup {
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    // One board in four may have a ten among its symbols, one too many.
    let numbers = if byte(7).is_multiple_of(4) { 11 } else { 10 };
    let symbols = |location: usize| Symbols {
        courts: core::array::from_fn(|i| byte(8 + 8 * location + i) % numbers),
        houses: core::array::from_fn(|i| byte(12 + 8 * location + i) % numbers),
    };
    let placement = |index: usize| {
        let bits = u16::from_le_bytes([byte(88 + 2 * index), byte(89 + 2 * index)]);
        LocationSet::from_bits(bits & 0x3FF).unwrap_or_default()
    };
    let mut placements: Vec<LocationSet> = (0..usize::from(byte(5) % 21)).map(placement).collect();
    if byte(6) % 4 > 0 {
        placements.sort_unstable();
        placements.dedup();
    }
    let own = Board { locations: (0..usize::from(10 - byte(6) / 250)).map(symbols).collect(), placements };
    Setup {
        players: 2 + byte(0) % 5,
        length: [Length::Normal, Length::Long][usize::from(byte(1) % 2)],
        edition: Edition::ALL[usize::from(byte(2) % 5)],
        majors: [Majors::Full, Majors::FromTurn3, Majors::None][usize::from(byte(3) % 3)],
        board: if byte(5) == 0 { Board::built_in() } else { own },
        first: Seat::new(byte(4) % 16),
        version: Version::One,
    }
}
