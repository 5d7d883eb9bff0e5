//! A view as a page and an event as a line, for people at a terminal: plain text of at most [`WIDTH_MAX`] columns.

use super::event::Event;
use super::view::View;
use alloc::{format, string::String};

/// No line of a view is longer, in characters.
pub const WIDTH_MAX: usize = 110;

/// A view as a page.
pub fn view(view: &View) -> String {
    format!("{view:?}")
}

/// An event as a line.
pub fn event(event: &Event, _names: &[String]) -> String {
    format!("{event:?}")
}
