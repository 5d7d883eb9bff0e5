//! Limits on the calls of the whole service that are in progress, wait, stream, look at ended games
//! or ask for standings; those without a token have limits of their own. A call above its limit is
//! refused at once, and calls of one sort take no permits from the others.

use crate::{
    config::{
        Limits, PUBLIC_REPLAY_CALLS_MAX, PUBLIC_STANDINGS_CALLS_MAX, REPLAY_CALLS_MAX,
        STANDINGS_CALLS_MAX,
    },
    games::GameError,
    metrics::LimitUse,
};
use std::{sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The limits. Clones share the permits.
#[derive(Clone)]
pub(super) struct ConcurrencyLimits {
    calls: Arc<Semaphore>,
    waits: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    replay_calls: Arc<Semaphore>,
    standings_calls: Arc<Semaphore>,
    /// The same for calls without a token.
    public: [Arc<Semaphore>; 5],
    limits: Limits,
}

/// The sorts of calls, by their index in `ConcurrencyLimits::public`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Call,
    Wait,
    Stream,
    Replay,
    Standings,
}

/// By sort, the name and the value of the limit of calls without a token.
fn public_limits(limits: &Limits) -> [(&'static str, usize); 5] {
    [
        ("public_calls_max", limits.public_calls_max),
        ("public_waits_max", limits.public_waits_max),
        ("public_streams_max", limits.public_streams_max),
        ("public_replay_calls_max", PUBLIC_REPLAY_CALLS_MAX),
        ("public_standings_calls_max", PUBLIC_STANDINGS_CALLS_MAX),
    ]
}

/// How often a stopping service checks whether all permits are free.
const IDLE_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// A permit, returned when it is dropped.
pub(super) type Permit = OwnedSemaphorePermit;

impl ConcurrencyLimits {
    pub(super) fn new(limits: &Limits) -> ConcurrencyLimits {
        let permits = |count| Arc::new(Semaphore::new(count));
        let Limits { calls_max, waits_max, streams_max, .. } = *limits;
        ConcurrencyLimits {
            calls: permits(calls_max),
            waits: permits(waits_max),
            streams: permits(streams_max),
            replay_calls: permits(REPLAY_CALLS_MAX),
            standings_calls: permits(STANDINGS_CALLS_MAX),
            public: public_limits(limits).map(|(_, max)| permits(max)),
            limits: limits.clone(),
        }
    }

    /// The use of each limit, for the metrics.
    pub(super) fn uses(&self) -> Vec<LimitUse> {
        let ConcurrencyLimits {
            calls,
            waits,
            streams,
            replay_calls,
            standings_calls,
            public,
            limits,
        } = self;
        let used = |name, permits: &Semaphore, max: usize| LimitUse {
            name,
            used: max - permits.available_permits(),
            max,
        };
        let own = [
            used("calls_max", calls, limits.calls_max),
            used("waits_max", waits, limits.waits_max),
            used("streams_max", streams, limits.streams_max),
            used("replay_calls_max", replay_calls, REPLAY_CALLS_MAX),
            used("standings_calls_max", standings_calls, STANDINGS_CALLS_MAX),
        ];
        let public = public_limits(limits).into_iter().zip(public);
        let public = public.map(|((name, max), permits)| used(name, permits, max));
        own.into_iter().chain(public).collect()
    }

    /// Returns once no call is in progress, waits or streams.
    pub(super) async fn until_idle(&self) {
        while self.uses().iter().any(|limit| limit.used > 0) {
            tokio::time::sleep(IDLE_CHECK_INTERVAL).await;
        }
    }

    /// A permit for a call.
    ///
    /// # Errors
    /// `LimitReached` if there is none; so for the others.
    pub(super) fn call(&self) -> Result<Permit, GameError> {
        take(&self.calls, "calls_max")
    }

    /// A permit for a call that waits.
    pub(super) fn wait(&self) -> Result<Permit, GameError> {
        take(&self.waits, "waits_max")
    }

    /// A permit for a call that looks at an ended game: these queue, since one game at a time is
    /// replayed for them.
    pub(super) fn replay_call(&self) -> Result<Permit, GameError> {
        take(&self.replay_calls, "replay_calls_max")
    }

    /// A permit for a call for standings: these queue, since those of one tournament at a time are
    /// computed.
    pub(super) fn standings_call(&self) -> Result<Permit, GameError> {
        take(&self.standings_calls, "standings_calls_max")
    }

    /// A permit for a call without a token.
    pub(super) fn public(&self, sort: Sort) -> Result<Permit, GameError> {
        let (name, _) = public_limits(&self.limits)[sort as usize];
        take(&self.public[sort as usize], name)
    }

    /// A permit for a stream.
    pub(super) fn stream(&self) -> Result<Permit, GameError> {
        take(&self.streams, "streams_max")
    }
}

fn take(permits: &Arc<Semaphore>, limit: &'static str) -> Result<Permit, GameError> {
    permits.clone().try_acquire_owned().map_err(|_| GameError::LimitReached { limit })
}
