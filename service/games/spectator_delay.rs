//! The queue of what spectators are shown later, in a game with a spectator delay.
//!
//! What is due follows from the times in the log alone, so that a restart changes nothing. Time
//! while the service was down does not count: a machine's clock that was set forward meanwhile
//! ends no delay.

use super::{
    delay_queue::DelayQueue, header::Header, position::Position,
    spectator_updates::SpectatorUpdates, transition::Transition,
};
use std::{
    sync::{
        Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// How many shown transitions are kept, for streams that are a little behind.
const SHOWN_KEPT_MAX: usize = 8;

/// What spectators are still to be shown, and what they were shown last.
pub(super) struct SpectatorDelay {
    delay_ms: u64,
    /// In order, never empty.
    queue: RwLock<DelayQueue<DelayedTransition>>,
    /// How long the service was down, in milliseconds; changes only while `queue` is locked.
    down_ms: AtomicU64,
    updates: SpectatorUpdates,
}

/// A transition that spectators see, and the position after it.
#[derive(Clone)]
struct DelayedTransition {
    transition: Arc<Transition>,
    position: Arc<Position>,
}

impl SpectatorDelay {
    /// The queue of a game that was just dealt; `None` if it has no spectator delay. The deal
    /// itself is shown at once: no seat has acted yet.
    pub(super) fn dealt(
        header: &Header,
        deal: &Arc<Transition>,
        position: &Arc<Position>,
    ) -> Option<SpectatorDelay> {
        let delay_ms = header.spectator_delay_ms();
        (delay_ms > 0).then(|| {
            let deal = DelayedTransition { transition: deal.clone(), position: position.clone() };
            let mut queue = DelayQueue::default();
            queue.insert(header.created_ms(), deal);
            SpectatorDelay {
                delay_ms,
                queue: RwLock::new(queue),
                down_ms: AtomicU64::new(0),
                updates: SpectatorUpdates::default(),
            }
        })
    }

    /// The last update that spectators were shown, shared by their streams.
    pub(super) fn updates(&self) -> &SpectatorUpdates {
        &self.updates
    }

    /// Adds a transition, if spectators see anything of it.
    pub(super) fn push(&self, transition: &Arc<Transition>, position: &Arc<Position>) {
        let mut queue = self.write();
        let known_ms = self.down_ms.swap(position.down_ms, Ordering::Relaxed);
        let down_ms = position.down_ms.saturating_sub(known_ms);
        let last_ms = position.at_ms.saturating_sub(down_ms);
        queue.postpone(last_ms, down_ms);
        let last_version = queue.iter().next_back().map(|last| last.position.spectator_version());
        let is_visible = last_version != Some(position.spectator_version());
        if is_visible || position.outcome.is_some() {
            let due_ms = position.at_ms + self.delay_ms;
            let (transition, position) = (transition.clone(), position.clone());
            queue.insert(due_ms, DelayedTransition { transition, position });
        }
    }

    /// Drops what was shown long ago.
    pub(super) fn prune(&self, now_ms: u64) {
        self.write().drop_due(now_ms, SHOWN_KEPT_MAX);
    }

    /// The position that spectators see now.
    pub(super) fn position(&self, now_ms: u64) -> Arc<Position> {
        let queue = self.read();
        let shown = queue.due(now_ms).last();
        // Even if the clock was set back, the first one stays visible.
        shown.or(queue.iter().next()).expect("the queue is never empty").position.clone()
    }

    /// How long it takes until the next transition is due; `None` if none is to come.
    pub(super) fn next_due(&self, now_ms: u64) -> Option<Duration> {
        self.read().next_due(now_ms)
    }

    /// The transitions up to `position` that took spectators beyond `version`; `None` if some of
    /// them were dropped.
    pub(super) fn after(&self, version: u32, position: &Position) -> Option<Vec<Arc<Transition>>> {
        let queue = self.read();
        let first = queue.iter().next().map(|first| first.position.spectator_version());
        let is_complete = first.is_some_and(|first| first <= version + 1);
        let count = position.transition_count;
        let shown = queue.iter().take_while(|delayed| delayed.position.transition_count <= count);
        is_complete.then(|| shown.map(|delayed| delayed.transition.clone()).collect())
    }

    fn read(&self) -> RwLockReadGuard<'_, DelayQueue<DelayedTransition>> {
        self.queue.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, DelayQueue<DelayedTransition>> {
        self.queue.write().unwrap_or_else(PoisonError::into_inner)
    }
}
