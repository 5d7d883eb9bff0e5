//! How a run goes on, and what it came to.

use super::super::CommandError;
use super::{
    Stop,
    observed::{Counts, Observations},
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{self, IsTerminal, Write},
    path::Path,
    time::{Duration, Instant},
};

/// Without a terminal every so many cycles are told.
const TOLD_EVERY: u32 = 25;
/// No more faults are printed.
const FAULTS_PRINTED_MAX: usize = 10;

/// What was counted, beside what clients have noted.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) kills: u64,
    pub(super) kills_starting: u64,
    pub(super) terminations: u64,
    /// Writes that power cuts have taken back.
    pub(super) unflushed: u64,
    pub(super) unacknowledged: u64,
    pub(super) checks: u64,
    pub(super) proved: u64,
    pub(super) start_max: Duration,
    pub(super) stop_max: Duration,
}

/// Tells people.
pub(super) struct Report {
    bar: ProgressBar,
    begin: Instant,
}

impl Report {
    pub(super) fn new(cycles: u32, seed: u64) -> Result<Report, CommandError> {
        writeln!(io::stdout(), "{cycles} cycles, seed {seed}")?;
        // Hidden by itself where standard error is no terminal.
        let bar = ProgressBar::new(cycles.into());
        let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is sound"));
        Ok(Report { bar, begin: Instant::now() })
    }

    /// A cycle is over.
    pub(super) fn cycle(&mut self, cycle: u32, stop: Stop, life: Duration, summary: &Summary) {
        self.bar.inc(1);
        let message = format!("{stop:?} after {} ms; {} looks at games", life.as_millis(), summary.checks);
        if !io::stderr().is_terminal() && cycle.is_multiple_of(TOLD_EVERY) {
            eprintln!("{cycle}: {message}");
        }
        self.bar.set_message(message);
    }

    /// Something else takes its time.
    pub(super) fn stage(&mut self, stage: &str) {
        self.bar.set_message(stage.to_owned());
        if !io::stderr().is_terminal() {
            eprintln!("{stage}");
        }
    }

    /// What the run came to.
    pub(super) fn finish(&self, summary: &Summary, observations: &Observations) -> Result<(), CommandError> {
        self.bar.finish_and_clear();
        let Summary {
            kills,
            kills_starting,
            terminations,
            unflushed,
            unacknowledged,
            checks,
            proved,
            start_max,
            stop_max,
        } = summary;
        let Counts { answers, repetitions, contests, views } = &observations.counts;
        let of = |count| Counts::of(count).to_string();
        let seconds = |duration: &Duration| format!("{:.2} s", duration.as_secs_f64());
        let rows = [
            ("killed with SIGKILL", format!("{kills} ({kills_starting} of them while starting)")),
            ("told to stop with SIGTERM", terminations.to_string()),
            ("writes lost by power cuts", unflushed.to_string()),
            ("games", observations.games().len().to_string()),
            ("looks at a game in the store", checks.to_string()),
            ("replays proved", proved.to_string()),
            ("answers acknowledged", of(answers)),
            ("the same response once more", of(repetitions)),
            ("different answers at the same time", of(contests)),
            ("views and updates held against the store", of(views)),
            ("answers stored that a crash kept from being told", unacknowledged.to_string()),
            ("longest start", seconds(start_max)),
            ("longest orderly stop", seconds(stop_max)),
            ("the whole run", seconds(&self.begin.elapsed())),
            ("faults", observations.faults().len().to_string()),
        ];
        let mut out = io::stdout().lock();
        for (name, value) in rows {
            writeln!(out, "  {name:<50} {value}")?;
        }
        Ok(())
    }

    /// What went wrong.
    pub(super) fn faults(&self, faults: &[String], kept: &Path) -> Result<(), CommandError> {
        let mut out = io::stdout().lock();
        for fault in faults.iter().take(FAULTS_PRINTED_MAX) {
            writeln!(out, "FAULT {fault}")?;
        }
        writeln!(out, "The store, the service's log and all faults are in {}", kept.display())?;
        Ok(())
    }
}
