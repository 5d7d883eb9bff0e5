//! From Res Arcana's messages to its types.

mod setup;
mod view;

pub(in crate::wire) use {setup::setup, view::view};

use crate::{
    pb::res_arcana::v1 as pb,
    wire::{
        convert::{InField, Result, invalid},
        table::{Bounds, OnWire},
    },
};
use hierophant_rules::res_arcana::{Action, Event, setup::SEATS_MAX};

/// A typed answer.
pub(in crate::wire) fn action(message: &pb::Action) -> Result<Action> {
    Action::decode(message, Bounds::of(SEATS_MAX))
}

/// An event of a game of so many seats, as its table says; a looker sees as many cards as it looks
/// at.
pub(in crate::wire) fn event(message: &pb::Event, players: u8) -> Result<Event> {
    let event = super::event::decode(message, players)?;
    match &event {
        Event::Looked { count, cards: Some(cards), .. } if cards.len() != *count => {
            invalid(format!("{} cards instead of {count}", cards.len())).in_field("event.cards")
        }
        _ => Ok(event),
    }
}
