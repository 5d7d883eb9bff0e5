//! Metrics with their names and help texts.

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    registry::Metric,
};
use std::fmt;

/// Metrics with their names and help texts, registered as one collector. `Registry::register` would
/// add a full stop to every help text.
#[derive(Debug, Default)]
pub struct DescribedMetrics(Vec<(&'static str, &'static str, Box<dyn Metric>)>);

impl DescribedMetrics {
    /// Adds a metric. The owner continues to count with it: clones share their values. Names of
    /// counters are without `_total`.
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
