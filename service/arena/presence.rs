//! Whether entrants are there to play.

use super::{Arena, running::Running};
use crate::{games::Refusal, pb::v1::entrant::Player};
use hierophant_arena::{Ending, schedule::Slot};
use tokio::sync::OwnedMutexGuard;

/// Entrants that are there stay so for a slot's game while this lives: no other game takes their places.
pub(super) struct Seated {
    _turn: Option<OwnedMutexGuard<()>>,
}

/// Waits until everybody is there for a game of this slot; `None` if somebody stays away for too long.
///
/// # Errors
/// The service stops.
pub(super) async fn until_ready(_arena: &Arena, running: &Running, slot: &Slot) -> Result<Option<Seated>, Refusal> {
    Ok((!has_agents(running, slot)).then_some(Seated { _turn: None }))
}

fn has_agents(running: &Running, slot: &Slot) -> bool {
    let config = running.config();
    let is_agent = |&entrant: &usize| {
        config.entrants.get(entrant).is_some_and(|entrant| matches!(entrant.player, Some(Player::Agent(_))))
    };
    slot.seats.iter().any(is_agent)
}

/// By seat of a slot that somebody wasn't there for.
pub(super) fn endings_of_absent(_arena: &Arena, running: &Running, slot: &Slot) -> Vec<Ending> {
    let config = running.config();
    let ending = |&entrant: &usize| match config.entrants.get(entrant).and_then(|entrant| entrant.player.as_ref()) {
        Some(Player::Agent(_)) => Ending::NeverJoined,
        _ => Ending::Aborted,
    };
    slot.seats.iter().map(ending).collect()
}

/// Whether somebody was asked for the seat.
pub(super) fn was_told(_arena: &Arena, _game: &str, _seat: usize) -> bool {
    false
}

/// What went wrong at a seat, in words.
pub(super) fn failure(_arena: &Arena, _game: &str, _seat: usize, ending: &str) -> String {
    ending.to_owned()
}
