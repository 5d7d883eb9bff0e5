//! Cards, suits, battlefields and the Hierophant's categories, and sets of them. Nothing here knows
//! a rule.

mod card;
mod card_set;
mod field;

pub use crate::kit::tarot::{CARDS, MINORS};
pub use card::{Card, KING, KNAVE, KNIGHT, QUEEN};
pub use card_set::CardSet;
pub use field::{FIELDS, Field, FieldSet};

crate::kit::listed! {
    /// What the Hierophant can ask to see.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Category {
        /// All minors of swords.
        Swords: "Swords",
        /// All minors of staves.
        Staves: "Staves",
        /// All minors of cups.
        Cups: "Cups",
        /// All minors of coins.
        Coins: "Coins",
        /// The 21 majors.
        Majors: "major arcana",
        /// The Fool.
        Fool: "the Fool",
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
