//! Sets of cards: more bits than a number has.

use super::Card;
use super::card::{
    CARDS, LOCATIONS_FROM, MILITIA_FROM, OPERATIVES, PERSONALITIES_FROM, PLAYER_CARDS, RELICS_FROM,
};
use crate::kit::set::{members, set_traits};
use core::cmp::Ordering;

const WORDS: usize = 3;

/// A set of cards, bits by number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardSet([u64; WORDS]);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet([0; WORDS]);
    /// Every card.
    pub const ALL: CardSet = CardSet::range(0, CARDS);
    /// What can be placed at stakes: guilds' operatives and personalities.
    pub const OPERATIVES: CardSet = CardSet::range(0, OPERATIVES);
    /// What can bribe.
    pub const RELICS: CardSet = CardSet::range(RELICS_FROM, LOCATIONS_FROM);
    /// What has an effect.
    pub const LOCATIONS: CardSet = CardSet::range(LOCATIONS_FROM, PLAYER_CARDS);
    /// What seats own or fight for.
    pub const PLAYER_CARDS: CardSet = CardSet::range(0, PLAYER_CARDS);
    /// The militia.
    pub const MILITIA: CardSet = CardSet::range(MILITIA_FROM, CARDS);
    /// What is fought for.
    pub const MARKET: CardSet = CardSet::range(PERSONALITIES_FROM, OPERATIVES)
        .union(CardSet::range(RELICS_FROM + 4, LOCATIONS_FROM))
        .union(CardSet::range(LOCATIONS_FROM + 4, PLAYER_CARDS));

    /// The cards with numbers `from..to`.
    pub(super) const fn range(from: u8, to: u8) -> CardSet {
        let (mut set, mut number) = (CardSet::EMPTY, from);
        while number < to {
            set = set.with(Card::from_bit(number as u32));
            number += 1;
        }
        set
    }

    /// One card.
    pub const fn only(card: Card) -> CardSet {
        let (word, bit) = (card.index() / 64, 1 << (card.index() % 64));
        CardSet([bit * (word == 0) as u64, bit * (word == 1) as u64, bit * (word == 2) as u64])
    }

    /// The members, and this one.
    pub const fn with(self, card: Card) -> CardSet {
        self.union(CardSet::only(card))
    }

    /// Whether this is a member.
    pub const fn contains(self, card: Card) -> bool {
        self.0[card.index() / 64] >> (card.index() % 64) & 1 == 1
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        let [a, b, c] = self.0;
        a | b | c == 0
    }

    /// Number of members.
    pub const fn len(self) -> u8 {
        let [a, b, c] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones()) as u8
    }

    /// Members of either.
    pub const fn union(self, other: CardSet) -> CardSet {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        CardSet([a | d, b | e, c | f])
    }

    /// Members of both.
    pub const fn and(self, other: CardSet) -> CardSet {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        CardSet([a & d, b & e, c & f])
    }

    /// Members of `self` that aren't in `other`.
    pub const fn minus(self, other: CardSet) -> CardSet {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        CardSet([a & !d, b & !e, c & !f])
    }

    /// Whether every member is in `other`.
    pub const fn is_within(self, other: CardSet) -> bool {
        self.minus(other).is_empty()
    }

    /// Whether a member of `self` is in `other`.
    pub const fn meets(self, other: CardSet) -> bool {
        !self.and(other).is_empty()
    }

    /// The last member.
    pub fn last(self) -> Option<Card> {
        let word = (0..WORDS).rev().find(|&word| self.0[word] != 0)?;
        Some(Card::from_bit(64 * word as u32 + 63 - self.0[word].leading_zeros()))
    }

    /// This card and all before it.
    pub fn up_to(card: Card) -> CardSet {
        let word = card.index() / 64;
        let bits = u64::MAX >> (63 - card.index() % 64);
        CardSet(core::array::from_fn(|at| match at.cmp(&word) {
            Ordering::Less => u64::MAX,
            Ordering::Equal => bits,
            Ordering::Greater => 0,
        }))
    }

    /// Adds a card.
    pub fn insert(&mut self, card: Card) {
        self.0[card.index() / 64] |= 1 << (card.index() % 64);
    }

    /// Takes a card away.
    pub fn remove(&mut self, card: Card) {
        self.0[card.index() / 64] &= !(1 << (card.index() % 64));
    }

    /// The members, ascending.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let [a, b, c] = self.0;
        let first = members!(a, |bit| Card::from_bit(bit));
        let second = members!(b, |bit| Card::from_bit(64 + bit));
        let third = members!(c, |bit| Card::from_bit(128 + bit));
        first.chain(second).chain(third)
    }

    /// The sum of the members' values, by arcanum.
    pub fn values(self) -> [u8; 3] {
        self.iter().fold([0; 3], |sums, card| {
            let values = card.values();
            core::array::from_fn(|i| sums[i] + values[i])
        })
    }
}

set_traits!(CardSet of Card);

impl From<Card> for CardSet {
    fn from(card: Card) -> CardSet {
        CardSet::only(card)
    }
}

impl From<Option<Card>> for CardSet {
    fn from(card: Option<Card>) -> CardSet {
        card.map_or(CardSet::EMPTY, CardSet::only)
    }
}
