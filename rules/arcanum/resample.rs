//! Hidden cards taken up and put down again, cards that events name, and setups of any bytes: for
//! the suites.

use super::Arcanum;
use super::action::Action;
use super::board::{Board, Symbols};
use super::cards::{Card, CardSet, LocationSet};
use super::determinization::Zone;
use super::event::{CardFaces, Event};
use super::setup::{Edition, Length, Majors, N, Setup, Version};
use super::state::State;
use crate::{Seat, kit};
use alloc::vec::Vec;

impl kit::resample::Resample for Arcanum {
    fn lying_in(state: &State, zone: Zone) -> Vec<Card> {
        match zone {
            Zone::Hand(seat) => state.secrets.hands[seat.index()].iter().collect(),
            Zone::Row(seat) => state.secrets.rows[seat.index()].iter().collect(),
            Zone::Pile(pile) => {
                let size = usize::from(state.public.pile_sizes[pile.index()]);
                state.secrets.piles.of(pile)[..size].to_vec()
            }
        }
    }

    fn lay(state: &mut State, zone: Zone, cards: &[Card]) {
        match zone {
            Zone::Hand(seat) => state.secrets.hands[seat.index()] = cards.iter().copied().collect(),
            Zone::Row(seat) => state.secrets.rows[seat.index()] = cards.iter().copied().collect(),
            Zone::Pile(pile) => {
                state.secrets.piles.of_mut(pile)[..cards.len()].copy_from_slice(cards)
            }
        }
    }
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
        Event::Drew { faces, .. } | Event::Vaulted { faces, .. } | Event::Hid { faces, .. } => {
            shown(faces)
        }
        Event::Discarded { cards, .. }
        | Event::TurnedUp { cards, .. }
        | Event::Shown { cards, .. }
        | Event::RowsDiscarded { cards } => *cards,
        Event::MinorPlayed { card, .. }
        | Event::MajorPlayed { card, .. }
        | Event::CardDone { card } => CardSet::only(*card),
        Event::FoolHidden { .. } | Event::FoolDeclared { .. } => CardSet::FOOL,
        Event::TowerLaid { .. } | Event::TowerLifted => CardSet::only(Card::TOWER),
        Event::Exchanged { opened, taken, given, .. } => {
            opened.union(shown(taken)).union(shown(given))
        }
        Event::Passed { passed, .. } => {
            passed[..N].iter().fold(CardSet::EMPTY, |cards, faces| cards.union(shown(faces)))
        }
        Event::Picked { action, .. } => card_of(*action),
        _ => CardSet::EMPTY,
    }
}

/// A setup made of any bytes: the five options, the first player, then the board's symbols and
/// placements, often unsound.
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
    let own = Board {
        locations: (0..usize::from(10 - byte(6) / 250)).map(symbols).collect(),
        placements,
    };
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
