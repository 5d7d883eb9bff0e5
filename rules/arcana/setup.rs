//! What a creator may ask for.

use super::cards::{Guild, GuildSet};
use crate::{Seat, kit};
use alloc::vec::Vec;
use core::fmt;

/// Fewest seats.
pub const SEATS_MIN: u8 = 2;
/// Most seats.
pub const SEATS_MAX: u8 = 4;
/// Seats of the largest table, as the length of arrays by seat.
pub(super) const N: usize = SEATS_MAX as usize;
/// The last round in any case, for no seat has to win the free zone's stakes.
pub const ROUNDS_MAX: u8 = 80;

/// How seats come to their guilds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guilds {
    /// Distinct ones, by the seed.
    Drawn,
    /// Each seat takes one, in seat order from the start seat on.
    Chosen,
    /// By seat.
    Given(Vec<Guild>),
}

/// What a creator asks for, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Number of seats, 2..=4.
    pub players: u8,
    /// How seats come to their guilds.
    pub guilds: Guilds,
    /// Whether each seat keeps two of four secret objectives.
    pub objectives: bool,
    /// Whether relics can call the militia.
    pub militia: bool,
    /// Whether a stake that is won can be laid under the base, out of the deck.
    pub tactical_removal: bool,
    /// The start seat of the first round; drawn by the seed if `None`.
    pub first: Option<Seat>,
}

impl Default for Setup {
    /// Four players, guilds drawn, no modules.
    fn default() -> Setup {
        Setup {
            players: SEATS_MAX,
            guilds: Guilds::Drawn,
            objectives: false,
            militia: false,
            tactical_removal: false,
            first: None,
        }
    }
}

/// One reason to refuse a setup; displays as `field: reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// Not 2..=4 players.
    Players(u8),
    /// Guilds are given, but not one for each seat.
    GuildsCount(usize),
    /// A guild is given twice.
    GuildTwice(Guild),
    /// The first player isn't a seat of this game.
    FirstPlayer(Seat),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Players(count) => {
                write!(f, "players: a game has {SEATS_MIN} to {SEATS_MAX} players, not {count}")
            }
            Defect::GuildsCount(count) => {
                write!(f, "guilds: name one for each player or none, not {count}")
            }
            Defect::GuildTwice(guild) => write!(f, "guilds: the {guild} are named twice"),
            Defect::FirstPlayer(seat) => write!(f, "first_player: there is no {seat} in this game"),
        }
    }
}

impl kit::Setup for Setup {
    type Defect = Defect;

    fn players(&self) -> u8 {
        self.players
    }

    fn defects(&self) -> Vec<Defect> {
        let mut defects = Vec::new();
        if !(SEATS_MIN..=SEATS_MAX).contains(&self.players) {
            defects.push(Defect::Players(self.players));
        }
        if let Guilds::Given(guilds) = &self.guilds {
            if guilds.len() != usize::from(self.players) {
                defects.push(Defect::GuildsCount(guilds.len()));
            }
            let mut named = GuildSet::EMPTY;
            for &guild in guilds {
                if named.contains(guild) && !defects.contains(&Defect::GuildTwice(guild)) {
                    defects.push(Defect::GuildTwice(guild));
                }
                named.insert(guild);
            }
        }
        if let Some(first) = self.first.filter(|first| first.number() >= self.players) {
            defects.push(Defect::FirstPlayer(first));
        }
        defects
    }
}
