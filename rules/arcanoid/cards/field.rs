//! Suits, each of which is a battlefield as well.

use core::fmt;

/// A suit, which is a battlefield as well; in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Field {
    /// Swords.
    Swords,
    /// Staves (batons).
    Staves,
    /// Cups.
    Cups,
    /// Coins.
    Coins,
}

/// Number of battlefields.
pub const FIELDS: usize = 4;

impl Field {
    /// In canonical order.
    pub const ALL: [Field; FIELDS] = [Field::Swords, Field::Staves, Field::Cups, Field::Coins];

    /// 0..4 in canonical order.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Swords => "Swords",
            Field::Staves => "Staves",
            Field::Cups => "Cups",
            Field::Coins => "Coins",
        })
    }
}

/// A set of battlefields; bit 0 is swords. Ordered by bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldSet(u8);

impl FieldSet {
    /// None.
    pub const EMPTY: FieldSet = FieldSet(0);
    /// All four.
    pub const ALL: FieldSet = FieldSet(0b1111);

    /// One battlefield.
    pub const fn only(field: Field) -> FieldSet {
        FieldSet(1 << field as u8)
    }

    /// The set with these bits; `None` if a bit from 4 on is set.
    pub const fn from_bits(bits: u8) -> Option<FieldSet> {
        if bits <= FieldSet::ALL.0 { Some(FieldSet(bits)) } else { None }
    }

    /// Bit 0 is swords.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether `field` is a member.
    pub const fn contains(self, field: Field) -> bool {
        self.0 >> field as u8 & 1 == 1
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Members of `self` that aren't in `other`.
    pub const fn minus(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 & !other.0)
    }

    /// Whether every member is in `other`.
    pub const fn is_within(self, other: FieldSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The first member in canonical order.
    pub const fn first(self) -> Option<Field> {
        if self.0 == 0 { None } else { Some(Field::ALL[self.0.trailing_zeros() as usize & 3]) }
    }

    /// Of a pair, the member that isn't `field`.
    pub const fn other(self, field: Field) -> Option<Field> {
        self.minus(FieldSet::only(field)).first()
    }

    /// Adds a battlefield.
    pub fn insert(&mut self, field: Field) {
        self.0 |= 1 << field as u8;
    }

    /// Takes a battlefield away.
    pub fn remove(&mut self, field: Field) {
        self.0 &= !(1 << field as u8);
    }

    /// The members in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Field> + Clone {
        Field::ALL.into_iter().filter(move |&field| self.contains(field))
    }
}

impl FromIterator<Field> for FieldSet {
    fn from_iter<I: IntoIterator<Item = Field>>(fields: I) -> FieldSet {
        let mut set = FieldSet::EMPTY;
        for field in fields {
            set.insert(field);
        }
        set
    }
}

impl fmt::Debug for FieldSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
