//! An answer.

use super::{InField, Result, card, figure, house, invalid, location, locations, pb};
use hierophant_rules::arcanum::Action;
use pb::{SimpleAction, action::Action as Wire};

/// A typed answer.
pub(in crate::wire) fn action(message: &pb::Action) -> Result<Action> {
    Ok(match &message.action {
        None => return invalid("no action is given").in_field("action"),
        Some(Wire::Simple(value)) => simple(*value).in_field("simple")?,
        Some(Wire::House(value)) => Action::House(house(*value).in_field("house")?),
        Some(Wire::Location(value)) => Action::Location(location(*value).in_field("location")?),
        Some(Wire::Figure(number)) => Action::Figure(figure(*number).in_field("figure")?),
        Some(Wire::Play(number)) => Action::Play(card(*number).in_field("play")?),
        Some(Wire::Hide(number)) => Action::Hide(card(*number).in_field("hide")?),
        Some(Wire::Discard(number)) => Action::Discard(card(*number).in_field("discard")?),
        Some(Wire::Give(number)) => Action::Give(card(*number).in_field("give")?),
        Some(Wire::Take(number)) => Action::Take(card(*number).in_field("take")?),
        Some(Wire::Put(number)) => Action::Put(card(*number).in_field("put")?),
        Some(Wire::TurnUp(number)) => Action::TurnUp(card(*number).in_field("turn_up")?),
        Some(Wire::Cover(message)) => Action::Cover(locations(&message.locations).in_field("cover.locations")?),
    })
}

fn simple(value: i32) -> Result<Action> {
    Ok(match SimpleAction::try_from(value) {
        Ok(SimpleAction::Pass) => Action::Pass,
        Ok(SimpleAction::End) => Action::End,
        Ok(SimpleAction::DrawMinors) => Action::DrawMinors,
        Ok(SimpleAction::DrawMajor) => Action::DrawMajor,
        Ok(SimpleAction::HideFool) => Action::HideFool,
        Ok(SimpleAction::Raise) => Action::Raise,
        Ok(SimpleAction::Lower) => Action::Lower,
        Ok(SimpleAction::Unspecified) | Err(_) => return invalid(format!("{value} is no action")),
    })
}
