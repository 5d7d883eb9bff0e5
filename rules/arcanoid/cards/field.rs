//! Suits, each of which is a battlefield as well.

crate::kit::listed! {
    /// A suit, which is a battlefield as well; in canonical order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Field {
        Swords: "Swords",
        /// Staves (batons).
        Staves: "Staves",
        Cups: "Cups",
        Coins: "Coins",
    }
}

/// Number of battlefields.
pub const FIELDS: usize = 4;

impl Field {
    /// 0..4 in canonical order.
    pub const fn index(self) -> usize {
        self as usize
    }

    const fn from_bit(bit: u32) -> Field {
        Field::ALL[bit as usize & 3]
    }
}

crate::kit::set! {
    /// A set of battlefields; bit 0 is swords.
    pub struct FieldSet(u8) of Field, FIELDS;
}

impl FieldSet {
    /// Of a pair, the member that isn't `field`.
    pub const fn other(self, field: Field) -> Option<Field> {
        self.minus(FieldSet::only(field)).first()
    }
}
