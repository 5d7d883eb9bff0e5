//! How often, and how slowly, a call is repeated while the service is unavailable.

use super::Failure;
use crate::random_bytes;
use std::{future::Future, time::Duration};
use tokio::time::Instant;

/// Limits for repeating a call. Only transient failures are retried; all others are returned at
/// once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// A call that has failed for this long, in milliseconds, is given up; 0 is a single attempt.
    pub give_up_ms: u64,
    /// The pause after the first failure; it doubles with each further one.
    pub delay_ms_first: u64,
    /// No pause is longer.
    pub delay_ms_max: u64,
}

/// Failures in a row.
#[derive(Debug, Default)]
pub(super) struct Outage {
    failures: u32,
    since: Option<Instant>,
}

impl RetryPolicy {
    /// For a person who waits: gives up after four seconds.
    pub const CALL: RetryPolicy =
        RetryPolicy { give_up_ms: 4_000, delay_ms_first: 60, delay_ms_max: 2_000 };
    /// For an agent that must outlive maintenance of the service: gives up after ten minutes.
    pub const AGENT: RetryPolicy =
        RetryPolicy { give_up_ms: 600_000, delay_ms_first: 60, delay_ms_max: 3_000 };

    /// The same, giving up after this long.
    pub fn for_seconds(self, seconds: u64) -> RetryPolicy {
        RetryPolicy { give_up_ms: seconds.saturating_mul(1_000), ..self }
    }

    /// Makes the call until it succeeds, fails for good, or has failed for too long.
    ///
    /// # Errors
    /// The last failure.
    pub async fn repeat<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        call: impl Fn() -> F,
    ) -> Result<T, Failure> {
        let mut outage = Outage::default();
        loop {
            match call().await {
                Err(failure) if failure.is_transient() => {
                    self.wait_after(&mut outage, failure).await?
                }
                result => return result,
            }
        }
    }

    /// Waits before the next attempt.
    ///
    /// # Errors
    /// This failure, if the outage has lasted for too long.
    pub(super) async fn wait_after(
        &self,
        outage: &mut Outage,
        failure: Failure,
    ) -> Result<(), Failure> {
        let since = *outage.since.get_or_insert_with(Instant::now);
        outage.failures = outage.failures.saturating_add(1);
        let give_up = Duration::from_millis(self.give_up_ms);
        if since.elapsed() >= give_up {
            return Err(failure);
        }
        match outage.failures {
            1 => tracing::warn!(
                failure = %failure,
                seconds_max = give_up.as_secs(),
                "the service is unavailable; trying again until it is back"
            ),
            failures => {
                tracing::debug!(failures, failure = %failure, "the service is still unavailable")
            }
        }
        let [chance] = random_bytes();
        // As long as the service asks for, within the policy's own limit.
        let asked =
            failure.retry_after.unwrap_or_default().min(Duration::from_millis(self.delay_ms_max));
        tokio::time::sleep(self.delay(outage.failures, chance).max(asked)).await;
        Ok(())
    }

    /// The pause after this many failures in a row: doubling, then shortened by up to a half by
    /// `chance`, so that clients who lost the same service don't all come back at the same moment.
    fn delay(&self, failures: u32, chance: u8) -> Duration {
        let doublings = failures.saturating_sub(1).min(32);
        let whole = self.delay_ms_first.saturating_mul(1 << doublings).min(self.delay_ms_max);
        let half = whole / 2;
        Duration::from_millis(whole - half * u64::from(chance) / u64::from(u8::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tonic::Status;

    const POLICY: RetryPolicy =
        RetryPolicy { give_up_ms: 700, delay_ms_first: 100, delay_ms_max: 300 };

    /// Calls something that gives these results one after the other, the last one again and again;
    /// how often it was called.
    async fn check(
        retry_policy: RetryPolicy,
        results: &[Result<u32, Status>],
        expected: Result<u32, &str>,
    ) -> u32 {
        let calls = AtomicU32::new(0);
        let call = || async {
            let call = calls.fetch_add(1, Ordering::Relaxed) as usize;
            results[call.min(results.len() - 1)].clone().map_err(Failure::from)
        };
        let result = retry_policy.repeat(call).await.map_err(|failure| failure.message);
        assert_eq!(result, expected.map_err(str::to_owned));
        calls.load(Ordering::Relaxed)
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_is_repeated_until_the_service_is_back() {
        let away = || Err(Status::unavailable("away"));
        assert_eq!(check(POLICY, &[away(), away(), Ok(3)], Ok(3)).await, 3);
        assert_eq!(check(POLICY, &[Ok(1)], Ok(1)).await, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn f28_patience_ends_after_its_time_and_not_before() {
        let away = [Err(Status::unavailable("away"))];
        let since = Instant::now();
        let calls = check(POLICY, &away, Err("away")).await;
        assert!((4..=6).contains(&calls), "{calls}");
        let since_agent = Instant::now();
        assert!(since_agent - since >= Duration::from_millis(700));
        check(RetryPolicy::AGENT, &away, Err("away")).await;
        assert!(
            since_agent.elapsed() >= Duration::from_secs(600),
            "an agent outlives ten minutes of maintenance"
        );
        assert_eq!(check(POLICY.for_seconds(0), &away, Err("away")).await, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_refusal_is_final() {
        assert_eq!(
            check(POLICY, &[Err(Status::failed_precondition("no")), Ok(1)], Err("no")).await,
            1
        );
        assert_eq!(
            check(
                POLICY,
                &[Err(Status::unavailable("away")), Err(Status::not_found("no"))],
                Err("no")
            )
            .await,
            2
        );
    }

    #[test]
    fn pauses_double_up_to_a_limit_and_chance_takes_at_most_a_half() {
        let delays =
            |chance| [1, 2, 3, 4, 400].map(|failures| POLICY.delay(failures, chance).as_millis());
        assert_eq!(delays(0), [100, 200, 300, 300, 300]);
        assert_eq!(delays(255), [50, 100, 150, 150, 150]);
    }
}
