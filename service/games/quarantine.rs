//! Live games that cannot be resumed: their records are damaged, or belong to rules that this
//! program does not know.
//!
//! Nothing about such a game is changed but a note in the store. A service that finds one refuses
//! to start, unless its operator allows it to start without the game. Each start tries the game
//! again, and resumes it once its records can be read.

use super::{context::Context, error::GameError};
use crate::storage::GameRow;
use std::fmt::{self, Display};

/// How many games a message names.
const NAMED_MAX: usize = 8;

/// Why the games in play could not be resumed.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// The store failed.
    #[error("the games in play cannot be resumed: {0}")]
    Refused(#[from] GameError),
    /// These games, by id, cannot be read.
    #[error(
        "{} of the games in play cannot be resumed ({}); the log says why. Nothing about them was changed. Start the version \
         that they were played with, or restore a backup; or start with --quarantine-broken-games: everything else is served \
         then, calls to these games get the reason GAME_QUARANTINED, and each later start tries them again",
        .0.len(), Named(.0)
    )]
    Broken(Vec<String>),
}

/// Quarantines a game that cannot be resumed.
///
/// # Errors
/// `StorageUnavailable` if the store fails.
pub(super) async fn set(
    context: &Context,
    row: &GameRow,
    error: &GameError,
) -> Result<(), GameError> {
    tracing::error!(game = row.id, %error, "a game cannot be resumed; it is quarantined");
    Ok(context.storage.quarantine(row.key, Some(error.to_string())).await?)
}

/// Ends the quarantine of a game that was resumed, if it was quarantined.
///
/// # Errors
/// `StorageUnavailable` if the store fails.
pub(super) async fn clear(context: &Context, row: &GameRow) -> Result<(), GameError> {
    if row.quarantine.is_none() {
        return Ok(());
    }
    tracing::info!(game = row.id, "a quarantined game was resumed");
    Ok(context.storage.quarantine(row.key, None).await?)
}

struct Named<'a>(&'a [String]);

impl Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0[..self.0.len().min(NAMED_MAX)].join(", "))?;
        if self.0.len() > NAMED_MAX { f.write_str(", ...") } else { Ok(()) }
    }
}
