//! Words that all of Arcanum's messages use.

use crate::{
    pb::arcanum::v1 as pb,
    wire::{
        convert::{Result, known},
        table::{Bounds, OnWire, wire_cards, wire_enum, wire_sets},
    },
};
use hierophant_rules::arcanum::{
    Card, CardSet, Edition, Figure, FigureSet, House, Length, Location, LocationSet, Majors, Pile,
    cards::CARDS,
};

impl OnWire<u32> for Card {
    fn encode(&self, _players: u8) -> u32 {
        self.number().into()
    }

    fn decode(message: &u32, _bounds: Bounds) -> Result<Card> {
        known(u8::try_from(*message).ok().and_then(Card::new), || {
            format!("there is no card {message}")
        })
    }
}

impl OnWire<u32> for Figure {
    fn encode(&self, _players: u8) -> u32 {
        self.number().into()
    }

    fn decode(message: &u32, _bounds: Bounds) -> Result<Figure> {
        known(u8::try_from(*message).ok().and_then(Figure::numbered), || {
            format!("there is no figure {message}")
        })
    }
}

/// A location's value on the wire is its printed number.
impl OnWire<i32> for Location {
    fn encode(&self, _players: u8) -> i32 {
        self.number().into()
    }

    fn decode(message: &i32, _bounds: Bounds) -> Result<Location> {
        known(u8::try_from(*message).ok().and_then(Location::numbered), || {
            format!("there is no location {message}")
        })
    }
}

wire_enum! { House <=> pb::House, "there is no House {}" { Swords, Wands, Chalices, Pentacles } }
wire_enum! { Pile <=> pb::Pile, "there is no pile {}" { Minor, Major } }
wire_enum! { Length <=> pb::Length { Normal, Long } }
wire_enum! { Edition <=> pb::Edition { English, German, Italian, French, Spanish } }
wire_enum! { Majors <=> pb::MajorsMode { Full, FromTurn3, None } }
wire_sets! { CardSet of u32, FigureSet of u32, LocationSet of i32 }
wire_cards!(pb, CardSet, CARDS);
