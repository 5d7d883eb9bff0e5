//! When a built-in agent's answer is submitted in a game with external clients: how long it has
//! thought must not reveal what it holds.
//!
//! A choice is submitted one tick after it began. The tick follows from public facts: the policy's
//! name, the kind of decision, and how many seats the service plays. It is longer than the policy
//! takes on an idle machine; a choice that takes longer because the machine is busy waits for the
//! next tick. A choice with a single legal action waits as long as the others, in the queue for
//! turns and after it. A decision within a choice that no other viewer can notice does not wait:
//! the choice does.

use super::{game, header::Header, position::Position};
use hierophant_agents::Cost;
use hierophant_rules::{
    Seat, Viewer,
    catalog::{Action, Kind},
};
use std::time::Duration;
use tokio::time::Instant;

/// How much longer a tick is than the time to think: for threads that start late.
const SLACK: Duration = Duration::from_millis(2);

/// How long a choice takes, from public facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// The time to think about one decision.
    pub(super) decision: Duration,
    /// The time for the choice, and for what other seats of the game think about at the same time.
    pub(super) tick: Duration,
}

/// A choice in progress.
pub(super) struct Choice {
    began: Instant,
    pace: Pace,
}

impl Pace {
    /// The pace of a policy with this cost where the service plays `built_in_seats`, in percent of
    /// the usual pace; `None` at 0 %.
    pub(super) fn new(cost: Cost, built_in_seats: u32, percent: u32) -> Option<Pace> {
        let Cost { decision, decisions, together } = cost;
        let decision = decision * percent / 100;
        let seats = if together { built_in_seats.max(1) } else { 1 };
        (percent > 0).then(|| Pace { decision, tick: decision * decisions * seats + SLACK })
    }

    /// When a choice is submitted whose last decision was thought about from `started` to `ended`;
    /// all three are counted from the beginning of the choice.
    pub(super) fn release(self, started: Duration, ended: Duration) -> Duration {
        let ready = ended.max(started + self.decision);
        let ticks = ready.as_nanos().div_ceil(self.tick.as_nanos()).max(1);
        self.tick * u32::try_from(ticks).unwrap_or(u32::MAX)
    }
}

impl Choice {
    /// A choice that begins now.
    pub(super) fn new(pace: Pace) -> Choice {
        Choice { began: Instant::now(), pace }
    }

    /// When the choice is submitted; see [`Pace::release`].
    pub(super) fn release(&self, started: Instant, ended: Instant) -> Instant {
        let since = |at: Instant| at.saturating_duration_since(self.began);
        self.began + self.pace.release(since(started), since(ended))
    }
}

/// The pace of the built-in agent of this name at this position; `None` in a game without external
/// clients.
pub(super) fn pace(
    header: &Header,
    position: &Position,
    name: &str,
    kind: Kind,
    percent: u32,
) -> Option<Pace> {
    let is_external =
        |&seat: &Seat| header.is_open(seat) && !position.seat_clocks[seat.index()].is_out();
    let external = Seat::all(header.seats()).filter(is_external).count();
    let built_in_seats = u32::from(header.seats()).saturating_sub(external as u32);
    if external == 0 {
        None
    } else {
        Pace::new(hierophant_agents::cost(name, kind), built_in_seats, percent)
    }
}

/// Whether another viewer can notice this answer, now or once other seats have answered.
pub(super) fn is_noticed(header: &Header, position: &Position, seat: Seat, action: Action) -> bool {
    let noticed = game::catch_panic(header.id(), || {
        let (mut after, mut facts) = (position.state.clone(), Vec::new());
        if after.apply(seat, action, &mut facts).is_err() {
            return Ok(true);
        }
        let continues = after.decision(seat).is_some_and(|decision| decision.continues);
        let mut others = Viewer::all(header.seats()).filter(|&viewer| viewer != Viewer::Seat(seat));
        Ok(!continues
            || others.any(|viewer| facts.iter().any(|fact| fact.visible_to(viewer).is_some())))
    });
    noticed.unwrap_or(true)
}

#[cfg(test)]
mod tests;
