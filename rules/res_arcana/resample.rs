//! Other truths for the suites: what a viewer may not know drawn anew, or two cards exchanged
//! throughout.
//!
//! Works from the truth by exchanging cards between places that are hidden from the viewer, as far
//! as its view allows.

use super::ResArcana;
use super::agenda::{PILES, Pile};
use super::answer::Answer;
use super::cards::{Face, FaceSet};
use super::determinization::{all_viewers, uninformed};
use super::event::Event;
use super::knowledge::{Knowledge, starter_set};
use super::setup::{Deal, First, N, Places, Setup};
use super::state::{State, viewer_index};
use crate::testing::CardNumber;
use crate::{Rng, Ruleset, Seat, Seed, Viewer, bounded, shuffle};
use alloc::vec::Vec;

/// Exchanges tried for each hidden card.
const TRIES_PER_CARD: usize = 16;
/// Picks that one seat makes at most in one decision.
const PICKS_MAX: u32 = 6;

/// A zone that is hidden from some viewer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    Hand(usize),
    Mages(usize),
    Top(usize),
    Rest(usize),
    Box,
}

impl Zone {
    /// The cards that may be here as far as the viewer knows.
    fn may_hold(self, known: &Knowledge) -> FaceSet {
        match self {
            Zone::Hand(i) => known.hands[i],
            Zone::Mages(i) => known.mages[i],
            Zone::Top(i) => known.tops[i],
            Zone::Rest(i) => known.rests[i],
            Zone::Box => known.boxed,
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
    for other_viewer in all_viewers().filter(|&other| other != viewer) {
        other.knowledge[viewer_index(other_viewer)] = uninformed(other_viewer, &other);
    }
    answer_anew(&mut other, viewer, rng);
    other
}

fn exchange_hidden_cards(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let known = state.view(viewer).knowledge;
    let mut slots = hidden_slots(state, viewer, &known);
    shuffle(rng, &mut slots);
    for _ in 0..TRIES_PER_CARD * slots.len() {
        // Three change places at once, or two if one is drawn twice: some sets of places allow
        // nothing else.
        let [a, b, c] = core::array::from_fn(|_| bounded(rng, slots.len() as u32) as usize);
        let (one, two, three) = (slots[a].1, slots[b].1, slots[c].1);
        let fits = |slot: usize, card: Face| slots[slot].0.may_hold(&known).contains(card);
        if a != b && b != c && a != c && fits(a, two) && fits(b, three) && fits(c, one) {
            (slots[a].1, slots[b].1, slots[c].1) = (two, three, one);
        } else if a != b && fits(a, two) && fits(b, one) {
            (slots[a].1, slots[b].1) = (two, one);
        }
    }
    put_back(state, viewer, &slots, &known);
}

/// Every card that is hidden from the viewer, with its zone. Cards whose height the viewer knows
/// are left out.
fn hidden_slots(state: &State, viewer: Viewer, known: &Knowledge) -> Vec<(Zone, Face)> {
    let mut slots = Vec::new();
    for i in 0..N {
        if viewer.seat().is_none_or(|seat| seat.index() != i) {
            slots.extend(state.hands[i].iter().map(|card| (Zone::Hand(i), card)));
            slots.extend(state.mages[i].iter().map(|card| (Zone::Mages(i), card)));
        }
    }
    for pile in state.all_piles() {
        let i = pile.index();
        let zone = |height: usize| {
            if height < usize::from(known.top_sizes[i]) { Zone::Top(i) } else { Zone::Rest(i) }
        };
        let from_top = state.pile(pile).iter().rev().enumerate();
        let unknown = from_top.filter(|(height, _)| *height >= usize::from(known.orders[i].len()));
        slots.extend(unknown.map(|(height, card)| (zone(height), *card)));
    }
    slots.extend(state.boxed().iter().map(|card| (Zone::Box, card)));
    slots
}

/// The slots came in random order, and so do the decks. What is left over is in the box.
fn put_back(state: &mut State, viewer: Viewer, slots: &[(Zone, Face)], known: &Knowledge) {
    let at = |zone: Zone| slots.iter().filter(move |slot| slot.0 == zone).map(|slot| slot.1);
    for i in 0..N {
        if viewer.seat().is_none_or(|seat| seat.index() != i) {
            state.hands[i] = at(Zone::Hand(i)).collect();
            state.mages[i] = at(Zone::Mages(i)).collect();
        }
    }
    for i in 0..PILES {
        let cards: Vec<Face> =
            at(Zone::Rest(i)).chain(at(Zone::Top(i)).chain(known.orders[i].iter())).collect();
        for (slot, card) in state.piles[i].0.iter_mut().zip(&cards) {
            *slot = *card;
        }
        let above = cards.len() - usize::from(known.orders[i].len());
        state.piles[i].0[above..cards.len()].reverse();
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

/// Plays picks of `seat` that no viewer sees: at random, at most `picks`, none that would end the
/// decision unless others are still to answer.
fn pick_in_secret(state: &mut State, seat: Seat, picks: u32, rng: &mut dyn Rng) {
    let (mut legal, mut facts) = (Vec::new(), Vec::new());
    for _ in 0..picks {
        ResArcana::legal(state, seat, &mut legal);
        if legal.is_empty() {
            return;
        }
        let action = legal[bounded(rng, legal.len() as u32) as usize];
        let mut next = state.clone();
        facts.clear();
        let taken = ResArcana::apply(&mut next, seat, action, &mut facts).is_ok();
        if !taken || !facts.iter().all(|fact| matches!(fact.in_full(), Event::Picked { .. })) {
            return;
        }
        *state = next;
    }
}

/// See [`Testable::twins`](crate::testing::Testable::twins): two cards of one deck that no viewer
/// has told apart, as alike in price as there are.
pub(super) fn twins(truth: &State, rng: &mut dyn Rng) -> Option<(CardNumber, CardNumber)> {
    let piles: Vec<Pile> = truth.all_piles().filter(|&pile| truth.pile(pile).len() > 1).collect();
    let pile = *piles.get(bounded(rng, piles.len().max(1) as u32) as usize)?;
    let (i, cards) = (pile.index(), truth.pile(pile));
    let segment = |height: usize| {
        all_viewers().chain([Viewer::Spectator]).map(move |viewer| {
            let known = &truth.knowledge[viewer_index(viewer)];
            (height < usize::from(known.top_sizes[i]), height < usize::from(known.orders[i].len()))
        })
    };
    let height = bounded(rng, cards.len() as u32) as usize;
    let first = cards[cards.len() - 1 - height];
    let is_ordered = segment(height).any(|(_, ordered)| ordered);
    let units = |face: Face| i32::from(face.data().price.units());
    let other =
        (0..cards.len()).filter(|&other| other != height && segment(other).eq(segment(height)));
    let others = other.map(|other| cards[cards.len() - 1 - other]);
    let second = others.min_by_key(|other| (units(*other) - units(first)).abs())?;
    (!is_ordered).then_some((first.number(), second.number()))
}

/// See [`Testable::swapped`](crate::testing::Testable::swapped). All knowledge stays as it is: no
/// viewer has told them apart.
pub(super) fn swapped(truth: &State, twins: (CardNumber, CardNumber)) -> State {
    let mut other = truth.clone();
    for pile in truth.all_piles() {
        let size = truth.pile(pile).len();
        for card in &mut other.piles[pile.index()].0[..size] {
            *card = swapped_face(*card, twins);
        }
    }
    other
}

pub(super) fn swapped_face(face: Face, (a, b): (CardNumber, CardNumber)) -> Face {
    let number = match face.number() {
        number if number == a => b,
        number if number == b => a,
        number => number,
    };
    Face::new(number).expect("twins are faces")
}

/// All faces that an event shows.
pub(super) fn faces_named(event: &Event) -> FaceSet {
    match event {
        Event::LaidOut { places, display } => places.union(*display),
        Event::MagesDealt { faces, .. }
        | Event::Dealt { faces, .. }
        | Event::PacketDealt { faces, .. }
        | Event::Kept { faces, .. }
        | Event::Drew { faces, .. } => faces.cards().unwrap_or_default(),
        Event::PacketsPassed { faces, .. } => faces
            .iter()
            .fold(FaceSet::EMPTY, |all, faces| all.union(faces.cards().unwrap_or_default())),
        Event::StarterSet { set, .. } => starter_set(*set),
        Event::OpenLaid { cards }
        | Event::DeckGiven { cards, .. }
        | Event::Discarded { cards, .. } => *cards,
        Event::MagesShown { mages } => mages.iter().flatten().copied().collect(),
        Event::OpenPicked { card: face, .. }
        | Event::ItemTaken { item: face, .. }
        | Event::Placed { card: face, .. }
        | Event::Destroyed { card: face, .. }
        | Event::Claimed { face, .. }
        | Event::Refilled { face }
        | Event::Put { face, .. }
        | Event::StoreTaken { face, .. }
        | Event::StorePaid { face, .. }
        | Event::Turned { face }
        | Event::Straightened { face } => FaceSet::only(*face),
        Event::Looked { cards, .. } => cards.map_or(FaceSet::EMPTY, |cards| cards.iter().collect()),
        Event::Moved { action, .. }
        | Event::Chose { action, .. }
        | Event::Picked { action, .. } => action.face().into_iter().collect(),
        _ => FaceSet::EMPTY,
    }
}

/// A setup made of any bytes, often unsound.
pub(super) fn setup_of(bytes: &[u8]) -> Setup {
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let players = 1 + byte(0) % 5;
    let face = |index: usize, first: u8, count: u8| {
        Face::new(first + (byte(3 + index) % 4 + 3 * index as u8) % count).expect("a face")
    };
    let mages = || (0..usize::from(players)).map(|i| face(i, 40, 10)).collect();
    // Mostly different faces, so that some of these are sound.
    let artefact = |i: usize| {
        Face::new((i as u8 + byte(8) % 40 + u8::from(i > 13) * (byte(9) % 2)) % 40).expect("a face")
    };
    Setup {
        players,
        deal: match byte(1) % 6 {
            0 | 1 => Deal::Normal,
            2 => Deal::Discovery,
            3 => Deal::Draft,
            4 => Deal::OpenDraft { mages: mages(), artefacts: (0..16).map(artefact).collect() },
            _ => Deal::Given {
                mages: mages(),
                decks: (0..usize::from(players))
                    .map(|i| (8 * i..8 * i + 8).map(artefact).collect())
                    .collect(),
            },
        },
        places: [None, Some(Places::Random), Some(Places::Sun)][usize::from(byte(2) % 3)],
        first: match (byte(2) / 3 % 3, Seat::new(byte(2) / 9 % 5)) {
            (1, Some(seat)) => First::Seat(seat),
            (2, Some(seat)) => First::ChosenBy(seat),
            _ => First::Drawn,
        },
    }
}
