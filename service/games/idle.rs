//! Idle games are ended: those whose external clients never joined, and those in which nothing has
//! happened for too long. Their replays stay. A game in which a clock runs ends by itself:
//! abandoning it would forgive a seat that has seen its hand. A guest's game has a longest duration
//! all the same.

use super::{command::Command, context::Context, live_game::LiveGame, submit};
use crate::{
    config::{Limits, SWEEP_INTERVAL_MAX, SWEEP_INTERVAL_MIN},
    metrics::GiveUpCause,
    pb::v1 as pb,
};
use hierophant_rules::Seat;
use std::{sync::Arc, time::Duration};

/// Ends idle games, and those of guests that take too long, until the service stops.
pub(super) async fn sweep(context: Arc<Context>, has_guests: bool) {
    let limits = &context.limits;
    let timeouts = limits.idle_timeout.into_iter().chain(limits.unjoined_timeout);
    let guests = has_guests.then_some(limits.guest_game_timeout);
    let Some(shortest) = timeouts.chain(guests).min() else { return };
    let interval = (shortest / 8).clamp(SWEEP_INTERVAL_MIN, SWEEP_INTERVAL_MAX);
    // A game cannot be played while the service is down: its idle time counts from here on.
    let started_ms = context.clock.now_ms();
    loop {
        tokio::select! {
            () = context.clock.sleep(interval) => {}
            () = context.draining.cancelled() => return,
        }
        let now_ms = context.clock.now_ms();
        for live_game in context.registry.live_games() {
            if let Some(spectator_delay) = live_game.spectator_delay() {
                spectator_delay.prune(now_ms);
            }
            if let Some(cause) = cause(&live_game, limits, started_ms, now_ms) {
                end(&context, &live_game, cause).await;
            }
        }
    }
}

/// Why this game is to be ended, if it is.
fn cause(
    live_game: &LiveGame,
    limits: &Limits,
    started_ms: u64,
    now_ms: u64,
) -> Option<GiveUpCause> {
    let position = live_game.position();
    let lasted = Duration::from_millis(now_ms.saturating_sub(live_game.header.created_ms()));
    if live_game.header.is_guests() && lasted > limits.guest_game_timeout {
        return Some(GiveUpCause::TooLong);
    }
    let is_over = |since_ms: u64, most: Option<Duration>| {
        let idle = Duration::from_millis(now_ms.saturating_sub(since_ms.max(started_ms)));
        most.is_some_and(|most| idle > most)
    };
    let mut external = Seat::all(live_game.header.seats())
        .filter(|&seat| live_game.header.is_open(seat))
        .peekable();
    let has_external = external.peek().is_some();
    let has_joined =
        external.any(|seat| position.seat_clocks[seat.index()].counters.has_attended());
    if has_external
        && !has_joined
        && is_over(live_game.header.created_ms(), limits.unjoined_timeout)
    {
        return Some(GiveUpCause::Unjoined);
    }
    let ends_by_itself =
        position.seat_clocks.iter().any(|seat_clock| seat_clock.since_ms.is_some());
    (!ends_by_itself && is_over(position.at_ms, limits.idle_timeout)).then_some(GiveUpCause::Idle)
}

async fn end(context: &Context, live_game: &LiveGame, cause: GiveUpCause) {
    let reason = match cause {
        GiveUpCause::Unjoined => "nobody has joined",
        GiveUpCause::Idle => "nobody has answered for too long",
        GiveUpCause::TooLong => "a guest's game may take no longer",
    };
    let cut = pb::GameCut {
        ending: pb::GameEnding::Abandoned.into(),
        reason: reason.to_owned(),
        seat: None,
    };
    match submit::send(context, live_game, None, |reply| Command::Cut { cut, reply }).await {
        Ok(()) => {
            context.metrics.given_up(cause);
            tracing::info!(game = live_game.header.id(), reason, "ended an idle game");
        }
        // The next sweep tries again.
        Err(error) => {
            tracing::debug!(game = live_game.header.id(), %error, "an idle game could not be ended");
        }
    }
}
