//! How many calls may be at work, wait, or stream at the same time. Whoever comes above that is sent away at once: nothing
//! queues, and those who wait never take a place from those who act.

use crate::{config::Limits, games::Refusal, metrics::LimitUse};
use std::{sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// See the module.
#[derive(Clone)]
pub(super) struct Budget {
    calls: Arc<Semaphore>,
    waits: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    limits: Limits,
}

/// How often it is looked whether all places are free; while the service stops, and only then.
const LOOKED_EVERY: Duration = Duration::from_millis(20);

/// A place, as long as it lives.
pub(super) type Place = OwnedSemaphorePermit;

impl Budget {
    pub(super) fn new(limits: &Limits) -> Budget {
        let places = |count| Arc::new(Semaphore::new(count));
        let Limits { calls_max, waits_max, streams_max, .. } = *limits;
        let (calls, waits, streams) = (places(calls_max), places(waits_max), places(streams_max));
        Budget { calls, waits, streams, limits: limits.clone() }
    }

    /// How far each limit is used, for operators.
    pub(super) fn uses(&self) -> Vec<LimitUse> {
        let Budget { calls, waits, streams, limits } = self;
        let used =
            |name, places: &Semaphore, max: usize| LimitUse { name, used: max - places.available_permits(), max };
        vec![
            used("calls_max", calls, limits.calls_max),
            used("waits_max", waits, limits.waits_max),
            used("streams_max", streams, limits.streams_max),
        ]
    }

    /// Returns once no call is at work, waits or streams.
    pub(super) async fn until_idle(&self) {
        while self.uses().iter().any(|limit| limit.used > 0) {
            tokio::time::sleep(LOOKED_EVERY).await;
        }
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
