//! The only source of time. Everything that asks for the hour or waits for it is given a clock, so that tests can be the
//! ones who turn it.

use async_trait::async_trait;
use std::{
    fmt,
    sync::LazyLock,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::sync::watch;

/// A clock.
#[async_trait]
pub trait Clock: fmt::Debug + Send + Sync + 'static {
    /// Milliseconds since 1970.
    fn now_ms(&self) -> u64;

    /// Returns after `duration`.
    async fn sleep(&self, duration: Duration);
}

/// The machine's clock, as it was when this was first asked; from there on it runs evenly, whatever is done to the machine's:
/// seats must not lose time because somebody sets it.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

/// When the clock was first asked.
static START: LazyLock<(Duration, Instant)> = LazyLock::new(start);

#[allow(clippy::disallowed_methods, reason = "this is the one place that reads the machine's clocks")]
fn start() -> (Duration, Instant) {
    (SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(), Instant::now())
}

#[async_trait]
impl Clock for SystemClock {
    fn now_ms(&self) -> u64 {
        let (since, started) = *START;
        to_ms(since + started.elapsed())
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}

/// A clock that stands still until it is told to go on.
#[derive(Debug)]
pub struct ManualClock {
    now_ms: watch::Sender<u64>,
    sleepers: watch::Sender<usize>,
}

impl ManualClock {
    /// A clock that shows this time.
    pub fn at_ms(now_ms: u64) -> ManualClock {
        ManualClock { now_ms: watch::Sender::new(now_ms), sleepers: watch::Sender::new(0) }
    }

    /// Goes on by `duration` and wakes whoever has slept long enough.
    pub fn advance(&self, duration: Duration) {
        self.now_ms.send_modify(|now| *now += to_ms(duration));
    }

    /// Returns once at least `count` callers sleep: then `advance` is sure to reach them.
    pub async fn until_sleeping(&self, count: usize) {
        let mut sleepers = self.sleepers.subscribe();
        sleepers.wait_for(|&sleeping| sleeping >= count).await.expect("the sender lives in self");
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now_ms(&self) -> u64 {
        *self.now_ms.borrow()
    }

    async fn sleep(&self, duration: Duration) {
        let mut now = self.now_ms.subscribe();
        let end = self.now_ms() + to_ms(duration);
        let _asleep = Asleep::new(&self.sleepers);
        now.wait_for(|&now| now >= end).await.expect("the sender lives in self");
    }
}

/// Counts one sleeper while it lives, also if the sleep is cancelled.
struct Asleep<'a>(&'a watch::Sender<usize>);

impl<'a> Asleep<'a> {
    fn new(sleepers: &'a watch::Sender<usize>) -> Asleep<'a> {
        sleepers.send_modify(|sleeping| *sleeping += 1);
        Asleep(sleepers)
    }
}

impl Drop for Asleep<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|sleeping| *sleeping -= 1);
    }
}

/// A duration as whole milliseconds.
pub(crate) fn to_ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[tokio::test]
    async fn a_sleeper_wakes_when_its_time_has_come() {
        let clock = Arc::new(ManualClock::at_ms(1_000));
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move {
                clock.sleep(Duration::from_secs(2)).await;
                clock.now_ms()
            }
        });
        clock.until_sleeping(1).await;
        clock.advance(Duration::from_millis(1_999));
        assert!(!sleeper.is_finished());
        clock.advance(Duration::from_millis(1));
        assert_eq!(sleeper.await.unwrap(), 3_000);
        assert_eq!(*clock.sleepers.borrow(), 0);
    }
}
