//! The board as data: what is printed on the ten locations, and where the Tower card may lie.
//!
//! Only location 10 of the printed board is known from the rulebook. [`Board::built_in`]
//! substitutes the symbols of the other nine and the Tower's placements; owners of the printed game
//! can enter the real one.

use super::cards::{Court, Figure, House, LOCATIONS, Location, LocationSet};
use alloc::{vec, vec::Vec};
use core::fmt;

/// Maximum number of symbols of one kind at one location.
pub const SYMBOLS_MAX: u8 = 9;
/// Maximum number of Tower placements.
pub const PLACEMENTS_MAX: usize = 256;
/// Fewest locations that a Tower placement must leave uncovered.
pub const UNCOVERED_MIN: u8 = 3;

/// The symbols printed on the left of one location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// By rank in canonical order (Knave, Knight, Queen, King).
    pub courts: [u8; 4],
    /// By suit in canonical order (Swords, Wands, Chalices, Pentacles).
    pub houses: [u8; 4],
}

/// A board. Checked by [`Board::defects`]; a state is only ever built on one without defects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// By location; ten of them.
    pub locations: Vec<Symbols>,
    /// The sets of locations that the Tower may cover; strictly ascending by bits.
    pub placements: Vec<LocationSet>,
}

/// What is wrong with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardDefect {
    /// Not ten locations.
    LocationCount(usize),
    /// More than [`SYMBOLS_MAX`] of one symbol at the location with this number.
    TooManySymbols(u8),
    /// Not 1..=[`PLACEMENTS_MAX`] placements.
    PlacementCount(usize),
    /// The placement with this index leaves fewer than [`UNCOVERED_MIN`] locations uncovered.
    CoversTooMuch(usize),
    /// The placement with this index doesn't come strictly after the one before it.
    PlacementOrder(usize),
}

impl fmt::Display for BoardDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardDefect::LocationCount(count) => {
                write!(f, "board.locations: a board has {LOCATIONS} locations, not {count}")
            }
            BoardDefect::TooManySymbols(number) => {
                write!(
                    f,
                    "board.locations: location {number} has more than {SYMBOLS_MAX} of one symbol"
                )
            }
            BoardDefect::PlacementCount(count) => {
                write!(
                    f,
                    "board.tower_placements: a board has 1 to {PLACEMENTS_MAX} Tower placements, not {count}"
                )
            }
            BoardDefect::CoversTooMuch(index) => write!(
                f,
                "board.tower_placements: placement {index} leaves fewer than {UNCOVERED_MIN} locations uncovered"
            ),
            BoardDefect::PlacementOrder(index) => {
                write!(
                    f,
                    "board.tower_placements: placement {index} isn't greater than the one before it"
                )
            }
        }
    }
}

const fn symbols(courts: [u8; 4], houses: [u8; 4]) -> Symbols {
    Symbols { courts, houses }
}

/// Symbols of the built-in board: Knave, Knight, Queen, King; Swords, Wands, Chalices, Pentacles.
const BUILT_IN: [Symbols; LOCATIONS as usize] = [
    symbols([0, 0, 2, 0], [0, 2, 1, 0]),
    symbols([2, 0, 0, 0], [0, 1, 0, 2]),
    symbols([2, 0, 0, 0], [0, 2, 0, 1]),
    symbols([0, 0, 0, 2], [2, 0, 1, 0]),
    symbols([1, 0, 1, 0], [0, 0, 1, 1]),
    symbols([0, 1, 0, 1], [1, 1, 0, 0]),
    symbols([0, 0, 0, 2], [1, 0, 0, 2]),
    symbols([0, 2, 0, 0], [1, 0, 2, 0]),
    symbols([0, 0, 2, 0], [0, 0, 2, 1]),
    symbols([0, 2, 0, 0], [2, 1, 0, 0]),
];

/// Which locations touch on the built-in board's grid `1 2 3 / 4 5 6 7 / 8 9 10`, by number, each
/// pair once.
const NEIGHBOURS: [(u8, u8); 19] = [
    (1, 2),
    (1, 4),
    (1, 5),
    (2, 3),
    (2, 5),
    (2, 6),
    (3, 6),
    (3, 7),
    (4, 5),
    (4, 8),
    (5, 6),
    (5, 8),
    (5, 9),
    (6, 7),
    (6, 9),
    (6, 10),
    (7, 10),
    (8, 9),
    (9, 10),
];

impl Board {
    /// The board that a game has unless its creator brings one. Locations 1-9 and the Tower's grid
    /// are substitutes.
    pub fn built_in() -> Board {
        let touch = |a: u8, b: u8| NEIGHBOURS.contains(&(a, b));
        let set = |numbers: &[u8]| {
            numbers.iter().filter_map(|&number| Location::numbered(number)).collect()
        };
        let mut placements: Vec<LocationSet> = vec![LocationSet::EMPTY];
        for a in 1..=LOCATIONS {
            placements.push(set(&[a]));
            for b in (a + 1..=LOCATIONS).filter(|&b| touch(a, b)) {
                placements.push(set(&[a, b]));
                for c in (b + 1..=LOCATIONS).filter(|&c| touch(a, c) && touch(b, c)) {
                    placements.push(set(&[a, b, c]));
                }
            }
        }
        placements.sort_unstable();
        Board { locations: BUILT_IN.to_vec(), placements }
    }

    /// Everything that is wrong with the board.
    pub fn defects(&self) -> Vec<BoardDefect> {
        let mut defects = Vec::new();
        if self.locations.len() != LOCATIONS as usize {
            defects.push(BoardDefect::LocationCount(self.locations.len()));
        }
        for (index, symbols) in self.locations.iter().enumerate().take(LOCATIONS as usize) {
            if symbols.courts.iter().chain(&symbols.houses).any(|&count| count > SYMBOLS_MAX) {
                defects.push(BoardDefect::TooManySymbols(index as u8 + 1));
            }
        }
        if self.placements.is_empty() || self.placements.len() > PLACEMENTS_MAX {
            defects.push(BoardDefect::PlacementCount(self.placements.len()));
        }
        for (index, placement) in self.placements.iter().enumerate().take(PLACEMENTS_MAX) {
            if LOCATIONS - placement.len() < UNCOVERED_MIN {
                defects.push(BoardDefect::CoversTooMuch(index));
            }
            if index > 0 && self.placements[index - 1] >= *placement {
                defects.push(BoardDefect::PlacementOrder(index));
            }
        }
        defects
    }

    /// What the House of `figure` gains when it comes to `location`: 1 per symbol of its suit and
    /// of its rank.
    pub fn gain(&self, figure: Figure, location: Location) -> u8 {
        let symbols = &self.locations[location.index()];
        symbols.houses[figure.house().index()] + symbols.courts[figure.court().index()]
    }

    /// Symbols of one suit over all locations.
    pub fn symbols_of_house(&self, house: House) -> u32 {
        self.locations.iter().map(|symbols| u32::from(symbols.houses[house.index()])).sum()
    }

    /// Symbols of one rank over all locations.
    pub fn symbols_of_court(&self, court: Court) -> u32 {
        self.locations.iter().map(|symbols| u32::from(symbols.courts[court.index()])).sum()
    }
}
