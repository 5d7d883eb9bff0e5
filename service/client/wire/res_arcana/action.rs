//! An answer.

use super::words::{artefacts, monuments, places};
use crate::{
    pb::res_arcana::v1 as pb,
    wire::{
        convert::{InField, Result, byte, known},
        table::{Bounds, OnWire, wire_actions},
    },
};
use hierophant_rules::res_arcana::{
    Action, Essence, Face,
    action::{ORDERS, PAIRS},
    cards::HELD_MAX,
};

/// The number of the last order.
pub(super) const LAST_ORDER: u8 = ORDERS.len() as u8 - 1;

wire_actions! { Action <=> pb::action::Action {
    simple {
        Pass, Decline, Take, Leave, Pay, Turn, Suffer, Alternative, OwnDeck, MonumentDeck, ClaimTop,
    }
    Essence(essence) => Essence as essence,
    Order(order) => Order as order ..= LAST_ORDER,
    Seat(seat) => Seat as seat,
    Pair(pair) => Pair as pair,
    Amount(amount) => Amount as amount ..= HELD_MAX,
    Choose(face) => Choose as choose,
    Place(card) => Place as place by artefacts,
    Discard(card) => Discard as discard by artefacts,
    ClaimMonument(face) => ClaimMonument as claim_monument by monuments,
    ClaimPlace(face) => ClaimPlace as claim_place by places,
    Use(face, power) => Use as use,
} }

/// Two essences, by the number of the pair.
impl OnWire<pb::Pair> for u8 {
    fn encode(&self, players: u8) -> pb::Pair {
        let (one, other) = PAIRS[usize::from(*self) % PAIRS.len()];
        pb::Pair { one: one.encode(players), other: other.encode(players) }
    }

    fn decode(message: &pb::Pair, bounds: Bounds) -> Result<u8> {
        let one = Essence::decode(&message.one, bounds).in_field("one")?;
        let other = Essence::decode(&message.other, bounds).in_field("other")?;
        let number = (0..).zip(PAIRS).find(|(_, pair)| *pair == (one, other));
        known(number.map(|(number, _)| number), || "not in the order of types".into())
    }
}

/// A power that the component has.
impl OnWire<pb::PowerOf> for (Face, u8) {
    fn encode(&self, players: u8) -> pb::PowerOf {
        let (face, power) = self;
        pb::PowerOf { face: face.encode(players), power: power.encode(players) }
    }

    fn decode(message: &pb::PowerOf, bounds: Bounds) -> Result<(Face, u8)> {
        let face = Face::decode(&message.face, bounds).in_field("face")?;
        Ok((face, power_of(face, message.power).in_field("power")?))
    }
}

/// A number of a power that the component has, from 1.
pub(super) fn power_of(face: Face, power: u32) -> Result<u8> {
    let power = byte(power, face.data().powers.len() as u8)?;
    known(Some(power).filter(|&power| power > 0), || "powers count from 1".into())
}
