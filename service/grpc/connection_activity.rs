//! A connection's place: what its connection has done with it, and which places are given up first when others need room.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// See the module.
pub(super) struct ConnectionActivity {
    /// When the door was made.
    began: Instant,
    /// When the connection was opened or, once it has called, when its last call was over; from the beginning.
    since_us: AtomicU64,
    calls_open: AtomicUsize,
    has_called: AtomicBool,
    /// A call was answered that needed a credential and did not fail by its caller's fault.
    is_proven: AtomicBool,
    evicted: CancellationToken,
}

/// What a place is used for, in the order in which places are given up. A proven connection with an open call keeps its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EvictionClass {
    /// No call has begun.
    NeverCalled,
    /// No call is open, and none was of use.
    Unproven,
    /// No call is open.
    Idle,
    /// A call is open, and none has been answered yet or was of use.
    UnprovenBusy,
}

impl ConnectionActivity {
    pub(super) fn new(began: Instant) -> ConnectionActivity {
        ConnectionActivity {
            began,
            since_us: AtomicU64::new(micros_since(began)),
            calls_open: AtomicUsize::new(0),
            has_called: AtomicBool::new(false),
            is_proven: AtomicBool::new(false),
            evicted: CancellationToken::new(),
        }
    }

    /// What it is used for, and since when; `None` if it is not to be given up.
    pub(super) fn eviction_rank(&self) -> Option<(EvictionClass, u64)> {
        let (is_busy, is_proven) = (self.has_open_calls(), self.is_proven.load(Ordering::Relaxed));
        let class = match (self.has_called(), is_busy, is_proven) {
            (_, true, true) => return None,
            (false, ..) => EvictionClass::NeverCalled,
            (true, true, false) => EvictionClass::UnprovenBusy,
            (true, false, true) => EvictionClass::Idle,
            (true, false, false) => EvictionClass::Unproven,
        };
        Some((class, self.since_us.load(Ordering::Relaxed)))
    }

    pub(super) fn has_called(&self) -> bool {
        self.has_called.load(Ordering::Relaxed)
    }

    pub(super) fn has_open_calls(&self) -> bool {
        self.calls_open.load(Ordering::Relaxed) > 0
    }

    /// How many calls are open, if none was of use yet.
    pub(super) fn open_calls_if_unproven(&self) -> Option<usize> {
        (!self.is_proven.load(Ordering::Relaxed)).then(|| self.calls_open.load(Ordering::Relaxed))
    }

    pub(super) fn call_started(&self) {
        self.has_called.store(true, Ordering::Relaxed);
        self.calls_open.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn call_succeeded(&self) {
        self.is_proven.store(true, Ordering::Relaxed);
    }

    pub(super) fn call_ended(&self) {
        self.calls_open.fetch_sub(1, Ordering::Relaxed);
        self.since_us.store(micros_since(self.began), Ordering::Relaxed);
    }

    /// Another connection needs the room: this one is closed at its next turn.
    pub(super) fn evict(&self) {
        self.evicted.cancel();
    }

    /// Ready once the place is given up.
    pub(super) fn evicted(&self) -> WaitForCancellationFutureOwned {
        self.evicted.clone().cancelled_owned()
    }
}

pub(super) fn micros_since(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test(start_paused = true)]
    async fn a13_places_of_no_use_are_given_up_before_those_of_use() {
        let activity = ConnectionActivity::new(Instant::now());
        let advance = || tokio::time::advance(Duration::from_micros(5));
        advance().await;
        assert_eq!(activity.eviction_rank(), Some((EvictionClass::NeverCalled, 0)));
        activity.call_started();
        assert_eq!(activity.eviction_rank(), Some((EvictionClass::UnprovenBusy, 0)));
        activity.call_ended();
        assert_eq!(activity.eviction_rank(), Some((EvictionClass::Unproven, 5)));
        advance().await;
        activity.call_started();
        activity.call_succeeded();
        assert_eq!(activity.eviction_rank(), None);
        activity.call_ended();
        assert_eq!(activity.eviction_rank(), Some((EvictionClass::Idle, 10)));
        assert!(
            EvictionClass::NeverCalled < EvictionClass::Unproven
                && EvictionClass::Unproven < EvictionClass::Idle
                && EvictionClass::Idle < EvictionClass::UnprovenBusy
        );
    }
}
