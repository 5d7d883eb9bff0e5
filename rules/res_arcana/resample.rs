//! Hidden cards taken up and put down again, cards that events name, and setups of any bytes: for
//! the suites.

use super::ResArcana;
use super::agenda::Pile;
use super::cards::{Face, FaceSet};
use super::determinization::Zone;
use super::event::Event;
use super::setup::{Deal, First, Places, Setup};
use super::state::State;
use crate::kit::resample::Resample;
use crate::testing::CardNumber;
use crate::{Rng, Seat, bounded};
use alloc::vec::Vec;

impl Resample for ResArcana {
    const TRIES_PER_CARD: usize = 16;

    fn lying_in(state: &State, zone: Zone) -> Vec<Face> {
        let own = &state.secrets.own;
        match zone {
            Zone::Hand(seat) => own[seat.index()].hand.iter().collect(),
            Zone::Mages(seat) => own[seat.index()].mages.iter().collect(),
            Zone::Top(pile, size, _) => state.top(pile, size).collect(),
            Zone::Rest(pile, top) => {
                let cards = state.pile(pile);
                cards[..cards.len() - usize::from(top)].to_vec()
            }
            Zone::Box => state.boxed().iter().collect(),
        }
    }

    fn lay(state: &mut State, zone: Zone, cards: &[Face]) {
        let own = &mut state.secrets.own;
        match zone {
            Zone::Hand(seat) => own[seat.index()].hand = cards.iter().copied().collect(),
            Zone::Mages(seat) => own[seat.index()].mages = cards.iter().copied().collect(),
            Zone::Top(pile, size, order) if order.is_empty() => {
                let above = state.pile(pile).len() - usize::from(size);
                state.secrets.piles[pile.index()].0[above..][..cards.len()].copy_from_slice(cards);
            }
            Zone::Rest(pile, _) => {
                state.secrets.piles[pile.index()].0[..cards.len()].copy_from_slice(cards)
            }
            // The viewer knows this order; what is nowhere else is in the box.
            Zone::Top(..) | Zone::Box => {}
        }
    }
}

/// See [`Testable::twins`](crate::testing::Testable::twins): two cards of one deck that no viewer
/// has told apart, as alike in price as there are.
pub(super) fn twins(truth: &State, rng: &mut dyn Rng) -> Option<(CardNumber, CardNumber)> {
    let piles: Vec<Pile> = truth.all_piles().filter(|&pile| truth.pile(pile).len() > 1).collect();
    let pile = *piles.get(bounded(rng, piles.len().max(1) as u32) as usize)?;
    let (i, cards) = (pile.index(), truth.pile(pile));
    let segment = |height: usize| {
        truth.knowledge.iter().map(move |known| {
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
        Event::StarterSet { set, .. } => FaceSet::starter_set(*set),
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
