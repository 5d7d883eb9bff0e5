//! Processor time, which depends less on other load than the time that passes.

use std::time::Duration;

/// What this thread has used of a processor so far, if the system reports it. Linux counts it up
/// when a thread yields.
pub(crate) fn time_used() -> Option<Duration> {
    std::thread::yield_now();
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(schedstat.split(' ').next()?.parse().ok()?))
}
