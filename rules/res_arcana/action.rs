//! Answers and their stable numbers.

use super::cards::{Essence, Face, FaceKind};
use crate::{ActionCode, Seat, kit};
use core::fmt;

/// An answer to a decision. Ordered by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// No more moves in this round.
    Pass,
    /// Nothing is straightened or placed; the Statue isn't used.
    Decline,
    /// The whole store goes into the pool.
    Take,
    /// The store stays.
    Leave,
    /// The Cursed Forge is paid for.
    Pay,
    /// The Cursed Forge is turned.
    Turn,
    /// The life loss takes its course.
    Suffer,
    /// What the attacking card offers instead.
    Alternative,
    /// Look at the own deck.
    OwnDeck,
    /// Look at the monument deck.
    MonumentDeck,
    /// Claim the top card of the monument deck, unseen.
    ClaimTop,
    /// One essence of this type.
    Essence(Essence),
    /// This order of the cards looked at: `ORDERS[i]`.
    Order(u8),
    /// This seat.
    Seat(Seat),
    /// Two essences: `PAIRS[i]`.
    Pair(u8),
    /// So many.
    Amount(u8),
    /// This face.
    Choose(Face),
    /// Place this artefact of the hand.
    Place(Face),
    /// Discard this artefact of the hand for income.
    Discard(Face),
    /// Claim this monument of the display.
    ClaimMonument(Face),
    /// Claim this place of power.
    ClaimPlace(Face),
    /// Use power 1 or 2 of this component.
    Use(Face, u8),
}

/// Action codes lie in `0..ACTION_SPACE`.
///
/// | codes | action |
/// | --- | --- |
/// | 0..11 | Pass, Decline, Take, Leave, Pay, Turn, Suffer, Alternative, OwnDeck, MonumentDeck, ClaimTop |
/// | 16 + type | Essence |
/// | 24 + i | Order |
/// | 32 + seat | Seat |
/// | 40 + i | Pair |
/// | 64 + n | Amount, 0..=99 |
/// | 168 + face | Choose |
/// | 248 + face | Place, artefacts |
/// | 288 + face | Discard, artefacts |
/// | 328 + (face - 58) | ClaimMonument |
/// | 340 + (face - 68) | ClaimPlace |
/// | 352 + 2 * face + (n - 1) | Use |
pub const ACTION_SPACE: u32 = 512;

const ESSENCE: u32 = 16;
const ORDER: u32 = 24;
const SEAT: u32 = 32;
const PAIR: u32 = 40;
const AMOUNT: u32 = 64;
const CHOOSE: u32 = 168;
const PLACE: u32 = 248;
const DISCARD: u32 = 288;
const CLAIM_MONUMENT: u32 = 328;
const CLAIM_PLACE: u32 = 340;
const USE: u32 = 352;
const MONUMENT: u32 = 58;
const PLACE_OF_POWER: u32 = 68;

/// The pairs of essences, in the order of their codes.
pub const PAIRS: [(Essence, Essence); 15] = {
    let mut pairs = [(Essence::Elan, Essence::Elan); 15];
    let (mut i, mut one) = (0, 0);
    while one < 5 {
        let mut other = one;
        while other < 5 {
            pairs[i] = (Essence::ALL[one], Essence::ALL[other]);
            i += 1;
            other += 1;
        }
        one += 1;
    }
    pairs
};

/// The orders of three cards looked at: which of them, counted from the top, comes first, second
/// and third.
pub const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl Action {
    /// The action's number.
    pub const fn code(self) -> ActionCode {
        ActionCode(match self {
            Action::Pass => 0,
            Action::Decline => 1,
            Action::Take => 2,
            Action::Leave => 3,
            Action::Pay => 4,
            Action::Turn => 5,
            Action::Suffer => 6,
            Action::Alternative => 7,
            Action::OwnDeck => 8,
            Action::MonumentDeck => 9,
            Action::ClaimTop => 10,
            Action::Essence(essence) => ESSENCE + essence as u32,
            Action::Order(i) => ORDER + i as u32,
            Action::Seat(seat) => SEAT + seat.number() as u32,
            Action::Pair(i) => PAIR + i as u32,
            Action::Amount(count) => AMOUNT + count as u32,
            Action::Choose(face) => CHOOSE + face.number() as u32,
            Action::Place(face) => PLACE + face.number() as u32,
            Action::Discard(face) => DISCARD + face.number() as u32,
            Action::ClaimMonument(face) => CLAIM_MONUMENT + face.number() as u32 - MONUMENT,
            Action::ClaimPlace(face) => CLAIM_PLACE + face.number() as u32 - PLACE_OF_POWER,
            Action::Use(face, power) => USE + 2 * face.number() as u32 + power as u32 - 1,
        })
    }

    /// The action with this number.
    pub fn from_code(code: ActionCode) -> Option<Action> {
        let code = code.0;
        let face = |first: u32| Face::new((code - first) as u8);
        Some(match code {
            0 => Action::Pass,
            1 => Action::Decline,
            2 => Action::Take,
            3 => Action::Leave,
            4 => Action::Pay,
            5 => Action::Turn,
            6 => Action::Suffer,
            7 => Action::Alternative,
            8 => Action::OwnDeck,
            9 => Action::MonumentDeck,
            10 => Action::ClaimTop,
            16..21 => Action::Essence(Essence::ALL[(code - ESSENCE) as usize]),
            24..30 => Action::Order((code - ORDER) as u8),
            32..36 => Action::Seat(Seat::new((code - SEAT) as u8)?),
            40..55 => Action::Pair((code - PAIR) as u8),
            64..164 => Action::Amount((code - AMOUNT) as u8),
            168..246 => Action::Choose(face(CHOOSE)?),
            248..288 => Action::Place(face(PLACE)?),
            288..328 => Action::Discard(face(DISCARD)?),
            328..338 => Action::ClaimMonument(face(CLAIM_MONUMENT - MONUMENT)?),
            340..350 => Action::ClaimPlace(face(CLAIM_PLACE - PLACE_OF_POWER)?),
            352..508 => {
                let (face, power) =
                    (Face::new(((code - USE) / 2) as u8)?, ((code - USE) % 2) as u8 + 1);
                face.data().powers.get(usize::from(power) - 1)?;
                Action::Use(face, power)
            }
            _ => return None,
        })
    }

    /// The face that the action names, if it names one.
    pub const fn face(self) -> Option<Face> {
        match self {
            Action::Choose(face)
            | Action::Place(face)
            | Action::Discard(face)
            | Action::ClaimMonument(face)
            | Action::ClaimPlace(face)
            | Action::Use(face, _) => Some(face),
            _ => None,
        }
    }
}

impl kit::Action for Action {
    fn code(self) -> ActionCode {
        Action::code(self)
    }

    fn from_code(code: ActionCode) -> Option<Action> {
        Action::from_code(code)
    }

    /// First what changes least.
    fn default_rank(self) -> u8 {
        match self {
            Action::Pass | Action::Decline | Action::Leave | Action::Turn | Action::Suffer => 0,
            _ => 1,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("pass"),
            Action::Decline => f.write_str("decline"),
            Action::Take => f.write_str("take the store"),
            Action::Leave => f.write_str("leave the store"),
            Action::Pay => f.write_str("pay for the Forge"),
            Action::Turn => f.write_str("turn the Forge"),
            Action::Suffer => f.write_str("suffer"),
            Action::Alternative => f.write_str("take the alternative"),
            Action::OwnDeck => f.write_str("the own deck"),
            Action::MonumentDeck => f.write_str("the monument deck"),
            Action::ClaimTop => f.write_str("claim the top of the monument deck"),
            Action::Essence(essence) => write!(f, "{essence}"),
            Action::Order(i) => {
                f.write_str("order")?;
                ORDERS
                    .get(usize::from(*i))
                    .into_iter()
                    .flatten()
                    .try_for_each(|card| write!(f, " {}", card + 1))
            }
            Action::Seat(seat) => write!(f, "{seat}"),
            Action::Pair(i) => match PAIRS.get(usize::from(*i)) {
                Some((one, other)) => write!(f, "{one} and {other}"),
                None => f.write_str("no pair"),
            },
            Action::Amount(count) => write!(f, "{count}"),
            Action::Choose(face) => write!(f, "{face}"),
            Action::Place(face) => write!(f, "place {face}"),
            Action::Discard(face) => write!(f, "discard {face}"),
            Action::ClaimMonument(face) | Action::ClaimPlace(face) => write!(f, "claim {face}"),
            Action::Use(face, power) if face.data().powers.len() > 1 => {
                write!(f, "use {face}, power {power}")
            }
            Action::Use(face, _) => match face.kind() {
                FaceKind::Mage => write!(f, "use the {face}"),
                _ => write!(f, "use {face}"),
            },
        }
    }
}
