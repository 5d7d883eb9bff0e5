//! What a creator asks for. Only what has no form in the rules is refused here; whether a game can
//! have it is for the rules to say.

use crate::{
    pb::arcanoid::v1 as pb,
    wire::{InvalidField, convert::FieldErrors, table::OnWire},
};
use hierophant_rules::arcanoid::Setup;

/// What a game is created with, every default filled in.
pub(in crate::wire) fn encode(setup: &Setup) -> pb::Setup {
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

/// A setup, defaults filled in.
///
/// # Errors
/// Every invalid field.
pub(in crate::wire) fn decode(message: &pb::Setup) -> Result<Setup, Vec<InvalidField>> {
    let mut faults = FieldErrors::default();
    let pb::Setup {
        players,
        rounds,
        max_renewals,
        devil_wins,
        devil_must_finish,
        out_of_turn_refill,
        first_player,
    } = message;
    let default = Setup::default();
    let setup = Setup {
        players: if *players == 0 { default.players } else { faults.byte(*players, "players") },
        rounds: rounds.map_or(default.rounds, |rounds| Some(faults.byte(rounds, "rounds"))),
        max_renewals: max_renewals
            .map_or(default.max_renewals, |most| faults.byte(most, "max_renewals")),
        devil_wins: faults.choice(*devil_wins, default.devil_wins, "devil_wins"),
        devil_must_finish: devil_must_finish.unwrap_or(default.devil_must_finish),
        out_of_turn_refill: faults.choice(
            *out_of_turn_refill,
            default.out_of_turn_refill,
            "out_of_turn_refill",
        ),
        first: first_player.and_then(|number| faults.seat(number, "first_player")),
    };
    faults.finish(setup)
}
