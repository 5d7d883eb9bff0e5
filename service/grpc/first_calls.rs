//! Limits calls on connections without a successful call. A request that is begun and never
//! finished costs its client little, and the service some kilobytes until it times out. If many
//! such calls are open, each further connection gets only a few.

use crate::config::{CONNECTION_FIRST_CALLS_MAX, FIRST_CALLS_MAX};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Such calls of the whole service. Clones share the count.
#[derive(Clone, Default)]
pub(super) struct FirstCalls(Arc<AtomicUsize>);

/// The permit of one such call, until it is answered.
pub(super) struct FirstCallPermit(Arc<AtomicUsize>);

impl FirstCalls {
    /// A permit for a call on a connection with this many open calls, this one included; `None` if
    /// they are too many.
    pub(super) fn try_acquire(&self, open_on_connection: usize) -> Option<FirstCallPermit> {
        let is_crowded = self.0.load(Ordering::Relaxed) >= FIRST_CALLS_MAX;
        (!is_crowded || open_on_connection <= CONNECTION_FIRST_CALLS_MAX).then(|| {
            self.0.fetch_add(1, Ordering::Relaxed);
            FirstCallPermit(self.0.clone())
        })
    }
}

impl Drop for FirstCallPermit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a01_requests_that_clients_leave_unfinished_are_few() {
        let calls = FirstCalls::default();
        let many: Vec<_> =
            (0..FIRST_CALLS_MAX).map(|open| calls.try_acquire(open).expect("room")).collect();
        assert!(
            calls.try_acquire(CONNECTION_FIRST_CALLS_MAX + 1).is_none(),
            "a connection with many open calls gets no more"
        );
        assert!(
            calls.try_acquire(CONNECTION_FIRST_CALLS_MAX).is_some(),
            "a new connection is served"
        );
        drop(many);
        assert!(calls.try_acquire(CONNECTION_FIRST_CALLS_MAX + 1).is_some());
        assert_eq!(calls.0.load(Ordering::Relaxed), 0);
    }
}
