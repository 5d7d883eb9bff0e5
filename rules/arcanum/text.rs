//! A view as a page and an event as a line, for people at a terminal: plain text of at most
//! [`WIDTH_MAX`] columns.
//!
//! This is the only place that turns the game into prose. It knows what a viewer knows and no
//! colours: a client that wants them paints the text.

mod event;
mod grid;
mod view;

pub use event::{chapter, event};
pub use view::view;

use super::cards::{Card, CardSet, Figure, House};
use crate::kit::text::{called, counted, joined};
use alloc::string::{String, ToString};

pub use crate::kit::text::WIDTH_MAX;

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

/// The cards by their full names, in canonical order.
fn listed(cards: CardSet) -> String {
    joined(cards.iter(), ", ")
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

#[cfg(test)]
mod tests;
