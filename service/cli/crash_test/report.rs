//! Prints the progress and the result of a run.

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

/// Without a terminal, progress is printed once per this number of cycles.
const PRINT_EVERY: u32 = 25;
/// Maximum number of faults that are printed.
const FAULTS_PRINTED_MAX: usize = 10;

/// What was counted in addition to the clients' observations.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) kills: u64,
    pub(super) kills_starting: u64,
    pub(super) terminations: u64,
    /// Writes that power cuts have undone.
    pub(super) unflushed: u64,
    pub(super) unacknowledged: u64,
    pub(super) checks: u64,
    pub(super) replays_verified: u64,
    pub(super) start_max: Duration,
    pub(super) stop_max: Duration,
}

/// Prints progress and result.
pub(super) struct Report {
    bar: ProgressBar,
    begin: Instant,
}

impl Report {
    pub(super) fn new(cycles: u32, seed: u64) -> Result<Report, CommandError> {
        writeln!(io::stdout(), "{cycles} cycles, seed {seed}")?;
        // Hidden unless standard error is a terminal.
        let bar = ProgressBar::new(cycles.into());
        let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is sound"));
        Ok(Report { bar, begin: Instant::now() })
    }

    /// Prints the end of a cycle.
    pub(super) fn cycle(&mut self, cycle: u32, stop: Stop, life: Duration, summary: &Summary) {
        self.bar.inc(1);
        let message =
            format!("{stop:?} after {} ms; {} checks of games", life.as_millis(), summary.checks);
        if !io::stderr().is_terminal() && cycle.is_multiple_of(PRINT_EVERY) {
            eprintln!("{cycle}: {message}");
        }
        self.bar.set_message(message);
    }

    /// Prints a step of the run.
    pub(super) fn stage(&mut self, stage: &str) {
        self.bar.set_message(stage.to_owned());
        if !io::stderr().is_terminal() {
            eprintln!("{stage}");
        }
    }

    /// Prints the result of the run.
    pub(super) fn finish(
        &self,
        summary: &Summary,
        observations: &Observations,
    ) -> Result<(), CommandError> {
        self.bar.finish_and_clear();
        let Summary {
            kills,
            kills_starting,
            terminations,
            unflushed,
            unacknowledged,
            checks,
            replays_verified,
            start_max,
            stop_max,
        } = summary;
        let Counts { answers, repetitions, contests, views } = &observations.counts;
        let of = |count| Counts::of(count).to_string();
        let seconds = |duration: &Duration| format!("{:.2} s", duration.as_secs_f64());
        let rows = [
            ("killed with SIGKILL", format!("{kills} ({kills_starting} of them while starting)")),
            ("stopped with SIGTERM", terminations.to_string()),
            ("writes lost by power cuts", unflushed.to_string()),
            ("games", observations.games().len().to_string()),
            ("checks of a game in the store", checks.to_string()),
            ("replays verified", replays_verified.to_string()),
            ("answers acknowledged", of(answers)),
            ("repeated equal responses", of(repetitions)),
            ("different answers at the same time", of(contests)),
            ("views and updates compared with the store", of(views)),
            ("stored answers without a response because of a crash", unacknowledged.to_string()),
            ("longest start", seconds(start_max)),
            ("longest stop after SIGTERM", seconds(stop_max)),
            ("duration of the run", seconds(&self.begin.elapsed())),
            ("faults", observations.faults().len().to_string()),
        ];
        let mut out = io::stdout().lock();
        for (name, value) in rows {
            writeln!(out, "  {name:<50} {value}")?;
        }
        Ok(())
    }

    /// Prints the faults.
    pub(super) fn faults(&self, faults: &[String], kept: &Path) -> Result<(), CommandError> {
        let mut out = io::stdout().lock();
        for fault in faults.iter().take(FAULTS_PRINTED_MAX) {
            writeln!(out, "FAULT {fault}")?;
        }
        writeln!(out, "The store, the service's log and all faults are in {}", kept.display())?;
        Ok(())
    }
}
