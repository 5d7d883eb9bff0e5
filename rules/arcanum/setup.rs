//! What a creator may ask for, the editions as one table of constants, and the schedule of turns.

use super::board::{Board, BoardDefect};
use super::cards::CardSet;
use crate::{Seat, kit};
use alloc::vec::Vec;
use core::fmt;

/// Fewest seats.
pub const SEATS_MIN: u8 = 3;
/// Maximum number of seats.
pub const SEATS_MAX: u8 = 5;
/// Seats of the largest table, as the length of arrays by seat.
pub(super) const N: usize = SEATS_MAX as usize;
/// Cards a hand may keep after a draw.
pub const HAND_LIMIT: u8 = 7;

/// A version of these rules. A game keeps the one that it was created with; what differs between
/// them is in one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The first release.
    One,
    /// For the project's own tests alone: that two versions live side by side is shown with it.
    #[cfg(any(test, feature = "testing"))]
    Trial,
}

/// What a version of the rules changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VersionConstants {
    /// VP for VIII Strength.
    pub(super) strength_victory_points: u8,
}

impl Version {
    /// All that games can be played by, ascending.
    pub const ALL: &'static [Version] = &[
        Version::One,
        #[cfg(any(test, feature = "testing"))]
        Version::Trial,
    ];

    /// Its number on the wire and in the log.
    pub const fn number(self) -> u32 {
        match self {
            Version::One => 1,
            #[cfg(any(test, feature = "testing"))]
            Version::Trial => 1_000,
        }
    }

    pub(super) const fn constants(self) -> VersionConstants {
        match self {
            Version::One => VersionConstants { strength_victory_points: 2 },
            #[cfg(any(test, feature = "testing"))]
            Version::Trial => VersionConstants { strength_victory_points: 20 },
        }
    }
}

/// How long a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// 6 turns; 4 with three players.
    Normal,
    /// 9 turns; 8 with three players.
    Long,
}

crate::kit::listed! {
    /// Whose rulebook.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Edition {
        /// English.
        English,
        /// German.
        German,
        /// Italian.
        Italian,
        /// French.
        French,
        /// Spanish.
        Spanish,
    }
}

impl Edition {
    /// What this edition changes.
    pub const fn constants(self) -> EditionConstants {
        EDITIONS[self as usize]
    }
}

/// Whether and when the Majors are in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Majors {
    /// From the deal on.
    Full,
    /// From turn 3 on: the advice for a first game.
    FromTurn3,
    /// Not at all.
    None,
}

/// The places where the five rulebooks differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditionConstants {
    /// VP for XVII Stars.
    pub stars_victory_points: i32,
    /// Minors that each seat draws for XVIII Moon.
    pub moon_minors: u8,
    /// VP for moving a figure into 6 Fields.
    pub fields_victory_points: i32,
    /// XI Justice fills up to four Minors rather than four cards.
    pub justice_counts_minors: bool,
    /// XIV Temperance may move the Fool into or out of hiding.
    pub temperance_moves_fool: bool,
    /// The Fool's owner chooses while Houses are revealed one after the other, rather than after
    /// all are revealed.
    pub fool_house_by_house: bool,
    /// VI Lovers pays its player twice only if no other seat has as few VP.
    pub lovers_strictly_fewest: bool,
}

impl EditionConstants {
    /// The cards that Temperance may move.
    pub const fn exchangeable(self) -> CardSet {
        if self.temperance_moves_fool {
            CardSet::MINORS.union(CardSet::FOOL)
        } else {
            CardSet::MINORS
        }
    }
}

const fn constants(
    stars_victory_points: i32,
    moon_minors: u8,
    fields_victory_points: i32,
    justice_counts_minors: bool,
    temperance_moves_fool: bool,
) -> EditionConstants {
    EditionConstants {
        stars_victory_points,
        moon_minors,
        fields_victory_points,
        justice_counts_minors,
        temperance_moves_fool,
        fool_house_by_house: false,
        lovers_strictly_fewest: false,
    }
}

/// In the order of [`Edition::ALL`].
const EDITIONS: [EditionConstants; 5] = [
    EditionConstants {
        fool_house_by_house: true,
        lovers_strictly_fewest: true,
        ..constants(2, 1, 1, false, false)
    },
    constants(1, 2, 0, false, true),
    constants(1, 2, 1, false, true),
    constants(1, 2, 0, false, true),
    constants(1, 2, 0, true, true),
];

/// What a creator asks for, unchecked.
#[derive(Clone, PartialEq, Eq)]
pub struct Setup {
    /// Number of seats, 3..=5.
    pub players: u8,
    /// How long the game is.
    pub length: Length,
    /// Whose rulebook.
    pub edition: Edition,
    /// Whether and when the Majors are in the game.
    pub majors: Majors,
    /// The board.
    pub board: Board,
    /// Who begins; drawn by the seed if `None`.
    pub first: Option<Seat>,
    /// By which rules.
    pub version: Version,
}

impl fmt::Debug for Setup {
    /// As derived, but for the first version, which goes without saying: golden games were written
    /// before there were others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { players, length, edition, majors, board, first, version } = self;
        let mut setup = f.debug_struct("Setup");
        setup
            .field("players", players)
            .field("length", length)
            .field("edition", edition)
            .field("majors", majors);
        setup.field("board", board).field("first", first);
        if *version != Version::One {
            setup.field("version", version);
        }
        setup.finish()
    }
}

impl Default for Setup {
    /// Four players, normal length, English edition, all Majors, the built-in board, first player
    /// drawn.
    fn default() -> Setup {
        Setup {
            players: 4,
            length: Length::Normal,
            edition: Edition::English,
            majors: Majors::Full,
            board: Board::built_in(),
            first: None,
            version: Version::One,
        }
    }
}

/// One reason to refuse a setup; displays as `field: reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// Not 3..=5 players.
    Players(u8),
    /// The first player isn't a seat of this game.
    FirstPlayer(Seat),
    /// Something about the board.
    Board(BoardDefect),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Players(count) => {
                write!(f, "players: a game has {SEATS_MIN} to {SEATS_MAX} players, not {count}")
            }
            Defect::FirstPlayer(seat) => write!(f, "first_player: there is no {seat} in this game"),
            Defect::Board(defect) => fmt::Display::fmt(defect, f),
        }
    }
}

impl kit::Setup for Setup {
    type Defect = Defect;

    fn players(&self) -> u8 {
        self.players
    }

    fn defects(&self) -> Vec<Defect> {
        let mut defects = Vec::new();
        if !(SEATS_MIN..=SEATS_MAX).contains(&self.players) {
            defects.push(Defect::Players(self.players));
        }
        if let Some(first) = self.first.filter(|first| first.number() >= self.players) {
            defects.push(Defect::FirstPlayer(first));
        }
        defects.extend(self.board.defects().into_iter().map(Defect::Board));
        defects
    }

    fn pin_version(&mut self, version: u32, _newest: u32) -> bool {
        let pinned = Version::ALL.iter().find(|known| known.number() == version);
        self.version = pinned.copied().unwrap_or(self.version);
        pinned.is_some()
    }
}

impl Setup {
    /// The edition's constants.
    pub const fn constants(&self) -> EditionConstants {
        self.edition.constants()
    }

    /// Number of turns.
    pub const fn turns(&self) -> u8 {
        match (self.players, self.length) {
            (3, Length::Normal) => 4,
            (3, Length::Long) => 8,
            (_, Length::Normal) => 6,
            (_, Length::Long) => 9,
        }
    }

    /// Whether the Houses are scored after this turn.
    pub const fn scores_after(&self, turn: u8) -> bool {
        turn.is_multiple_of(if self.players == 3 { 4 } else { 3 })
    }

    /// Whether Majors can be drawn in this turn.
    pub const fn majors_in(&self, turn: u8) -> bool {
        match self.majors {
            Majors::Full => true,
            Majors::FromTurn3 => turn >= 3,
            Majors::None => false,
        }
    }

    /// Whether phase A of this turn lets seats choose what to draw.
    pub const fn draw_is_chosen(&self, turn: u8) -> bool {
        match self.majors {
            Majors::Full => turn > 1,
            Majors::FromTurn3 => turn > 3,
            Majors::None => false,
        }
    }

    /// What each seat draws in a phase A without a choice: Minors, Majors.
    pub const fn dealt(&self, turn: u8) -> (u8, u8) {
        match (self.majors, turn) {
            (Majors::Full, 1) => (4, 1),
            (_, 1) => (4, 0),
            (Majors::FromTurn3, 3) => (3, 1),
            _ => (3, 0),
        }
    }
}
