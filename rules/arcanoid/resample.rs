//! Hidden cards taken up and put down again, cards that events name, and setups of any bytes: for
//! the suites.

use super::Arcanoid;
use super::cards::{Card, CardSet};
use super::determinization::Zone;
use super::event::Event;
use super::setup::{DevilWins, Refill, Setup};
use super::state::State;
use crate::{Seat, kit};
use alloc::vec::Vec;

impl kit::resample::Resample for Arcanoid {
    fn lying_in(state: &State, zone: Zone) -> Vec<Card> {
        match zone {
            Zone::Hand(seat) => state.secrets.hands[seat.index()].iter().collect(),
            Zone::Stock => state.stock().to_vec(),
            Zone::Buried => state.secrets.buried.iter().collect(),
        }
    }

    fn lay(state: &mut State, zone: Zone, cards: &[Card]) {
        match zone {
            Zone::Hand(seat) => state.secrets.hands[seat.index()] = cards.iter().copied().collect(),
            Zone::Stock => state.secrets.stock.0[..cards.len()].copy_from_slice(cards),
            Zone::Buried => state.secrets.buried = cards.iter().copied().collect(),
        }
    }
}

/// All cards whose faces an event shows.
pub(super) fn cards_named(event: &Event) -> CardSet {
    match event {
        // All cards are seen to go back into the deck.
        Event::RoundBegan { .. } => CardSet::ALL,
        Event::Drew { faces, .. } | Event::Looked { faces, .. } => {
            faces.cards().unwrap_or_default()
        }
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
        Event::Played { card, .. } | Event::CardDone { card } | Event::Called { card, .. } => {
            card.alone()
        }
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
