//! Rate limits: a number per second, and a burst after a pause.

use std::time::Duration;

const US_PER_SECOND: u64 = 1_000_000;

/// A steady rate and a burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rate {
    /// Events per second; 0 is no limit.
    pub(super) per_second: u32,
    /// Events at once, after a pause.
    pub(super) burst: u32,
}

impl Rate {
    /// A rate whose burst is this many seconds' worth.
    pub(super) fn with_burst_seconds(per_second: u32, seconds: u32) -> Rate {
        Rate { per_second, burst: per_second.saturating_mul(seconds).max(1) }
    }
}

/// The state of a rate limit, by the generic cell rate algorithm: when the next event is due at the
/// steady rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gcra {
    due_us: u64,
}

impl Gcra {
    /// Counts an event if it is within the rate; else returns how long to wait, and counts nothing.
    pub(super) fn take(&mut self, rate: Rate, now_us: u64) -> Result<(), Duration> {
        let wait = self.wait_time(rate, now_us);
        if wait.is_zero() {
            self.count(rate, now_us);
            return Ok(());
        }
        Err(wait)
    }

    /// Counts an event whether or not it is within the rate. Events above the rate are a debt, of
    /// at most one burst.
    pub(super) fn count(&mut self, rate: Rate, now_us: u64) {
        if rate.per_second == 0 {
            return;
        }
        let interval_us = interval_us(rate);
        let most = now_us + 2 * interval_us * u64::from(rate.burst);
        self.due_us = (self.due_us.max(now_us) + interval_us).min(most);
    }

    /// How long until the next event is within the rate.
    pub(super) fn wait_time(&self, rate: Rate, now_us: u64) -> Duration {
        if rate.per_second == 0 {
            return Duration::ZERO;
        }
        let interval_us = interval_us(rate);
        // A clock that is set back must not lock a caller out.
        let due_us = self.due_us.min(now_us + 2 * interval_us * u64::from(rate.burst));
        let early_us =
            (due_us + interval_us).saturating_sub(now_us + interval_us * u64::from(rate.burst));
        Duration::from_micros(early_us)
    }

    /// Whether the whole burst is available again.
    pub(super) fn is_full(&self, now_us: u64) -> bool {
        self.due_us <= now_us
    }
}

fn interval_us(rate: Rate) -> u64 {
    (US_PER_SECOND / u64::from(rate.per_second)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { per_second: 10, burst: 3 };
    const NOW_US: u64 = 1_000_000_000;

    /// The number of events that are within the rate at this moment, and how long the next one has
    /// to wait.
    fn taken(gcra: &mut Gcra, now_us: u64) -> (u32, u128) {
        let mut count = 0;
        loop {
            match gcra.take(RATE, now_us) {
                Ok(()) => count += 1,
                Err(wait) => return (count, wait.as_millis()),
            }
        }
    }

    #[test]
    fn a_burst_goes_through_and_then_the_rate() {
        let mut gcra = Gcra::default();
        assert_eq!(taken(&mut gcra, NOW_US), (3, 100));
        assert_eq!(taken(&mut gcra, NOW_US + 99_000), (0, 1));
        assert_eq!(taken(&mut gcra, NOW_US + 100_000), (1, 100));
        assert_eq!(taken(&mut gcra, NOW_US + 350_000), (2, 50));
        assert!(!gcra.is_full(NOW_US + 400_000));
        assert!(gcra.is_full(NOW_US + 700_000));
        assert_eq!(taken(&mut gcra, NOW_US + 900_000), (3, 100));
    }

    #[test]
    fn a_clock_that_is_set_back_locks_no_caller_out() {
        let mut gcra = Gcra::default();
        taken(&mut gcra, NOW_US);
        assert!(gcra.wait_time(RATE, NOW_US / 2) <= Duration::from_millis(400));
    }

    #[test]
    fn a_debt_has_an_end() {
        let mut gcra = Gcra::default();
        (0..1_000).for_each(|_| gcra.count(RATE, NOW_US));
        assert_eq!(gcra.wait_time(RATE, NOW_US), Duration::from_millis(400));
    }

    #[test]
    fn without_a_rate_there_is_no_limit() {
        let mut gcra = Gcra::default();
        let free = Rate::with_burst_seconds(0, 2);
        assert!((0..1_000).all(|_| gcra.take(free, NOW_US).is_ok()));
    }
}
