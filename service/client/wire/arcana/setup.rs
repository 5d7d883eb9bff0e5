//! What a creator asks for. Only what has no form in the rules is refused here; whether a game can
//! have it is for the rules to say.

use crate::{
    pb::arcana::v1 as pb,
    wire::{
        InvalidField,
        convert::{FieldErrors, InField, each},
        table::{Bounds, OnWire},
    },
};
use hierophant_rules::arcana::{Guild, Guilds, Setup};
use pb::setup::Guilds as Wire;

/// Maximum number of guilds in a list of a setup.
const LIST_MAX: usize = 16;

/// What a game is created with, every default filled in.
pub(in crate::wire) fn encode(setup: &Setup) -> pb::Setup {
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

/// A setup, defaults filled in.
///
/// # Errors
/// Every invalid field.
pub(in crate::wire) fn decode(message: &pb::Setup) -> Result<Setup, Vec<InvalidField>> {
    let mut faults = FieldErrors::default();
    let pb::Setup { players, guilds, objectives, militia, tactical_removal, first_player } =
        message;
    let guilds = match guilds {
        None | Some(Wire::Drawn(pb::DrawnGuilds {})) => Guilds::Drawn,
        Some(Wire::Chosen(pb::ChosenGuilds {})) => Guilds::Chosen,
        Some(Wire::Given(pb::GivenGuilds { guilds })) => {
            let one = |guild: &i32| Guild::decode(guild, Bounds::ANY_GAME);
            match each(guilds, LIST_MAX, one).in_field("given.guilds") {
                Ok(guilds) => Guilds::Given(guilds),
                Err(field) => {
                    faults.note(None, Guilds::Drawn, &field.path, || field.reason.clone())
                }
            }
        }
    };
    let default = Setup::default();
    let setup = Setup {
        players: if *players == 0 { default.players } else { faults.byte(*players, "players") },
        guilds,
        objectives: *objectives,
        militia: *militia,
        tactical_removal: *tactical_removal,
        first: first_player.and_then(|number| faults.seat(number, "first_player")),
    };
    faults.finish(setup)
}
