//! Numbers sorted into buckets as they come, without a lock.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// See the module.
#[derive(Debug)]
pub struct Histogram {
    /// What the largest number in each bucket is; one more bucket is for all above.
    bounds: &'static [u64],
    buckets: Box<[AtomicU64]>,
    sum: AtomicU64,
}

/// Times, in microseconds: from what memory takes to what nobody should wait for.
const TIMES_US: &[u64] = &[
    50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 102_400, 204_800, 409_600, 819_200, 1_638_400,
    6_553_600,
];

/// Sizes of batches.
const SIZES: &[u64] = &[1, 2, 4, 8, 16, 32, 64, 128, 256];

impl Histogram {
    fn new(bounds: &'static [u64]) -> Histogram {
        let buckets = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Histogram { bounds, buckets, sum: AtomicU64::new(0) }
    }

    /// For times.
    pub fn of_times() -> Histogram {
        Histogram::new(TIMES_US)
    }

    /// For sizes of batches.
    pub fn of_sizes() -> Histogram {
        Histogram::new(SIZES)
    }

    /// Counts a number.
    pub fn count(&self, number: u64) {
        let place = self.bounds.partition_point(|bound| *bound < number);
        self.buckets[place].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(number, Ordering::Relaxed);
    }

    /// Counts a time.
    pub fn count_time(&self, time: Duration) {
        self.count(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    /// The sum of all numbers, how many there were, and how many in each bucket up to its bound; all in units of `unit`.
    pub(super) fn read(&self, unit: f64) -> (f64, u64, Vec<(f64, u64)>) {
        let bounds = self.bounds.iter().map(|&bound| bound as f64 / unit).chain([f64::INFINITY]);
        let counts = self.buckets.iter().map(|count| count.load(Ordering::Relaxed));
        let buckets: Vec<(f64, u64)> = bounds.zip(counts).collect();
        let count = buckets.iter().map(|(_, count)| count).sum();
        (self.sum.load(Ordering::Relaxed) as f64 / unit, count, buckets)
    }
}

/// What a store counts about its commits, if it makes any.
#[derive(Debug)]
pub struct Commits {
    /// Writes that shared a commit.
    pub writes: Histogram,
    /// How long a commit took, from its first write until all of it was on the disk.
    pub times: Histogram,
}

impl Default for Commits {
    fn default() -> Commits {
        Commits { writes: Histogram::of_sizes(), times: Histogram::of_times() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fall_into_the_bucket_that_ends_with_them() {
        let histogram = Histogram::of_sizes();
        [1, 2, 3, 256, 257].into_iter().for_each(|size| histogram.count(size));
        let (sum, count, buckets) = histogram.read(1.0);
        assert_eq!((sum, count), (519.0, 5));
        let filled: Vec<_> = buckets.into_iter().filter(|(_, count)| *count > 0).collect();
        assert_eq!(filled, [(1.0, 1), (2.0, 1), (4.0, 1), (256.0, 1), (f64::INFINITY, 1)]);
    }
}
