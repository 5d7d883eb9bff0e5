//! The agenda. Fields that a kind of step doesn't use are not read.

use super::{InField, Result, essence, face, invalid, known, pb, pile};
use crate::wire::convert::{byte, each, seat, set};
use hierophant_rules::{
    kit::AGENDA_MAX,
    res_arcana::{
        agenda::{Agenda, Step, Use},
        cards::{FACES, HELD_MAX},
    },
};
use pb::StepKind;

/// Parts of a power, costs and effects together, and one more when all are done.
const PARTS_MAX: u8 = 6;
/// Most essences in a mix or reductions of a price.
const MIX_MAX: u8 = 16;

/// The agenda, the next step last.
pub(super) fn agenda(messages: &[pb::Step], players: u8) -> Result<Agenda> {
    let steps = each(messages, AGENDA_MAX, |message| step(message, players))?;
    known(Agenda::from_steps(&steps), || "too long".to_owned())
}

fn step(message: &pb::Step, players: u8) -> Result<Step> {
    let sits = || seat(message.seat, players).in_field("seat");
    let face = || face(message.face).in_field("face");
    let count = |most: u8| byte(message.count, most).in_field("count");
    Ok(match StepKind::try_from(message.kind).unwrap_or_default() {
        StepKind::Unspecified => {
            return invalid(format!("{} is no kind of step", message.kind)).in_field("kind");
        }
        StepKind::FirstPlayer => Step::FirstPlayer { by: sits()? },
        StepKind::Deal => Step::Deal,
        StepKind::Draft => Step::Draft,
        StepKind::OpenDraft => Step::OpenDraft,
        StepKind::OpeningHands => Step::OpeningHands,
        StepKind::Mage => Step::Mage,
        StepKind::Item => Step::Item { seat: sits()? },
        StepKind::Round => Step::Round,
        StepKind::Collect => Step::Collect { seat: sits()? },
        StepKind::Stores => Step::Stores { seat: sits()?, from: count(FACES)? },
        StepKind::TakeOrLeave => Step::TakeOrLeave { seat: sits()?, face: face()? },
        StepKind::Mixes => Step::Mixes { seat: sits()?, from: count(FACES)? },
        StepKind::Forge => Step::Forge { seat: sits()?, face: face()? },
        StepKind::Move => Step::Move { seat: sits()? },
        StepKind::NextMove => Step::NextMove { after: sits()? },
        StepKind::PassDraw => Step::PassDraw { seat: sits()? },
        StepKind::Income => Step::Income { seat: sits()? },
        StepKind::PayCard => Step::PayCard { seat: sits()?, card: face()?, less: count(MIX_MAX)? },
        StepKind::Gain => Step::Gain {
            seat: sits()?,
            count: count(MIX_MAX)?,
            types: set(&message.types, essence).in_field("types")?,
        },
        StepKind::Power => match &message.power {
            None => return invalid("missing").in_field("power"),
            Some(power) => Step::Power(used(power, players).in_field("power")?),
        },
        StepKind::LifeLoss => Step::LifeLoss {
            by: seat(message.by, players).in_field("by")?,
            face: face()?,
            victim: sits()?,
        },
        StepKind::Lose => Step::Lose { seat: sits()?, count: count(MIX_MAX)? },
        StepKind::VictimDiscards => Step::VictimDiscards { seat: sits()? },
        StepKind::VictimDestroys => Step::VictimDestroys { seat: sits()? },
        StepKind::Check => Step::Check { ends_round: message.ends_round },
        StepKind::Statue => Step::Statue { seat: sits()? },
        StepKind::Compare => {
            Step::Compare { ends_round: message.ends_round, statue: message.statue }
        }
    })
}

fn used(message: &pb::PowerInUse, players: u8) -> Result<Use> {
    let pb::PowerInUse { seat: user, face: number, power, done, essence: paid, x, card, deck } =
        message;
    let face = face(*number).in_field("face")?;
    let powers = face.data().powers.len() as u8;
    let power = byte(*power, powers).in_field("power")?;
    Ok(Use {
        seat: seat(*user, players).in_field("seat")?,
        face,
        power: known(Some(power).filter(|&power| power > 0), || "powers count from 1".into())
            .in_field("power")?,
        done: byte(*done, PARTS_MAX).in_field("done")?,
        essence: Some(*paid)
            .filter(|&paid| paid != 0)
            .map(essence)
            .transpose()
            .in_field("essence")?,
        x: byte(*x, HELD_MAX).in_field("x")?,
        card: card.map(super::face).transpose().in_field("card")?,
        pile: deck.map(|deck| pile(deck, players)).transpose().in_field("deck")?,
    })
}
