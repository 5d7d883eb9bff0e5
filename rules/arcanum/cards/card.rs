//! The 78 cards.

use super::{CardSet, Court, Figure, House, Location};
use core::fmt;

/// A card of the 78. Minors are `14 * suit + value - 1` (0..56), Majors `56 + number` (56..78):
/// canonical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// Number of cards.
pub const CARDS: u8 = 78;
/// Number of Minors.
pub const MINORS: u8 = 56;

impl Card {
    /// The Fool, Major 0.
    pub const FOOL: Card = Card(MINORS);
    /// Major X, the Wheel.
    pub const WHEEL: Card = Card(MINORS + 10);
    /// Major XI, Justice.
    pub const JUSTICE: Card = Card(MINORS + 11);
    /// Major XVI, the Tower.
    pub const TOWER: Card = Card(MINORS + 16);

    /// The card with this number; `None` from 78 on.
    pub const fn new(number: u8) -> Option<Card> {
        if number < CARDS { Some(Card(number)) } else { None }
    }

    /// The card at this bit of a set.
    pub(super) const fn from_bit(bit: u32) -> Card {
        Card(bit as u8)
    }

    /// The Minor of `house` with `value` 1..=14 (Knave 11, Knight 12, Queen 13, King 14).
    pub const fn minor(house: House, value: u8) -> Option<Card> {
        if value >= 1 && value <= 14 { Some(Card(house as u8 * 14 + value - 1)) } else { None }
    }

    /// The Major with this number, 0..=21.
    pub const fn major(number: u8) -> Option<Card> {
        if number < 22 { Some(Card(MINORS + number)) } else { None }
    }

    /// 0..78 in canonical order.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number, as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is one of the 56.
    pub const fn is_minor(self) -> bool {
        self.0 < MINORS
    }

    /// Which of the two piles the card belongs to.
    pub const fn pile(self) -> Pile {
        if self.is_minor() { Pile::Minor } else { Pile::Major }
    }

    /// A Minor's House.
    pub const fn house(self) -> Option<House> {
        if self.is_minor() { Some(House::ALL[(self.0 / 14) as usize]) } else { None }
    }

    /// What breaks ties: 1..=14 for a Minor, 0 for a Major (only the Fool is ever counted).
    pub const fn value(self) -> u8 {
        if self.is_minor() { self.0 % 14 + 1 } else { 0 }
    }

    /// A Major's number, 0..=21.
    pub const fn major_number(self) -> Option<u8> {
        if self.is_minor() { None } else { Some(self.0 - MINORS) }
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

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the two draw piles, with its discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Pile {
    /// The 56.
    Minor,
    /// The 22.
    Major,
}

impl Pile {
    /// Both.
    pub const ALL: [Pile; 2] = [Pile::Minor, Pile::Major];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// All cards that belong to it.
    pub const fn cards(self) -> CardSet {
        match self {
            Pile::Minor => CardSet::MINORS,
            Pile::Major => CardSet::MAJORS,
        }
    }
}
