//! An answer.

use crate::{
    pb::arcanum::v1 as pb,
    wire::{
        convert::{InField, Result},
        table::{Bounds, OnWire, wire_actions},
    },
};
use hierophant_rules::arcanum::{Action, LocationSet};

wire_actions! { Action <=> pb::action::Action {
    simple { Pass, End, DrawMinors, DrawMajor, HideFool, Raise, Lower }
    House(house) => House as house,
    Location(location) => Location as location,
    Figure(figure) => Figure as figure,
    Play(card) => Play as play,
    Hide(card) => Hide as hide,
    Discard(card) => Discard as discard,
    Give(card) => Give as give,
    Take(card) => Take as take,
    Put(card) => Put as put,
    TurnUp(card) => TurnUp as turn_up,
    Cover(locations) => Cover as cover,
} }

impl OnWire<pb::Locations> for LocationSet {
    fn encode(&self, players: u8) -> pb::Locations {
        pb::Locations { locations: self.encode(players) }
    }

    fn decode(message: &pb::Locations, bounds: Bounds) -> Result<LocationSet> {
        LocationSet::decode(&message.locations, bounds).in_field("locations")
    }
}
