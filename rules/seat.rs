//! Seats, sets of seats, and viewers.

use core::fmt;

/// Maximum number of seats of any ruleset.
pub const SEATS_MAX: u8 = 10;

/// A place in a game, numbered from 0 clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// Seat 0.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this number; `None` from [`SEATS_MAX`] on.
    pub const fn new(number: u8) -> Option<Seat> {
        if number < SEATS_MAX { Some(Seat(number)) } else { None }
    }

    /// The `steps`-th seat clockwise from `self` at a table of `seats`.
    pub const fn clockwise(self, steps: u8, seats: u8) -> Seat {
        Seat((self.0 + steps % seats) % seats)
    }

    /// The number, as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Seats `0..seats`, ascending.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..if seats < SEATS_MAX { seats } else { SEATS_MAX }).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Seats `0..seats`.
    pub const fn first(seats: u8) -> SeatSet {
        SeatSet(((1u32 << if seats < SEATS_MAX { seats } else { SEATS_MAX }) - 1) as u16)
    }

    /// One seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether `seat` is a member.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds `seat`.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes `seat`.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The members, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        crate::kit::set::members!(self.0, |bit| Seat(bit as u8))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// A viewer of a game: a seat, or a spectator, which sees the public part only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// A spectator.
    Spectator,
}

impl Viewer {
    /// The seats of a table of `seats`, then the spectator.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> + Clone {
        Seat::all(seats).map(Viewer::Seat).chain(core::iter::once(Viewer::Spectator))
    }

    /// The seat, unless this is the spectator.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    /// Whether the viewer is `seat`.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// The player that a seat decides for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The seat itself.
    Seat(Seat),
    /// A virtual player of the ruleset (Arcanoid's Devil).
    Virtual,
}
