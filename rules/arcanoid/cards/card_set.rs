//! Sets of cards, as bits.

use super::{Card, Field};
use crate::kit::tarot::{CARDS, MINORS};

crate::kit::set! {
    /// A set of cards. Iterates in canonical order.
    pub struct CardSet(u128) of Card, CARDS;
}

/// One bit for each value of a suit that is a numeric, 1..=10.
const NUMERICS_OF_SUIT: u128 = (1 << 10) - 1;

impl CardSet {
    /// The 56 minors.
    pub const MINORS: CardSet = CardSet((1 << MINORS) - 1);
    /// The 21 majors.
    pub const MAJORS: CardSet = CardSet(CardSet::ALL.0 & !CardSet::MINORS.0 & !(1 << MINORS));
    /// The Fool alone.
    pub const FOOL: CardSet = CardSet::only(Card::FOOL);
    /// The 40 minors of values 1..=10.
    pub const NUMERICS: CardSet = CardSet(
        NUMERICS_OF_SUIT | NUMERICS_OF_SUIT << 14 | NUMERICS_OF_SUIT << 28 | NUMERICS_OF_SUIT << 42,
    );
    /// The four aces.
    pub const ACES: CardSet = CardSet(1 | 1 << 14 | 1 << 28 | 1 << 42);

    /// The 14 minors of a suit.
    pub const fn of(suit: Field) -> CardSet {
        CardSet(((1 << 14) - 1) << (suit as u32 * 14))
    }

    /// The 10 numerics of a suit.
    pub const fn numerics_of(suit: Field) -> CardSet {
        CardSet(NUMERICS_OF_SUIT << (suit as u32 * 14))
    }

    /// The four courts of a suit.
    pub const fn courts_of(suit: Field) -> CardSet {
        CardSet::of(suit).minus(CardSet::numerics_of(suit))
    }

    /// The minors among them.
    pub const fn minors(self) -> CardSet {
        self.and(CardSet::MINORS)
    }

    /// The majors among them.
    pub const fn majors(self) -> CardSet {
        self.and(CardSet::MAJORS)
    }
}

impl Card {
    /// This card alone.
    pub const fn alone(self) -> CardSet {
        CardSet::only(self)
    }
}
