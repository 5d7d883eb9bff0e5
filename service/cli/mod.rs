//! The command line: one binary, one subcommand for each thing that it can do.

mod serve;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Referees tabletop games of hidden information over gRPC.
#[derive(Parser)]
#[command(name = "hierophant", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the service.
    Serve(serve::ServeArguments),
}

/// Does what the command line asks for.
pub(crate) fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(arguments) => serve::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hierophant: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What a command fails with: a sentence for people.
type CommandError = Box<dyn std::error::Error>;
