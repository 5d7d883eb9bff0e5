//! Answers, the kinds of decision that they answer, and their stable numbers.

use super::cards::{Card, Figure, House, Location, LocationSet};
use crate::{ActionCode, kit};
use core::fmt;

/// An answer to a decision. Ordered by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Nothing, no, no more, wait, or leave the House as it is.
    Pass,
    /// End the activation.
    End,
    /// Draw Minors: three in phase A, two in the Artisan District and the Cathedral, one in the
    /// Harbour.
    DrawMinors,
    /// Draw one Major: in phase A and in the Artisan District.
    DrawMajor,
    /// Hide the Fool, as the Major play of this activation.
    HideFool,
    /// The House gains 1 prestige (Fields).
    Raise,
    /// The House loses 1 prestige (Fields).
    Lower,
    /// This House.
    House(House),
    /// This location: where a figure goes.
    Location(Location),
    /// This figure: which one moves, or leaves the board.
    Figure(Figure),
    /// Play this card.
    Play(Card),
    /// Hide this Minor.
    Hide(Card),
    /// Discard this card.
    Discard(Card),
    /// Pass this card to the left (Wheel).
    Give(Card),
    /// Take this card from the hidden row into the hand (Temperance).
    Take(Card),
    /// Put this card from the hand into the hidden row (Temperance).
    Put(Card),
    /// Turn this hidden card face up (Sun).
    TurnUp(Card),
    /// Lay the Tower over these locations.
    Cover(LocationSet),
}

/// Action codes lie in `0..ACTION_SPACE`.
///
/// | codes | action |
/// | --- | --- |
/// | 0..7 | Pass, End, DrawMinors, DrawMajor, HideFool, Raise, Lower |
/// | 8..12 | House, in suit order |
/// | 16..26 | Location 1..10 |
/// | 32..48 | Figure, `4 * suit + rank` |
/// | 128 + card | Play |
/// | 256 + card | Hide |
/// | 384 + card | Discard |
/// | 512 + card | Give |
/// | 640 + card | Take |
/// | 768 + card | Put |
/// | 896 + card | TurnUp |
/// | 1024 + mask | Cover (bit 0 is location 1) |
pub const ACTION_SPACE: u32 = 2048;

const HOUSES: u32 = 8;
const PLACES: u32 = 16;
const FIGURES: u32 = 32;
const BLOCK: u32 = 128;
const COVERS: u32 = 1024;

impl Action {
    /// The action's number.
    pub const fn code(self) -> ActionCode {
        ActionCode(match self {
            Action::Pass => 0,
            Action::End => 1,
            Action::DrawMinors => 2,
            Action::DrawMajor => 3,
            Action::HideFool => 4,
            Action::Raise => 5,
            Action::Lower => 6,
            Action::House(house) => HOUSES + house as u32,
            Action::Location(location) => PLACES + location.index() as u32,
            Action::Figure(figure) => FIGURES + figure.number() as u32,
            Action::Play(card) => BLOCK + card.number() as u32,
            Action::Hide(card) => 2 * BLOCK + card.number() as u32,
            Action::Discard(card) => 3 * BLOCK + card.number() as u32,
            Action::Give(card) => 4 * BLOCK + card.number() as u32,
            Action::Take(card) => 5 * BLOCK + card.number() as u32,
            Action::Put(card) => 6 * BLOCK + card.number() as u32,
            Action::TurnUp(card) => 7 * BLOCK + card.number() as u32,
            Action::Cover(set) => COVERS + set.bits() as u32,
        })
    }

    /// See [`Ruleset::default_rank`](crate::Ruleset::default_rank): first what changes least.
    pub(super) const fn default_rank(self) -> u8 {
        match self {
            Action::Pass => 0,
            Action::End => 1,
            Action::DrawMinors => 2,
            Action::DrawMajor => 3,
            _ => 4,
        }
    }

    /// The action with this number.
    pub fn from_code(code: ActionCode) -> Option<Action> {
        let code = code.0;
        if code >= COVERS {
            let mask = u16::try_from(code - COVERS).ok()?;
            return LocationSet::from_bits(mask).map(Action::Cover);
        }
        if code >= BLOCK {
            let card = Card::new((code % BLOCK) as u8)?;
            return Some(match code / BLOCK {
                1 => Action::Play(card),
                2 => Action::Hide(card),
                3 => Action::Discard(card),
                4 => Action::Give(card),
                5 => Action::Take(card),
                6 => Action::Put(card),
                _ => Action::TurnUp(card),
            });
        }
        Some(match code {
            0 => Action::Pass,
            1 => Action::End,
            2 => Action::DrawMinors,
            3 => Action::DrawMajor,
            4 => Action::HideFool,
            5 => Action::Raise,
            6 => Action::Lower,
            8..12 => Action::House(House::ALL[(code - HOUSES) as usize]),
            16..26 => Action::Location(Location::numbered((code - PLACES) as u8 + 1)?),
            32..48 => Action::Figure(Figure::numbered((code - FIGURES) as u8)?),
            _ => return None,
        })
    }
}

impl kit::Action for Action {
    fn code(self) -> ActionCode {
        Action::code(self)
    }

    fn from_code(code: ActionCode) -> Option<Action> {
        Action::from_code(code)
    }

    fn default_rank(self) -> u8 {
        Action::default_rank(self)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("pass"),
            Action::End => f.write_str("end the activation"),
            Action::DrawMinors => f.write_str("draw Minors"),
            Action::DrawMajor => f.write_str("draw a Major"),
            Action::HideFool => f.write_str("hide the Fool"),
            Action::Raise => f.write_str("raise the House"),
            Action::Lower => f.write_str("lower the House"),
            Action::House(house) => write!(f, "House of {house}"),
            Action::Location(location) => write!(f, "to {location}"),
            Action::Figure(figure) => write!(f, "figure {figure}"),
            Action::Play(card) => write!(f, "play {card}"),
            Action::Hide(card) => write!(f, "hide {card}"),
            Action::Discard(card) => write!(f, "discard {card}"),
            Action::Give(card) => write!(f, "pass on {card}"),
            Action::Take(card) => write!(f, "take back {card}"),
            Action::Put(card) => write!(f, "put in {card}"),
            Action::TurnUp(card) => write!(f, "turn up {card}"),
            Action::Cover(set) => {
                f.write_str("cover")?;
                if set.is_empty() {
                    return f.write_str(" nothing");
                }
                set.iter().try_for_each(|location| write!(f, " {}", location.number()))
            }
        }
    }
}

crate::kit::listed! {
    /// The kinds of decision, with the answers that they take and the longest legal list that each
    /// can have.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[repr(u8)]
    pub enum Kind {
        /// Phase A: DrawMinors (three) or DrawMajor. At most 2.
        Draw = 1,
        /// Over the hand limit of 7: Discard, one card at a time in canonical order. At most 11.
        DiscardToLimit,
        /// Phase A, together: Hide one Minor; Pass only without one. At most 7.
        HideOne,
        /// Play a card, HideFool or End. At most 9.
        Play,
        /// Which Figure moves; Pass where the move is optional. At most 17.
        ChooseFigure,
        /// The Location that the figure goes to. At most 9.
        ChooseLocation,
        /// Artisan District: DrawMinors (two) or DrawMajor. At most 2.
        Artisan,
        /// Harbour, another seat: DrawMinors (one) or Pass. At most 2.
        Harbour,
        /// Market: Discard a Minor for two, a Major for another, or Pass. At most 8.
        Market,
        /// Fields, House by House: Raise, Lower or Pass. At most 3.
        Fields,
        /// Cathedral: Hide a Minor, DrawMinors (two) or Pass. At most 9.
        Cathedral,
        /// Hide one Minor or Pass. At most 8.
        MayHide,
        /// Discard one card; together with the others who are asked. At most 7.
        DiscardOne,
        /// The House that gains. At most 4.
        RaiseHouse,
        /// Empress: the House that loses 1, not the one that gained. At most 3.
        LowerHouse,
        /// Hermit and Moon, together: Hide up to two (the active seat) or one, in canonical order;
        /// Pass for no more. At most 8.
        HideSome,
        /// Wheel, together: Give two cards, in canonical order. At most 7.
        GiveTwo,
        /// Death: Discard one or two Minors, in canonical order; Pass for no more. At most 7.
        Death,
        /// Temperance: Take one or two from the row in canonical order, Pass for no more, then Put
        /// as many. At most 58.
        Exchange,
        /// Tower: Cover a placement of the board. At most 256; 40 on the built-in board.
        LayTower,
        /// Judgement: three Figures, in canonical order. At most 16.
        RemoveFigures,
        /// The Location that a removed figure comes back to. At most 10.
        ReturnFigure,
        /// Sun, together: TurnUp three hidden cards, in canonical order. At most 57.
        TurnUp,
        /// The House that the hidden Fool counts for; Pass to wait (House by House only). At most
        /// 4.
        FoolHouse,
    }
}

impl Kind {
    /// The longest legal list that a decision of this kind can have.
    pub const fn legal_max(self) -> usize {
        match self {
            Kind::Draw | Kind::Artisan | Kind::Harbour => 2,
            Kind::Fields | Kind::LowerHouse => 3,
            Kind::RaiseHouse | Kind::FoolHouse => 4,
            Kind::HideOne | Kind::DiscardOne | Kind::GiveTwo | Kind::Death => 7,
            Kind::Market | Kind::MayHide | Kind::HideSome => 8,
            Kind::Play | Kind::ChooseLocation | Kind::Cathedral => 9,
            Kind::ReturnFigure => 10,
            Kind::DiscardToLimit => 11,
            Kind::RemoveFigures => 16,
            Kind::ChooseFigure => 17,
            Kind::TurnUp => 57,
            Kind::Exchange => 58,
            Kind::LayTower => 256,
        }
    }
}
