//! `hierophant principal`: who may create games.

use super::CommandError;
use clap::{Args, Subcommand, ValueEnum};
use hierophant::secrets::{PrincipalToken, Role, add_principal};
use std::path::PathBuf;

/// Name those who may create, list and end games.
#[derive(Args)]
pub(crate) struct PrincipalArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Draw a token for a principal, and tell it once. The file keeps its hash alone.
    ///
    /// A second line for the same name gives it a second token, so that the first can be replaced: add the new one, let the service
    /// read the file, tell the principal, remove the old line, let it read again. The service reads the file when it starts, and again on
    /// SIGHUP.
    New(NewArguments),
}

#[derive(Args)]
struct NewArguments {
    /// What the principal is called: 1 to 64 of a-z, 0-9, - and _.
    name: String,

    /// What it may do.
    #[arg(long, value_enum)]
    role: RoleName,

    /// File to add the line to, made private if it doesn't exist; without it the line is printed below the token.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum RoleName {
    /// Create games; list all of them and end any.
    Operator,
    /// Create games; list its own and end those.
    Creator,
}

/// Does what is asked for.
pub(crate) fn run(arguments: PrincipalArguments) -> Result<(), CommandError> {
    let Command::New(NewArguments { name, role, file }) = arguments.command;
    let role = match role {
        RoleName::Operator => Role::Operator,
        RoleName::Creator => Role::Creator,
    };
    let token = PrincipalToken::draw();
    let line = token.line(&name, role)?;
    // First, so that nobody is given a token that doesn't count.
    if let Some(file) = &file {
        add_principal(file, &line)?;
    }
    println!("{}", token.expose());
    match file {
        Some(file) => eprintln!(
            "This token is shown once. {name} is in {} now; restart the service, or send it SIGHUP.",
            file.display()
        ),
        None => println!("{line}"),
    }
    Ok(())
}
