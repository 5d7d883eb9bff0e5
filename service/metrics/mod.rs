//! What the service counts about itself, and the page on which an operator's Prometheus reads it.
//!
//! Counting takes no lock and waits for nobody: every figure is an atomic number in a place of its own. Nothing is counted by
//! game, seat, token or caller, so that the page stays short and names nobody; when it changes tells all the same that
//! somebody has answered, which is why it is for operators alone (`listen`).

mod figures;
mod histogram;
mod listen;
mod page;
mod process;

pub use figures::{Cause, Eviction, Metrics, Watching};
pub use histogram::{Commits, Histogram};
pub use listen::{CONNECTION_MAX, MetricsListenError, MetricsListener, PAGE_EVERY_MIN};
pub use page::{Source, Use};
pub use process::processor_time;

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters in a row.
#[derive(Debug)]
struct Counts(Box<[AtomicU64]>);

impl Counts {
    fn new(count: usize) -> Counts {
        Counts((0..count).map(|_| AtomicU64::new(0)).collect())
    }

    /// Counts one at `index`; what has no place there is counted at the first, which is for the unknown.
    fn count(&self, index: usize) {
        self.0.get(index).unwrap_or(&self.0[0]).fetch_add(1, Ordering::Relaxed);
    }

    /// As [`Counts::count`], for the numbers of an enum of the protocol.
    fn count_as(&self, value: i32) {
        self.count(usize::try_from(value).unwrap_or(0));
    }

    /// The counters, by index.
    fn iter(&self) -> impl Iterator<Item = (usize, u64)> {
        self.0.iter().map(|count| count.load(Ordering::Relaxed)).enumerate()
    }
}
