//! Live games that cannot be resumed: their records are damaged, or of rules that this program doesn't know.
//!
//! Nothing about them is changed but a note in the store. A service that meets one refuses to start until its operator says
//! that it shall start without; the game is tried again at each start, and goes on where it was once it can be read.

use super::{Shared, error::GameError};
use crate::storage::GameRow;
use std::fmt::{self, Display};

/// No message names more games.
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

/// Notes that a game cannot be resumed.
pub(super) async fn set(shared: &Shared, row: &GameRow, refusal: &GameError) -> Result<(), GameError> {
    tracing::error!(game = row.id, %refusal, "a game cannot be resumed; it is quarantined");
    Ok(shared.storage.quarantine(row.key, Some(refusal.to_string())).await?)
}

/// Notes that a game is in play again, if it was quarantined.
pub(super) async fn take_back(shared: &Shared, row: &GameRow) -> Result<(), GameError> {
    if row.quarantine.is_none() {
        return Ok(());
    }
    tracing::info!(game = row.id, "a game that was quarantined is in play again");
    Ok(shared.storage.quarantine(row.key, None).await?)
}

struct Named<'a>(&'a [String]);

impl Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0[..self.0.len().min(NAMED_MAX)].join(", "))?;
        if self.0.len() > NAMED_MAX { f.write_str(", ...") } else { Ok(()) }
    }
}
