//! `hierophant principal`: the principals that may create games.

use super::CommandError;
use clap::{Args, Subcommand, ValueEnum};
use hierophant::secrets::{PrincipalToken, Role, add_principal};
use std::path::PathBuf;

/// Manage the principals that may create, list and end games.
#[derive(Args)]
pub(crate) struct PrincipalArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Create a token for a principal and print it once. The file holds only its hash.
    ///
    /// A second line for the same name gives the principal a second token. To replace a token: add
    /// the new line, send SIGHUP to the service, hand the token to the principal, remove the old
    /// line, send SIGHUP again. The service reads the file at start and on SIGHUP.
    New(NewArguments),
}

#[derive(Args)]
struct NewArguments {
    /// The name of the principal: 1 to 64 of a-z, 0-9, - and _.
    name: String,

    /// What the principal may do.
    #[arg(long, value_enum)]
    role: RoleName,

    /// File to add the line to, created with private permissions if needed; without it the line is
    /// printed after the token.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum RoleName {
    /// Create games; list and end all games.
    Operator,
    /// Create games; list and end its own games.
    Creator,
}

/// Runs the command.
pub(crate) fn run(arguments: PrincipalArguments) -> Result<(), CommandError> {
    let Command::New(NewArguments { name, role, file }) = arguments.command;
    let role = match role {
        RoleName::Operator => Role::Operator,
        RoleName::Creator => Role::Creator,
    };
    let token = PrincipalToken::draw();
    let line = token.line(&name, role)?;
    // Before the token is printed, so that a printed token is valid.
    if let Some(file) = &file {
        add_principal(file, &line)?;
    }
    println!("{}", token.expose());
    match file {
        Some(file) => eprintln!(
            "This token is shown once. {name} has been added to {}; restart the service, or send it SIGHUP.",
            file.display()
        ),
        None => println!("{line}"),
    }
    Ok(())
}
