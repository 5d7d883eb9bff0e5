//! What to do next when a command has failed.

use super::CommandError;
use hierophant::{
    client::{Failure, RunnerError},
    pb::v1::ErrorReason,
};

/// The next step, where one is known.
pub(super) fn next_step(error: &CommandError) -> Option<&'static str> {
    let failure = match error.downcast_ref::<RunnerError>() {
        Some(RunnerError::Service(failure)) => failure,
        _ => error.downcast_ref::<Failure>()?,
    };
    Some(match failure.reason {
        ErrorReason::Unspecified if failure.is_passing() => {
            "Is the service running there? Start one with `hierophant serve`, or name another with --server."
        }
        ErrorReason::TokenUnknown => {
            "The token must be one that CreateGame returned, whole and unchanged: in the file that --token-file names, or in \
             the environment variable HIEROPHANT_TOKEN."
        }
        ErrorReason::TokenNotForGame => "The token opens another game, or another kind of call. Check --game.",
        ErrorReason::GameUnknown => "Check the game's id; ListGames lists the games of a service.",
        ErrorReason::ReplayNotReady => "The replay can be had once the game has ended.",
        ErrorReason::LimitReached => "The service is at a limit; try again later.",
        _ => return None,
    })
}
