//! From Res Arcana's messages to its types: the words that all of them use.

mod action;
mod event;
mod setup;
mod step;
mod view;

pub(in crate::wire) use {action::action, setup::setup};
pub(in crate::wire) use {event::event, view::view};

use crate::{
    pb::res_arcana::v1 as pb,
    wire::convert::{InField, Result, byte, invalid, known, seat, set},
};
use hierophant_rules::res_arcana::{
    Amount, Essence, Face, FaceSet, agenda::Pile, cards::HELD_MAX, setup::SEATS_MAX,
};

fn face(number: u32) -> Result<Face> {
    known(u8::try_from(number).ok().and_then(Face::new), || format!("there is no face {number}"))
}

fn faces(numbers: &[u32]) -> Result<FaceSet> {
    set(numbers, face)
}

/// Faces of one kind.
fn faces_of(numbers: &[u32], kind: FaceSet) -> Result<FaceSet> {
    let faces = faces(numbers)?;
    if faces.is_within(kind) {
        Ok(faces)
    } else {
        invalid(format!("{:?} do not belong here", faces.minus(kind)))
    }
}

fn essence(value: i32) -> Result<Essence> {
    match pb::Essence::try_from(value) {
        Ok(pb::Essence::Elan) => Ok(Essence::Elan),
        Ok(pb::Essence::Life) => Ok(Essence::Life),
        Ok(pb::Essence::Calm) => Ok(Essence::Calm),
        Ok(pb::Essence::Death) => Ok(Essence::Death),
        Ok(pb::Essence::Gold) => Ok(Essence::Gold),
        Ok(pb::Essence::Unspecified) | Err(_) => invalid(format!("there is no essence {value}")),
    }
}

/// An amount; nothing if it is missing.
fn amount(message: Option<&pb::Amount>) -> Result<Amount> {
    let pb::Amount { elan, life, calm, death, gold } = message.copied().unwrap_or_default();
    let one = |count, field| byte(count, HELD_MAX).in_field(field);
    Ok(Amount([
        one(elan, "elan")?,
        one(life, "life")?,
        one(calm, "calm")?,
        one(death, "death")?,
        one(gold, "gold")?,
    ]))
}

/// A deck of a game of so many seats.
fn pile(number: u32, players: u8) -> Result<Pile> {
    if number == SEATS_MAX.into() {
        Ok(Pile::Monuments)
    } else {
        seat(number, players).map(Pile::Deck)
    }
}
