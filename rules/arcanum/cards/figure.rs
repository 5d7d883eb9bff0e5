//! The 16 court figures, and sets of them.

use super::{Court, House};
use core::fmt;

/// One of the 16 court figures on the board, `4 * suit + rank`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Figure(u8);

/// Number of figures.
pub const FIGURES: u8 = 16;

impl Figure {
    /// The figure of this House and rank.
    pub const fn new(house: House, court: Court) -> Figure {
        Figure(house as u8 * 4 + court as u8)
    }

    /// The figure with this number, 0..16.
    pub const fn numbered(number: u8) -> Option<Figure> {
        if number < FIGURES { Some(Figure(number)) } else { None }
    }

    /// 0..16 in canonical order.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn from_bit(bit: u32) -> Figure {
        Figure(bit as u8)
    }

    /// Its House.
    pub const fn house(self) -> House {
        House::ALL[(self.0 / 4) as usize]
    }

    /// Its rank.
    pub const fn court(self) -> Court {
        Court::ALL[(self.0 % 4) as usize]
    }

    /// All, in canonical order.
    pub fn all() -> impl Iterator<Item = Figure> + Clone {
        (0..FIGURES).map(Figure)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.court(), self.house())
    }
}

impl fmt::Debug for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

crate::kit::set! {
    /// A set of figures.
    pub struct FigureSet(u16) of Figure, FIGURES;
}

impl FigureSet {
    /// The four figures of a House.
    pub const fn of(house: House) -> FigureSet {
        FigureSet(0xF << (house as u32 * 4))
    }
}
