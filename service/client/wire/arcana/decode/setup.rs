//! What a creator asks for. Only what has no form in the rules is refused here; whether a game can
//! have it is for the rules to say.

use super::{Bounds, InField, OnWire, pb};
use crate::wire::{
    InvalidField,
    convert::{FieldErrors, each},
};
use hierophant_rules::arcana::{Guild, Guilds, Setup};
use pb::setup::Guilds as Wire;

/// Maximum number of guilds in a list of a setup.
const LIST_MAX: usize = 16;

/// A setup, defaults filled in.
///
/// # Errors
/// Every invalid field.
pub(in crate::wire) fn setup(message: &pb::Setup) -> Result<Setup, Vec<InvalidField>> {
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
