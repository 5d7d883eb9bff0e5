//! What a genuine token gives access to: one viewer of one game.

use super::{
    EndedGame, GameHandle, Games,
    context::Context,
    error::GameError,
    header::{FIRST_GENERATION, Header},
};
use hierophant_rules::Viewer;
use std::sync::Arc;

/// A verified token: its viewer and its generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewerAccess {
    /// The viewer.
    pub viewer: Viewer,
    /// Which of the viewer's tokens it is.
    pub generation: u32,
    /// The generation of the agent's token that it belongs to, at the seat of a registered agent.
    pub(super) agent_generation: u32,
    /// There is no token: the viewer is a spectator of a public game.
    pub(super) is_public: bool,
}

impl ViewerAccess {
    /// The access to a public game without a token.
    pub(super) const PUBLIC: ViewerAccess = ViewerAccess {
        viewer: Viewer::Spectator,
        generation: FIRST_GENERATION,
        agent_generation: FIRST_GENERATION,
        is_public: true,
    };

    /// Checks that the token is still valid.
    ///
    /// # Errors
    /// `TokenUnknown` if it was replaced.
    pub(super) fn check(self, context: &Context, handle: &GameHandle) -> Result<(), GameError> {
        if self.is_public {
            return Ok(());
        }
        let is_current = self.generation == handle.generation(self.viewer);
        let agent_generation = context.agent_generation(handle.header(), self.viewer);
        match is_current && self.agent_generation == agent_generation {
            true => Ok(()),
            false => Err(GameError::TokenUnknown),
        }
    }
}

impl Games {
    /// Checks that a game may be shown to viewers other than its seats.
    ///
    /// # Errors
    /// `Sealed` if its deal is still being played in another game.
    pub fn check_unsealed(&self, handle: &GameHandle) -> Result<(), GameError> {
        match self.is_sealed(handle.header()) {
            true => Err(GameError::Sealed),
            false => Ok(()),
        }
    }

    /// Whether a game's deal is still being played in another game.
    pub fn is_sealed(&self, header: &Header) -> bool {
        self.context.seals.is_closed(header.created.seal.as_ref())
    }

    /// The game, if it may be shown in full.
    ///
    /// # Errors
    /// `Sealed` if its deal is still being played in another game, `ReplayNotReady` if it has not
    /// ended, or if its spectators have not seen the end yet.
    pub fn replayable(&self, handle: GameHandle) -> Result<Arc<EndedGame>, GameError> {
        self.check_unsealed(&handle)?;
        match handle {
            GameHandle::Ended(ended) => Ok(ended),
            GameHandle::Live(_) | GameHandle::Delayed(_) => Err(GameError::ReplayNotReady),
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
