//! Sets of cards, as bits.

use super::{CARDS, Card, Field, MINORS};
use core::fmt;

/// A set of cards. Iterates in canonical order.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CardSet(u128);

/// One bit for each value of a suit that is a numeric, 1..=10.
const NUMERICS_OF_SUIT: u128 = (1 << 10) - 1;

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 78.
    pub const ALL: CardSet = CardSet((1 << CARDS) - 1);
    /// The 56 minors.
    pub const MINORS: CardSet = CardSet((1 << MINORS) - 1);
    /// The 21 majors.
    pub const MAJORS: CardSet = CardSet(CardSet::ALL.0 & !CardSet::MINORS.0 & !(1 << MINORS));
    /// The Fool alone.
    pub const FOOL: CardSet = CardSet::only(Card::FOOL);
    /// The 40 minors of values 1..=10.
    pub const NUMERICS: CardSet =
        CardSet(NUMERICS_OF_SUIT | NUMERICS_OF_SUIT << 14 | NUMERICS_OF_SUIT << 28 | NUMERICS_OF_SUIT << 42);
    /// The four aces.
    pub const ACES: CardSet = CardSet(1 | 1 << 14 | 1 << 28 | 1 << 42);

    /// One card.
    pub const fn only(card: Card) -> CardSet {
        CardSet(1 << card.number())
    }

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

    /// The members and `card`.
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.number())
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

    /// Whether a member of `self` is in `other`.
    pub const fn meets(self, other: CardSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The minors among them.
    pub const fn minors(self) -> CardSet {
        self.and(CardSet::MINORS)
    }

    /// The majors among them.
    pub const fn majors(self) -> CardSet {
        self.and(CardSet::MAJORS)
    }

    /// The members that come after `card` in canonical order.
    pub const fn after(self, card: Card) -> CardSet {
        CardSet(self.0 & !((2 << card.number()) - 1))
    }

    /// The members that come before `card` in canonical order.
    pub const fn before(self, card: Card) -> CardSet {
        CardSet(self.0 & ((1 << card.number()) - 1))
    }

    /// The first member in canonical order.
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::from_bit(self.0.trailing_zeros())) }
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
