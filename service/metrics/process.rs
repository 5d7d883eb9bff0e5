//! The resources that the process uses, from `/proc`; empty on other systems than Linux.

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::{MetricType, counter::ConstCounter, gauge::ConstGauge},
};
use std::{fmt, fs};

/// The unit of processor time in `/proc`, on every architecture.
const TICKS_PER_SECOND: f64 = 100.0;
/// Fields of `/proc/self/stat` between the program's name and the time in user mode.
const FIELDS_BEFORE_TIMES: usize = 11;

/// Reads the process's resources whenever the page is rendered.
#[derive(Debug)]
pub struct ProcessCollector;

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let mut gauge = |name, help, value: Option<u64>| match value {
            Some(value) => ConstGauge::new(value).encode(encoder.encode_descriptor(
                name,
                help,
                None,
                MetricType::Gauge,
            )?),
            None => Ok(()),
        };
        gauge("process_resident_memory_bytes", "Memory that is in use", resident_bytes())?;
        gauge("process_open_fds", "Open files and sockets", open_files())?;
        let Some(seconds) = processor_seconds() else { return Ok(()) };
        let counter = encoder.encode_descriptor(
            "process_cpu_seconds",
            "Processor time",
            None,
            MetricType::Counter,
        )?;
        ConstCounter::new(seconds).encode(counter)
    }
}

/// The processor time of this process so far; `None` if the system does not report it.
pub fn processor_time() -> Option<std::time::Duration> {
    processor_seconds().map(std::time::Duration::from_secs_f64)
}

fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name may have spaces and parentheses of its own.
    let (_, fields) = stat.rsplit_once(')')?;
    let times = fields.split_whitespace().skip(FIELDS_BEFORE_TIMES).take(2);
    let ticks: u64 = times.map(str::parse::<u64>).sum::<Result<u64, _>>().ok()?;
    Some(ticks as f64 / TICKS_PER_SECOND)
}

fn open_files() -> Option<u64> {
    // Reading the folder opens it.
    Some(fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1) as u64)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_system_reports_what_the_process_uses() {
        assert!(resident_bytes().is_some_and(|bytes| bytes > 1 << 20));
        assert!(processor_seconds().is_some_and(|seconds| (0.0..1e6).contains(&seconds)));
        assert!(open_files().is_some_and(|count| count >= 3));
    }
}
