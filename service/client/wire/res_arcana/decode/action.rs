//! An answer.

use super::{InField, Result, essence, face, invalid, known, pb};
use crate::wire::convert::{byte, seat};
use hierophant_rules::res_arcana::{
    Action, FaceSet,
    action::{ORDERS, PAIRS},
    cards::HELD_MAX,
    setup::SEATS_MAX,
};
use pb::{SimpleAction, action::Action as Wire};

/// A typed answer.
pub(in crate::wire) fn action(message: &pb::Action) -> Result<Action> {
    let of_kind = |number: u32, kind: FaceSet| {
        let face = face(number)?;
        known(Some(face).filter(|&face| kind.contains(face)), || {
            format!("{face} does not belong here")
        })
    };
    Ok(match &message.action {
        None => return invalid("no action is given").in_field("action"),
        Some(Wire::Simple(value)) => simple(*value).in_field("simple")?,
        Some(Wire::Essence(value)) => Action::Essence(essence(*value).in_field("essence")?),
        Some(Wire::Order(number)) => {
            Action::Order(byte(*number, ORDERS.len() as u8 - 1).in_field("order")?)
        }
        Some(Wire::Seat(number)) => Action::Seat(seat(*number, SEATS_MAX).in_field("seat")?),
        Some(Wire::Pair(message)) => Action::Pair(pair(message).in_field("pair")?),
        Some(Wire::Amount(number)) => Action::Amount(byte(*number, HELD_MAX).in_field("amount")?),
        Some(Wire::Choose(number)) => Action::Choose(face(*number).in_field("choose")?),
        Some(Wire::Place(number)) => {
            Action::Place(of_kind(*number, FaceSet::ARTEFACTS).in_field("place")?)
        }
        Some(Wire::Discard(number)) => {
            Action::Discard(of_kind(*number, FaceSet::ARTEFACTS).in_field("discard")?)
        }
        Some(Wire::ClaimMonument(number)) => {
            Action::ClaimMonument(of_kind(*number, FaceSet::MONUMENTS).in_field("claim_monument")?)
        }
        Some(Wire::ClaimPlace(number)) => {
            Action::ClaimPlace(of_kind(*number, FaceSet::PLACES).in_field("claim_place")?)
        }
        Some(Wire::Use(pb::PowerOf { face: number, power })) => {
            let face = face(*number).in_field("use.face")?;
            let powers = face.data().powers.len() as u8;
            let power = byte(*power, powers).in_field("use.power")?;
            known(Some(power).filter(|&power| power > 0), || "powers count from 1".into())
                .in_field("use.power")?;
            Action::Use(face, power)
        }
    })
}

fn pair(message: &pb::Pair) -> Result<u8> {
    let pair = (essence(message.one).in_field("one")?, essence(message.other).in_field("other")?);
    let place = PAIRS.iter().position(|other| *other == pair);
    known(place.map(|place| place as u8), || "not in the order of types".into())
}

fn simple(value: i32) -> Result<Action> {
    Ok(match SimpleAction::try_from(value) {
        Ok(SimpleAction::Pass) => Action::Pass,
        Ok(SimpleAction::Decline) => Action::Decline,
        Ok(SimpleAction::Take) => Action::Take,
        Ok(SimpleAction::Leave) => Action::Leave,
        Ok(SimpleAction::Pay) => Action::Pay,
        Ok(SimpleAction::Turn) => Action::Turn,
        Ok(SimpleAction::Suffer) => Action::Suffer,
        Ok(SimpleAction::Alternative) => Action::Alternative,
        Ok(SimpleAction::OwnDeck) => Action::OwnDeck,
        Ok(SimpleAction::MonumentDeck) => Action::MonumentDeck,
        Ok(SimpleAction::ClaimTop) => Action::ClaimTop,
        Ok(SimpleAction::Unspecified) | Err(_) => return invalid(format!("{value} is no action")),
    })
}
