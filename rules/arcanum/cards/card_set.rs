//! Sets of cards, as bits.

use super::{Card, House, Pile};
use crate::kit::tarot::{CARDS, MINORS};

crate::kit::set! {
    /// A set of cards. Iterates in canonical order.
    pub struct CardSet(u128) of Card, CARDS;
}

impl CardSet {
    /// The 56 Minors.
    pub const MINORS: CardSet = CardSet((1 << MINORS) - 1);
    /// The 22 Majors.
    pub const MAJORS: CardSet = CardSet(CardSet::ALL.0 & !CardSet::MINORS.0);
    /// The Fool alone.
    pub const FOOL: CardSet = CardSet::only(Card::FOOL);

    /// The 14 Minors of a House.
    pub const fn of(house: House) -> CardSet {
        CardSet(((1 << 14) - 1) << (house as u32 * 14))
    }

    /// The Minors among them.
    pub const fn minors(self) -> CardSet {
        self.and(CardSet::MINORS)
    }

    /// The Majors among them.
    pub const fn majors(self) -> CardSet {
        self.and(CardSet::MAJORS)
    }

    /// How many of its members are Minors of each House.
    pub const fn by_house(self) -> [u8; 4] {
        // The bits of each House in 16 bits of its own, then added up side by side.
        let (minors, house) = (self.0 as u64, (1 << 14) - 1);
        let mut sums = minors & house
            | minors << 2 & house << 16
            | minors << 4 & house << 32
            | minors << 6 & house << 48;
        sums -= sums >> 1 & 0x5555_5555_5555_5555;
        sums = (sums & 0x3333_3333_3333_3333) + (sums >> 2 & 0x3333_3333_3333_3333);
        sums = (sums + (sums >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        sums += sums >> 8;
        [sums as u8, (sums >> 16) as u8, (sums >> 32) as u8, (sums >> 48) as u8]
    }
}

impl Pile {
    /// All cards that belong to it.
    pub const fn cards(self) -> CardSet {
        match self {
            Pile::Minor => CardSet::MINORS,
            Pile::Major => CardSet::MAJORS,
        }
    }
}
