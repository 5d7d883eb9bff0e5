//! Answers and their stable numbers.

use super::cards::{Amount, Essence, Face, FaceKind};
use crate::Seat;
use crate::kit::actions::actions;
use crate::kit::text::joined;
use alloc::{format, string::String};

actions! {
    /// An answer to a decision. Ordered by code.
    pub enum Action below 512 {
        /// No more moves in this round.
        0 = Pass, "pass";
        /// Nothing is straightened or placed; the Statue isn't used.
        1 = Decline, "decline";
        /// The whole store goes into the pool.
        2 = Take, "take the store";
        /// The store stays.
        3 = Leave, "leave the store";
        /// The Cursed Forge is paid for.
        4 = Pay, "pay for the Forge";
        /// The Cursed Forge is turned.
        5 = Turn, "turn the Forge";
        /// The life loss takes its course.
        6 = Suffer, "suffer";
        /// What the attacking card offers instead.
        7 = Alternative, "take the alternative";
        /// Look at the own deck.
        8 = OwnDeck, "the own deck";
        /// Look at the monument deck.
        9 = MonumentDeck, "the monument deck";
        /// Claim the top card of the monument deck, unseen.
        10 = ClaimTop, "claim the top of the monument deck";
        /// One essence of this type.
        16..21 = Essence(essence: Essence), "{essence}";
        /// This order of the cards looked at: `ORDERS[i]`.
        24..30 = Order(order: u8), "order {}", order_text(order);
        /// This seat.
        32..36 = Seat(seat: Seat), "{seat}";
        /// Two essences: `PAIRS[i]`.
        40..55 = Pair(pair: u8), "{}", pair_text(pair);
        /// So many.
        64..164 = Amount(count: u8), "{count}";
        /// This face.
        168..246 = Choose(face: Face), "{face}";
        /// Place this artefact of the hand.
        248..288 = Place(card: Face), "place {card}";
        /// Discard this artefact of the hand for income.
        288..328 = Discard(card: Face), "discard {card}";
        /// Claim this monument of the display.
        328..338 = ClaimMonument(face: Face) from 58, "claim {face}";
        /// Claim this place of power.
        340..350 = ClaimPlace(face: Face) from 68, "claim {face}";
        /// Use power 1 or 2 of this component.
        352..508 = Use(face: Face, power: u8) by use_number, use_numbered, "{}", use_text(face, power);
    }
}

/// The pairs of essences, in the order of their codes.
pub const PAIRS: [(Essence, Essence); 15] = {
    let mut pairs = [(Essence::Elan, Essence::Elan); 15];
    let (mut i, mut one) = (0, 0);
    while one < 5 {
        let mut other = one;
        while other < 5 {
            pairs[i] = (Essence::ALL[one], Essence::ALL[other]);
            i += 1;
            other += 1;
        }
        one += 1;
    }
    pairs
};

/// The orders of three cards looked at: which of them, counted from the top, comes first, second
/// and third.
pub const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl Action {
    /// The face that the action names, if it names one.
    pub const fn face(self) -> Option<Face> {
        match self {
            Action::Choose(face)
            | Action::Place(face)
            | Action::Discard(face)
            | Action::ClaimMonument(face)
            | Action::ClaimPlace(face)
            | Action::Use(face, _) => Some(face),
            _ => None,
        }
    }

    /// The essences that the answer names.
    pub(super) fn amount(self) -> Amount {
        match self {
            Action::Essence(essence) => Amount::of(1, essence),
            Action::Pair(pair) => {
                let pair = PAIRS.get(usize::from(pair));
                pair.map_or(Amount::NOTHING, |(one, other)| {
                    Amount::of(1, *one).plus(Amount::of(1, *other))
                })
            }
            _ => Amount::NOTHING,
        }
    }

    /// See [`Ruleset::default_rank`](crate::Ruleset::default_rank): first what changes least.
    const fn default_rank(self) -> u8 {
        match self {
            Action::Pass | Action::Decline | Action::Leave | Action::Turn | Action::Suffer => 0,
            _ => 1,
        }
    }
}

/// Two numbers for each face.
fn use_number(face: Face, power: u8) -> u32 {
    2 * u32::from(face.number()) + u32::from(power.saturating_sub(1))
}

/// A power that the face has.
fn use_numbered(number: u32) -> Option<(Face, u8)> {
    let (face, index) = (Face::new((number / 2) as u8)?, (number % 2) as u8);
    (usize::from(index) < face.data().powers.len()).then_some((face, index + 1))
}

fn order_text(order: u8) -> String {
    let cards = ORDERS.get(usize::from(order)).into_iter().flatten();
    joined(cards.map(|card| card + 1), " ")
}

fn pair_text(pair: u8) -> String {
    let pair = PAIRS.get(usize::from(pair));
    pair.map_or("no pair".into(), |(one, other)| format!("{one} and {other}"))
}

fn use_text(face: Face, power: u8) -> String {
    match face.kind() {
        _ if face.data().powers.len() > 1 => format!("use {face}, power {power}"),
        FaceKind::Mage => format!("use the {face}"),
        _ => format!("use {face}"),
    }
}
