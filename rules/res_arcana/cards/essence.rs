//! The five essences, sets of them, and amounts.

use crate::kit::{listed, set};
use core::fmt;

listed! {
    /// A type of essence, in the order that is used wherever order matters.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Essence {
        Elan: "elan",
        Life: "life",
        Calm: "calm",
        Death: "death",
        Gold: "gold",
    }
}

impl Essence {
    /// The number, as an index.
    pub const fn index(self) -> usize {
        self as usize
    }

    pub(crate) const fn from_bit(bit: u32) -> Essence {
        Essence::ALL[bit as usize]
    }
}

set! {
    /// A set of types of essence.
    pub struct Types(u8) of Essence, 5;
}

impl Types {
    /// All but gold.
    pub const NOT_GOLD: Types = Types(0b1111);

    /// These types.
    pub const fn of(types: &[Essence]) -> Types {
        let (mut set, mut i) = (Types::EMPTY, 0);
        while i < types.len() {
            set = set.with(types[i]);
            i += 1;
        }
        set
    }
}

/// Maximum number of essences of a type that a pool or a store can hold; what would come beyond is
/// lost.
pub const HELD_MAX: u8 = 99;

/// How many essences of each type.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Amount(pub [u8; 5]);

impl Amount {
    /// Nothing.
    pub const NOTHING: Amount = Amount([0; 5]);

    /// So many of one type.
    pub const fn of(count: u8, essence: Essence) -> Amount {
        let mut amount = [0; 5];
        amount[essence as usize] = count;
        Amount(amount)
    }

    /// So many of each of these types.
    pub fn of_each(count: u8, types: Types) -> Amount {
        Amount(Essence::ALL.map(|essence| if types.contains(essence) { count } else { 0 }))
    }

    /// How many of a type.
    pub const fn get(self, essence: Essence) -> u8 {
        self.0[essence as usize]
    }

    /// How many of all types together.
    pub fn sum(self) -> u16 {
        self.0.iter().map(|&count| u16::from(count)).sum()
    }

    /// Whether it is nothing at all.
    pub fn is_nothing(self) -> bool {
        self == Amount::NOTHING
    }

    /// Whether it can be taken from `held`.
    pub fn is_within(self, held: Amount) -> bool {
        self.0.iter().zip(held.0).all(|(&count, held)| count <= held)
    }

    /// Both together.
    pub fn plus(self, other: Amount) -> Amount {
        Amount(core::array::from_fn(|i| self.0[i].saturating_add(other.0[i])))
    }

    /// What is left without `other`.
    pub fn minus(self, other: Amount) -> Amount {
        Amount(core::array::from_fn(|i| self.0[i].saturating_sub(other.0[i])))
    }

    /// Those of these types alone.
    pub fn among(self, types: Types) -> Amount {
        Amount(
            Essence::ALL.map(|essence| if types.contains(essence) { self.get(essence) } else { 0 }),
        )
    }

    /// What of it still fits to `held`.
    pub fn fitting(self, held: Amount) -> Amount {
        Amount(core::array::from_fn(|i| self.0[i].min(HELD_MAX.saturating_sub(held.0[i]))))
    }

    /// The types of which it has any.
    pub fn types(self) -> Types {
        Essence::ALL.into_iter().filter(|&essence| self.get(essence) > 0).collect()
    }
}

/// `2 elan and 1 gold`.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = self.types();
        if types.is_empty() {
            return f.write_str("nothing");
        }
        for (index, essence) in types.iter().enumerate() {
            let between = match index {
                0 => "",
                _ if index + 1 == usize::from(types.len()) => " and ",
                _ => ", ",
            };
            write!(f, "{between}{} {essence}", self.get(essence))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// What a card or a power costs: fixed essences, and wild ones of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Of each type.
    pub fixed: Amount,
    /// Of any type.
    pub wild: u8,
}

impl Price {
    /// Essences in all; wild ones and gold count 1 each.
    pub fn units(self) -> u8 {
        self.fixed.sum() as u8 + self.wild
    }
}
