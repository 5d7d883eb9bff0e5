//! How often something may happen: so many times a second, and so many at once after a rest.

use std::time::Duration;

const US_PER_SECOND: u64 = 1_000_000;

/// An allowance: a steady rate, and what may come at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rate {
    /// Times per second; 0 is no limit.
    pub(super) per_second: u32,
    /// At once, after a rest.
    pub(super) burst: u32,
}

impl Rate {
    /// A rate that lets this many seconds' worth come at once.
    pub(super) fn with_burst_seconds(per_second: u32, seconds: u32) -> Rate {
        Rate { per_second, burst: per_second.saturating_mul(seconds).max(1) }
    }
}

/// When the next time is due, if it always came at the steady rate. (The generic cell rate algorithm.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gcra {
    due_us: u64,
}

impl Gcra {
    /// Once more, now; or how long to wait for it. A refusal costs nothing.
    pub(super) fn take(&mut self, rate: Rate, now_us: u64) -> Result<(), Duration> {
        let wait = self.wait_time(rate, now_us);
        if wait.is_zero() {
            self.count(rate, now_us);
            return Ok(());
        }
        Err(wait)
    }

    /// Once more, whatever the rate says: what comes too early is a debt, of one rest at most.
    pub(super) fn count(&mut self, rate: Rate, now_us: u64) {
        if rate.per_second == 0 {
            return;
        }
        let interval_us = interval_us(rate);
        let most = now_us + 2 * interval_us * u64::from(rate.burst);
        self.due_us = (self.due_us.max(now_us) + interval_us).min(most);
    }

    /// How long until the next time is within the rate.
    pub(super) fn wait_time(&self, rate: Rate, now_us: u64) -> Duration {
        if rate.per_second == 0 {
            return Duration::ZERO;
        }
        let interval_us = interval_us(rate);
        // A clock that was set back must not shut anybody out.
        let due_us = self.due_us.min(now_us + 2 * interval_us * u64::from(rate.burst));
        let early_us = (due_us + interval_us).saturating_sub(now_us + interval_us * u64::from(rate.burst));
        Duration::from_micros(early_us)
    }

    /// Whether it has rested long enough to be as good as new.
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

    /// How many of many attempts at this moment are let through, and how long the next one has to wait.
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
    fn a_clock_that_is_set_back_shuts_nobody_out() {
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
