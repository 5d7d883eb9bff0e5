//! Calls on connections that have not been of any use yet. A request that is begun and never finished costs its client little and the
//! service some kilobytes until it times out: where strangers have many of them open, each of their connections gets but a few more.

use crate::config::{CONNECTION_FIRST_CALLS_MAX, FIRST_CALLS_MAX};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Those of the whole service. Clones are the same.
#[derive(Clone, Default)]
pub(super) struct FirstCalls(Arc<AtomicUsize>);

/// One of them, until it is answered.
pub(super) struct FirstCallPermit(Arc<AtomicUsize>);

impl FirstCalls {
    /// A place for a call on a connection that has so many open calls, this one among them; `None` if these are too many.
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
    fn a01_requests_that_strangers_leave_unfinished_are_few() {
        let calls = FirstCalls::default();
        let many: Vec<_> = (0..FIRST_CALLS_MAX).map(|open| calls.try_acquire(open).expect("room")).collect();
        assert!(calls.try_acquire(CONNECTION_FIRST_CALLS_MAX + 1).is_none(), "who has many open gets no more");
        assert!(calls.try_acquire(CONNECTION_FIRST_CALLS_MAX).is_some(), "who comes anew is served");
        drop(many);
        assert!(calls.try_acquire(CONNECTION_FIRST_CALLS_MAX + 1).is_some());
        assert_eq!(calls.0.load(Ordering::Relaxed), 0);
    }
}
