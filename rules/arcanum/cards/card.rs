//! The 78 cards.

use super::{Court, Figure, House, Location};
use crate::kit::tarot::MINORS;
use core::fmt;

/// A card of the 78. Minors are `14 * suit + value - 1` (0..56), Majors `56 + number` (56..78):
/// canonical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

crate::kit::tarot::tarot!(Card of House by house);

impl Card {
    /// Major X, the Wheel.
    pub const WHEEL: Card = Card(MINORS + 10);
    /// Major XI, Justice.
    pub const JUSTICE: Card = Card(MINORS + 11);
    /// Major XVI, the Tower.
    pub const TOWER: Card = Card(MINORS + 16);

    /// Which of the two piles the card belongs to.
    pub const fn pile(self) -> Pile {
        if self.is_minor() { Pile::Minor } else { Pile::Major }
    }

    /// The figure that a court card names.
    pub const fn figure(self) -> Option<Figure> {
        match self.house() {
            Some(house) if self.value() > 10 => {
                Some(Figure::new(house, Court::ALL[(self.value() - 11) as usize]))
            }
            _ => None,
        }
    }

    /// The location that a numeral names.
    pub const fn location(self) -> Option<Location> {
        if self.is_minor() && self.value() <= 10 { Location::numbered(self.value()) } else { None }
    }
}

const MAJOR_NAMES: [&str; 22] = [
    "0 Fool",
    "I Magician",
    "II High Priestess",
    "III Empress",
    "IV Emperor",
    "V Hierophant",
    "VI Lovers",
    "VII Chariot",
    "VIII Strength",
    "IX Hermit",
    "X Wheel",
    "XI Justice",
    "XII Hanged Man",
    "XIII Death",
    "XIV Temperance",
    "XV Devil",
    "XVI Tower",
    "XVII Stars",
    "XVIII Moon",
    "XIX Sun",
    "XX Judgement",
    "XXI World",
];

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.house(), self.figure(), self.major_number()) {
            (_, Some(figure), _) => write!(f, "{figure}"),
            (Some(house), ..) => write!(f, "{} of {house}", self.value()),
            (.., Some(number)) => f.write_str(MAJOR_NAMES[number as usize]),
            _ => Ok(()),
        }
    }
}

crate::kit::listed! {
    /// One of the two draw piles, with its discard pile.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Pile {
        /// The 56.
        Minor,
        /// The 22.
        Major,
    }
}

impl Pile {
    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}
