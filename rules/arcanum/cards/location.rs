//! The ten locations, and sets of them.

use core::fmt;

/// One of the ten locations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location(u8);

/// Number of locations.
pub const LOCATIONS: u8 = 10;

impl Location {
    /// 1.
    pub const MAGE_TOWER: Location = Location(0);
    /// 2.
    pub const ARTISAN_DISTRICT: Location = Location(1);
    /// 3.
    pub const HARBOUR: Location = Location(2);
    /// 4.
    pub const THRONE_ROOM: Location = Location(3);
    /// 5.
    pub const MARKET: Location = Location(4);
    /// 6.
    pub const FIELDS: Location = Location(5);
    /// 7.
    pub const TREASURE_VAULT: Location = Location(6);
    /// 8.
    pub const CATHEDRAL: Location = Location(7);
    /// 9.
    pub const BALLROOM: Location = Location(8);
    /// 10.
    pub const CASTLE: Location = Location(9);

    /// The location with the printed number 1..=10.
    pub const fn numbered(number: u8) -> Option<Location> {
        if number >= 1 && number <= LOCATIONS { Some(Location(number - 1)) } else { None }
    }

    /// The printed number, 1..=10.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// 0..10.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn from_bit(bit: u32) -> Location {
        Location(bit as u8)
    }

    /// All, by number.
    pub const ALL: [Location; LOCATIONS as usize] = {
        let mut all = [Location(0); LOCATIONS as usize];
        let mut number = 0;
        while number < LOCATIONS {
            all[number as usize] = Location(number);
            number += 1;
        }
        all
    };

    /// All, by number.
    pub fn all() -> impl Iterator<Item = Location> + Clone {
        Location::ALL.into_iter()
    }

    /// The printed name.
    pub const fn name(self) -> &'static str {
        [
            "Mage Tower",
            "Artisan District",
            "Harbour",
            "Throne Room",
            "Market",
            "Fields",
            "Treasure Vault",
            "Cathedral",
            "Ballroom",
            "Castle",
        ][self.0 as usize]
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number(), self.name())
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

crate::kit::set! {
    /// A set of locations; bit 0 is location 1.
    pub struct LocationSet(u16) of Location, LOCATIONS;
}
