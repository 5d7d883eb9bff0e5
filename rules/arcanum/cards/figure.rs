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

/// A set of figures.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct FigureSet(u16);

impl FigureSet {
    /// No figure.
    pub const EMPTY: FigureSet = FigureSet(0);

    /// The set with these bits (bit = figure number).
    pub const fn from_bits(bits: u16) -> FigureSet {
        FigureSet(bits)
    }

    /// Bit = figure number.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The four figures of a House.
    pub const fn of(house: House) -> FigureSet {
        FigureSet(0xF << (house as u32 * 4))
    }

    /// One figure.
    pub const fn only(figure: Figure) -> FigureSet {
        FigureSet(1 << figure.0)
    }

    /// Whether `figure` is a member.
    pub const fn contains(self, figure: Figure) -> bool {
        self.0 >> figure.0 & 1 == 1
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Members of both.
    pub const fn and(self, other: FigureSet) -> FigureSet {
        FigureSet(self.0 & other.0)
    }

    /// Members of `self` that aren't in `other`.
    pub const fn minus(self, other: FigureSet) -> FigureSet {
        FigureSet(self.0 & !other.0)
    }

    /// The members that come after `figure`.
    pub const fn after(self, figure: Figure) -> FigureSet {
        FigureSet(self.0 & !(((2u32 << figure.0) - 1) as u16))
    }

    /// The first member.
    pub const fn first(self) -> Option<Figure> {
        if self.0 == 0 { None } else { Some(Figure(self.0.trailing_zeros() as u8)) }
    }

    /// The last member.
    pub const fn last(self) -> Option<Figure> {
        if self.0 == 0 { None } else { Some(Figure(15 - self.0.leading_zeros() as u8)) }
    }

    /// Adds a figure.
    pub fn insert(&mut self, figure: Figure) {
        self.0 |= 1 << figure.0;
    }

    /// Takes a figure away.
    pub fn remove(&mut self, figure: Figure) {
        self.0 &= !(1 << figure.0);
    }

    /// The members in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Figure> + Clone {
        crate::bits::members!(self.0, |bit| Figure(bit as u8))
    }
}

impl FromIterator<Figure> for FigureSet {
    fn from_iter<I: IntoIterator<Item = Figure>>(figures: I) -> FigureSet {
        let mut set = FigureSet::EMPTY;
        for figure in figures {
            set.insert(figure);
        }
        set
    }
}

impl fmt::Debug for FigureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
