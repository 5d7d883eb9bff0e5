//! Callers that keep a number of calls in flight for a time, and the result.

use super::{
    super::CommandError,
    process::Server,
    types::{Case, Load, Measured},
};
use hierophant::client::endpoint;
use std::{
    future::Future,
    time::{Duration, Instant},
};
use tokio::task::JoinSet;
use tonic::transport::Channel;

/// Part of a case's duration for which callers run before calls are counted.
const WARM_UP: f64 = 0.2;

/// The calls and games that a caller has counted.
#[derive(Default)]
pub(super) struct LoadCounters {
    from: Option<Instant>,
    micros: Vec<f64>,
    calls_in_all: usize,
    games: usize,
}

/// The time in which a caller makes calls.
#[derive(Clone, Copy)]
pub(super) struct TimeWindow {
    from: Instant,
    until: Instant,
}

impl TimeWindow {
    fn new(time: Duration) -> TimeWindow {
        let from = Instant::now() + time.mul_f64(WARM_UP);
        TimeWindow { from, until: from + time }
    }

    /// Whether there is time for another call.
    pub(super) fn is_open(&self) -> bool {
        Instant::now() < self.until
    }

    /// Its end.
    pub(super) fn until(&self) -> Instant {
        self.until
    }

    /// An empty counters of this window.
    pub(super) fn counters(&self) -> LoadCounters {
        LoadCounters { from: Some(self.from), ..LoadCounters::default() }
    }
}

impl LoadCounters {
    /// Makes a call and counts it.
    pub(super) async fn call<T, E>(
        &mut self,
        call: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let begin = Instant::now();
        let answer = call.await?;
        self.took(begin);
        Ok(answer)
    }

    /// Counts a call that began at this moment and has ended now.
    pub(super) fn took(&mut self, begin: Instant) {
        self.calls_in_all += 1;
        if self.from.is_none_or(|from| begin >= from) {
            self.micros.push(begin.elapsed().as_secs_f64() * 1e6);
        }
    }

    /// Counts a game that has ended.
    pub(super) fn game(&mut self) {
        self.games += usize::from(self.from.is_none_or(|from| Instant::now() >= from));
    }

    /// Adds what another caller of the same window has counted.
    pub(super) fn add(&mut self, other: LoadCounters) {
        self.micros.extend(other.micros);
        self.calls_in_all += other.calls_in_all;
        self.games += other.games;
    }
}

/// As many connections as the case asks for, all made.
pub(super) async fn connect(server: &Server, case: &Case) -> Result<Vec<Channel>, CommandError> {
    let mut channels = Vec::new();
    for _ in 0..case.connections {
        channels.push(endpoint(&server.address(case.transport))?.connect().await?);
    }
    Ok(channels)
}

/// Runs callers until the time is over. `caller` creates the caller with this number.
pub(super) async fn measure<F>(
    server: &Server,
    load: Load,
    caller: impl Fn(usize, TimeWindow) -> F,
) -> Result<Measured, CommandError>
where
    F: Future<Output = Result<LoadCounters, CommandError>> + Send + 'static,
{
    let window = TimeWindow::new(load.time);
    let mut callers = JoinSet::new();
    for number in 0..load.case.in_flight {
        callers.spawn(caller(number, window));
    }
    tokio::time::sleep_until(window.from.into()).await;
    let used_before = server.cpu();
    let begin = Instant::now();
    tokio::time::sleep_until(window.until.into()).await;
    let (seconds, used_after) = (begin.elapsed().as_secs_f64(), server.cpu());
    let mut all = LoadCounters::default();
    while let Some(counters) = callers.join_next().await {
        all.add(counters??);
    }
    // Each caller's last call begins before the end and ends after it.
    let calls = all.micros.len().saturating_sub(load.case.in_flight / 2).max(1) as f64;
    let used = used_before
        .zip(used_after)
        .map(|(before, after)| (after - before).as_secs_f64() * 1e6 / calls);
    all.micros.sort_by(f64::total_cmp);
    Ok(Measured {
        calls_per_second: calls / seconds,
        micros_median: quantile(&all.micros, 0.5),
        micros_p99: quantile(&all.micros, 0.99),
        cpu_micros: used,
        calls: calls as usize,
        calls_in_all: all.calls_in_all,
        games: all.games,
    })
}

/// The median; 0 without values.
pub(super) fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    quantile(values, 0.5)
}

pub(super) fn quantile(sorted: &[f64], part: f64) -> f64 {
    let index = (sorted.len() as f64 * part) as usize;
    sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
}
