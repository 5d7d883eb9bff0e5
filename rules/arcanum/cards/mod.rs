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

crate::kit::listed! {
    /// A suit, which is a noble House as well; in canonical order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum House {
        Swords: "Swords",
        Wands: "Wands",
        Chalices: "Chalices",
        Pentacles: "Pentacles",
    }
}

impl House {
    /// 0..4 in canonical order.
    pub const fn index(self) -> usize {
        self as usize
    }
}

crate::kit::listed! {
    /// A court rank; in canonical order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Court {
        /// Knave, value 11.
        Knave: "Knave",
        /// Knight, value 12.
        Knight: "Knight",
        /// Queen, value 13.
        Queen: "Queen",
        /// King, value 14.
        King: "King",
    }
}

impl Court {
    /// 0..4 in canonical order.
    pub const fn index(self) -> usize {
        self as usize
    }
}
