//! Deletes ended games of guests once they are old enough, or once there are too many.

use super::{context::Context, error::GameError, guests::GUESTS};
use crate::{
    clock::to_ms,
    config::{GUEST_DELETION_INTERVAL, GUEST_DELETIONS_AT_ONCE, GUEST_DELETIONS_MAX},
    storage::{Cursor, GameKey, GameRow, Label, Listing, PAGE_GAMES_MAX},
};
use std::sync::{Arc, atomic::Ordering};

/// Counts the games of guests in the store. Returns whether there are some, or may be: guests may
/// create games.
///
/// # Errors
/// `StorageUnavailable` if the store fails.
pub(super) async fn count(context: &Context) -> Result<bool, GameError> {
    let (mut count, mut after) = (0, Some(Cursor::Created(0)));
    while let Some(cursor) = after {
        let page = context.storage.list(listing(cursor, None, PAGE_GAMES_MAX)).await?;
        count += page.games.len();
        after = page.next;
    }
    context.guest_games.store(count, Ordering::Relaxed);
    Ok(count > 0 || context.admits_guests.get().is_some())
}

/// A page of the games of guests: of those that have ended, say.
fn listing(after: Cursor, ended: Option<bool>, limit: usize) -> Listing {
    let narrow = Some(Label::of_principal(GUESTS));
    Listing { ruleset: None, labels: Vec::new(), narrow, ended, after, limit }
}

/// Deletes the ended games of guests once they are old enough, until the service stops.
pub(super) async fn delete_ended(context: Arc<Context>) {
    loop {
        tokio::select! {
            () = context.clock.sleep(GUEST_DELETION_INTERVAL) => {}
            () = context.draining.cancelled() => return,
        }
        match pass(&context).await {
            Ok(0) => {}
            Ok(deleted) => tracing::info!(deleted, "deleted ended games of guests"),
            // The next pass tries again.
            Err(error) => {
                tracing::warn!(%error, "ended games of guests could not be deleted; retrying");
            }
        }
    }
}

/// Deletes those that are old enough or too many, as many as one pass may. Returns how many.
async fn pass(context: &Context) -> Result<usize, GameError> {
    let (now_ms, kept_ms) = (context.clock.now_ms(), to_ms(context.limits.guest_games_kept));
    let Some(until_ms) = now_ms.checked_sub(kept_ms) else { return Ok(0) };
    let stored = context.guest_games.load(Ordering::Relaxed);
    let excess = stored.saturating_sub(context.limits.guest_games_stored_max / 2);
    let mut deleted = 0;
    for some in expired(context, until_ms, excess).await?.chunks(GUEST_DELETIONS_AT_ONCE) {
        if context.draining.is_cancelled() {
            break;
        }
        let count = context.registry.delete_ended(some).await?;
        context.guest_games.fetch_sub(count, Ordering::Relaxed);
        context.metrics.guest_games_deleted(count as u64);
        deleted += count;
    }
    Ok(deleted)
}

/// The games of guests that have ended until then, and of the others that have ended the oldest, until
/// they are `excess`; at most [`GUEST_DELETIONS_MAX`].
async fn expired(
    context: &Context,
    until_ms: u64,
    excess: usize,
) -> Result<Vec<(GameKey, String)>, GameError> {
    let mut found = Vec::new();
    let mut after = Some(Cursor::Created(0));
    while let Some(cursor) = after {
        let page = context.storage.list(listing(cursor, Some(true), GUEST_DELETIONS_MAX)).await?;
        // No game ends before it is created: whatever follows a newer one has not expired either.
        let is_newer = page.games.last().is_none_or(|last| last.created_at_ms > until_ms);
        for row in page.games {
            let has_expired = |row: &GameRow| {
                row.finished.as_ref().is_some_and(|finished| finished.at_ms <= until_ms)
            };
            if found.len() < excess || has_expired(&row) {
                found.push((row.key, row.id));
            }
        }
        if (is_newer && found.len() >= excess) || found.len() >= GUEST_DELETIONS_MAX {
            break;
        }
        after = page.next;
    }
    found.truncate(GUEST_DELETIONS_MAX);
    Ok(found)
}
