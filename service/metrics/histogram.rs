//! Histograms without locks; those of `prometheus-client` lock a mutex for each observation.

use super::DescribedMetrics;
use prometheus_client::{
    encoding::{EncodeMetric, MetricEncoder, NoLabelSet},
    metrics::MetricType,
};
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// Counts whole numbers by bucket. Clones share the counts.
#[derive(Clone, Debug)]
pub struct Histogram(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The largest number in each bucket; one more bucket is for all above.
    bounds: &'static [u64],
    /// Divides numbers into the unit in which they are shown.
    per_unit: f64,
    buckets: Box<[AtomicU64]>,
    sum: AtomicU64,
}

/// Bounds for times, in microseconds: from that of a memory access to that of a broken disk.
const TIMES_US: &[u64] = &[
    50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 102_400, 204_800, 409_600,
    819_200, 1_638_400, 6_553_600,
];

/// Bounds for sizes of batches.
const SIZES: &[u64] = &[1, 2, 4, 8, 16, 32, 64, 128, 256];

impl Histogram {
    fn new(bounds: &'static [u64], per_unit: f64) -> Histogram {
        let buckets = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Histogram(Arc::new(Inner { bounds, per_unit, buckets, sum: AtomicU64::new(0) }))
    }

    /// A histogram of times, shown in seconds.
    pub fn of_times() -> Histogram {
        Histogram::new(TIMES_US, 1e6)
    }

    /// A histogram of sizes of batches.
    pub fn of_sizes() -> Histogram {
        Histogram::new(SIZES, 1.0)
    }

    /// Counts a number.
    pub fn observe(&self, number: u64) {
        let bucket = self.0.bounds.partition_point(|bound| *bound < number);
        self.0.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.0.sum.fetch_add(number, Ordering::Relaxed);
    }

    /// Counts a time.
    pub fn observe_time(&self, time: Duration) {
        self.observe(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    /// Each bucket's bound, in the unit that is shown, and its count.
    fn buckets(&self) -> Vec<(f64, u64)> {
        let bounds = self
            .0
            .bounds
            .iter()
            .map(|&bound| bound as f64 / self.0.per_unit)
            .chain([f64::INFINITY]);
        bounds.zip(self.0.buckets.iter().map(|count| count.load(Ordering::Relaxed))).collect()
    }
}

impl EncodeMetric for Histogram {
    fn encode(&self, mut encoder: MetricEncoder) -> fmt::Result {
        let buckets = self.buckets();
        let count = buckets.iter().map(|(_, count)| count).sum();
        let sum = self.0.sum.load(Ordering::Relaxed) as f64 / self.0.per_unit;
        encoder.encode_histogram::<NoLabelSet>(sum, count, &buckets, None)
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Histogram
    }
}

/// A store's metrics of its commits. Clones share the counts.
#[derive(Clone, Debug)]
pub struct CommitMetrics {
    /// Writes per commit.
    pub writes: Histogram,
    /// Times of commits, from the first write until all of it is on the disk.
    pub times: Histogram,
}

impl Default for CommitMetrics {
    fn default() -> CommitMetrics {
        CommitMetrics { writes: Histogram::of_sizes(), times: Histogram::of_times() }
    }
}

impl CommitMetrics {
    /// Adds the metrics with their names and help texts.
    pub fn describe(&self, to: &mut DescribedMetrics) {
        to.add("hierophant_commit_writes", "Writes that shared a commit", &self.writes);
        to.add("hierophant_commit_seconds", "How long a commit took", &self.times);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fall_into_the_bucket_that_ends_with_them() {
        let histogram = Histogram::of_sizes();
        [1, 2, 3, 256, 257].into_iter().for_each(|size| histogram.observe(size));
        let filled: Vec<_> =
            histogram.buckets().into_iter().filter(|(_, count)| *count > 0).collect();
        assert_eq!(filled, [(1.0, 1), (2.0, 1), (4.0, 1), (256.0, 1), (f64::INFINITY, 1)]);
        assert_eq!(histogram.0.sum.load(Ordering::Relaxed), 519);
    }
}
