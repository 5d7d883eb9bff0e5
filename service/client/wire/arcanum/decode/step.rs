//! The agenda. Fields that a kind of step doesn't use are not read.

use super::{At, Result, house, invalid, known, locations, maybe_house, pb};
use crate::wire::convert::{byte, each, seat};
use hierophant_rules::arcanum::{
    agenda::{AGENDA_MAX, Agenda, Step},
    cards::CARDS,
    public::PRESTIGE_MAX,
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
    let whom = || seat(message.seat, players).at("seat");
    let left = || byte(message.left, players).at("left");
    let next = || byte(message.next, HOUSES).at("next");
    let reduced = message.reduced;
    Ok(match StepKind::try_from(message.kind).unwrap_or_default() {
        StepKind::Unspecified => return invalid(format!("{} is no kind of step", message.kind)).at("kind"),
        StepKind::DrawPhase => Step::DrawPhase { left: left()? },
        StepKind::ChooseDraw => Step::ChooseDraw { seat: whom()? },
        StepKind::HandLimit => Step::HandLimit { seat: whom()? },
        StepKind::HidePhase => Step::HidePhase,
        StepKind::PlayPhase => Step::PlayPhase { left: left()? },
        StepKind::ReturnFigures => Step::ReturnFigures { taken: locations(&message.taken).at("taken")?.bits() },
        StepKind::EnsureMinor => Step::EnsureMinor,
        StepKind::Play => Step::Play,
        StepKind::MoveByMinor => Step::MoveByMinor,
        StepKind::Joker => Step::Joker,
        StepKind::CardDone => Step::CardDone,
        StepKind::Draw => Step::Draw {
            seat: whom()?,
            minors: byte(message.minors, CARDS).at("minors")?,
            majors: byte(message.majors, CARDS).at("majors")?,
        },
        StepKind::Artisan => Step::Artisan,
        StepKind::Harbour => Step::Harbour {
            answered: byte(message.answered, players).at("answered")?,
            drawn: byte(message.drawn, players).at("drawn")?,
        },
        StepKind::Market => Step::Market,
        StepKind::Fields => Step::Fields { house: house(message.house).at("house")? },
        StepKind::Cathedral => Step::Cathedral,
        StepKind::MayHide => Step::MayHide,
        StepKind::RaiseHouse => Step::RaiseHouse { by: byte(message.by, PRESTIGE_MAX).at("by")? },
        StepKind::RaiseThenLower => Step::RaiseThenLower,
        StepKind::LowerHouse => Step::LowerHouse { not: house(message.house).at("house")? },
        StepKind::OthersDiscard => Step::OthersDiscard,
        StepKind::HideSome => Step::HideSome,
        StepKind::GiveTwo => Step::GiveTwo,
        StepKind::Death => Step::Death,
        StepKind::Exchange => Step::Exchange,
        StepKind::LayTower => Step::LayTower,
        StepKind::RemoveFigures => Step::RemoveFigures,
        StepKind::MoonDraw => Step::MoonDraw { left: left()? },
        StepKind::TurnUp => Step::TurnUp,
        StepKind::Scoring => Step::Scoring { reduced, next: next()?, fool: maybe_house(message.fool).at("fool")? },
        StepKind::FoolHouse => Step::FoolHouse { reduced, next: next()? },
        StepKind::Gain => Step::Gain { points: byte(message.points, u8::MAX).at("points")? },
        StepKind::TurnOver => Step::TurnOver,
    })
}
