//! The zones of the table, where stakes lie.

use crate::{Seat, SeatSet};
use core::fmt;

/// Most zones.
pub const ZONES: usize = 5;

/// A part of the table: a pile, at most one stake, and a row of cards that fight for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zone(u8);

impl Zone {
    /// Number 0.
    pub const FIRST: Zone = Zone(0);

    /// The zone with this number, `0..5`.
    pub const fn new(number: u8) -> Option<Zone> {
        if (number as usize) < ZONES { Some(Zone(number)) } else { None }
    }

    const fn from_bit(bit: u32) -> Zone {
        Zone(bit as u8)
    }

    /// The number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number, as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Zones at a table of 2 to 4.
    pub const fn count(players: u8) -> u8 {
        if players == 3 { 4 } else { 5 }
    }

    /// All at a table of 2 to 4, ascending.
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Zone> + Clone {
        (0..Zone::count(players)).map(Zone)
    }

    /// The last one, which belongs to no seat and holds the Game End card.
    pub const fn free(players: u8) -> Zone {
        Zone(Zone::count(players) - 1)
    }

    /// Whose own zone it is: with two players each has two, with more neighbours share one.
    pub fn owners(self, players: u8) -> SeatSet {
        let seat = |number: u8| Seat::new(number).unwrap_or(Seat::FIRST);
        if self == Zone::free(players) {
            SeatSet::EMPTY
        } else if players == 2 {
            SeatSet::only(seat(self.0 / 2))
        } else {
            [self.0, (self.0 + 1) % players].into_iter().map(seat).collect()
        }
    }

    /// Whether a seat lays its cards there face down.
    pub fn is_own(self, seat: Seat, players: u8) -> bool {
        self.owners(players).contains(seat)
    }

    /// The zone whose struggle comes at this index of the order, counted from 0; from the left as
    /// the start seat sees the table.
    pub fn settled_at(index: u8, start: Seat, players: u8) -> Option<Zone> {
        let (s, free) = (start.number(), Zone::free(players).0);
        let zone = match (players, index) {
            (2, _) => {
                let o = 1 - s.min(1);
                *[2 * s, 2 * o + 1, free, 2 * o, 2 * s + 1].get(usize::from(index))?
            }
            (_, 0 | 1) => (s + index) % players,
            (_, 2) => free,
            _ if index <= players => (s + index - 1) % players,
            _ => return None,
        };
        Zone::new(zone)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "zone {}", self.0)
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

crate::kit::set! {
    /// A set of zones.
    pub struct ZoneSet(u8) of Zone, ZONES;
}
