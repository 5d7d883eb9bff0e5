//! A view as a page and an event as a line, for people at a terminal: plain text of at most
//! [`WIDTH_MAX`] columns.
//!
//! This is the only place that turns the game into prose. It knows what a viewer knows and no
//! colours: a client that wants them paints the text.

mod event;
mod view;

pub use event::{chapter, event};
pub use view::view;

use super::agenda::Pile;
use super::cards::FaceSet;
use crate::kit::text::{called, counted, joined};
use alloc::string::String;

pub use crate::kit::text::WIDTH_MAX;

/// The faces by their names, in the order of their numbers.
fn listed(faces: FaceSet) -> String {
    joined(faces.iter(), ", ")
}

const fn deck_name(pile: Pile) -> &'static str {
    match pile {
        Pile::Deck(_) => "its deck",
        Pile::Monuments => "the monument deck",
    }
}
