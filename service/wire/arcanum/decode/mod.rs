//! From Arcanum's messages to its types: the words that all of them use.
//!
//! A path in an error begins at the message that was decoded; words report an empty path, and whoever used the word
//! adds the field.

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

use crate::{pb::arcanum::v1 as pb, wire::InvalidField};
use hierophant_rules::arcanum::{Card, Figure, House, Location, LocationSet};

type Result<T> = core::result::Result<T, InvalidField>;

/// Names the field that a word stands in.
trait At<T> {
    fn at(self, field: &str) -> Result<T>;
}

impl<T> At<T> for Result<T> {
    fn at(self, field: &str) -> Result<T> {
        self.map_err(|invalid| invalid.within(field))
    }
}

fn invalid<T>(reason: impl Into<String>) -> Result<T> {
    Err(InvalidField::new("", reason))
}

/// `value`, unless it is missing or the reason why it is wrong.
fn known<T>(value: Option<T>, reason: impl FnOnce() -> String) -> Result<T> {
    value.ok_or_else(|| InvalidField::new("", reason()))
}

fn card(number: u32) -> Result<Card> {
    known(u8::try_from(number).ok().and_then(Card::new), || format!("there is no card {number}"))
}

fn figure(number: u32) -> Result<Figure> {
    known(u8::try_from(number).ok().and_then(Figure::numbered), || format!("there is no figure {number}"))
}

fn location(number: i32) -> Result<Location> {
    known(u8::try_from(number).ok().and_then(Location::numbered), || format!("there is no location {number}"))
}

/// Ascending and without duplicates, so that every set has one form.
fn locations(numbers: &[i32]) -> Result<LocationSet> {
    if !numbers.is_sorted_by(|a, b| a < b) {
        return invalid("not ascending");
    }
    numbers.iter().map(|&number| location(number)).collect()
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
use told::{byte, cards, figures, maybe_house, seat, seats};

/// Words that only views and events use.
#[cfg(feature = "client")]
mod told {
    use super::{Result, card, figure, house, invalid, known, pb};
    use hierophant_rules::{
        Seat, SeatSet,
        arcanum::{CardSet, FigureSet, House},
    };

    pub(super) fn cards(numbers: &[u32]) -> Result<CardSet> {
        if !numbers.is_sorted_by(|a, b| a < b) {
            return invalid("not ascending");
        }
        numbers.iter().map(|&number| card(number)).collect()
    }

    pub(super) fn figures(numbers: &[u32]) -> Result<FigureSet> {
        if !numbers.is_sorted_by(|a, b| a < b) {
            return invalid("not ascending");
        }
        numbers.iter().map(|&number| figure(number)).collect()
    }

    pub(super) fn maybe_house(value: i32) -> Result<Option<House>> {
        if value == pb::House::Unspecified as i32 { Ok(None) } else { house(value).map(Some) }
    }

    pub(super) fn seat(number: u32, players: u8) -> Result<Seat> {
        let seat = u8::try_from(number).ok().filter(|&number| number < players).and_then(Seat::new);
        known(seat, || format!("there is no seat {number} in this game"))
    }

    pub(super) fn seats(numbers: &[u32], players: u8) -> Result<SeatSet> {
        if !numbers.is_sorted_by(|a, b| a < b) {
            return invalid("not ascending");
        }
        numbers.iter().map(|&number| seat(number, players)).collect()
    }

    /// A number of 0..=`most`.
    pub(super) fn byte(number: u32, most: u8) -> Result<u8> {
        known(u8::try_from(number).ok().filter(|&number| number <= most), || format!("{number} is more than {most}"))
    }
}
