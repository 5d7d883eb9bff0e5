//! The cards: 129 player cards (operatives, personalities, relics, locations) and six militia
//! cards, each once; and the objectives, two of each.
//!
//! Card set `house-1`. The printed list of cards is lost: names and figures that the rulebook or a
//! review mentions are theirs, all others the house's own. Another list would be another version
//! of the rules.

mod card;
mod card_set;
mod data;
mod face;

pub use card::{CARDS, Card, LOCATIONS_FROM, MILITIA_FROM, OPERATIVES, PLAYER_CARDS};
pub use card_set::CardSet;
pub use face::Effect;

use crate::kit::listed;
use core::fmt;

listed! {
    /// What a card adds to a struggle, and what a stake is fought for in. Ducats are no part of it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Arcanum {
        /// Military power.
        Staff: "staff",
        /// Political power.
        Sword: "sword",
        /// Spiritual power.
        Cup: "cup",
    }
}

listed! {
    /// A guild: a seat's side, with eleven cards of its own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Guild {
        /// Wins ties where the arcanum fought in is staff.
        Blades: "Blades",
        /// Wins ties for locations.
        Ferrymen: "Ferrymen",
        /// Wins ties for relics.
        Thieves: "Thieves",
        /// Wins ties for personalities.
        Usurers: "Usurers",
    }
}

listed! {
    /// A quarter of the town, to which market cards belong.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Fief {
        OuterDistrict: "Outer District",
        Rampart: "Rampart",
        Harbour: "Harbour",
        UpperTown: "Upper Town",
        OldMarket: "Old Market",
        TempleHill: "Temple Hill",
        Canals: "Canals",
        ScholarsRow: "Scholars' Row",
        Arena: "Arena",
        Foundry: "Foundry",
        Necropolis: "Necropolis",
    }
}

impl Guild {
    /// The number, as an index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The guild at this bit of a set.
    const fn from_bit(bit: u32) -> Guild {
        Guild::ALL[bit as usize]
    }

    /// Its relic.
    pub const fn treasure(self) -> Card {
        Card::from_bit(card::RELICS_FROM as u32 + self as u32)
    }

    /// Its location.
    pub const fn house(self) -> Card {
        Card::from_bit(LOCATIONS_FROM as u32 + self as u32)
    }

    /// Its eleven cards: nine operatives, Treasure and Guild House.
    pub const fn cards(self) -> CardSet {
        let from = self as u8 * card::OPERATIVES_OF_A_GUILD;
        let operatives = CardSet::range(from, from + card::OPERATIVES_OF_A_GUILD);
        operatives.with(self.treasure()).with(self.house())
    }
}

crate::kit::set! {
    /// A set of guilds.
    pub struct GuildSet(u8) of Guild, 4;
}

/// A secret task: to hold cards of a fief. Two cards each, which nothing distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Objective(pub Fief);

impl Objective {
    /// Objective cards with one face.
    pub const COPIES: u8 = 2;
    /// What a fulfilled one is worth.
    pub const POINTS: u8 = 4;

    /// The objective with this number, `0..11`.
    pub fn new(number: u8) -> Option<Objective> {
        Fief::ALL.get(usize::from(number)).copied().map(Objective)
    }

    /// The number of its face.
    pub const fn number(self) -> u8 {
        self.0 as u8
    }

    /// Market cards of the fief that fulfil it.
    pub const fn needed(players: u8) -> u8 {
        if players == 2 { 3 } else { 2 }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hold the {}", self.0)
    }
}
