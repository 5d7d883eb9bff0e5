//! A view as a page and an event as a line, for people at a terminal: plain text of at most
//! [`WIDTH_MAX`] columns.
//!
//! This is the only place that turns the game into prose. It knows what a viewer knows and no
//! colours: a client that wants them paints the text.

mod event;
mod view;

pub use event::event;
pub use view::view;

use super::agenda::Pile;
use super::cards::FaceSet;
use crate::Seat;
use alloc::{
    borrow::Cow,
    string::{String, ToString},
};
use core::fmt::Display;

/// No line of a view is longer, in characters.
pub const WIDTH_MAX: usize = 110;

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

/// The faces by their names, in the order of their numbers.
fn listed(faces: FaceSet) -> String {
    joined(faces.iter(), ", ")
}

/// `1 card`, `2 cards`.
fn counted(count: impl Into<u32>, noun: &str) -> String {
    let count = count.into();
    alloc::format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// What a seat is called: its name, or its number if it has none.
fn called(seat: Seat, names: &[String]) -> Cow<'_, str> {
    match names.get(seat.index()) {
        Some(name) if !name.is_empty() => Cow::Borrowed(name),
        _ => Cow::Owned(seat.to_string()),
    }
}

const fn deck_name(pile: Pile) -> &'static str {
    match pile {
        Pile::Deck(_) => "its deck",
        Pile::Monuments => "the monument deck",
    }
}
