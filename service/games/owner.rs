//! The single writer of a live game. It alone decides in which order answers count.
//!
//! Look up -> check -> apply to a copy -> store -> *then* publish and answer. It is a task of its own, so that a caller who
//! goes away cancels nothing.

use super::{
    Shared,
    game::{Game, Next, Position},
    refusal::Refusal,
    replay,
    table::Table,
};
use crate::{pb::v1 as pb, storage::StorageError};
use hierophant_rules::{Seat, catalog::Action};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};
use tokio::sync::{mpsc, oneshot};

/// An answer on its way to the owner.
pub struct Ask {
    /// Who answers.
    pub seat: Seat,
    /// Which decision, by the seat's own count.
    pub decision_id: u32,
    /// With what.
    pub action: Action,
    /// Where the result goes.
    pub reply: oneshot::Sender<Result<pb::SubmitActionResponse, Refusal>>,
}

/// Owns a game until it is over or the service stops.
pub(super) async fn own(shared: Arc<Shared>, table: Arc<Table>, mut game: Game, mut mailbox: mpsc::Receiver<Ask>) {
    while game.position().outcome.is_none() {
        let ask = tokio::select! {
            biased;
            () = shared.draining.cancelled() => break,
            ask = mailbox.recv() => ask,
        };
        let Some(ask) = ask else { break };
        // On the heap, or a game that rests would keep room for all that an answer needs on its way.
        let result = Box::pin(answer(&shared, &table, &mut game, &ask)).await;
        // A caller that has gone away asks again and gets the same.
        let _ = ask.reply.send(result);
    }
    // First, so that whoever finds the mailbox closed finds the ended game as well.
    shared.forget(&table);
    mailbox.close();
    while let Some(ask) = mailbox.recv().await {
        let over = game.position().outcome.is_some();
        let late = match Box::pin(earlier(&table, game.position(), &ask)).await {
            Ok(Some(told)) => Ok(told),
            Ok(None) => Err(if over { Refusal::GameOver } else { Refusal::Draining }),
            Err(refusal) => Err(refusal),
        };
        let _ = ask.reply.send(late);
    }
}

async fn answer(
    shared: &Shared,
    table: &Table,
    game: &mut Game,
    ask: &Ask,
) -> Result<pb::SubmitActionResponse, Refusal> {
    let Ask { seat, decision_id: _, action, reply: _ } = *ask;
    if let Some(earlier) = earlier(table, game.position(), ask).await? {
        return Ok(earlier);
    }
    let at_ms = shared.clock.now_ms();
    // The rules shall not panic; if they do, their copy of the game is lost and nothing else.
    let next = guarded(table.header.id(), || game.answer(seat, action, at_ms))?;
    store(shared, table, game, &next, at_ms).await?;
    game.take(&next);
    if next.position.outcome.is_some() {
        // First, so that whoever learns of the end finds the ended game, and its replay.
        shared.forget(table);
    }
    table.publish(next.step, next.position);
    Ok(next.told)
}

/// What this decision's answer was told earlier, if it has been answered.
async fn earlier(table: &Table, position: &Position, ask: &Ask) -> Result<Option<pb::SubmitActionResponse>, Refusal> {
    let Ask { seat, decision_id, action, reply: _ } = *ask;
    table.earlier(position, seat, decision_id, action.code().0).await
}

/// Runs the rules. A panic of theirs is a fault of ours, and of one game alone.
pub(super) fn guarded<T>(id: &str, work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Refusal::internal(format!("the rules panicked in game {id}"))))
}

/// Returns once the step would survive a crash.
async fn store(shared: &Shared, table: &Table, game: &Game, next: &Next, at_ms: u64) -> Result<(), Refusal> {
    // The deal is a step, but no record of the log: it is the game's row.
    let expected = game.position().steps as u64 - 1;
    let key = table.header.key;
    let stored = match &next.position.outcome {
        None => shared.storage.append(key, expected, vec![next.record.clone()]).await,
        Some(outcome) => {
            let ending = replay::ending(table, game, next, outcome, at_ms).await?;
            shared.storage.finish(key, expected, ending).await.map(|_| ())
        }
    };
    if stored == Err(StorageError::Conflict) {
        tracing::error!(game = table.header.id(), "another writer has touched the log of a game");
    }
    Ok(stored?)
}
