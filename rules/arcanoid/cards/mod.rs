//! Cards, suits, battlefields and the Hierophant's categories, and sets of them. Nothing here knows
//! a rule.

mod card;
mod card_set;
mod field;

pub use crate::kit::tarot::{CARDS, MINORS};
pub use card::{Card, KING, KNAVE, KNIGHT, QUEEN};
pub use card_set::CardSet;
pub use field::{FIELDS, Field, FieldSet};

use core::fmt;

crate::kit::listed! {
    /// What the Hierophant can ask to see.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Category {
        /// All minors of swords.
        Swords,
        /// All minors of staves.
        Staves,
        /// All minors of cups.
        Cups,
        /// All minors of coins.
        Coins,
        /// The 21 majors.
        Majors,
        /// The Fool.
        Fool,
    }
}

impl Category {
    /// The cards of this category.
    pub const fn cards(self) -> CardSet {
        match self {
            Category::Swords => CardSet::of(Field::Swords),
            Category::Staves => CardSet::of(Field::Staves),
            Category::Cups => CardSet::of(Field::Cups),
            Category::Coins => CardSet::of(Field::Coins),
            Category::Majors => CardSet::MAJORS,
            Category::Fool => CardSet::FOOL,
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Category::Swords => "Swords",
            Category::Staves => "Staves",
            Category::Cups => "Cups",
            Category::Coins => "Coins",
            Category::Majors => "major arcana",
            Category::Fool => "the Fool",
        })
    }
}
