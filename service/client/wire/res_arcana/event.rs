//! An event, in the form in which one viewer receives it.

pub(in crate::wire) use super::event_table::encode;

use crate::{
    pb::res_arcana::v1 as pb,
    wire::convert::{InField, Result, invalid},
};
use hierophant_rules::res_arcana::Event;

/// An event of a game of so many seats, as its table says; a looker sees as many cards as it looks
/// at.
pub(in crate::wire) fn decode(message: &pb::Event, players: u8) -> Result<Event> {
    let event = super::event_table::decode(message, players)?;
    match &event {
        Event::Looked { count, cards: Some(cards), .. } if cards.len() != *count => {
            invalid(format!("{} cards instead of {count}", cards.len())).in_field("event.cards")
        }
        _ => Ok(event),
    }
}
