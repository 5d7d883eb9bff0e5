//! The log of an agent.

use super::super::CommandError;
use hierophant::logs;
use std::io::{self, IsTerminal};

/// Starts the log on standard error.
pub(super) fn start(filter: &str) -> Result<(), CommandError> {
    let filter = logs::filter(filter)?;
    let colours = io::stderr().is_terminal();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(colours)
        .try_init()?;
    Ok(())
}
