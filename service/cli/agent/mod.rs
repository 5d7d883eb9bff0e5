//! `hierophant agent`: a built-in policy in one seat of a game, or as a registered agent in many
//! games.

mod log;
mod registered;
mod result;
mod seat;

use super::CommandError;
use clap::Args;
use registered::RegisteredCommand;
use seat::SeatArguments;

/// Play one seat of a running game with a built-in policy, to the end of the game.
///
/// The token decides the seat. The exit status is a failure if the seat was not in the game to the
/// end. While the service restarts, the agent keeps trying.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct AgentArguments {
    #[command(subcommand)]
    registered: Option<RegisteredCommand>,

    #[command(flatten)]
    seat: SeatArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: AgentArguments) -> Result<(), CommandError> {
    match arguments.registered {
        Some(command) => registered::run(command),
        None => seat::run(&arguments.seat),
    }
}
