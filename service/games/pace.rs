//! When a house agent's answer is let out, where rivals are no house agents: how long it has thought must not tell what it holds.
//!
//! A choice is let out one tick after it was put to the seat. The tick follows from public facts: the policy's name, the kind of decision,
//! and how many seats the house plays. It is longer than the policy takes on a quiet machine; a choice that takes longer all the
//! same, since the machine is busy, waits for the next tick. Choices without an alternative wait as long as the others, in the queue
//! of those that think and after it. Decisions of one choice that nobody else can notice don't wait: the choice does.

use super::{game_task, header::Header, position::Position};
use hierophant_agents::Cost;
use hierophant_rules::{
    Seat, Viewer,
    catalog::{Action, Kind},
};
use std::time::Duration;
use tokio::time::Instant;

/// What a tick has beyond the time to think: for threads that begin late.
const SLACK: Duration = Duration::from_millis(2);

/// What a choice may take, as everybody may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// A single decision.
    pub(super) decision: Duration,
    /// The choice, and what else is thought about in the game at the same time.
    pub(super) tick: Duration,
}

/// A choice that is thought about.
pub(super) struct Choice {
    began: Instant,
    pace: Pace,
}

impl Pace {
    /// The pace of a policy at a kind of decision where the house plays so many seats, in percent of what is usual; `None` at
    /// 0 %.
    pub(super) fn new(cost: Cost, built_in_seats: u32, percent: u32) -> Option<Pace> {
        let Cost { decision, decisions, together } = cost;
        let decision = decision * percent / 100;
        let seats = if together { built_in_seats.max(1) } else { 1 };
        (percent > 0).then(|| Pace { decision, tick: decision * decisions * seats + SLACK })
    }

    /// When a choice is let out, from its beginning, whose last decision was thought about from `started` to `ended`.
    pub(super) fn release(self, started: Duration, ended: Duration) -> Duration {
        let ready = ended.max(started + self.decision);
        let ticks = ready.as_nanos().div_ceil(self.tick.as_nanos()).max(1);
        self.tick * u32::try_from(ticks).unwrap_or(u32::MAX)
    }
}

impl Choice {
    /// It begins now.
    pub(super) fn new(pace: Pace) -> Choice {
        Choice { began: Instant::now(), pace }
    }

    /// When its answer is let out.
    pub(super) fn release(&self, started: Instant, ended: Instant) -> Instant {
        let since = |at: Instant| at.saturating_duration_since(self.began);
        self.began + self.pace.release(since(started), since(ended))
    }
}

/// The pace at which the house agent of this name answers at this position; `None` in a game without rivals who could tell.
pub(super) fn pace(header: &Header, position: &Position, name: &str, kind: Kind, percent: u32) -> Option<Pace> {
    let is_rival = |&seat: &Seat| header.is_open(seat) && !position.seat_clocks[seat.index()].is_out();
    let rivals = Seat::all(header.seats()).filter(is_rival).count();
    let built_in_seats = u32::from(header.seats()).saturating_sub(rivals as u32);
    if rivals == 0 { None } else { Pace::new(hierophant_agents::cost(name, kind), built_in_seats, percent) }
}

/// Whether anybody but the seat itself can notice this answer, now or once others have answered.
pub(super) fn is_noticed(header: &Header, position: &Position, seat: Seat, action: Action) -> bool {
    let noticed = game_task::guarded(header.id(), || {
        let (mut after, mut facts) = (position.state.clone(), Vec::new());
        if after.apply(seat, action, &mut facts).is_err() {
            return Ok(true);
        }
        let goes_on = after.decision(seat).is_some_and(|decision| decision.continues);
        let mut others = Viewer::all(header.seats()).filter(|&viewer| viewer != Viewer::Seat(seat));
        Ok(!goes_on || others.any(|viewer| facts.iter().any(|fact| fact.visible_to(viewer).is_some())))
    });
    noticed.unwrap_or(true)
}

#[cfg(test)]
mod tests;
