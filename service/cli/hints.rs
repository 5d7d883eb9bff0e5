//! Hints: what to do after a command has failed.

use super::CommandError;
use hierophant::{
    client::{Failure, RunnerError},
    pb::v1::ErrorReason,
};

/// The hint for an error, if there is one.
pub(super) fn next_step(error: &CommandError) -> Option<&'static str> {
    let failure = match error.downcast_ref::<RunnerError>() {
        Some(RunnerError::Service(failure)) => failure,
        _ => error.downcast_ref::<Failure>()?,
    };
    Some(match failure.reason {
        ErrorReason::Unspecified if failure.is_transient() => {
            "Is the service running at this address? Start one with `hierophant serve`, or give another address with --server."
        }
        ErrorReason::TokenUnknown => {
            "Give a token exactly as CreateGame returned it: in the file that --token-file names, or in the environment \
             variable HIEROPHANT_TOKEN."
        }
        ErrorReason::TokenNotPermitted => {
            "The token is for another game, or does not permit this call. Check --game."
        }
        ErrorReason::GameUnknown => "Check the game's id; ListGames lists the games of a service.",
        ErrorReason::ReplayNotReady => "The replay is available after the game has ended.",
        ErrorReason::LimitReached => "The service is at a limit; try again later.",
        _ => return None,
    })
}
