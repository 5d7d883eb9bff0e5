//! What a connection has been used for, which decides the order in which connections are evicted
//! when a new one needs room.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// The use of one connection so far.
pub(super) struct ConnectionActivity {
    /// When the connection limiter was created.
    began: Instant,
    /// When the connection was opened or, once it has made a call, when its last call ended, since
    /// `began`.
    since_us: AtomicU64,
    calls_open: AtomicUsize,
    calls_begun: AtomicUsize,
    /// A call that needed a credential was answered and did not fail by its caller's fault.
    is_proven: AtomicBool,
    evicted: CancellationToken,
}

/// Connections in the order of eviction. A proven connection with an open call is never evicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EvictionClass {
    /// No call was ever made.
    NeverCalled,
    /// No call is open, and none has succeeded.
    Unproven,
    /// No call is open, and some call has succeeded.
    Idle,
    /// A call is open, and none has succeeded yet.
    UnprovenBusy,
}

impl ConnectionActivity {
    pub(super) fn new(began: Instant) -> ConnectionActivity {
        ConnectionActivity {
            began,
            since_us: AtomicU64::new(micros_since(began)),
            calls_open: AtomicUsize::new(0),
            calls_begun: AtomicUsize::new(0),
            is_proven: AtomicBool::new(false),
            evicted: CancellationToken::new(),
        }
    }

    /// The connection's position in the order of eviction: its class, and since when; `None` if it
    /// must stay.
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
        self.calls_begun() > 0
    }

    /// How many calls the connection has made.
    pub(super) fn calls_begun(&self) -> usize {
        self.calls_begun.load(Ordering::Relaxed)
    }

    pub(super) fn has_open_calls(&self) -> bool {
        self.calls_open.load(Ordering::Relaxed) > 0
    }

    /// The number of open calls, if no call has succeeded yet.
    pub(super) fn open_calls_if_unproven(&self) -> Option<usize> {
        (!self.is_proven.load(Ordering::Relaxed)).then(|| self.calls_open.load(Ordering::Relaxed))
    }

    pub(super) fn call_started(&self) {
        self.calls_begun.fetch_add(1, Ordering::Relaxed);
        self.calls_open.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn call_succeeded(&self) {
        self.is_proven.store(true, Ordering::Relaxed);
    }

    pub(super) fn call_ended(&self) {
        self.calls_open.fetch_sub(1, Ordering::Relaxed);
        self.since_us.store(micros_since(self.began), Ordering::Relaxed);
    }

    /// Closes the connection, to make room for another one, when it is next polled.
    pub(super) fn evict(&self) {
        self.evicted.cancel();
    }

    /// Ready once the connection is evicted.
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
    async fn a13_connections_of_no_use_are_evicted_before_those_of_use() {
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
