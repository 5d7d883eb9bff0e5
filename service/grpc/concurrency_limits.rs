//! How many calls may be at work, wait, or stream at the same time. Whoever comes above that is sent away at once: nothing
//! queues, and those who wait never take a place from those who act.

use crate::{config::Limits, games::GameError, metrics::LimitUse};
use std::{sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// See the module.
#[derive(Clone)]
pub(super) struct ConcurrencyLimits {
    calls: Arc<Semaphore>,
    waits: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    limits: Limits,
}

/// How often it is looked whether all places are free; while the service stops, and only then.
const LOOKED_EVERY: Duration = Duration::from_millis(20);

/// A place, as long as it lives.
pub(super) type Permit = OwnedSemaphorePermit;

impl ConcurrencyLimits {
    pub(super) fn new(limits: &Limits) -> ConcurrencyLimits {
        let permits = |count| Arc::new(Semaphore::new(count));
        let Limits { calls_max, waits_max, streams_max, .. } = *limits;
        let (calls, waits, streams) = (permits(calls_max), permits(waits_max), permits(streams_max));
        ConcurrencyLimits { calls, waits, streams, limits: limits.clone() }
    }

    /// How far each limit is used, for operators.
    pub(super) fn uses(&self) -> Vec<LimitUse> {
        let ConcurrencyLimits { calls, waits, streams, limits } = self;
        let used =
            |name, permits: &Semaphore, max: usize| LimitUse { name, used: max - permits.available_permits(), max };
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
    pub(super) fn call(&self) -> Result<Permit, GameError> {
        take(&self.calls, "calls_max")
    }

    /// A place for a call that waits.
    pub(super) fn wait(&self) -> Result<Permit, GameError> {
        take(&self.waits, "waits_max")
    }

    /// A place for a stream.
    pub(super) fn stream(&self) -> Result<Permit, GameError> {
        take(&self.streams, "streams_max")
    }
}

fn take(permits: &Arc<Semaphore>, limit: &'static str) -> Result<Permit, GameError> {
    permits.clone().try_acquire_owned().map_err(|_| GameError::LimitReached { limit })
}
