//! Prints results, as tables or as one JSON object per line, and progress.

use super::{
    super::CommandError,
    load::quantile,
    types::{Case, Floor, Latencies, Measured, Part, PlayedTournament, SpectatorCost, Transport},
};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{self, IsTerminal, Write},
    time::Duration,
};

/// Prints results and progress.
pub(super) struct Report {
    json: bool,
    bar: ProgressBar,
    /// The heading of the table that is being written.
    heading: String,
}

impl Report {
    pub(super) fn new(json: bool, cases: u64) -> Report {
        // Hidden unless standard error is a terminal.
        let bar = ProgressBar::new(cases);
        let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is sound"));
        Report { json, bar, heading: String::new() }
    }

    /// Prints the case that is measured next.
    pub(super) fn next(&mut self, case: &Case) {
        self.bar.inc(1);
        let Case { part, transport, connections, in_flight } = case;
        self.bar.set_message(format!(
            "{part:?}, {transport:?}, {connections} connections, {in_flight} in flight"
        ));
    }

    /// Prints a step of the run.
    pub(super) fn stage(&mut self, stage: &str) -> Result<(), CommandError> {
        self.bar.set_message(stage.to_owned());
        if !io::stderr().is_terminal() {
            eprintln!("{stage}");
        }
        Ok(())
    }

    /// Prints the machine.
    pub(super) fn machine(&mut self, processors: usize) -> Result<(), CommandError> {
        let debug = cfg!(debug_assertions);
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split(' ').next().unwrap_or_default().to_owned();
        if self.json {
            return self.write(&format!(
                r#"{{"part":"machine","processors":{processors},"load":"{load}","debug":{debug}}}"#
            ));
        }
        self.write(&format!("{processors} processors, load {load} at the beginning"))?;
        match debug {
            true => self.write("This is a debug build: use cargo run --release to measure."),
            false => Ok(()),
        }
    }

    /// Prints the result of a case, and what it is compared with.
    pub(super) fn case(
        &mut self,
        case: &Case,
        own: &Measured,
        floor: Option<&Floor>,
    ) -> Result<(), CommandError> {
        if self.json {
            return self.write(&json(case, own, floor));
        }
        let (calls, what) = match case.part {
            Part::View => ("requests/s", "GetView"),
            Part::Games => ("answers/s", "Whole games by streams"),
            Part::Agents => ("answers/s", "Whole games by an agent's stream"),
            _ => ("requests/s", "SubmitAction, on disk"),
        };
        let transport = match case.transport {
            Transport::Tcp => "TCP",
            Transport::Unix => "Unix socket",
        };
        let mut columns = format!(
            "{:>5} {:>9} {calls:>11} {:>8} {:>8} {:>8}",
            "conns", "in flight", "p50 ms", "p99 ms", "CPU us"
        );
        columns += match floor {
            Some(_) => " |  echo r/s   p50 ms   p99 ms   CPU us | ratio",
            None => " |    games/s",
        };
        let stores = case.part == Part::Submit;
        columns += if stores { " | append us  CPU / floor" } else { "" };
        self.heading(&format!("{what}, {transport}"), &columns)?;
        let mut row =
            format!("{:>5} {:>9} {}", case.connections, case.in_flight, columns_of(own, 11));
        row += &match floor {
            Some(Floor { echo, .. }) => {
                format!(" | {} | {:>4.0}%", columns_of(echo, 9), percent(own, echo))
            }
            None => format!(" | {:>10.1}", own.games as f64 * own.calls_per_second / calls_of(own)),
        };
        if let (true, Some(floor)) = (stores, floor) {
            let (append, ratio) = (shown(floor.append_cpu_micros, 2), shown(floor.ratio(own), 2));
            row += &format!(" | {append:>9}  {ratio:>11}");
        }
        self.write(&row)
    }

    /// Prints the result of calls one after the other, and of the bare server and the disk.
    pub(super) fn sequential(
        &mut self,
        case: &Case,
        own: &Measured,
        bare: &Measured,
        flush_micros: f64,
    ) -> Result<(), CommandError> {
        let (own, bare, flush) =
            (own.micros_median / 1e3, bare.micros_median / 1e3, flush_micros / 1e3);
        let more = own - bare - flush;
        if self.json {
            let Case { transport, .. } = case;
            return self.write(&format!(
                r#"{{"part":"sequential","transport":"{transport:?}","p50_ms":{own:.4},"echo_p50_ms":{bare:.4},"flush_p50_ms":{flush:.4},"more_ms":{more:.4}}}"#
            ));
        }
        let columns = format!(
            "{:<6} {:>8} {:>12} {:>13} {:>8}",
            "", "p50 ms", "echo p50 ms", "flush p50 ms", "more ms"
        );
        self.heading("One SubmitAction after the other, on disk", &columns)?;
        self.write(&format!(
            "{:<6} {own:>8.3} {bare:>12.3} {flush:>13.3} {more:>8.3}",
            format!("{:?}", case.transport)
        ))
    }

    /// Prints what a tournament of built-in agents took.
    pub(super) fn tournament(&mut self, played: &PlayedTournament) -> Result<(), CommandError> {
        let PlayedTournament { games, answers, time, cpu } = *played;
        let games_per_minute = f64::from(games) * 60.0 / time.as_secs_f64();
        let cpu_us = cpu.map(|cpu| cpu.as_secs_f64() * 1e6 / answers.max(1) as f64);
        let cpu_ms = cpu.map(|cpu| cpu.as_secs_f64() * 1e3 / f64::from(games.max(1)));
        if self.json {
            let (cpu_us, cpu_ms) = (json_number(cpu_us), json_number(cpu_ms));
            return self.write(&format!(
                r#"{{"part":"tournaments","games":{games},"answers":{answers},"games_per_minute":{games_per_minute:.1},"cpu_us":{cpu_us},"game_cpu_ms":{cpu_ms}}}"#
            ));
        }
        let columns = format!(
            "{:>6} {:>8} {:>10} {:>14} {:>12}",
            "games", "answers", "games/min", "CPU us/answer", "CPU ms/game"
        );
        self.heading("A tournament of random and greedy agents", &columns)?;
        let (cpu_us, cpu_ms) = (shown(cpu_us, 1), shown(cpu_ms, 1));
        self.write(&format!(
            "{games:>6} {answers:>8} {games_per_minute:>10.0} {cpu_us:>14} {cpu_ms:>12}"
        ))
    }

    /// Prints what an update of a game with many spectators costs.
    pub(super) fn spectators(&mut self, cost: &SpectatorCost) -> Result<(), CommandError> {
        let SpectatorCost { with_views, spectators, update_bytes, own, bare } = *cost;
        let ratio = own.zip(bare).map(|(own, bare)| own / bare);
        if self.json {
            let (own, bare, ratio) = (json_number(own), json_number(bare), json_number(ratio));
            return self.write(&format!(
                r#"{{"part":"spectators","spectators":{spectators},"views":{with_views},"update_bytes":{update_bytes},"cpu_us":{own},"echo_cpu_us":{bare},"ratio":{ratio}}}"#
            ));
        }
        let columns = format!(
            "{:>10} {:>6} {:>12} {:>13} | {:>11} | {:>5}",
            "spectators", "views", "bytes/update", "CPU us/update", "echo CPU us", "ratio"
        );
        self.heading("A game with many spectators, TCP", &columns)?;
        let (own, bare, ratio) = (shown(own, 0), shown(bare, 0), shown(ratio, 2));
        let views = if with_views { "yes" } else { "no" };
        self.write(&format!(
            "{spectators:>10} {views:>6} {update_bytes:>12} {own:>13} | {bare:>11} | {ratio:>5}"
        ))
    }

    /// Prints the memory of live games.
    pub(super) fn memory(
        &mut self,
        when: &str,
        games: usize,
        empty_bytes: Option<u64>,
        full_bytes: Option<u64>,
    ) -> Result<(), CommandError> {
        let Some((empty, full)) = empty_bytes.zip(full_bytes) else {
            return self.stage("this system does not report the memory of a process");
        };
        let each = full.saturating_sub(empty) as f64 / games.max(1) as f64;
        if self.json {
            return self.write(&format!(
                r#"{{"part":"memory","when":"{when}","games":{games},"bytes_each":{each:.0}}}"#
            ));
        }
        self.heading("Live games without activity", "")?;
        self.write(&format!("{games} games {when}: {:.1} KiB of memory each", each / 1024.0))
    }

    /// Prints the time to resume games.
    pub(super) fn recovery(
        &mut self,
        when: &str,
        games: usize,
        took: Duration,
    ) -> Result<(), CommandError> {
        let seconds = took.as_secs_f64();
        if self.json {
            return self.write(&format!(
                r#"{{"part":"recovery","when":"{when}","games":{games},"seconds":{seconds:.3}}}"#
            ));
        }
        self.heading("Live games without activity", "")?;
        self.write(&format!(
            "{games} games {when}: resumed {seconds:.2} s after the process was started"
        ))
    }

    /// Prints the durations of a game's calls, alone and with `company`.
    pub(super) fn hostile(
        &mut self,
        company: &str,
        alone: &Latencies,
        disturbed: &Latencies,
    ) -> Result<(), CommandError> {
        for (call, alone, disturbed) in [
            ("GetView", &alone.view, &disturbed.view),
            ("SubmitAction", &alone.submit, &disturbed.submit),
        ] {
            let ((p50_alone, p99_alone), (p50, p99)) =
                (median_and_p99_ms(alone), median_and_p99_ms(disturbed));
            let (calls, ratio_p50, ratio_p99) = (disturbed.len(), p50 / p50_alone, p99 / p99_alone);
            if self.json {
                self.write(&format!(
                    r#"{{"part":"HostileClients","company":"{company}","call":"{call}","calls":{calls},"alone_p50_ms":{p50_alone:.3},"alone_p99_ms":{p99_alone:.3},"p50_ms":{p50:.3},"p99_ms":{p99:.3}}}"#
                ))?;
                continue;
            }
            let columns = format!(
                "{:<14} {:>12} {:>12} {:>8} {:>8} {:>10} {:>10} {:>7}",
                "",
                "alone p50 ms",
                "alone p99 ms",
                "p50 ms",
                "p99 ms",
                "ratio p50",
                "ratio p99",
                "calls"
            );
            self.heading(&format!("A game {company}"), &columns)?;
            self.write(&format!(
                "{call:<14} {p50_alone:>12.3} {p99_alone:>12.3} {p50:>8.3} {p99:>8.3} {ratio_p50:>10.2} {ratio_p99:>10.2} {calls:>7}"
            ))?;
        }
        Ok(())
    }

    /// Prints the memory after `created` creations, with `live` live games.
    pub(super) fn churn(
        &mut self,
        created: u64,
        live: u64,
        bytes: Option<u64>,
    ) -> Result<(), CommandError> {
        let Some(bytes) = bytes else {
            return self.stage("this system does not report the memory of a process");
        };
        if self.json {
            return self.write(&format!(
                r#"{{"part":"churn","created":{created},"live":{live},"bytes":{bytes}}}"#
            ));
        }
        self.heading(
            "Memory while games are created and ended",
            &format!("{:>9} {:>9} {:>9}", "created", "live", "MiB"),
        )?;
        let mebibytes = bytes as f64 / 1024.0 / 1024.0;
        let bar = "#".repeat((mebibytes / 4.0).round().min(60.0) as usize);
        self.write(&format!("{created:>9} {live:>9} {mebibytes:>9.1}  {bar}"))
    }

    /// Ends the report.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        self.bar.finish_and_clear();
        Ok(())
    }

    /// Begins a new table, unless this table is being written.
    fn heading(&mut self, heading: &str, columns: &str) -> Result<(), CommandError> {
        if self.heading == heading {
            return Ok(());
        }
        heading.clone_into(&mut self.heading);
        self.write(&format!("\n{heading}"))?;
        if columns.is_empty() { Ok(()) } else { self.write(columns) }
    }

    fn write(&self, line: &str) -> Result<(), CommandError> {
        Ok(self.bar.suspend(|| writeln!(io::stdout(), "{line}"))?)
    }
}

fn columns_of(measured: &Measured, width: usize) -> String {
    let Measured { calls_per_second, micros_median, micros_p99, cpu_micros, .. } = measured;
    let cpu = shown(*cpu_micros, 1);
    let (median, p99) = (micros_median / 1e3, micros_p99 / 1e3);
    format!("{calls_per_second:>width$.0} {median:>8.3} {p99:>8.3} {cpu:>8}")
}

/// Median and 99th percentile, in milliseconds.
fn median_and_p99_ms(micros: &[f64]) -> (f64, f64) {
    let mut sorted = micros.to_vec();
    sorted.sort_by(f64::total_cmp);
    (quantile(&sorted, 0.5) / 1e3, quantile(&sorted, 0.99) / 1e3)
}

fn percent(own: &Measured, bare: &Measured) -> f64 {
    100.0 * own.calls_per_second / bare.calls_per_second
}

/// The number of counted calls, at least 1.
fn calls_of(measured: &Measured) -> f64 {
    measured.calls.max(1) as f64
}

fn json(case: &Case, own: &Measured, floor: Option<&Floor>) -> String {
    let Case { part, transport, connections, in_flight } = case;
    let part = part.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned());
    let transport = match transport {
        Transport::Tcp => "tcp",
        Transport::Unix => "unix",
    };
    let mut line = format!(
        r#"{{"part":"{part}","transport":"{transport}","connections":{connections},"in_flight":{in_flight},{}"#,
        fields("", own)
    );
    if let Some(floor) = floor {
        line += &format!(",{}", fields("echo_", &floor.echo));
        if case.part == Part::Submit {
            let (append, ratio) = (floor.append_cpu_micros, floor.ratio(own));
            line += &format!(
                r#","append_cpu_us":{},"floor_ratio":{}"#,
                json_number(append),
                json_number(ratio)
            );
        }
    }
    line + "}"
}

fn fields(prefix: &str, measured: &Measured) -> String {
    let Measured { calls_per_second, micros_median, micros_p99, cpu_micros, games, .. } = measured;
    let cpu = json_number(*cpu_micros);
    format!(
        r#""{prefix}requests_per_s":{calls_per_second:.1},"{prefix}p50_us":{micros_median:.1},"{prefix}p99_us":{micros_p99:.1},"{prefix}cpu_us":{cpu},"{prefix}games":{games}"#
    )
}

/// A number with so many digits; a dash if the system does not report it.
fn shown(number: Option<f64>, digits: usize) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.digits$}"))
}

fn json_number(number: Option<f64>) -> String {
    number.map_or_else(|| "null".to_owned(), |number| format!("{number:.2}"))
}
