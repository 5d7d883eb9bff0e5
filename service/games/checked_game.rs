//! A game in play whose log was checked at the start, and that is not resumed yet: see `resume`.

use super::{error::GameError, live_game::LiveGame, live_game_limit::LiveGamePermit};
use hierophant_rules::catalog::RulesetId;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OnceCell;

/// What the check of a game's log has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The ruleset.
    pub(super) ruleset: RulesetId,
    /// How many seats are asked.
    pub(super) open_decisions: u64,
    /// When the last record was written, in milliseconds since 1970.
    pub(super) at_ms: u64,
}

/// A game in play that is not resumed yet. It has no position, so nothing can be shown of it.
pub(super) struct CheckedGame {
    /// What the check has found.
    pub(super) found: Found,
    /// Until the game is resumed.
    permit: Mutex<Option<LiveGamePermit>>,
    /// Set by the first caller.
    resumed: OnceCell<Arc<LiveGame>>,
}

impl CheckedGame {
    /// A game that holds this permit until it ends.
    pub(super) fn new(found: Found, permit: LiveGamePermit) -> CheckedGame {
        CheckedGame { found, permit: Mutex::new(Some(permit)), resumed: OnceCell::new() }
    }

    /// The game, resumed now unless it was before. A caller that stops waiting leaves no trace.
    ///
    /// # Errors
    /// That of `resume`; then the next caller tries again.
    pub(super) async fn resumed<F: Future<Output = Result<Arc<LiveGame>, GameError>>>(
        &self,
        resume: impl FnOnce() -> F,
    ) -> Result<Arc<LiveGame>, GameError> {
        self.resumed.get_or_try_init(resume).await.cloned()
    }

    /// Takes the permit, for the game that is live now.
    pub(super) fn take_permit(&self) -> LiveGamePermit {
        let mut permit = self.permit.lock().unwrap_or_else(PoisonError::into_inner);
        permit.take().expect("the game is resumed once")
    }
}
