//! The only source of time. Code that reads the time or sleeps takes a clock, so that tests can
//! control it.

use async_trait::async_trait;
use std::{
    collections::VecDeque,
    fmt,
    sync::{
        LazyLock, Mutex, MutexGuard, Once, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
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

    /// Sets the clock to this time at least, in milliseconds since 1970: a stored record has this
    /// time.
    fn not_before(&self, at_ms: u64);

    /// From here on the clock detects stalls of the process.
    fn watch(&self) {}

    /// The stalls of the process that began before `until_ms` and ended after `after_ms`, in
    /// milliseconds since 1970.
    fn stood_still(&self, after_ms: u64, until_ms: u64) -> StoodStill;
}

/// Stalls of the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoodStill {
    /// The time to give back for them, in milliseconds.
    pub credit_ms: u64,
    /// When the last of them ended, in milliseconds since 1970.
    pub end_ms: u64,
}

/// The watchdog's interval.
const WATCHDOG_INTERVAL: Duration = Duration::from_millis(100);
/// The shortest gap between two runs of the watchdog that counts as a stall, in milliseconds.
const STALL_MS_MIN: u64 = 400;
/// Extra time that is credited after a stall, in milliseconds: time to read what has arrived
/// meanwhile.
const STALL_SETTLE_MS: u64 = 250;
/// The stalls that are kept apart; older ones are merged.
const STALLS_KEPT_MAX: usize = 64;

/// The stalls of the process.
#[derive(Debug, Default)]
struct Stalls {
    /// When the process was last seen to run, in milliseconds since the start; `None` without a
    /// watchdog.
    seen_ms: Option<u64>,
    /// In order.
    list: VecDeque<Stall>,
}

/// One stall.
#[derive(Clone, Copy, Debug)]
struct Stall {
    /// When the process was last seen to run, in milliseconds since 1970.
    from_ms: u64,
    /// When the process was seen to run again, in milliseconds since 1970.
    end_ms: u64,
    /// The credited time, in milliseconds.
    credit_ms: u64,
}

impl Stalls {
    /// Records that the process runs at `now_ms` since 1970, `up_ms` after the start.
    fn check(&mut self, now_ms: u64, up_ms: u64) {
        let Some(seen_ms) = self.seen_ms else { return };
        let gap_ms = up_ms.saturating_sub(seen_ms);
        if gap_ms > STALL_MS_MIN {
            self.add(now_ms, gap_ms);
        }
        self.seen_ms = Some(seen_ms.max(up_ms));
    }

    fn add(&mut self, end_ms: u64, stalled_ms: u64) {
        tracing::warn!(stalled_ms, "the process stood still; running clocks are credited");
        if self.list.len() >= STALLS_KEPT_MAX
            && let (Some(one), Some(other)) = (self.list.pop_front(), self.list.pop_front())
        {
            self.list.push_front(Stall {
                from_ms: one.from_ms,
                credit_ms: one.credit_ms + other.credit_ms,
                ..other
            });
        }
        let from_ms = end_ms.saturating_sub(stalled_ms);
        self.list.push_back(Stall { from_ms, end_ms, credit_ms: stalled_ms + STALL_SETTLE_MS });
    }

    fn between(&self, after_ms: u64, until_ms: u64) -> StoodStill {
        let meets = |stall: &&Stall| stall.from_ms < until_ms && stall.end_ms > after_ms;
        let add = |sum: StoodStill, stall: &Stall| StoodStill {
            credit_ms: sum.credit_ms + stall.credit_ms,
            end_ms: stall.end_ms,
        };
        self.list.iter().filter(meets).fold(StoodStill::default(), add)
    }
}

/// The machine's clock at its first use; from there on it is monotonic, even if the machine's clock
/// is set: seats must not lose time by that.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

/// The clock's first use.
static START: LazyLock<(Duration, Instant)> = LazyLock::new(start);

#[allow(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the machine's clocks"
)]
fn start() -> (Duration, Instant) {
    (SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(), Instant::now())
}

/// How far the clock is ahead of the machine's, in milliseconds.
static AHEAD_MS: AtomicU64 = AtomicU64::new(0);
/// The stalls of this process.
static STALLS: Mutex<Stalls> = Mutex::new(Stalls { seen_ms: None, list: VecDeque::new() });
/// Starts the watchdog once.
static WATCHDOG: Once = Once::new();

fn stalls() -> MutexGuard<'static, Stalls> {
    STALLS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait]
impl Clock for SystemClock {
    fn now_ms(&self) -> u64 {
        let (since, started) = *START;
        to_ms(since + started.elapsed()).saturating_add(AHEAD_MS.load(Ordering::Relaxed))
    }

    fn not_before(&self, at_ms: u64) {
        let (since, started) = *START;
        let behind_ms = at_ms.saturating_sub(to_ms(since + started.elapsed()));
        AHEAD_MS.fetch_max(behind_ms, Ordering::Relaxed);
    }

    fn watch(&self) {
        WATCHDOG.call_once(|| {
            stalls().seen_ms = Some(to_ms(START.1.elapsed()));
            #[allow(clippy::disallowed_methods, reason = "the watchdog measures how long the sleep takes")]
            // A thread of its own: tasks that wait for each other are no stall of the process.
            let watchdog = || loop {
                std::thread::sleep(WATCHDOG_INTERVAL);
                SystemClock.check();
            };
            let started = std::thread::Builder::new().name("watchdog".to_owned()).spawn(watchdog);
            if let Err(error) = started {
                stalls().seen_ms = None;
                tracing::error!(%error, "cannot start the watchdog thread: stalls of the process are not detected");
            }
        });
    }

    fn stood_still(&self, after_ms: u64, until_ms: u64) -> StoodStill {
        // The caller may run before the watchdog.
        self.check();
        stalls().between(after_ms, until_ms)
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}

impl SystemClock {
    fn check(self) {
        let mut stalls = stalls();
        stalls.check(self.now_ms(), to_ms(START.1.elapsed()));
    }
}

/// A clock that stands still until a test advances it.
#[derive(Debug)]
pub struct ManualClock {
    now_ms: watch::Sender<u64>,
    sleepers: watch::Sender<usize>,
    stalls: Mutex<Stalls>,
}

impl ManualClock {
    /// A clock that shows this time.
    pub fn at_ms(now_ms: u64) -> ManualClock {
        ManualClock {
            now_ms: watch::Sender::new(now_ms),
            sleepers: watch::Sender::new(0),
            stalls: Mutex::default(),
        }
    }

    /// Simulates a stall of this duration.
    pub fn stall(&self, duration: Duration) {
        let end_ms = self.now_ms() + to_ms(duration);
        self.stalls.lock().unwrap_or_else(PoisonError::into_inner).add(end_ms, to_ms(duration));
        self.advance(duration);
    }

    /// Advances the clock by `duration`, and wakes the callers whose sleep has ended.
    pub fn advance(&self, duration: Duration) {
        self.now_ms.send_modify(|now| *now += to_ms(duration));
    }

    /// The number of callers that sleep.
    pub fn sleeping(&self) -> usize {
        *self.sleepers.borrow()
    }

    /// Returns once at least `count` callers sleep, so that `advance` will reach them.
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

    fn not_before(&self, at_ms: u64) {
        self.now_ms.send_modify(|now| *now = at_ms.max(*now));
    }

    fn stood_still(&self, after_ms: u64, until_ms: u64) -> StoodStill {
        self.stalls.lock().unwrap_or_else(PoisonError::into_inner).between(after_ms, until_ms)
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

    fn credit(stalls: &Stalls, after_ms: u64, until_ms: u64) -> u64 {
        stalls.between(after_ms, until_ms).credit_ms
    }

    #[test]
    fn f11_a_process_that_is_late_to_look_stood_still() {
        let mut stalls = Stalls { seen_ms: Some(0), ..Stalls::default() };
        for up_ms in [100, 200, 200 + STALL_MS_MIN] {
            stalls.check(50_000 + up_ms, up_ms);
        }
        assert!(stalls.list.is_empty(), "a busy machine is no stall");
        stalls.check(53_600, 3_600);
        let whole = 3_000 + STALL_SETTLE_MS;
        // A clock that ran during the stall is credited once, however late after the last check the
        // stall began.
        assert_eq!(credit(&stalls, 50_650, 53_600), whole);
        assert_eq!(credit(&stalls, 50_000, 60_000), whole);
        assert_eq!(credit(&stalls, 53_600, 60_000), 0, "it is over");
        assert_eq!(credit(&stalls, 50_000, 50_500), 0, "it had not begun");
    }

    #[test]
    fn f11_stalls_are_kept_within_a_limit_and_none_is_lost() {
        let mut stalls = Stalls::default();
        (1..=1_000).for_each(|number| stalls.add(number * 10_000, 1_000));
        assert_eq!(stalls.list.len(), STALLS_KEPT_MAX);
        assert_eq!(credit(&stalls, 0, u64::MAX), 1_000 * (1_000 + STALL_SETTLE_MS));
    }

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
