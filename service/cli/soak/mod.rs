//! `hierophant soak`: tests that run for hours.

mod streams;

use super::{
    CommandError,
    crash_test::{self, CrashTestArguments},
};
use clap::Subcommand;

/// What is tested.
#[derive(Subcommand)]
pub(crate) enum SoakCommand {
    Streams(streams::StreamsArguments),
    /// The former name of `hierophant crash-test`.
    #[command(hide = true)]
    Crash(CrashTestArguments),
}

/// Runs the test.
pub(crate) fn run(command: SoakCommand) -> Result<(), CommandError> {
    match command {
        SoakCommand::Streams(arguments) => streams::run(&arguments),
        SoakCommand::Crash(arguments) => crash_test::run(&arguments),
    }
}
