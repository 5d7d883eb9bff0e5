//! What is asked now and what is still to happen: a small stack of steps, all of them public.

use super::action::Kind;
use super::cards::{Card, House};
use crate::{Seat, kit};

/// One step of the agenda. Steps that ask are named after what they ask; the others run by
/// themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields are explained with their variants")]
pub enum Step {
    /// Phase A: `left` seats are still to draw, the last of the table counted from the first
    /// player.
    DrawPhase { left: u8 },
    /// Asks `seat` what to draw in phase A.
    ChooseDraw { seat: Seat },
    /// Asks `seat` to discard to the hand limit, if it is over it.
    HandLimit { seat: Seat },
    /// Asks every seat with cards to hide a Minor.
    HidePhase,
    /// Phase B: `left` seats are still to be active.
    PlayPhase { left: u8 },
    /// Asks the active seat where its lowest removed figure goes; bits of `taken` (two bytes) are
    /// places already used.
    ReturnFigures { taken: u16 },
    /// The active seat draws a Minor if it holds none.
    EnsureMinor,
    /// Asks the active seat what to play, unless its activation is over.
    Play,
    /// Asks which figure the Minor in play moves (numeral), or where to (court card).
    MoveByMinor,
    /// Asks which figure a joker move takes, if any can move, and where to.
    Joker,
    /// The card in play goes to its discard pile.
    CardDone,
    /// `seat` draws, in one instruction, then meets the hand limit.
    Draw { seat: Seat, minors: u8, majors: u8 },
    /// The active seat gains `points` VP.
    Gain { points: u8 },
    /// Asks the active seat what to draw in the Artisan District.
    Artisan,
    /// Harbour: asks the seats after the active one in turn; `answered` have, and drew `drawn`
    /// cards.
    Harbour { answered: u8, drawn: u8 },
    /// Asks the active seat about the Market.
    Market,
    /// Asks the active seat about the next House in the Fields.
    Fields { house: House },
    /// Asks the active seat about the Cathedral.
    Cathedral,
    /// Asks the active seat to hide a Minor or not.
    MayHide,
    /// Asks the active seat for the House that gains `by`.
    RaiseHouse { by: u8 },
    /// Empress: asks for the House that gains 1, then for another that loses 1.
    RaiseThenLower,
    /// Empress: asks for the House that loses 1.
    LowerHouse { not: House },
    /// Asks every other seat to discard a card.
    OthersDiscard,
    /// Asks all to hide: the active seat up to two, others up to one.
    HideSome,
    /// Asks all for the cards to pass left.
    GiveTwo,
    /// Asks the active seat what Death takes.
    Death,
    /// Asks the active seat what Temperance exchanges.
    Exchange,
    /// Asks the active seat where the Tower goes.
    LayTower,
    /// Asks the active seat which figures Judgement takes.
    RemoveFigures,
    /// Moon: `left` seats are still to draw.
    MoonDraw { left: u8 },
    /// Asks every other seat which hidden cards to turn up.
    TurnUp,
    /// Scoring, at the `next` House by place (0..4); regular or World's; the hidden Fool's House
    /// once it has one.
    Scoring { reduced: bool, next: u8, fool: Option<House> },
    /// Asks the owner of the hidden Fool for its House.
    FoolHouse { reduced: bool, next: u8 },
    /// Phase C is over: the game ends or the next turn begins.
    TurnOver,
}

impl Step {
    /// The kind of decision that this step puts to the active seat or to several; `None` for steps
    /// that ask nothing. `playing` distinguishes a numeral's move from a court card's.
    pub fn kind(self, playing: Option<Card>) -> Option<Kind> {
        Some(match self {
            Step::ChooseDraw { .. } => Kind::Draw,
            Step::HandLimit { .. } => Kind::DiscardToLimit,
            Step::HidePhase => Kind::HideOne,
            Step::ReturnFigures { .. } => Kind::ReturnFigure,
            Step::Play => Kind::Play,
            Step::MoveByMinor => match playing.and_then(Card::figure) {
                Some(_) => Kind::ChooseLocation,
                None => Kind::ChooseFigure,
            },
            Step::Joker => Kind::ChooseFigure,
            Step::Artisan => Kind::Artisan,
            Step::Harbour { .. } => Kind::Harbour,
            Step::Market => Kind::Market,
            Step::Fields { .. } => Kind::Fields,
            Step::Cathedral => Kind::Cathedral,
            Step::MayHide => Kind::MayHide,
            Step::RaiseHouse { .. } | Step::RaiseThenLower => Kind::RaiseHouse,
            Step::LowerHouse { .. } => Kind::LowerHouse,
            Step::OthersDiscard => Kind::DiscardOne,
            Step::HideSome => Kind::HideSome,
            Step::GiveTwo => Kind::GiveTwo,
            Step::Death => Kind::Death,
            Step::Exchange => Kind::Exchange,
            Step::LayTower => Kind::LayTower,
            Step::RemoveFigures => Kind::RemoveFigures,
            Step::TurnUp => Kind::TurnUp,
            Step::FoolHouse { .. } => Kind::FoolHouse,
            Step::DrawPhase { .. }
            | Step::PlayPhase { .. }
            | Step::EnsureMinor
            | Step::CardDone
            | Step::Gain { .. }
            | Step::Draw { .. }
            | Step::MoonDraw { .. }
            | Step::Scoring { .. }
            | Step::TurnOver => return None,
        })
    }
}

/// The steps still to come; the last one is next.
pub type Agenda = kit::Agenda<Step>;

impl kit::Step for Step {
    const FILLER: Step = Step::TurnOver;
}
