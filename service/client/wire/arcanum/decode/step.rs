//! The agenda. Fields that a kind of step doesn't use are not read.

use super::{InField, Result, house, invalid, known, locations, maybe_house, pb};
use crate::wire::convert::{byte, each, seat};
use hierophant_rules::{
    arcanum::{
        agenda::{Agenda, Step},
        cards::CARDS,
        public::PRESTIGE_MAX,
    },
    kit::AGENDA_MAX,
};
use pb::StepKind;

/// Houses in the game.
pub(super) const HOUSES: u8 = 4;

/// The agenda, the next step last.
pub(super) fn agenda(messages: &[pb::Step], players: u8) -> Result<Agenda> {
    let steps = each(messages, AGENDA_MAX, |message| step(message, players))?;
    known(Agenda::from_steps(&steps), || "too long".to_owned())
}

fn step(message: &pb::Step, players: u8) -> Result<Step> {
    let whom = || seat(message.seat, players).in_field("seat");
    let left = || byte(message.left, players).in_field("left");
    let next = || byte(message.next, HOUSES).in_field("next");
    let reduced = message.reduced;
    Ok(match StepKind::try_from(message.kind).unwrap_or_default() {
        StepKind::Unspecified => return invalid(format!("{} is no kind of step", message.kind)).in_field("kind"),
        StepKind::DrawPhase => Step::DrawPhase { left: left()? },
        StepKind::ChooseDraw => Step::ChooseDraw { seat: whom()? },
        StepKind::HandLimit => Step::HandLimit { seat: whom()? },
        StepKind::HidePhase => Step::HidePhase,
        StepKind::PlayPhase => Step::PlayPhase { left: left()? },
        StepKind::ReturnFigures => Step::ReturnFigures { taken: locations(&message.taken).in_field("taken")?.bits() },
        StepKind::EnsureMinor => Step::EnsureMinor,
        StepKind::Play => Step::Play,
        StepKind::MoveByMinor => Step::MoveByMinor,
        StepKind::Joker => Step::Joker,
        StepKind::CardDone => Step::CardDone,
        StepKind::Draw => Step::Draw {
            seat: whom()?,
            minors: byte(message.minors, CARDS).in_field("minors")?,
            majors: byte(message.majors, CARDS).in_field("majors")?,
        },
        StepKind::Artisan => Step::Artisan,
        StepKind::Harbour => Step::Harbour {
            answered: byte(message.answered, players).in_field("answered")?,
            drawn: byte(message.drawn, players).in_field("drawn")?,
        },
        StepKind::Market => Step::Market,
        StepKind::Fields => Step::Fields { house: house(message.house).in_field("house")? },
        StepKind::Cathedral => Step::Cathedral,
        StepKind::MayHide => Step::MayHide,
        StepKind::RaiseHouse => Step::RaiseHouse { by: byte(message.by, PRESTIGE_MAX).in_field("by")? },
        StepKind::RaiseThenLower => Step::RaiseThenLower,
        StepKind::LowerHouse => Step::LowerHouse { not: house(message.house).in_field("house")? },
        StepKind::OthersDiscard => Step::OthersDiscard,
        StepKind::HideSome => Step::HideSome,
        StepKind::GiveTwo => Step::GiveTwo,
        StepKind::Death => Step::Death,
        StepKind::Exchange => Step::Exchange,
        StepKind::LayTower => Step::LayTower,
        StepKind::RemoveFigures => Step::RemoveFigures,
        StepKind::MoonDraw => Step::MoonDraw { left: left()? },
        StepKind::TurnUp => Step::TurnUp,
        StepKind::Scoring => {
            Step::Scoring { reduced, next: next()?, fool: maybe_house(message.fool).in_field("fool")? }
        }
        StepKind::FoolHouse => Step::FoolHouse { reduced, next: next()? },
        StepKind::Gain => Step::Gain { points: byte(message.points, u8::MAX).in_field("points")? },
        StepKind::TurnOver => Step::TurnOver,
    })
}
