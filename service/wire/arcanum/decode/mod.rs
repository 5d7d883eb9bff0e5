//! From Arcanum's messages to its types: the words that all of them use.

mod action;
#[cfg(feature = "client")]
mod event;
mod setup;
#[cfg(feature = "client")]
mod step;
#[cfg(feature = "client")]
mod view;

pub(in crate::wire) use {action::action, setup::setup};
#[cfg(feature = "client")]
pub(in crate::wire) use {event::event, view::view};

use crate::{
    pb::arcanum::v1 as pb,
    wire::words::{At, Result, invalid, known, set},
};
use hierophant_rules::arcanum::{Card, Figure, House, Location, LocationSet};

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

#[cfg(feature = "client")]
use told::{cards, figures, maybe_house};

/// Words that only views and events use.
#[cfg(feature = "client")]
mod told {
    use super::{Result, card, figure, house, pb, set};
    use hierophant_rules::arcanum::{CardSet, FigureSet, House};

    pub(super) fn cards(numbers: &[u32]) -> Result<CardSet> {
        set(numbers, card)
    }

    pub(super) fn figures(numbers: &[u32]) -> Result<FigureSet> {
        set(numbers, figure)
    }

    pub(super) fn maybe_house(value: i32) -> Result<Option<House>> {
        if value == pb::House::Unspecified as i32 { Ok(None) } else { house(value).map(Some) }
    }
}
