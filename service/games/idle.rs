//! Games that nobody plays any more leave: those whose strangers were never there, and those that have rested for too long.
//! Their replays stay. A game in which a clock runs ends by itself: giving it up would forgive a seat that has seen its hand.

use super::{Shared, game_task::Other, live_game::LiveGame, shared::other};
use crate::{
    config::{SWEEP_INTERVAL_MAX, SWEEP_INTERVAL_MIN},
    metrics::Cause,
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
    let every = (shortest / 8).clamp(SWEEP_INTERVAL_MIN, SWEEP_INTERVAL_MAX);
    // A game cannot be played while the service is down: it rests from here on.
    let started_ms = shared.clock.now_ms();
    loop {
        tokio::select! {
            () = shared.clock.sleep(every) => {}
            () = shared.draining.cancelled() => return,
        }
        let now_ms = shared.clock.now_ms();
        for live_game in shared.live_games() {
            if let Some(spectator_delay) = live_game.spectator_delay() {
                spectator_delay.prune(now_ms);
            }
            if let Some(cause) = given_up(&live_game, idle_limits, started_ms, now_ms) {
                end(&shared, &live_game, cause).await;
            }
        }
    }
}

/// Why this game is given up, if it is.
fn given_up(live_game: &LiveGame, idle_limits: IdleLimits, started_ms: u64, now_ms: u64) -> Option<Cause> {
    let position = live_game.position();
    let is_over = |since_ms: u64, most: Option<Duration>| {
        let rested = Duration::from_millis(now_ms.saturating_sub(since_ms.max(started_ms)));
        most.is_some_and(|most| rested > most)
    };
    let mut strangers = Seat::all(live_game.header.seats()).filter(|&seat| live_game.header.is_open(seat)).peekable();
    let has_strangers = strangers.peek().is_some();
    let nobody = !strangers.any(|seat| position.seat_clocks[seat.index()].counters.was_there());
    if has_strangers && nobody && is_over(live_game.header.created_ms(), idle_limits.unjoined_max) {
        return Some(Cause::Unjoined);
    }
    let ends_by_itself = position.seat_clocks.iter().any(|seat_clock| seat_clock.since_ms.is_some());
    (!ends_by_itself && is_over(position.at_ms, idle_limits.idle_max)).then_some(Cause::Idle)
}

async fn end(shared: &Shared, live_game: &LiveGame, cause: Cause) {
    let reason = match cause {
        Cause::Unjoined => "nobody has joined",
        Cause::Idle => "nobody has answered for too long",
    };
    let cut = pb::GameCut { ending: pb::GameEnding::Abandoned.into(), reason: reason.to_owned(), seat: None };
    match shared.ask(live_game, None, |reply| other(Other::Cut { cut, reply })).await {
        Ok(()) => {
            shared.metrics.given_up(cause);
            tracing::info!(game = live_game.header.id(), reason, "a game is given up");
        }
        // It is looked at again soon.
        Err(refusal) => tracing::debug!(game = live_game.header.id(), %refusal, "a game could not be given up"),
    }
}
