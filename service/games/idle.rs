//! Games that nobody plays any more leave: those whose strangers were never there, and those that have rested for too long.
//! Their replays stay. A game in which a clock runs ends by itself: giving it up would forgive a seat that has seen its hand.

use super::{Shared, game_task::Other, live_game::LiveGame, shared::other};
use crate::{
    config::{SWEEP_EVERY_MAX, SWEEP_EVERY_MIN},
    metrics::GiveUpCause,
    pb::v1 as pb,
};
use hierophant_rules::Seat;
use std::{sync::Arc, time::Duration};

/// How long games may rest; `None`: for ever.
#[derive(Clone, Copy, Debug)]
pub(super) struct IdleLimits {
    /// After the last record.
    pub(super) idle_max: Option<Duration>,
    /// After the creation, while no stranger was there (in a game without clocks: has answered anything).
    pub(super) unjoined_max: Option<Duration>,
}

/// Looks after the games until the service stops.
pub(super) async fn sweep(shared: Arc<Shared>, idle_limits: IdleLimits) {
    let Some(shortest) = idle_limits.idle_max.into_iter().chain(idle_limits.unjoined_max).min() else { return };
    let every = (shortest / 8).clamp(SWEEP_EVERY_MIN, SWEEP_EVERY_MAX);
    // A game cannot be played while the service is down: it rests from here on.
    let started_ms = shared.clock.now_ms();
    loop {
        tokio::select! {
            () = shared.clock.sleep(every) => {}
            () = shared.draining.cancelled() => return,
        }
        let now_ms = shared.clock.now_ms();
        for table in shared.tables() {
            if let Some(spectator_delay) = table.spectator_delay() {
                spectator_delay.prune(now_ms);
            }
            if let Some(cause) = given_up(&table, idle_limits, started_ms, now_ms) {
                end(&shared, &table, cause).await;
            }
        }
    }
}

/// Why this game is given up, if it is.
fn given_up(table: &LiveGame, idle_limits: IdleLimits, started_ms: u64, now_ms: u64) -> Option<GiveUpCause> {
    let position = table.position();
    let is_over = |since_ms: u64, most: Option<Duration>| {
        let rested = Duration::from_millis(now_ms.saturating_sub(since_ms.max(started_ms)));
        most.is_some_and(|most| rested > most)
    };
    let mut strangers = Seat::all(table.header.seats()).filter(|&seat| table.header.is_open(seat)).peekable();
    let has_strangers = strangers.peek().is_some();
    let nobody = !strangers.any(|seat| position.parts[seat.index()].tally.was_there());
    if has_strangers && nobody && is_over(table.header.created_ms(), idle_limits.unjoined_max) {
        return Some(GiveUpCause::Unjoined);
    }
    let ends_by_itself = position.parts.iter().any(|part| part.since_ms.is_some());
    (!ends_by_itself && is_over(position.at_ms, idle_limits.idle_max)).then_some(GiveUpCause::Idle)
}

async fn end(shared: &Shared, table: &LiveGame, cause: GiveUpCause) {
    let reason = match cause {
        GiveUpCause::Unjoined => "nobody has joined",
        GiveUpCause::Idle => "nobody has answered for too long",
    };
    let cut = pb::GameCut { ending: pb::GameEnding::Abandoned.into(), reason: reason.to_owned(), seat: None };
    match shared.ask(table, None, |reply| other(Other::Cut { cut, reply })).await {
        Ok(()) => {
            shared.metrics.given_up(cause);
            tracing::info!(game = table.header.id(), reason, "a game is given up");
        }
        // It is looked at again soon.
        Err(refusal) => tracing::debug!(game = table.header.id(), %refusal, "a game could not be given up"),
    }
}
