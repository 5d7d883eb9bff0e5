//! Cards, Houses, figures and locations, and sets of them. Nothing here knows a rule.

mod card;
mod card_set;
mod figure;
mod location;

pub use crate::kit::tarot::{CARDS, MINORS};
pub use card::{Card, Pile};
pub use card_set::CardSet;
pub use figure::{FIGURES, Figure, FigureSet};
pub use location::{LOCATIONS, Location, LocationSet};

use core::fmt;

crate::kit::listed! {
    /// A suit, which is a noble House as well; in canonical order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum House {
        /// Swords.
        Swords,
        /// Wands.
        Wands,
        /// Chalices.
        Chalices,
        /// Pentacles.
        Pentacles,
    }
}

impl House {
    /// 0..4 in canonical order.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            House::Swords => "Swords",
            House::Wands => "Wands",
            House::Chalices => "Chalices",
            House::Pentacles => "Pentacles",
        })
    }
}

crate::kit::listed! {
    /// A court rank; in canonical order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Court {
        /// Knave, value 11.
        Knave,
        /// Knight, value 12.
        Knight,
        /// Queen, value 13.
        Queen,
        /// King, value 14.
        King,
    }
}

impl Court {
    /// 0..4 in canonical order.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Court {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Court::Knave => "Knave",
            Court::Knight => "Knight",
            Court::Queen => "Queen",
            Court::King => "King",
        })
    }
}
