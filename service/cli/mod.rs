//! The command line: one binary, one subcommand for each thing that it can do.

mod agent;
mod arena;
mod bench;
mod color;
mod commitment;
mod connect_args;
mod crash_test;
mod demo;
mod embedded_service;
mod files;
mod health;
mod hints;
mod limits;
mod narrate;
mod output;
mod perspective;
mod principal;
mod replay;
mod resident;
mod security_args;
mod seed;
mod serve;
mod service_process;
mod soak;
mod telemetry;
mod variables;
mod verify;
mod web;

use clap::{CommandFactory, Parser, Subcommand};
use std::{io, process::ExitCode};

/// Referees tabletop games of hidden information over gRPC.
#[derive(Parser)]
#[command(name = "hierophant", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The subcommands; the doc comments of their arguments are their help texts.
#[derive(Subcommand)]
enum Command {
    Demo(demo::DemoArguments),
    Serve(Box<serve::ServeArguments>),
    Health(health::HealthArguments),
    Agent(agent::AgentArguments),
    #[command(subcommand)]
    Arena(arena::ArenaCommand),
    Replay(replay::ReplayArguments),
    Principal(principal::PrincipalArguments),
    /// Verify from its replay that an ended game was dealt as committed and played by the rules.
    Verify(verify::VerifyArguments),
    /// Measure the service on this machine, and compare it with a bare gRPC server.
    Bench(bench::BenchArguments),
    CrashTest(crash_test::CrashTestArguments),
    /// Run long tests of the service on this machine and disk.
    #[command(subcommand)]
    Soak(soak::SoakCommand),
}

/// Makes a write beyond the system's limit on file sizes (`ulimit -f`) return an error, like a
/// write on a full disk; by default the system ends the process. The handler remains when the
/// runtime is dropped.
#[cfg(unix)]
fn survive_length_limits() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let _within = runtime.enter();
    signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw())).map(drop)
}

/// Parses the command line and executes the command.
pub(crate) fn run() -> ExitCode {
    #[cfg(unix)]
    if let Err(error) = survive_length_limits() {
        eprintln!(
            "hierophant: a write beyond the limit on file sizes will end the process: {error}"
        );
    }
    // Parsed before the environment is checked, so that --help always works.
    let command = Cli::parse().command;
    let done = variables::check(&Cli::command()).and_then(|()| execute(command));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hierophant: {error}");
            if let Some(hint) = hints::next_step(&error) {
                eprintln!("{hint}");
            }
            if error.is::<arena::SlotsWithoutResult>() {
                EXIT_WITHOUT_RESULT.into()
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

fn execute(command: Command) -> Result<(), CommandError> {
    match command {
        Command::Demo(arguments) => demo::run(arguments),
        Command::Serve(arguments) => serve::run(*arguments),
        Command::Health(arguments) => health::run(&arguments),
        Command::Agent(arguments) => agent::run(arguments),
        Command::Arena(command) => arena::run(command),
        Command::Principal(arguments) => principal::run(arguments),
        Command::Replay(arguments) => replay::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::CrashTest(arguments) => crash_test::run(&arguments),
        Command::Soak(command) => soak::run(command),
    }
}

/// The exit status if a tournament has ended and some slots have no result.
const EXIT_WITHOUT_RESULT: u8 = 3;

/// The error of a command: a sentence for the terminal.
type CommandError = Box<dyn std::error::Error + Send + Sync>;

fn is_broken_pipe(error: &CommandError) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ArgMatches;

    fn parsed(line: &str) -> ArgMatches {
        Cli::command()
            .try_get_matches_from(line.split(' '))
            .unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    #[test]
    fn former_names_of_commands_and_options_still_work() {
        for (former, current) in [
            ("hierophant replay g --from-seat 2", "hierophant replay g --perspective 2"),
            ("hierophant demo --from-seat spectator", "hierophant demo --perspective spectator"),
            ("hierophant bench --life-games 7", "hierophant bench --churn-games 7"),
        ] {
            assert_eq!(parsed(former), parsed(current));
        }
        parsed("hierophant replay g --from-seat above");
        parsed("hierophant bench --only abuse,life");
        let former = Cli::try_parse_from(["hierophant", "soak", "crash", "--cycles", "7"])
            .expect("is valid")
            .command;
        assert!(
            matches!(former, Command::Soak(soak::SoakCommand::Crash(arguments)) if arguments.cycles == 7)
        );
    }

    #[test]
    fn former_names_are_in_no_help_text() {
        let mut program = Cli::command();
        program.build();
        for command in ["replay", "demo", "bench", "soak"] {
            let command = program.find_subcommand_mut(command).expect("is there");
            let help = command.render_long_help().to_string();
            for former in ["from-seat", "above", "abuse", "life", "crash"] {
                assert!(!help.contains(former), "{former} is in: {help}");
            }
        }
    }
}
