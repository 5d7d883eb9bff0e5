//! A view as a page and an event as a line, for people at a terminal: plain text of at most
//! [`WIDTH_MAX`] columns.
//!
//! This is the only place that turns the game into prose. It knows what a viewer knows and no
//! colours: a client that wants them paints the text.

mod event;
mod view;

pub use event::{chapter, event};
pub use view::view;

use super::cards::{Card, CardSet, Effect};
use super::zone::Zone;
use crate::Seat;
use crate::kit::text::{called, counted, joined};
use alloc::{
    format,
    string::{String, ToString},
};

pub use crate::kit::text::WIDTH_MAX;

/// The cards by their names, in canonical order.
fn listed(cards: CardSet) -> String {
    joined(cards.iter(), ", ")
}

/// What a zone is called: by the seats whose it is.
pub fn zone_name(zone: Zone, players: u8) -> String {
    let owners = joined(zone.owners(players).iter().map(Seat::number), ", ");
    match zone.owners(players).len() {
        0 => "free".into(),
        1 => format!(
            "{} of {owners}",
            if zone.number().is_multiple_of(2) { "left" } else { "right" }
        ),
        _ => owners,
    }
}

/// What a stake takes: `staff 4`, or `any 2`.
pub fn goal(card: Card) -> String {
    let price = card.price().filter(|_| card.is_personality());
    let price = price.map_or(String::new(), |price| format!(", price {price}"));
    let main = card.main().map_or("any".into(), |arcanum| arcanum.to_string());
    format!("{main} {}{price}", card.threshold())
}

/// What a card brings its owner: `3-0-1` (staff, sword, cup) of an operative, the gift of a relic,
/// what a location does.
pub fn brings(card: Card) -> String {
    if card.is_relic() {
        return format!("gift {}", card.gift());
    }
    let [staff, sword, cup] = card.values();
    card.effect().map_or(format!("{staff}-{sword}-{cup}"), |effect| effect_name(effect).into())
}

/// The effect of a location, in few words.
pub const fn effect_name(effect: Effect) -> &'static str {
    match effect {
        Effect::Swap => "swap two stakes",
        Effect::MoveOwn { most: 1 } => "move an own operative",
        Effect::MoveOwn { .. } => "move up to two own operatives",
        Effect::MoveRival => "move another's operative",
        Effect::Recall => "recall an own operative",
        Effect::Expel => "expel another's operative",
        Effect::Peek => "look at two zones",
        Effect::Cycle => "put a stake under its pile",
        Effect::Draw => "draw two",
        Effect::Retrieve { relics: false } => "retrieve an operative",
        Effect::Retrieve { relics: true } => "retrieve an operative or a relic",
        Effect::Lock => "lock a zone",
        Effect::Raid => "raid a hand",
        Effect::Cover => "place the next operative face down",
    }
}
