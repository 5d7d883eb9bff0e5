//! Who plays: the seats, and the Devil.

use crate::{Actor, SEATS_MAX, Seat};
use core::fmt;

/// A player: a seat, or the virtual one that the Devil brings. Numbered 0..10 for seats, 10 for the Devil.
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

/// A set of players.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct PlayerSet(u16);

impl PlayerSet {
    /// No player.
    pub const EMPTY: PlayerSet = PlayerSet(0);

    /// One player.
    pub const fn only(player: Player) -> PlayerSet {
        PlayerSet(1 << player.0)
    }

    /// The set with these bits (bit = player number); `None` if a bit from 11 on is set.
    pub const fn from_bits(bits: u16) -> Option<PlayerSet> {
        if bits >> PLAYERS == 0 { Some(PlayerSet(bits)) } else { None }
    }

    /// Bit = player number.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether `player` is a member.
    pub const fn contains(self, player: Player) -> bool {
        self.0 >> player.0 & 1 == 1
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds a player.
    pub fn insert(&mut self, player: Player) {
        self.0 |= 1 << player.0;
    }

    /// The members, by number.
    pub fn iter(self) -> impl Iterator<Item = Player> + Clone {
        (0..PLAYERS as u8).map(Player).filter(move |&player| self.contains(player))
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> PlayerSet {
        let mut set = PlayerSet::EMPTY;
        for player in players {
            set.insert(player);
        }
        set
    }
}

impl fmt::Debug for PlayerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
