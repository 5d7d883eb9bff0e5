//! How many calls may be at work, wait, or stream at the same time. Whoever comes above that is sent away at once: nothing
//! queues, and those who wait never take a place from those who act.

use crate::{config::Limits, games::Refusal, metrics::Use};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// See the module.
#[derive(Clone)]
pub(super) struct Budget {
    calls: Arc<Semaphore>,
    waits: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    limits: Limits,
}

/// A place, as long as it lives.
pub(super) type Place = OwnedSemaphorePermit;

impl Budget {
    pub(super) fn new(limits: &Limits) -> Budget {
        let places = |count| Arc::new(Semaphore::new(count));
        Budget {
            calls: places(limits.calls_max),
            waits: places(limits.waits_max),
            streams: places(limits.streams_max),
            limits: limits.clone(),
        }
    }

    /// How far each limit is used, for operators.
    pub(super) fn uses(&self) -> Vec<Use> {
        let Budget { calls, waits, streams, limits } = self;
        let used = |name, places: &Semaphore, most: usize| (name, most - places.available_permits(), most);
        vec![
            used("calls_max", calls, limits.calls_max),
            used("waits_max", waits, limits.waits_max),
            used("streams_max", streams, limits.streams_max),
        ]
    }

    /// A place for a call that works.
    pub(super) fn call(&self) -> Result<Place, Refusal> {
        take(&self.calls, "calls_max")
    }

    /// A place for a call that waits.
    pub(super) fn wait(&self) -> Result<Place, Refusal> {
        take(&self.waits, "waits_max")
    }

    /// A place for a stream.
    pub(super) fn stream(&self) -> Result<Place, Refusal> {
        take(&self.streams, "streams_max")
    }
}

fn take(places: &Arc<Semaphore>, limit: &'static str) -> Result<Place, Refusal> {
    places.clone().try_acquire_owned().map_err(|_| Refusal::LimitReached { limit })
}
