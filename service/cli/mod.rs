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

use clap::{CommandFactory, Parser, Subcommand};
use std::{io, process::ExitCode};

/// Referees tabletop games of hidden information over gRPC.
#[derive(Parser)]
#[command(name = "hierophant", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Help texts are the documentation of the arguments.
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
    /// Prove that an ended game was dealt as promised and played by the rules, from its replay alone.
    Verify(verify::VerifyArguments),
    /// How fast is the service on this machine, beside a bare gRPC server?
    Bench(bench::BenchArguments),
    CrashTest(crash_test::CrashTestArguments),
    /// Does a promise hold for hours? Long tests of the service, on this machine and this disk.
    #[command(subcommand)]
    Soak(soak::SoakCommand),
}

/// Lets a write that would make a file longer than the system allows (`ulimit -f`) fail like one on a full disk, which by default
/// ends the process without a word. The handler stays when the runtime is gone.
#[cfg(unix)]
fn survive_length_limits() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let _within = runtime.enter();
    signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw())).map(drop)
}

/// Does what the command line asks for.
pub(crate) fn run() -> ExitCode {
    #[cfg(unix)]
    if let Err(error) = survive_length_limits() {
        eprintln!("hierophant: a limit on the length of files will end it: {error}");
    }
    // Parsed first, so that help is always to be had.
    let command = Cli::parse().command;
    let done = variables::check(&Cli::command()).and_then(|()| carry_out(command));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has had enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hierophant: {error}");
            if let Some(hint) = hints::next_step(&error) {
                eprintln!("{hint}");
            }
            if error.is::<arena::SlotsWithoutResult>() { EXIT_WITHOUT_RESULT.into() } else { ExitCode::FAILURE }
        }
    }
}

fn carry_out(command: Command) -> Result<(), CommandError> {
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

/// A tournament has ended with slots without result.
const EXIT_WITHOUT_RESULT: u8 = 3;

/// What a command fails with: a sentence for people.
type CommandError = Box<dyn std::error::Error + Send + Sync>;

fn is_broken_pipe(error: &CommandError) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
