//! Who plays: the seats, and the Devil.

use crate::{Actor, SEATS_MAX, Seat};
use core::fmt;

/// A player: a seat, or the virtual one that the Devil brings. Numbered 0..10 for seats, 10 for the
/// Devil.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

/// Players at the largest table, as the length of arrays by player.
pub const PLAYERS: usize = SEATS_MAX as usize + 1;

impl Player {
    /// The virtual player.
    pub const DEVIL: Player = Player(SEATS_MAX);

    /// The player at a seat.
    pub const fn at(seat: Seat) -> Player {
        Player(seat.number())
    }

    /// The player with this number, 0..=10.
    pub const fn new(number: u8) -> Option<Player> {
        if number <= SEATS_MAX { Some(Player(number)) } else { None }
    }

    /// The seat; `None` for the Devil.
    pub const fn seat(self) -> Option<Seat> {
        Seat::new(self.0)
    }

    /// Whether this is the virtual player.
    pub const fn is_devil(self) -> bool {
        self.0 == SEATS_MAX
    }

    /// The number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number, as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn from_bit(bit: u32) -> Player {
        Player(bit as u8)
    }

    /// For whom a decision of this player is made, in terms that every ruleset shares.
    pub const fn actor(self) -> Actor {
        match self.seat() {
            Some(seat) => Actor::Seat(seat),
            None => Actor::Virtual,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat() {
            Some(seat) => fmt::Display::fmt(&seat, f),
            None => f.write_str("the Devil"),
        }
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

crate::kit::set! {
    /// A set of players.
    pub struct PlayerSet(u16) of Player, PLAYERS;
}
