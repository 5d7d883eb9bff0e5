//! From Arcanum's messages to its types: the words that all of them use.

mod action;
mod event;
mod setup;
mod step;
mod view;

pub(in crate::wire) use {action::action, setup::setup};
pub(in crate::wire) use {event::event, view::view};

use crate::{
    pb::arcanum::v1 as pb,
    wire::convert::{InField, Result, invalid, known, set},
};
use hierophant_rules::arcanum::{Card, CardSet, Figure, FigureSet, House, Location, LocationSet};

fn card(number: u32) -> Result<Card> {
    known(u8::try_from(number).ok().and_then(Card::new), || format!("there is no card {number}"))
}

fn figure(number: u32) -> Result<Figure> {
    known(u8::try_from(number).ok().and_then(Figure::numbered), || format!("there is no figure {number}"))
}

fn location(number: i32) -> Result<Location> {
    known(u8::try_from(number).ok().and_then(Location::numbered), || format!("there is no location {number}"))
}

fn locations(numbers: &[i32]) -> Result<LocationSet> {
    set(numbers, location)
}

fn house(value: i32) -> Result<House> {
    match pb::House::try_from(value) {
        Ok(pb::House::Swords) => Ok(House::Swords),
        Ok(pb::House::Wands) => Ok(House::Wands),
        Ok(pb::House::Chalices) => Ok(House::Chalices),
        Ok(pb::House::Pentacles) => Ok(House::Pentacles),
        Ok(pb::House::Unspecified) | Err(_) => invalid(format!("there is no House {value}")),
    }
}

fn cards(numbers: &[u32]) -> Result<CardSet> {
    set(numbers, card)
}

fn figures(numbers: &[u32]) -> Result<FigureSet> {
    set(numbers, figure)
}

fn maybe_house(value: i32) -> Result<Option<House>> {
    if value == pb::House::Unspecified as i32 { Ok(None) } else { house(value).map(Some) }
}
