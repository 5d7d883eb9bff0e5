//! Games of guests: callers without a token, whom the operator has admitted. All guests together are
//! one creator, with limits of its own; their ended games are deleted after a while.

use super::header::Header;
use std::any::Any;

/// The creator of the games of all guests. No principal has this name: theirs have no control
/// characters.
pub const GUESTS: &str = "\u{1}guests";

/// What a live game holds beside its permit, until it ends.
pub type Held = Box<dyn Any + Send + Sync>;

impl Header {
    /// Whether a guest created the game.
    pub fn is_guests(&self) -> bool {
        self.created.principal == GUESTS
    }
}

/// The built-in agents that a guest may seat: those that compute next to nothing.
pub fn guest_agents() -> impl Iterator<Item = &'static str> {
    let names = hierophant_agents::NAMES.iter().copied();
    names.filter(|name| hierophant_agents::iterations(name).is_none())
}
