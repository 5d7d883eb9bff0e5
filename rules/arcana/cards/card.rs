//! A card by its number.

use super::data::FACES;
use super::face::{Effect, Face, Origin};
use super::{Arcanum, Fief, Guild};
use core::fmt;

/// Cards that seats own or fight for.
pub const PLAYER_CARDS: u8 = 129;
/// Those, and the militia.
pub const CARDS: u8 = PLAYER_CARDS + 6;
/// Operatives, personalities among them: the first cards.
pub const OPERATIVES: u8 = 73;
/// The first personality.
pub(super) const PERSONALITIES_FROM: u8 = 36;
/// The first relic.
pub(super) const RELICS_FROM: u8 = OPERATIVES;
/// The first location.
pub const LOCATIONS_FROM: u8 = 101;
/// The first militia card.
pub const MILITIA_FROM: u8 = PLAYER_CARDS;
/// A guild's own.
pub(super) const OPERATIVES_OF_A_GUILD: u8 = 9;

const _: () = assert!(FACES.len() == CARDS as usize);

/// A card. Ordered canonically: operatives 0..73 (those of guilds, then personalities), relics
/// 73..101, locations 101..129, militia 129..135.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Number 0.
    pub const FIRST: Card = Card(0);

    /// The card with this number, `0..135`.
    pub const fn new(number: u8) -> Option<Card> {
        if number < CARDS { Some(Card(number)) } else { None }
    }

    /// The card with this id.
    pub fn named(id: &str) -> Option<Card> {
        (0..CARDS).map(Card).find(|card| card.id() == id)
    }

    /// The card at this bit of a set.
    pub(in super::super) const fn from_bit(bit: u32) -> Card {
        Card(bit as u8)
    }

    /// The number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number, as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn face(self) -> &'static Face {
        &FACES[self.0 as usize]
    }

    /// Its name in code.
    pub const fn id(self) -> &'static str {
        self.face().id
    }

    /// Its name for people. Each guild has a Treasure and a Guild House.
    pub const fn name(self) -> &'static str {
        self.face().name
    }

    /// Whether it can be placed at a stake: a guild's operative or a personality.
    pub const fn is_operative(self) -> bool {
        self.0 < OPERATIVES
    }

    /// Whether it is a market card that becomes an operative once it is won.
    pub const fn is_personality(self) -> bool {
        self.0 >= PERSONALITIES_FROM && self.is_operative()
    }

    /// Whether it can bribe.
    pub const fn is_relic(self) -> bool {
        self.0 >= RELICS_FROM && self.0 < LOCATIONS_FROM
    }

    /// Whether it has an effect.
    pub const fn is_location(self) -> bool {
        self.0 >= LOCATIONS_FROM && self.0 < MILITIA_FROM
    }

    /// Whether it is one of the six that seats borrow.
    pub const fn is_militia(self) -> bool {
        self.0 >= MILITIA_FROM
    }

    /// The guild that it begins with.
    pub const fn guild(self) -> Option<Guild> {
        match self.face().origin {
            Origin::Guild(guild) => Some(guild),
            _ => None,
        }
    }

    /// The fief of a market card.
    pub const fn fief(self) -> Option<Fief> {
        match self.face().origin {
            Origin::Fief(fief) => Some(fief),
            _ => None,
        }
    }

    /// The arcanum in which a market card is fought for; `None` if each participant has its own.
    pub const fn main(self) -> Option<Arcanum> {
        self.face().main
    }

    /// The total that wins a market card.
    pub const fn threshold(self) -> u8 {
        self.face().threshold
    }

    /// What it adds to a struggle.
    pub const fn value(self, arcanum: Arcanum) -> u8 {
        self.face().values[arcanum as usize]
    }

    /// What it adds to a struggle, by arcanum.
    pub const fn values(self) -> [u8; 3] {
        self.face().values
    }

    /// What buys a personality; `None` if it can't be bribed.
    pub const fn price(self) -> Option<u8> {
        if self.is_relic() { None } else { self.face().ducats }
    }

    /// The ducats that a relic brings.
    pub const fn gift(self) -> u8 {
        match self.face().ducats {
            Some(ducats) if self.is_relic() => ducats,
            _ => 0,
        }
    }

    /// Victory points for its owner.
    pub const fn points(self) -> u8 {
        self.face().points
    }

    /// What a location does.
    pub const fn effect(self) -> Option<Effect> {
        self.face().effect
    }
}

/// The name for people; `Treasure (Thieves)` where the name is not enough.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self.guild() {
            Some(guild) if !self.is_operative() => write!(f, " ({guild})"),
            _ => Ok(()),
        }
    }
}

/// The id.
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
