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
    given_up: CancellationToken,
}

/// What a place is used for, in the order in which places are given up. A proven connection with an open call keeps its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// No call has begun.
    Silent,
    /// No call is open, and none was of use.
    Vain,
    /// No call is open.
    Idle,
    /// A call is open, and none has been answered yet or was of use.
    Asking,
}

impl ConnectionActivity {
    pub(super) fn new(began: Instant) -> ConnectionActivity {
        ConnectionActivity {
            began,
            since_us: AtomicU64::new(micros_since(began)),
            calls_open: AtomicUsize::new(0),
            has_called: AtomicBool::new(false),
            is_proven: AtomicBool::new(false),
            given_up: CancellationToken::new(),
        }
    }

    /// What it is used for, and since when; `None` if it is not to be given up.
    pub(super) fn idleness(&self) -> Option<(Use, u64)> {
        let (is_calling, is_proven) = (self.has_open_calls(), self.is_proven.load(Ordering::Relaxed));
        let used = match (self.has_called(), is_calling, is_proven) {
            (_, true, true) => return None,
            (false, ..) => Use::Silent,
            (true, true, false) => Use::Asking,
            (true, false, true) => Use::Idle,
            (true, false, false) => Use::Vain,
        };
        Some((used, self.since_us.load(Ordering::Relaxed)))
    }

    pub(super) fn has_called(&self) -> bool {
        self.has_called.load(Ordering::Relaxed)
    }

    pub(super) fn has_open_calls(&self) -> bool {
        self.calls_open.load(Ordering::Relaxed) > 0
    }

    /// How many calls are open, if none was of use yet.
    pub(super) fn first_calls(&self) -> Option<usize> {
        (!self.is_proven.load(Ordering::Relaxed)).then(|| self.calls_open.load(Ordering::Relaxed))
    }

    pub(super) fn call_begins(&self) {
        self.has_called.store(true, Ordering::Relaxed);
        self.calls_open.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn call_was_of_use(&self) {
        self.is_proven.store(true, Ordering::Relaxed);
    }

    pub(super) fn call_ends(&self) {
        self.calls_open.fetch_sub(1, Ordering::Relaxed);
        self.since_us.store(micros_since(self.began), Ordering::Relaxed);
    }

    /// Another connection needs the room: this one is closed at its next turn.
    pub(super) fn give_up(&self) {
        self.given_up.cancel();
    }

    /// Ready once the place is given up.
    pub(super) fn given_up(&self) -> WaitForCancellationFutureOwned {
        self.given_up.clone().cancelled_owned()
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
        let later = || tokio::time::advance(Duration::from_micros(5));
        later().await;
        assert_eq!(activity.idleness(), Some((Use::Silent, 0)));
        activity.call_begins();
        assert_eq!(activity.idleness(), Some((Use::Asking, 0)));
        activity.call_ends();
        assert_eq!(activity.idleness(), Some((Use::Vain, 5)));
        later().await;
        activity.call_begins();
        activity.call_was_of_use();
        assert_eq!(activity.idleness(), None);
        activity.call_ends();
        assert_eq!(activity.idleness(), Some((Use::Idle, 10)));
        assert!(Use::Silent < Use::Vain && Use::Vain < Use::Idle && Use::Idle < Use::Asking);
    }
}
