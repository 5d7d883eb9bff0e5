//! Sets of cards, as bits.

use super::{CARDS, Card, House, MINORS};
use core::fmt;

/// A set of cards. Iterates in canonical order.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CardSet(u128);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 78.
    pub const ALL: CardSet = CardSet((1 << CARDS) - 1);
    /// The 56 Minors.
    pub const MINORS: CardSet = CardSet((1 << MINORS) - 1);
    /// The 22 Majors.
    pub const MAJORS: CardSet = CardSet(CardSet::ALL.0 & !CardSet::MINORS.0);
    /// The Fool alone.
    pub const FOOL: CardSet = CardSet::only(Card::FOOL);

    /// One card.
    pub const fn only(card: Card) -> CardSet {
        CardSet(1 << card.number())
    }

    /// The 14 Minors of a House.
    pub const fn of(house: House) -> CardSet {
        CardSet(((1 << 14) - 1) << (house as u32 * 14))
    }

    /// The set with these bits (bit = card number); `None` if a bit from 78 on is set.
    pub const fn from_bits(bits: u128) -> Option<CardSet> {
        if bits & !CardSet::ALL.0 == 0 { Some(CardSet(bits)) } else { None }
    }

    /// Bit = card number.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether `card` is a member.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.number() & 1 == 1
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Members of either.
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// Members of both.
    pub const fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// Members of `self` that aren't in `other`.
    pub const fn minus(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Whether every member is in `other`.
    pub const fn is_within(self, other: CardSet) -> bool {
        self.0 & !other.0 == 0
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
        let mut sums =
            minors & house | minors << 2 & house << 16 | minors << 4 & house << 32 | minors << 6 & house << 48;
        sums -= sums >> 1 & 0x5555_5555_5555_5555;
        sums = (sums & 0x3333_3333_3333_3333) + (sums >> 2 & 0x3333_3333_3333_3333);
        sums = (sums + (sums >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        sums += sums >> 8;
        [sums as u8, (sums >> 16) as u8, (sums >> 32) as u8, (sums >> 48) as u8]
    }

    /// The members that come after `card` in canonical order.
    pub const fn after(self, card: Card) -> CardSet {
        CardSet(self.0 & !((2 << card.number()) - 1))
    }

    /// The last member in canonical order.
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::from_bit(127 - self.0.leading_zeros())) }
    }

    /// Adds a card.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.number();
    }

    /// Takes a card away.
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.number());
    }

    /// The members in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        crate::bits::members!(self.0, Card::from_bit)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
