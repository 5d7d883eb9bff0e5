//! Answers and their stable numbers.

use super::cards::{Card, Category, Field, FieldSet};
use super::player::Player;
use crate::{ActionCode, kit};
use core::fmt;

/// An answer to a decision. Ordered by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// No theft; no extra turn now.
    Pass,
    /// No extra turn before the owner's next normal turn (Hermit).
    PassOn,
    /// No more cards are picked.
    Done,
    /// The stock shall be renewed.
    Yes,
    /// The stock shall not be renewed.
    No,
    /// Steal the engagement with the Fool.
    Steal,
    /// Steal it for the Devil, whom the seat controls.
    StealForDevil,
    /// Take an extra turn (Hermit).
    TakeTurn,
    /// Strength: one more card, hidden in a hand and face up in the pool or in the Devil's hand.
    ExtendByOne,
    /// Strength: two more cards, face up.
    ExtendByTwo,
    /// Begin to pick one or two cards for the Chariot's reserve, instead of another action.
    AddToReserve,
    /// Discard the Chariot with its whole reserve.
    DiscardReserve,
    /// The engagement takes in the whole reserve.
    UseReserve,
    /// The Justice pool (Hanged Man).
    Pool,
    /// This category (Hierophant).
    Category(Category),
    /// This battlefield (Temperance).
    Field(Field),
    /// Abdicate on this battlefield.
    Abdicate(Field),
    /// Begin an engagement on one or two battlefields: its cards are picked next.
    Engage(FieldSet),
    /// This player (High Priestess, Hanged Man).
    Player(Player),
    /// This player on this battlefield (Tower, Judgement).
    At(Player, Field),
    /// Play this major for its effect.
    Play(Card),
    /// Discard this card.
    Discard(Card),
    /// Pick this card (for an engagement, the Chariot's reserve, or to be discarded to the Wheel).
    Pick(Card),
    /// Call this card (Star, Moon, Sun).
    Call(Card),
}

/// Action codes lie in `0..ACTION_SPACE`.
///
/// | codes | action |
/// | --- | --- |
/// | 0..14 | Pass, PassOn, Done, Yes, No, Steal, StealForDevil, TakeTurn, ExtendByOne, ExtendByTwo, AddToReserve, DiscardReserve, UseReserve, Pool |
/// | 16..22 | Category: swords, staves, cups, coins, majors, Fool |
/// | 24..28 | Field, in suit order |
/// | 28..32 | Abdicate, in suit order |
/// | 32 + mask | Engage (bit 0 is swords; one or two bits) |
/// | 48..59 | Player: seats 0..10, 58 is the Devil |
/// | 64 + 4 * player + field | At (the Devil is player 10) |
/// | 128 + card | Play |
/// | 256 + card | Discard |
/// | 384 + card | Pick |
/// | 512 + card | Call |
pub const ACTION_SPACE: u32 = 640;

/// Codes of one block of cards.
pub(super) const BLOCK: u32 = 128;
pub(super) const CATEGORIES: u32 = 16;
pub(super) const FIELDS_AT: u32 = 24;
pub(super) const ABDICATE: u32 = 28;
pub(super) const ENGAGE: u32 = 32;
pub(super) const PLAYERS_AT: u32 = 48;
pub(super) const AT: u32 = 64;

impl Action {
    /// The action's number.
    pub const fn code(self) -> ActionCode {
        ActionCode(match self {
            Action::Pass => 0,
            Action::PassOn => 1,
            Action::Done => 2,
            Action::Yes => 3,
            Action::No => 4,
            Action::Steal => 5,
            Action::StealForDevil => 6,
            Action::TakeTurn => 7,
            Action::ExtendByOne => 8,
            Action::ExtendByTwo => 9,
            Action::AddToReserve => 10,
            Action::DiscardReserve => 11,
            Action::UseReserve => 12,
            Action::Pool => 13,
            Action::Category(category) => CATEGORIES + category as u32,
            Action::Field(field) => FIELDS_AT + field as u32,
            Action::Abdicate(field) => ABDICATE + field as u32,
            Action::Engage(fields) => ENGAGE + fields.bits() as u32,
            Action::Player(player) => PLAYERS_AT + player.number() as u32,
            Action::At(player, field) => AT + 4 * player.number() as u32 + field as u32,
            Action::Play(card) => BLOCK + card.number() as u32,
            Action::Discard(card) => 2 * BLOCK + card.number() as u32,
            Action::Pick(card) => 3 * BLOCK + card.number() as u32,
            Action::Call(card) => 4 * BLOCK + card.number() as u32,
        })
    }

    /// The action with this number.
    pub fn from_code(code: ActionCode) -> Option<Action> {
        let code = code.0;
        if code >= BLOCK {
            let card = Card::new((code % BLOCK) as u8)?;
            return Some(match code / BLOCK {
                1 => Action::Play(card),
                2 => Action::Discard(card),
                3 => Action::Pick(card),
                4 => Action::Call(card),
                _ => return None,
            });
        }
        Some(match code {
            0 => Action::Pass,
            1 => Action::PassOn,
            2 => Action::Done,
            3 => Action::Yes,
            4 => Action::No,
            5 => Action::Steal,
            6 => Action::StealForDevil,
            7 => Action::TakeTurn,
            8 => Action::ExtendByOne,
            9 => Action::ExtendByTwo,
            10 => Action::AddToReserve,
            11 => Action::DiscardReserve,
            12 => Action::UseReserve,
            13 => Action::Pool,
            16..22 => Action::Category(Category::ALL[(code - CATEGORIES) as usize]),
            24..28 => Action::Field(Field::ALL[(code - FIELDS_AT) as usize]),
            28..32 => Action::Abdicate(Field::ALL[(code - ABDICATE) as usize]),
            32..48 => {
                let fields = FieldSet::from_bits((code - ENGAGE) as u8)?;
                return (1..=2).contains(&fields.len()).then_some(Action::Engage(fields));
            }
            48..59 => Action::Player(Player::new((code - PLAYERS_AT) as u8)?),
            64..108 => {
                let player = Player::new(((code - AT) / 4) as u8)?;
                Action::At(player, Field::ALL[(code % 4) as usize])
            }
            _ => return None,
        })
    }

    /// See [`Ruleset::default_rank`](crate::Ruleset::default_rank): first what changes least. An
    /// absent seat vetoes no renewal of the stock.
    pub(super) const fn default_rank(self) -> u8 {
        match self {
            Action::Pass => 0,
            Action::Done => 1,
            Action::Yes => 2,
            Action::Discard(_) => 3,
            Action::Abdicate(_) => 4,
            _ => 5,
        }
    }

    /// The card that the action names, if it names one.
    pub const fn card(self) -> Option<Card> {
        match self {
            Action::Play(card)
            | Action::Discard(card)
            | Action::Pick(card)
            | Action::Call(card) => Some(card),
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

    fn default_rank(self) -> u8 {
        Action::default_rank(self)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("pass"),
            Action::PassOn => f.write_str("pass until the next own turn"),
            Action::Done => f.write_str("no more cards"),
            Action::Yes => f.write_str("renew the stock"),
            Action::No => f.write_str("let the stock end"),
            Action::Steal => f.write_str("steal the engagement"),
            Action::StealForDevil => f.write_str("steal the engagement for the Devil"),
            Action::TakeTurn => f.write_str("take an extra turn"),
            Action::ExtendByOne => f.write_str("one card more"),
            Action::ExtendByTwo => f.write_str("two open cards more"),
            Action::AddToReserve => f.write_str("add to the reserve"),
            Action::DiscardReserve => f.write_str("discard the Chariot and its reserve"),
            Action::UseReserve => f.write_str("with the whole reserve"),
            Action::Pool => f.write_str("the pool"),
            Action::Category(category) => write!(f, "show {category}"),
            Action::Field(field) => write!(f, "on {field}"),
            Action::Abdicate(field) => write!(f, "abdicate on {field}"),
            Action::Engage(fields) => {
                f.write_str("engage on ")?;
                for (index, field) in fields.iter().enumerate() {
                    write!(f, "{}{field}", if index == 0 { "" } else { " and " })?;
                }
                Ok(())
            }
            Action::Player(player) => write!(f, "{player}"),
            Action::At(player, field) => write!(f, "{player} on {field}"),
            Action::Play(card) => write!(f, "play {card}"),
            Action::Discard(card) => write!(f, "discard {card}"),
            Action::Pick(card) => write!(f, "pick {card}"),
            Action::Call(card) => write!(f, "call {card}"),
        }
    }
}
