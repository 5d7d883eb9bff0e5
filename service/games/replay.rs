//! Replaying the log of a live game: its past follows from the rules, and is computed again for
//! the few callers that need it.

use super::{
    error::GameError,
    game::{Game, Response},
    header::Header,
    history::GameRecord,
    transition::Transition,
};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// What a log led to.
pub(super) struct ReplayedGame {
    /// Every transition, from the deal.
    pub(super) transitions: Vec<Arc<Transition>>,
    /// Every response to a seat that has answered.
    pub(super) responses: Vec<Response>,
}

/// One game is replayed for readers at a time: it must not take all of the machine's processors.
static PERMIT: Semaphore = Semaphore::const_new(1);

/// As [`replay`], one game at a time in the whole service.
///
/// # Errors
/// See [`replay`].
pub(super) async fn replay_one_at_a_time(
    header: Arc<Header>,
    log: Vec<GameRecord>,
) -> Result<ReplayedGame, GameError> {
    let _permit = PERMIT.acquire().await.expect("it is never closed");
    replay(header, log).await
}

/// Replays these records on a blocking thread; takes milliseconds.
///
/// # Errors
/// `Internal` if a record cannot be applied again.
pub(super) async fn replay(
    header: Arc<Header>,
    log: Vec<GameRecord>,
) -> Result<ReplayedGame, GameError> {
    let replayed = tokio::task::spawn_blocking(move || replay_now(&header, &log)).await;
    let panicked = |error| GameError::internal(format!("a game was not replayed: {error}"));
    replayed.map_err(panicked)?
}

/// Replays these records on this thread.
fn replay_now(header: &Header, log: &[GameRecord]) -> Result<ReplayedGame, GameError> {
    let (mut game, deal) = Game::deal(header)?;
    let mut transitions = vec![deal];
    let mut responses = Vec::with_capacity(log.len());
    for &record in log {
        let (transition, response) = game.advance(header, record)?;
        transitions.push(transition);
        responses.extend(response);
    }
    Ok(ReplayedGame { transitions, responses })
}
