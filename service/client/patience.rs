//! How often, and how slowly, a call is repeated while the service is unavailable.

use super::Failure;
use crate::secrets::random_bytes;
use std::{future::Future, time::Duration};

/// Limits for repeating a call. Only failures that pass are met with patience; all others are reported at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// A call is made at most so often, the first time included; at least 1.
    pub attempts_max: u32,
    /// The pause after the first failure; it doubles with each further one.
    pub delay_ms_first: u64,
    /// No pause is longer.
    pub delay_ms_max: u64,
}

impl Patience {
    /// For a person who waits: gives up after about four seconds.
    pub const CALL: Patience = Patience { attempts_max: 7, delay_ms_first: 60, delay_ms_max: 2_000 };
    /// For an agent that shall outlive a restart of the service: gives up after about five minutes.
    pub const AGENT: Patience = Patience { attempts_max: 110, delay_ms_first: 60, delay_ms_max: 3_000 };

    /// Makes the call until it succeeds, fails for good, or has been made often enough.
    ///
    /// # Errors
    /// The last failure.
    pub async fn repeat<T, F: Future<Output = Result<T, Failure>>>(&self, call: impl Fn() -> F) -> Result<T, Failure> {
        let mut failures = 0;
        loop {
            match call().await {
                Err(failure) if failure.is_passing() && failures + 1 < self.attempts_max => {
                    failures += 1;
                    self.pause(failures, &failure).await;
                }
                result => return result,
            }
        }
    }

    /// Waits as long as is right after this many failures in a row.
    pub(super) async fn pause(&self, failures: u32, last: &Failure) {
        match failures {
            1 => tracing::warn!(failure = %last, "the service is unavailable; trying again"),
            _ => tracing::debug!(failures, failure = %last, "the service is still unavailable"),
        }
        let [chance] = random_bytes();
        // As long as the service asks for, within our own limit: it is no clock of ours.
        let asked = last.retry_after.unwrap_or_default().min(Duration::from_millis(self.delay_ms_max));
        tokio::time::sleep(self.delay(failures, chance).max(asked)).await;
    }

    /// The pause after this many failures in a row: doubling, then shortened by up to a half by `chance`, so that clients
    /// who lost the same service don't all come back at the same moment.
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

    const PATIENCE: Patience = Patience { attempts_max: 5, delay_ms_first: 100, delay_ms_max: 300 };

    /// Calls something that gives these results one after the other; checks how often it was called.
    async fn check(results: &[Result<u32, Status>], expected: Result<u32, &str>, calls_expected: u32) {
        let calls = AtomicU32::new(0);
        let call = || async {
            let call = calls.fetch_add(1, Ordering::Relaxed) as usize;
            results[call].clone().map_err(Failure::from)
        };
        let result = PATIENCE.repeat(call).await.map_err(|failure| failure.message);
        assert_eq!(result, expected.map_err(str::to_owned));
        assert_eq!(calls.load(Ordering::Relaxed), calls_expected);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_is_repeated_until_the_service_is_back() {
        let away = || Err(Status::unavailable("away"));
        check(&[away(), away(), Ok(3)], Ok(3), 3).await;
        check(&[Ok(1)], Ok(1), 1).await;
    }

    #[tokio::test(start_paused = true)]
    async fn patience_ends() {
        let away = Err(Status::unavailable("away"));
        check(&vec![away; 9], Err("away"), 5).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_refusal_is_final() {
        check(&[Err(Status::failed_precondition("no")), Ok(1)], Err("no"), 1).await;
        check(&[Err(Status::unavailable("away")), Err(Status::not_found("no"))], Err("no"), 2).await;
    }

    #[test]
    fn pauses_double_up_to_a_limit_and_chance_takes_at_most_a_half() {
        let delays = |chance| [1, 2, 3, 4, 400].map(|failures| PATIENCE.delay(failures, chance).as_millis());
        assert_eq!(delays(0), [100, 200, 300, 300, 300]);
        assert_eq!(delays(255), [50, 100, 150, 150, 150]);
    }
}
