//! Answers and their stable numbers.

use super::cards::{Card, Guild, LOCATIONS_FROM, OPERATIVES, Objective, PLAYER_CARDS};
use super::zone::Zone;
use crate::{ActionCode, Seat, kit};
use core::fmt;

/// An answer to a decision. Ordered by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Nothing more.
    Done,
    /// The stake that was won goes to the own resource pile.
    ToPile,
    /// The stake that was won goes under the base, out of the deck.
    UnderBase,
    /// This zone.
    Zone(Zone),
    /// This seat's hand (raid).
    Seat(Seat),
    /// Play this guild.
    Guild(Guild),
    /// Keep this objective.
    Objective(Objective),
    /// Lay this card on the own resource pile.
    Discard(Card),
    /// Place this operative: its zone comes next.
    Place(Card),
    /// Bribe with this relic: the zone and the operatives come next.
    Bribe(Card),
    /// Call the militia with this relic; its zone is asked for once its card has been seen.
    Muster(Card),
    /// Enact this location: what its effect needs comes next.
    Enact(Card),
    /// Pick this operative, or a relic that is retrieved.
    Pick(Card),
}

/// Action codes lie in `0..ACTION_SPACE`.
///
/// | codes | action |
/// | --- | --- |
/// | 0, 1, 2 | Done, ToPile, UnderBase |
/// | 8..13 | Zone |
/// | 16..20 | Seat |
/// | 24..28 | Guild |
/// | 32..43 | Objective |
/// | 64 + card | Discard, any player card |
/// | 200 + card | Place, an operative |
/// | 280 + card - 73 | Bribe, a relic |
/// | 312 + card - 73 | Muster, a relic |
/// | 344 + card - 101 | Enact, a location |
/// | 376 + card | Pick, an operative or a relic |
pub const ACTION_SPACE: u32 = 480;

const ZONES_AT: u32 = 8;
const SEATS_AT: u32 = 16;
const GUILDS_AT: u32 = 24;
const OBJECTIVES_AT: u32 = 32;
const DISCARD: u32 = 64;
const PLACE: u32 = 200;
const BRIBE: u32 = 280;
const MUSTER: u32 = 312;
const ENACT: u32 = 344;
const PICK: u32 = 376;
const RELICS_FROM: u32 = OPERATIVES as u32;
const LOCATIONS: u32 = LOCATIONS_FROM as u32;

impl Action {
    /// The action's number.
    pub const fn code(self) -> ActionCode {
        ActionCode(match self {
            Action::Done => 0,
            Action::ToPile => 1,
            Action::UnderBase => 2,
            Action::Zone(zone) => ZONES_AT + zone.number() as u32,
            Action::Seat(seat) => SEATS_AT + seat.number() as u32,
            Action::Guild(guild) => GUILDS_AT + guild as u32,
            Action::Objective(objective) => OBJECTIVES_AT + objective.number() as u32,
            Action::Discard(card) => DISCARD + card.number() as u32,
            Action::Place(card) => PLACE + card.number() as u32,
            Action::Bribe(card) => BRIBE + card.number() as u32 - RELICS_FROM,
            Action::Muster(card) => MUSTER + card.number() as u32 - RELICS_FROM,
            Action::Enact(card) => ENACT + card.number() as u32 - LOCATIONS,
            Action::Pick(card) => PICK + card.number() as u32,
        })
    }

    /// The action with this number.
    pub fn from_code(ActionCode(code): ActionCode) -> Option<Action> {
        let card = |number: u32| Card::player_card(number as u8);
        Some(match code {
            0 => Action::Done,
            1 => Action::ToPile,
            2 => Action::UnderBase,
            ZONES_AT..13 => Action::Zone(Zone::new((code - ZONES_AT) as u8)?),
            SEATS_AT..20 => Action::Seat(Seat::new((code - SEATS_AT) as u8)?),
            GUILDS_AT..28 => Action::Guild(Guild::ALL[(code - GUILDS_AT) as usize]),
            OBJECTIVES_AT..43 => Action::Objective(Objective::new((code - OBJECTIVES_AT) as u8)?),
            DISCARD..193 => Action::Discard(card(code - DISCARD)?),
            PLACE..273 => Action::Place(card(code - PLACE)?),
            BRIBE..308 => Action::Bribe(card(code - BRIBE + RELICS_FROM)?),
            MUSTER..340 => Action::Muster(card(code - MUSTER + RELICS_FROM)?),
            ENACT..372 => Action::Enact(card(code - ENACT + LOCATIONS)?),
            PICK..477 => Action::Pick(card(code - PICK)?),
            _ => return None,
        })
    }

    /// See [`Ruleset::default_rank`](crate::Ruleset::default_rank): an absent seat ends a choice
    /// that it has begun, and discards.
    pub(super) const fn default_rank(self) -> u8 {
        match self {
            Action::Done => 0,
            Action::Discard(_) | Action::ToPile => 1,
            _ => 2,
        }
    }

    /// The card that the action names, if it names one.
    pub const fn card(self) -> Option<Card> {
        match self {
            Action::Discard(card)
            | Action::Place(card)
            | Action::Bribe(card)
            | Action::Muster(card)
            | Action::Enact(card)
            | Action::Pick(card) => Some(card),
            _ => None,
        }
    }
}

// The last codes of Discard, Place and Pick follow from the numbers of cards.
const _: () = assert!(DISCARD + PLAYER_CARDS as u32 == 193 && PLACE + RELICS_FROM == 273);
const _: () = assert!(PICK + LOCATIONS == 477);

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
            Action::Done => f.write_str("nothing more"),
            Action::ToPile => f.write_str("to the resource pile"),
            Action::UnderBase => f.write_str("under the base"),
            Action::Zone(zone) => write!(f, "{zone}"),
            Action::Seat(seat) => write!(f, "{seat}"),
            Action::Guild(guild) => write!(f, "play the {guild}"),
            Action::Objective(objective) => write!(f, "keep {objective}"),
            Action::Discard(card) => write!(f, "discard {card}"),
            Action::Place(card) => write!(f, "place {card}"),
            Action::Bribe(card) => write!(f, "bribe with {card}"),
            Action::Muster(card) => write!(f, "call the militia with {card}"),
            Action::Enact(card) => write!(f, "enact {card}"),
            Action::Pick(card) => write!(f, "pick {card}"),
        }
    }
}
