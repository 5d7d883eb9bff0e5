//! The agenda. Fields that a kind of step doesn't use are not read.

use super::{InField, Result, invalid, known, of_game, pb};
use crate::wire::convert::{byte, each};
use hierophant_rules::{
    arcanoid::{
        agenda::{Agenda, Draw, Step},
        cards::CARDS,
    },
    kit::AGENDA_MAX,
};
use pb::{StepKind, draw_to::To};

/// The agenda, the next step last.
pub(super) fn agenda(messages: &[pb::Step], players: u8) -> Result<Agenda> {
    let steps = each(messages, AGENDA_MAX, |message| step(message, players))?;
    known(Agenda::from_steps(&steps), || "too long".to_owned())
}

fn step(message: &pb::Step, players: u8) -> Result<Step> {
    let left = || byte(message.left, CARDS).in_field("left");
    let to = || draw(message.to.as_ref(), players).in_field("to");
    let on = || message.on.map(|number| of_game(number, players)).transpose().in_field("on");
    Ok(match StepKind::try_from(message.kind).unwrap_or_default() {
        StepKind::Unspecified => return invalid(format!("{} is no kind of step", message.kind)).in_field("kind"),
        StepKind::Act => Step::Act,
        StepKind::Steal => Step::Steal,
        StepKind::Place => Step::Place,
        StepKind::Look => Step::Look,
        StepKind::Reveal => Step::Reveal,
        StepKind::LayReserve => Step::LayReserve,
        StepKind::Extend => Step::Extend { on: on()? },
        StepKind::Hang => Step::Hang,
        StepKind::Block => Step::Block,
        StepKind::Destroy => Step::Destroy,
        StepKind::Call => Step::Call { left: left()?, majors: message.majors },
        StepKind::Judge => Step::Judge,
        StepKind::Wheel => Step::Wheel,
        StepKind::Fill => Step::Fill { to: to()? },
        StepKind::Draw => Step::Draw { to: to()?, left: left()? },
        StepKind::Vote => Step::Vote { answered: byte(message.answered, players).in_field("answered")? },
        StepKind::CardDone => Step::CardDone,
        StepKind::Refill => Step::Refill,
        StepKind::TurnOver => Step::TurnOver,
        StepKind::ExtraTurn => Step::ExtraTurn,
        StepKind::NextTurn => Step::NextTurn,
    })
}

fn draw(message: Option<&pb::DrawTo>, players: u8) -> Result<Draw> {
    Ok(match message.and_then(|message| message.to.as_ref()) {
        None => return invalid("missing"),
        Some(To::Fill(number)) => Draw::Fill(of_game(*number, players).in_field("fill")?),
        Some(To::Hand(number)) => Draw::Hand(of_game(*number, players).in_field("hand")?),
        Some(To::Pool(pb::JusticePool {})) => Draw::Pool,
    })
}
