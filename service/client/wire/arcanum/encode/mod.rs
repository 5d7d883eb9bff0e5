//! From Arcanum's types to its messages.

mod parameters;
mod view;

pub(in crate::wire) use super::event::encode as event;
pub(in crate::wire) use {parameters::parameters, view::view};

use crate::{
    pb::arcanum::v1 as pb,
    wire::table::{Bounds, OnWire},
};
use hierophant_rules::arcanum::{
    Action, Kind, Setup,
    board::{Board, Symbols},
};

/// What a game is created with, every default filled in.
pub(in crate::wire) fn setup(setup: &Setup) -> pb::Setup {
    // The version stands beside the setup, in the game.
    let Setup { players, length, edition, majors, board, first, version: _ } = setup;
    pb::Setup {
        players: (*players).into(),
        length: length.encode(*players),
        edition: edition.encode(*players),
        majors: majors.encode(*players),
        board: Some(self::board(board)),
        first_player: first.map(|seat| seat.number().into()),
    }
}

fn board(board: &Board) -> pb::Board {
    let Board { locations, placements } = board;
    pb::Board {
        locations: locations.iter().map(symbols).collect(),
        tower_placements: placements.iter().map(|placement| placement.bits().into()).collect(),
    }
}

fn symbols(symbols: &Symbols) -> pb::Symbols {
    let Symbols { courts, houses } = symbols;
    let [knaves, knights, queens, kings] = courts.map(u32::from);
    let [swords, wands, chalices, pentacles] = houses.map(u32::from);
    pb::Symbols { knaves, knights, queens, kings, swords, wands, chalices, pentacles }
}

/// An answer.
pub(in crate::wire) fn action(action: Action) -> pb::Action {
    action.encode(Bounds::ANY_GAME.players)
}

/// A kind of decision has the same number on the wire; the tests compare the names.
pub(in crate::wire) fn kind(kind: Kind) -> pb::DecisionKind {
    pb::DecisionKind::try_from(kind as i32).expect("every kind has a wire form, as the tests check")
}
