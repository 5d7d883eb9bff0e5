//! From Arcana's types to its messages.

mod parameters;
mod view;

pub(in crate::wire) use super::event::encode as event;
pub(in crate::wire) use {parameters::parameters, view::view};

use crate::{
    pb::arcana::v1 as pb,
    wire::table::{Bounds, OnWire},
};
use hierophant_rules::arcana::{Action, Guilds, Kind, Setup};

/// What a game is created with, every default filled in.
pub(in crate::wire) fn setup(setup: &Setup) -> pb::Setup {
    use pb::setup::Guilds as Wire;
    let Setup { players, guilds, objectives, militia, tactical_removal, first } = setup;
    pb::Setup {
        players: (*players).into(),
        guilds: Some(match guilds {
            Guilds::Drawn => Wire::Drawn(pb::DrawnGuilds {}),
            Guilds::Chosen => Wire::Chosen(pb::ChosenGuilds {}),
            Guilds::Given(guilds) => Wire::Given(pb::GivenGuilds {
                guilds: guilds.iter().map(|guild| guild.encode(*players)).collect(),
            }),
        }),
        objectives: *objectives,
        militia: *militia,
        tactical_removal: *tactical_removal,
        first_player: first.encode(*players),
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
