//! What is asked now and what is still to happen.

use super::kind::Kind;
use super::zone::Zone;
use crate::{Seat, kit};

/// One step of the agenda. Some ask seats, the others run by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "fields are named after what they hold; the variants are documented"
)]
pub enum Step {
    /// Asks a seat for its guild.
    Guild { seat: Seat },
    /// Piles are shuffled and laid out, objectives are dealt.
    Deal,
    /// Asks all seats together which objectives they keep.
    Objectives,
    /// A round begins: all seats draw.
    Round { round: u8 },
    /// The turn of `seat`, or of the next one clockwise that holds cards; if there is none the
    /// struggles begin.
    Turn { seat: Seat },
    /// Asks a seat for an action.
    Act { seat: Seat },
    /// Asks a seat where its militia card goes.
    Muster { seat: Seat },
    /// Asks a seat for another zone to look at, if there is one besides `first`.
    PeekAgain { seat: Seat, first: Zone },
    /// The location in use goes to the resource pile of `seat`.
    EffectOver { seat: Seat },
    /// Asks a seat where the stake that it has won goes.
    Keep { seat: Seat, zone: Zone },
    /// A zone turns up a card.
    TurnUp { zone: Zone },
    /// The struggle at this index of the order is settled.
    Struggle { index: u8 },
    /// The round is over, or the game.
    RoundOver,
}

impl Step {
    /// The kind of decision that this step puts to seats, as all viewers see it; `None` for steps
    /// without a decision.
    pub const fn kind(self) -> Option<Kind> {
        Some(match self {
            Step::Guild { .. } => Kind::Guild,
            Step::Objectives => Kind::Objectives,
            Step::Act { .. } => Kind::Act,
            Step::Muster { .. } => Kind::Muster,
            Step::PeekAgain { .. } => Kind::Peek,
            Step::Keep { .. } => Kind::Keep,
            Step::Deal
            | Step::Round { .. }
            | Step::Turn { .. }
            | Step::EffectOver { .. }
            | Step::TurnUp { .. }
            | Step::Struggle { .. }
            | Step::RoundOver => return None,
        })
    }
}

/// The steps still to come; the last one is next.
pub type Agenda = kit::Agenda<Step>;

impl kit::Step for Step {
    const FILLER: Step = Step::RoundOver;
}
