//! What a creator may ask for.

use crate::{SEATS_MAX, Seat, kit};
use alloc::vec::Vec;
use core::fmt;

/// Fewest seats.
pub const SEATS_MIN: u8 = 2;
/// Seats of the largest table, as the length of arrays by seat.
pub(super) const N: usize = SEATS_MAX as usize;
/// Maximum number of rounds of a game.
pub const ROUNDS_MAX: u8 = 10;
/// Maximum number of renewals of the stock that a round can be given.
pub const RENEWALS_MAX: u8 = 9;
/// Cards that a hand, the Justice pool and the Devil's hand are filled up to without Strength.
pub const HAND_LIMIT: u8 = 6;

/// Who profits from a battle that the Devil wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DevilWins {
    /// The seat that controls it.
    Controller,
    /// No seat.
    Nobody,
}

/// When a player that lost a card outside of its own turn (to a call, or by playing the Fool) fills
/// its hand again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refill {
    /// At the end of its own next turn.
    Deferred,
    /// At once.
    Immediate,
}

/// What a creator asks for, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Number of seats, 2..=10.
    pub players: u8,
    /// Number of rounds, 1..=10; as many as there are players if `None`.
    pub rounds: Option<u8>,
    /// Renewals of the stock in a round, 0..=9; beyond them the answer is no.
    pub max_renewals: u8,
    /// Who profits from a battle that the Devil wins.
    pub devil_wins: DevilWins,
    /// Whether a round continues until the Devil has engaged on all battlefields; otherwise it
    /// abdicates on what is left once all seats are retired.
    pub devil_must_finish: bool,
    /// When cards lost outside of the own turn are replaced.
    pub out_of_turn_refill: Refill,
    /// Who starts the first round; drawn by the seed if `None`.
    pub first: Option<Seat>,
}

impl Default for Setup {
    /// Four players, four rounds, three renewals, the Devil's wins for its controller, who must
    /// finish; deferred refill.
    fn default() -> Setup {
        Setup {
            players: 4,
            rounds: None,
            max_renewals: 3,
            devil_wins: DevilWins::Controller,
            devil_must_finish: true,
            out_of_turn_refill: Refill::Deferred,
            first: None,
        }
    }
}

/// One reason to refuse a setup; displays as `field: reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// Not 2..=10 players.
    Players(u8),
    /// Not 1..=10 rounds.
    Rounds(u8),
    /// More than 9 renewals.
    Renewals(u8),
    /// The first player isn't a seat of this game.
    FirstPlayer(Seat),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Players(count) => {
                write!(f, "players: a game has {SEATS_MIN} to {SEATS_MAX} players, not {count}")
            }
            Defect::Rounds(count) => {
                write!(f, "rounds: a game has 1 to {ROUNDS_MAX} rounds, not {count}")
            }
            Defect::Renewals(count) => {
                write!(f, "max_renewals: a round has at most {RENEWALS_MAX} renewals, not {count}")
            }
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
        if let Some(rounds) = self.rounds.filter(|rounds| !(1..=ROUNDS_MAX).contains(rounds)) {
            defects.push(Defect::Rounds(rounds));
        }
        if self.max_renewals > RENEWALS_MAX {
            defects.push(Defect::Renewals(self.max_renewals));
        }
        if let Some(first) = self.first.filter(|first| first.number() >= self.players) {
            defects.push(Defect::FirstPlayer(first));
        }
        defects
    }
}

impl Setup {
    /// Number of rounds.
    pub fn round_count(&self) -> u8 {
        self.rounds.unwrap_or(self.players)
    }
}
