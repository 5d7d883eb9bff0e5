//! Words and lines that the texts of every ruleset are made of.

use super::engine::{Engine, Public};
use super::kinds::Kind;
use super::state::View;
use crate::{Seat, SeatSet};
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
};
use core::fmt::Display;

/// No line of a view is longer, in characters.
pub const WIDTH_MAX: usize = 110;

/// Items with `between` between them.
pub(crate) fn joined<T: Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut text = String::new();
    for item in items {
        if !text.is_empty() {
            text.push_str(between);
        }
        text.push_str(&item.to_string());
    }
    text
}

/// `1 Minor`, `2 Minors`.
pub(crate) fn counted(count: impl Into<u32>, noun: &str) -> String {
    let count = count.into();
    alloc::format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// What a seat is called: its name, or its number if it has none.
pub(crate) fn called(seat: Seat, names: &[String]) -> Cow<'_, str> {
    match names.get(seat.index()) {
        Some(name) if !name.is_empty() => Cow::Borrowed(name),
        _ => Cow::Owned(seat.to_string()),
    }
}

/// Items after `start`, going on in column `margin` where a line is full.
pub(crate) fn wrapped<T: ToString>(
    start: String,
    margin: usize,
    items: impl Iterator<Item = T>,
    between: &str,
) -> String {
    let (mut text, mut column) = (start, margin);
    for (index, item) in items.enumerate() {
        let item = item.to_string();
        if index > 0 {
            text.push_str(between);
            column += between.len();
            if column + item.len() + between.len() > WIDTH_MAX {
                text.truncate(text.trim_end().len());
                text.push('\n');
                text.push_str(&" ".repeat(margin));
                column = margin;
            }
        }
        column += item.len();
        text.push_str(&item);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// What is asked of whom, if it is a decision of this kind: `own` tells what of the viewer.
pub(crate) fn asked<G: Engine>(
    view: &View<G>,
    kind: Option<G::Kind>,
    own: impl FnOnce(G::Kind) -> String,
) -> String {
    if view.public.final_outcome(&view.setup).is_some() {
        return "The game is over.\n".into();
    }
    let asked = view.public.asked();
    let (Some(kind), false) = (kind, asked.is_empty()) else { return "Nothing is asked.\n".into() };
    let is_own = |seat: &Seat| view.viewer.is(*seat);
    let others: SeatSet = asked.iter().filter(|seat| !is_own(seat)).collect();
    let plural = if others.len() == 1 { "" } else { "s" };
    let seats = format!("seat{plural} {}", joined(others.iter().map(Seat::number), ", "));
    match (asked.iter().any(|seat| is_own(&seat)), others.is_empty()) {
        (true, true) => own(kind),
        (true, false) => format!("{}Asked together with you: {seats}.\n", own(kind)),
        (false, _) => format!("Asked: {seats}. {}\n", kind.prompt()),
    }
}
