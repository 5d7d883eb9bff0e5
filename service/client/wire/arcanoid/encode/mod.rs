//! From Arcanoid's types to its messages.

mod parameters;
mod view;

pub(in crate::wire) use super::event::encode as event;
pub(in crate::wire) use {parameters::parameters, view::view};

use crate::{
    pb::arcanoid::v1 as pb,
    wire::table::{Bounds, OnWire},
};
use hierophant_rules::arcanoid::{Action, Kind, Setup};

/// What a game is created with, every default filled in.
pub(in crate::wire) fn setup(setup: &Setup) -> pb::Setup {
    let Setup {
        players,
        rounds,
        max_renewals,
        devil_wins,
        devil_must_finish,
        out_of_turn_refill,
        first,
    } = setup;
    pb::Setup {
        players: (*players).into(),
        rounds: rounds.map(u32::from),
        max_renewals: Some((*max_renewals).into()),
        devil_wins: devil_wins.encode(*players),
        devil_must_finish: Some(*devil_must_finish),
        out_of_turn_refill: out_of_turn_refill.encode(*players),
        first_player: first.map(|seat| seat.number().into()),
    }
}

/// An answer.
pub(in crate::wire) fn action(action: Action) -> pb::Action {
    action.encode(Bounds::ANY_GAME.players)
}

/// A kind of decision has the same number on the wire; the tests compare the names.
pub(in crate::wire) fn kind(kind: Kind) -> pb::DecisionKind {
    pb::DecisionKind::try_from(kind as i32).expect("every kind has a wire form, as the tests check")
}
