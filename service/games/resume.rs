//! Resuming the games whose log was checked at the start: each when it is first called, or else in
//! its turn while the service is up.
//!
//! So a start takes as long as the rules need. The first caller of a game waits for its replay,
//! which takes a millisecond or so; everything else is as if it had been resumed at the start.

use super::{
    GameHandle, checked_game::CheckedGame, context::Context, error::GameError, header::Header,
    live_game::LiveGame, recovery, registry::GameLocation,
};
use crate::config::RETRY_AFTER;
use std::{collections::VecDeque, sync::Arc};

impl Context {
    /// The located game: resumed if it was not yet, with its replay if it has ended.
    ///
    /// # Errors
    /// See [`Registry::read_ended`](super::registry::Registry::read_ended) and
    /// [`resume`]; `Unavailable` if the game is in play but not live (the service is
    /// stopping, or could not resume it), `GameQuarantined` if it is quarantined.
    pub(super) async fn fetch(
        self: &Arc<Context>,
        location: GameLocation,
    ) -> Result<GameHandle, GameError> {
        match location {
            GameLocation::InMemory(handle) => Ok(handle),
            GameLocation::Checked(header, checked) => {
                resume(self, *header, &checked).await.map(GameHandle::Live)
            }
            GameLocation::Stored(_, None) => Err(GameError::Unavailable),
            GameLocation::Stored(header, Some(finished)) => {
                self.registry.read_ended(*header, finished).await.map(GameHandle::Ended)
            }
            GameLocation::Quarantined(_) => Err(GameError::GameQuarantined),
        }
    }
}

/// Resumes the games that nobody has called yet, one at a time, until the service stops.
pub(super) async fn resume_all(context: Arc<Context>) {
    let mut ids: VecDeque<String> = context.registry.checked_ids().into();
    while let Some(id) = ids.pop_front() {
        if context.draining.is_cancelled() {
            return;
        }
        match resume_in_turn(&context, &id).await {
            // An error of this game alone is in the log; its callers try again.
            Ok(()) | Err(GameError::Internal { .. }) => {}
            Err(_) => {
                ids.push_back(id);
                tokio::select! {
                    () = context.clock.sleep(RETRY_AFTER) => {}
                    () = context.draining.cancelled() => return,
                }
            }
        }
    }
    tracing::info!("every game in play is in memory");
}

async fn resume_in_turn(context: &Arc<Context>, id: &str) -> Result<(), GameError> {
    if context.registry.checked(id).is_some() {
        let location = context.registry.locate(id).await?;
        context.fetch(location).await?;
    }
    Ok(())
}

/// The game, resumed now unless it was before.
///
/// # Errors
/// `StorageUnavailable` if the store fails, `Internal` if the log is no longer what was checked.
async fn resume(
    context: &Arc<Context>,
    header: Header,
    checked: &CheckedGame,
) -> Result<Arc<LiveGame>, GameError> {
    let resumed = checked.resumed(async || {
        // Few at a time, however many callers: a replay must not take all processors and memory.
        let _permit = context.replay_permits.acquire().await.expect("it is never closed");
        let header = Arc::new(header);
        let records = recovery::records_of(context, header.key).await?;
        let replayed = recovery::replay_elsewhere(header.clone(), records).await?;
        let live_game = recovery::open(context, &header, replayed, checked.take_permit());
        context.registry.remove_checked(header.id());
        Ok(live_game)
    });
    resumed.await
}
