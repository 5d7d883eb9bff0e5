//! What a genuine token gives access to: one viewer of one game.

use super::{GameHandle, context::Context, error::GameError, header::FIRST_GENERATION};
use hierophant_rules::Viewer;

/// A verified token: its viewer and its generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewerAccess {
    /// The viewer.
    pub viewer: Viewer,
    /// Which of the viewer's tokens it is.
    pub generation: u32,
    /// The generation of the agent's token that it belongs to, at the seat of a registered agent.
    pub(super) agent_generation: u32,
}

impl ViewerAccess {
    /// Checks that the token is still valid.
    ///
    /// # Errors
    /// `TokenUnknown` if it was replaced.
    pub(super) fn check(self, context: &Context, handle: &GameHandle) -> Result<(), GameError> {
        let is_current = self.generation == handle.generation(self.viewer);
        let agent_generation = context.agent_generation(handle.header(), self.viewer);
        match is_current && self.agent_generation == agent_generation {
            true => Ok(()),
            false => Err(GameError::TokenUnknown),
        }
    }
}

impl GameHandle {
    /// The generation of the viewer's valid token.
    pub(super) fn generation(&self, viewer: Viewer) -> u32 {
        let index = self.header().index(viewer);
        let replaced = match self {
            GameHandle::Live(live_game) => live_game.position().replaced[index],
            GameHandle::Delayed(delayed) => delayed.replaced(),
            GameHandle::Ended(ended) => ended.replaced[index],
        };
        FIRST_GENERATION + replaced
    }
}
