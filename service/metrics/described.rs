//! Metrics with their names and help texts.

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    registry::Metric,
};
use std::fmt;

/// Metrics with their names and help texts, to be registered as one collector. `Registry::register` would end every help text
/// in a full stop, and those that are scraped have none.
#[derive(Debug, Default)]
pub struct DescribedMetrics(Vec<(&'static str, &'static str, Box<dyn Metric>)>);

impl DescribedMetrics {
    /// Adds a metric, which its owner continues to count with: clones are the same. Names of counters are without `_total`.
    pub fn add(&mut self, name: &'static str, help: &'static str, metric: &(impl Metric + Clone)) {
        self.0.push((name, help, Box::new(metric.clone())));
    }
}

impl Collector for DescribedMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        self.0.iter().try_for_each(|(name, help, metric)| {
            let metric: &dyn EncodeMetric = &**metric;
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        })
    }
}
