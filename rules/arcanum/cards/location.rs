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

/// A set of locations; bit 0 is location 1.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocationSet(u16);

impl LocationSet {
    /// No location.
    pub const EMPTY: LocationSet = LocationSet(0);
    /// All ten.
    pub const ALL: LocationSet = LocationSet((1 << LOCATIONS) - 1);

    /// The set with these bits; `None` if a bit from 10 on is set.
    pub const fn from_bits(bits: u16) -> Option<LocationSet> {
        if bits <= LocationSet::ALL.0 { Some(LocationSet(bits)) } else { None }
    }

    /// Bit 0 is location 1.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether `location` is a member.
    pub const fn contains(self, location: Location) -> bool {
        self.0 >> location.0 & 1 == 1
    }

    /// Number of members.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Members of `self` that aren't in `other`.
    pub const fn minus(self, other: LocationSet) -> LocationSet {
        LocationSet(self.0 & !other.0)
    }

    /// Adds a location.
    pub fn insert(&mut self, location: Location) {
        self.0 |= 1 << location.0;
    }

    /// Takes a location away.
    pub fn remove(&mut self, location: Location) {
        self.0 &= !(1 << location.0);
    }

    /// The members by number.
    pub fn iter(self) -> impl Iterator<Item = Location> + Clone {
        crate::bits::members!(self.0, |bit| Location(bit as u8))
    }
}

impl FromIterator<Location> for LocationSet {
    fn from_iter<I: IntoIterator<Item = Location>>(locations: I) -> LocationSet {
        let mut set = LocationSet::EMPTY;
        for location in locations {
            set.insert(location);
        }
        set
    }
}

impl fmt::Debug for LocationSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
