//! `hierophant soak`: promises of the service, tested for as long as one likes.

mod crash;
mod process;
mod streams;

use super::CommandError;
use clap::Subcommand;

/// What can be tested.
#[derive(Subcommand)]
pub(crate) enum SoakCommand {
    Crash(crash::CrashArguments),
    Streams(streams::StreamsArguments),
}

/// Tests.
pub(crate) fn run(command: SoakCommand) -> Result<(), CommandError> {
    match command {
        SoakCommand::Crash(arguments) => crash::run(&arguments),
        SoakCommand::Streams(arguments) => streams::run(&arguments),
    }
}
