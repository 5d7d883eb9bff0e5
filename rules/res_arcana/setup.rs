//! What a creator may ask for.

use super::cards::{Face, FaceSet};
use crate::{Seat, kit};
use alloc::vec::Vec;
use core::fmt;

/// Fewest seats.
pub const SEATS_MIN: u8 = 2;
/// Maximum number of seats.
pub const SEATS_MAX: u8 = 4;
/// Seats of the largest table, as the length of arrays by seat.
pub(super) const N: usize = SEATS_MAX as usize;
/// Artefacts that a seat begins with.
pub const DECK: u8 = 8;
/// Artefacts that lie open in an open draft.
pub const OPEN: u8 = 16;
/// Cards of a draft's packet.
pub const PACKET: u8 = 4;
/// Cards of an opening hand.
pub const OPENING_HAND: u8 = 3;
/// So many points at a check end the game.
pub const POINTS_TO_WIN: u16 = 10;
/// What a Golden Statue adds to a check.
pub const STATUE_POINTS: u16 = 3;
/// After this round's check the game ends whatever the points.
pub const ROUNDS_MAX: u8 = 30;
/// After so many moves in a round a seat can only pass.
pub const MOVES_MAX: u8 = 100;

/// How mages and artefacts come to the seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deal {
    /// Two mages and eight artefacts to each seat.
    Normal,
    /// A starter set to each seat, and five artefacts that it doesn't see.
    Discovery,
    /// Two mages to each seat; artefacts are drafted from packets of four.
    Draft,
    /// For two: mages by seat; the seats pick in turn from sixteen open artefacts.
    OpenDraft {
        /// By seat.
        mages: Vec<Face>,
        /// Sixteen.
        artefacts: Vec<Face>,
    },
    /// Mages and decks by seat.
    Given {
        /// By seat.
        mages: Vec<Face>,
        /// By seat, eight artefacts each.
        decks: Vec<Vec<Face>>,
    },
}

/// Which sides of the five tiles are in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Drawn for each tile.
    Random,
    /// All suns.
    Sun,
}

/// Who is the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Drawn by the seed.
    Drawn,
    /// This seat.
    Seat(Seat),
    /// Whom this seat names.
    ChosenBy(Seat),
}

/// What a creator asks for, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Number of seats, 2..=4.
    pub players: u8,
    /// How cards are dealt.
    pub deal: Deal,
    /// The places of power; if `None`, all suns with [`Deal::Discovery`], otherwise drawn.
    pub places: Option<Places>,
    /// The first player.
    pub first: First,
}

impl Default for Setup {
    /// Four players, the normal deal, places and first player drawn.
    fn default() -> Setup {
        Setup { players: 4, deal: Deal::Normal, places: None, first: First::Drawn }
    }
}

/// One reason to refuse a setup; displays as `field: reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// Not 2..=4 players.
    Players(u8),
    /// An open draft is for two.
    OpenDraftPlayers(u8),
    /// The first player, or who names it, isn't a seat of this game.
    FirstPlayer(Seat),
    /// Not one mage for each seat, all different.
    Mages,
    /// Not sixteen artefacts, all different.
    OpenArtefacts,
    /// Not eight artefacts for each seat, all different.
    Decks,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Players(count) => {
                write!(f, "players: a game has {SEATS_MIN} to {SEATS_MAX} players, not {count}")
            }
            Defect::OpenDraftPlayers(count) => {
                write!(f, "players: an open draft is for 2 players, not {count}")
            }
            Defect::FirstPlayer(seat) => write!(f, "first_player: there is no {seat} in this game"),
            Defect::Mages => f.write_str("mages: name one mage for each seat, all different"),
            Defect::OpenArtefacts => write!(f, "artefacts: name {OPEN} artefacts, all different"),
            Defect::Decks => write!(f, "decks: name {DECK} artefacts for each seat, all different"),
        }
    }
}

/// Whether these are `count` different faces of `kind`.
fn are_different<'a>(
    faces: impl IntoIterator<Item = &'a Face>,
    kind: FaceSet,
    count: usize,
) -> bool {
    let (mut set, mut found) = (FaceSet::EMPTY, 0);
    for face in faces {
        set.insert(*face);
        found += 1;
    }
    found == count && usize::from(set.len()) == count && set.is_within(kind)
}

impl kit::Setup for Setup {
    type Defect = Defect;

    fn players(&self) -> u8 {
        self.players
    }

    fn defects(&self) -> Vec<Defect> {
        let mut defects = Vec::new();
        let seats = usize::from(self.players);
        if !(SEATS_MIN..=SEATS_MAX).contains(&self.players) {
            defects.push(Defect::Players(self.players));
        }
        if let First::Seat(seat) | First::ChosenBy(seat) = self.first
            && seat.number() >= self.players
        {
            defects.push(Defect::FirstPlayer(seat));
        }
        if let Deal::OpenDraft { mages, .. } | Deal::Given { mages, .. } = &self.deal
            && !are_different(mages, FaceSet::MAGES, seats)
        {
            defects.push(Defect::Mages);
        }
        match &self.deal {
            Deal::OpenDraft { artefacts, .. } => {
                if self.players != 2 {
                    defects.push(Defect::OpenDraftPlayers(self.players));
                }
                if !are_different(artefacts, FaceSet::ARTEFACTS, usize::from(OPEN)) {
                    defects.push(Defect::OpenArtefacts);
                }
            }
            Deal::Given { decks, .. } => {
                let each_has_eight = decks.iter().all(|deck| deck.len() == usize::from(DECK));
                let all = decks.iter().flatten();
                if decks.len() != seats
                    || !each_has_eight
                    || !are_different(all, FaceSet::ARTEFACTS, seats * usize::from(DECK))
                {
                    defects.push(Defect::Decks);
                }
            }
            _ => {}
        }
        defects
    }
}

impl Setup {
    /// The places of power, with the default filled in.
    pub fn places(&self) -> Places {
        self.places.unwrap_or(if self.deal == Deal::Discovery {
            Places::Sun
        } else {
            Places::Random
        })
    }
}
