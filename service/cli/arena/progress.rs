//! How far a tournament has come, while it is played: a bar and the standings on a terminal, plain
//! lines elsewhere.

use super::outputs::is_watched;
use super::played::TournamentOutcome;
use hierophant::pb::v1 as pb;
use hierophant_arena::report;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Least time between two computations of the standings.
const STANDINGS_INTERVAL: Duration = Duration::from_secs(2);
/// Least time between two lines where standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);
/// Maximum number of lines of standings that are shown.
const LINES_MAX: usize = 12;
/// Columns of a terminal whose width is unknown.
const COLUMNS: usize = 100;

/// The progress of one tournament on standard error.
pub(super) struct Progress {
    screen: MultiProgress,
    bar: ProgressBar,
    lines: Vec<ProgressBar>,
    shown: Option<Instant>,
    /// When the first news came, and how many slots were done then.
    began: Option<(Instant, u32)>,
    is_watched: bool,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let screen = MultiProgress::new();
        let bar = screen.add(ProgressBar::new(0));
        let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is sound"));
        Progress {
            screen,
            bar,
            lines: Vec::new(),
            shown: None,
            began: None,
            is_watched: is_watched(),
        }
    }

    /// Shows the state; `outcome` is called if standings are shown.
    pub(super) fn show(
        &mut self,
        tournament: &pb::Tournament,
        outcome: impl FnOnce() -> TournamentOutcome,
    ) {
        let (began, before) = *self.began.get_or_insert((Instant::now(), tournament.slots_done));
        let minutes = began.elapsed().as_secs_f64() / 60.0;
        let done = tournament.slots_done.saturating_sub(before);
        let pace = if minutes > 0.0 { f64::from(done) / minutes } else { 0.0 };
        let left = f64::from(tournament.slots_total.saturating_sub(tournament.slots_done));
        let eta = if pace > 0.0 {
            spoken(Duration::from_secs_f64(left / pace * 60.0))
        } else {
            "?".to_owned()
        };
        let message =
            format!("{pace:.0} games/min, {} at once, {eta} to go", tournament.games_live);
        if self.is_watched {
            self.bar.set_length(tournament.slots_total.into());
            self.bar.set_position(tournament.slots_done.into());
            self.bar.set_message(message.clone());
        }
        let every = if self.is_watched { STANDINGS_INTERVAL } else { LINE_INTERVAL };
        if self.shown.is_some_and(|shown| shown.elapsed() < every) || tournament.slots_done == 0 {
            return;
        }
        self.shown = Some(Instant::now());
        let outcome = outcome();
        let columns = console_columns().min(super::super::output::WIDTH);
        let standings = report::standings_lines(&outcome.summary(), &outcome.names(), columns);
        match self.is_watched {
            true => self.draw(&standings),
            false => {
                let leader = standings.get(1).map_or("", |line| line.trim());
                eprintln!(
                    "{} of {} slots, {message}; {leader}",
                    tournament.slots_done, tournament.slots_total
                );
            }
        }
    }

    fn draw(&mut self, standings: &[String]) {
        let plain = ProgressStyle::with_template("{msg}").expect("the template is sound");
        for (index, line) in standings.iter().take(LINES_MAX).enumerate() {
            if index == self.lines.len() {
                let shown = self.screen.add(ProgressBar::new(0));
                shown.set_style(plain.clone());
                self.lines.push(shown);
            }
            self.lines[index].set_message(line.clone());
            self.lines[index].tick();
        }
    }

    /// Takes everything off the screen again.
    pub(super) fn end(self) {
        self.lines.iter().for_each(ProgressBar::finish_and_clear);
        self.bar.finish_and_clear();
    }
}

fn console_columns() -> usize {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(COLUMNS)
}

/// A duration in words.
pub(super) fn spoken(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=119 => format!("{seconds} s"),
        seconds @ 120..=7_199 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3_600),
    }
}
