//! A view as a page and an event as a line, for people at a terminal: plain text of at most
//! [`WIDTH_MAX`] columns.
//!
//! This is the only place that turns the game into prose. It knows what a viewer knows and no
//! colours: a client that wants them paints the text.

mod event;
mod view;

pub use event::{chapter, event};
pub use view::view;

use super::cards::{Card, CardSet, Field, KING, KNAVE, KNIGHT, QUEEN};
use super::player::Player;
use crate::kit::text::{called, counted, joined};
use alloc::{
    borrow::Cow,
    string::{String, ToString},
};

pub use crate::kit::text::WIDTH_MAX;

/// The letter of a suit: swords, batons (staves), cups, deniers (coins).
const fn initial(suit: Field) -> char {
    match suit {
        Field::Swords => 'S',
        Field::Staves => 'B',
        Field::Cups => 'C',
        Field::Coins => 'D',
    }
}

/// `4S` for the 4 of Swords, `KnS` for its Knight, the numeral for a major.
pub fn short_card(card: Card) -> String {
    let Some(suit) = card.suit() else {
        let text = card.to_string();
        return text.split(' ').next().unwrap_or_default().into();
    };
    let mut text = match card.value() {
        1 => "A".into(),
        KNAVE => "Kv".into(),
        KNIGHT => "Kn".into(),
        QUEEN => "Q".into(),
        KING => "K".into(),
        value => value.to_string(),
    };
    text.push(initial(suit));
    text
}

/// The cards by their full names, in canonical order.
fn listed(cards: CardSet) -> String {
    joined(cards.iter(), ", ")
}

/// What a player is called, at the beginning of a sentence.
fn who(player: Player, names: &[String]) -> Cow<'_, str> {
    player.seat().map_or(Cow::Borrowed("The Devil"), |seat| called(seat, names))
}

/// What a player is called, within a sentence.
fn whom(player: Player, names: &[String]) -> Cow<'_, str> {
    player.seat().map_or(Cow::Borrowed("the Devil"), |seat| called(seat, names))
}
