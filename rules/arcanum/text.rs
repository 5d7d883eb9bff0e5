//! A view as a page and an event as a line, for people at a terminal: plain text of at most [`WIDTH_MAX`] columns.
//!
//! This is the only place that turns the game into prose. It knows what a viewer knows and no colours: a client that
//! wants them paints the text.

mod event;
mod grid;
mod view;

pub use event::event;
pub use view::view;

use super::cards::{Card, CardSet, Figure, House};
use crate::Seat;
use alloc::{
    borrow::Cow,
    string::{String, ToString},
};
use core::fmt::Display;

/// No line of a view is longer, in characters.
pub const WIDTH_MAX: usize = 110;

/// The initial of a House.
const fn initial(house: House) -> char {
    match house {
        House::Swords => 'S',
        House::Wands => 'W',
        House::Chalices => 'C',
        House::Pentacles => 'P',
    }
}

/// The short forms of the ranks, in canonical order.
const RANKS: [&str; 4] = ["Kv", "Kn", "Q", "K"];

/// `KnS` for the Knight of Swords.
fn short_figure(figure: Figure) -> String {
    let mut text = String::from(RANKS[figure.court().index()]);
    text.push(initial(figure.house()));
    text
}

/// `4S` for the 4 of Swords, `KnS` for its Knight, the full name for a Major.
pub fn short_card(card: Card) -> String {
    match (card.figure(), card.house()) {
        (Some(figure), _) => short_figure(figure),
        (None, Some(house)) => {
            let mut text = card.value().to_string();
            text.push(initial(house));
            text
        }
        (None, None) => card.to_string(),
    }
}

/// Items with `between` between them.
fn joined<T: Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut text = String::new();
    for item in items {
        if !text.is_empty() {
            text.push_str(between);
        }
        text.push_str(&item.to_string());
    }
    text
}

/// The cards by their full names, in canonical order.
fn listed(cards: CardSet) -> String {
    joined(cards.iter(), ", ")
}

/// `1 Minor`, `2 Minors`.
fn counted(count: impl Into<u32>, noun: &str) -> String {
    let count = count.into();
    alloc::format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `1st`, `2nd`, `3rd`, `4th`.
const fn ordinal(place: u8) -> &'static str {
    match place {
        1 => "1st",
        2 => "2nd",
        3 => "3rd",
        _ => "4th",
    }
}

/// What a seat is called: its name, or its number if it has none.
fn called(seat: Seat, names: &[String]) -> Cow<'_, str> {
    match names.get(seat.index()) {
        Some(name) if !name.is_empty() => Cow::Borrowed(name),
        _ => Cow::Owned(seat.to_string()),
    }
}

#[cfg(test)]
mod tests;
