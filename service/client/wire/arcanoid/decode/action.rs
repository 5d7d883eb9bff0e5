//! An answer.

use super::{InField, Result, battlefield, battlefields, card, category, invalid, known, pb, player};
use hierophant_rules::arcanoid::{Action, FieldSet};
use pb::{SimpleAction, action::Action as Wire};

/// A typed answer.
pub(in crate::wire) fn action(message: &pb::Action) -> Result<Action> {
    Ok(match &message.action {
        None => return invalid("no action is given").in_field("action"),
        Some(Wire::Simple(value)) => simple(*value).in_field("simple")?,
        Some(Wire::Category(value)) => Action::Category(category(*value).in_field("category")?),
        Some(Wire::Battlefield(value)) => Action::Field(battlefield(*value).in_field("battlefield")?),
        Some(Wire::Abdicate(value)) => Action::Abdicate(battlefield(*value).in_field("abdicate")?),
        Some(Wire::Engage(message)) => {
            Action::Engage(one_or_two(&message.battlefields).in_field("engage.battlefields")?)
        }
        Some(Wire::Player(number)) => Action::Player(player(*number).in_field("player")?),
        Some(Wire::At(message)) => Action::At(
            player(message.player).in_field("at.player")?,
            battlefield(message.battlefield).in_field("at.battlefield")?,
        ),
        Some(Wire::Play(number)) => Action::Play(card(*number).in_field("play")?),
        Some(Wire::Discard(number)) => Action::Discard(card(*number).in_field("discard")?),
        Some(Wire::Pick(number)) => Action::Pick(card(*number).in_field("pick")?),
        Some(Wire::Call(number)) => Action::Call(card(*number).in_field("call")?),
    })
}

/// Where one can engage at once; other sets have no code.
fn one_or_two(values: &[i32]) -> Result<FieldSet> {
    let fields = battlefields(values)?;
    known(Some(fields).filter(|fields| (1..=2).contains(&fields.len())), || {
        format!("{} battlefields instead of one or two", fields.len())
    })
}

fn simple(value: i32) -> Result<Action> {
    Ok(match SimpleAction::try_from(value) {
        Ok(SimpleAction::Pass) => Action::Pass,
        Ok(SimpleAction::PassOn) => Action::PassOn,
        Ok(SimpleAction::Done) => Action::Done,
        Ok(SimpleAction::Yes) => Action::Yes,
        Ok(SimpleAction::No) => Action::No,
        Ok(SimpleAction::Steal) => Action::Steal,
        Ok(SimpleAction::StealForDevil) => Action::StealForDevil,
        Ok(SimpleAction::TakeTurn) => Action::TakeTurn,
        Ok(SimpleAction::ExtendByOne) => Action::ExtendByOne,
        Ok(SimpleAction::ExtendByTwo) => Action::ExtendByTwo,
        Ok(SimpleAction::AddToReserve) => Action::AddToReserve,
        Ok(SimpleAction::DiscardReserve) => Action::DiscardReserve,
        Ok(SimpleAction::UseReserve) => Action::UseReserve,
        Ok(SimpleAction::Pool) => Action::Pool,
        Ok(SimpleAction::Unspecified) | Err(_) => return invalid(format!("{value} is no action")),
    })
}
