//! `hierophant crash-test`: kills the service repeatedly while games are played, and checks that
//! everything that it has sent to clients remains true.
//!
//! The service is this program in a separate process. The clients are the project's typed client,
//! and record all responses. After each kill a checker reads a copy of the store's files. It shares
//! the rules, the messages and the types with the service, but neither its SQL statements nor its
//! way from answers to views.

mod check;
mod expected;
mod load;
mod observed;
mod report;

use super::{
    CommandError,
    service_process::{Process, ServiceDir, copy_store, cut_power, forget_unflushed},
};
use check::Checked;
use clap::Args;
use hierophant::{
    client::{Client, RetryPolicy},
    pb::v1::{self as pb, replay_entry::Record},
    verify::verify,
};
use hierophant_rules::{Rng, Seed, Viewer, bounded};
use load::Load;
use observed::{Observations, ObservedGame};
use report::{Report, Summary};
use std::{
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Clients retry after every crash, with the delays of the built-in agents.
const RETRY_POLICY: RetryPolicy =
    RetryPolicy { give_up_ms: u64::MAX, delay_ms_first: 4, ..RetryPolicy::AGENT };
/// Time that open calls have to end after SIGTERM.
const DRAIN_SECONDS_MAX: u64 = 5;
/// Time in which the games that are live after the last crash must end.
const LAST_GAMES_TIMEOUT: Duration = Duration::from_secs(180);
/// After each of this number of stops the service is down for a while.
const LONG_DOWN_EVERY: u32 = 5;
/// The service runs at least for this time.
const UPTIME_MS_MIN: u32 = 25;

/// Kill the service repeatedly while games are played, and check that nothing is lost, repeated or
/// undone.
///
/// If a check fails, the exit status is 1, and the folder with the store, the service's log and the
/// faults is kept.
#[derive(Args)]
pub(crate) struct CrashTestArguments {
    /// Number of stops: most by SIGKILL, some of them during the start, and some by SIGTERM.
    #[arg(long, default_value_t = 100, value_name = "COUNT")]
    pub(crate) cycles: u32,

    /// Number of games at the same time.
    #[arg(long, default_value_t = 8, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    tables: u32,

    /// Maximum time between two stops.
    #[arg(long, default_value_t = 400, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u32).range(30..=600_000))]
    life_ms_max: u32,

    /// Time of a seat for each decision; a seat whose time runs out is a fault.
    #[arg(long, default_value_t = 5_000, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u32).range(100..=3_600_000))]
    decision_ms: u32,

    /// Time that the service is down after every fifth stop, so that clients reconnect late; 0:
    /// none.
    #[arg(long, default_value_t = 2_500, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u32).range(0..=60_000))]
    down_ms: u32,

    /// Seed of the times of stops and of the clients' choices [default: drawn, and printed]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Where the temporary folder is created; this disk is tested [default: the system's folder for
    /// temporary files]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Make each kill a power cut, which loses writes that were not flushed: the library built from
    /// tests/disk/faults.c.
    #[arg(long, value_name = "LIBRARY")]
    power_cuts: Option<PathBuf>,
}

/// How the service is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// SIGKILL while it serves.
    Kill,
    /// SIGKILL before it serves.
    KillStarting,
    /// SIGTERM.
    Terminate,
}

/// Runs the test, and prints the result.
pub(crate) fn run(arguments: &CrashTestArguments) -> Result<(), CommandError> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(crash_test(arguments))
}

/// One run of the test.
struct Run {
    dir: ServiceDir,
    copies: TempDir,
    load: Arc<Load>,
    summary: Summary,
}

async fn crash_test(arguments: &CrashTestArguments) -> Result<(), CommandError> {
    let seed = arguments
        .seed
        .unwrap_or_else(|| Seed::new(hierophant::secrets::random_bytes()).at(0, 0).next_u64());
    let mut builder = tempfile::Builder::new();
    let builder = builder.prefix("hierophant-crash-test-");
    let folder = match &arguments.folder {
        Some(parent) => builder.tempdir_in(parent)?,
        None => builder.tempdir()?,
    };
    let mut report = Report::new(arguments.cycles, seed)?;
    let disk_faults = arguments.power_cuts.as_ref().map(std::path::absolute).transpose()?;
    let dir = ServiceDir { folder: folder.path().to_owned(), disk_faults };
    dir.prepare()?;
    let client = Client::new(&dir.address())?.with_retry_policy(RETRY_POLICY);
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let seed = Seed::new(bytes);
    let load = Load {
        client,
        observations: Observations::default(),
        seed,
        enough: CancellationToken::new(),
        decision_ms: arguments.decision_ms,
    };
    let load = Arc::new(load);
    let mut run = Run { dir, copies: tempfile::tempdir()?, load, summary: Summary::default() };
    let done = run.all(arguments, &mut report).await;
    let faults = run.load.observations.faults();
    report.finish(&run.summary, &run.load.observations)?;
    if faults.is_empty() && done.is_ok() {
        return Ok(());
    }
    let kept = folder.keep();
    std::fs::write(kept.join("faults"), faults.join("\n"))?;
    report.faults(&faults, &kept)?;
    done?;
    Err("a check has failed".into())
}

impl Run {
    async fn all(
        &mut self,
        arguments: &CrashTestArguments,
        report: &mut Report,
    ) -> Result<(), CommandError> {
        let mut chance = self.load.seed.at(u32::MAX, 0);
        let mut tables = JoinSet::new();
        for table in 0..arguments.tables {
            tables.spawn(self.load.clone().table(table));
        }
        for cycle in 1..=arguments.cycles {
            let stop = match bounded(&mut chance, 10) {
                0 => Stop::KillStarting,
                1 => Stop::Terminate,
                _ => Stop::Kill,
            };
            let mut life = Duration::from_millis(
                (UPTIME_MS_MIN + bounded(&mut chance, arguments.life_ms_max)).into(),
            );
            if cycle.is_multiple_of(LONG_DOWN_EVERY) {
                let down = Duration::from_millis(arguments.down_ms.into());
                tokio::time::sleep(down).await;
                // Long enough for clients to reconnect.
                life += down;
            }
            self.cycle(stop, life).await?;
            report.cycle(cycle, stop, life, &self.summary);
            if !self.load.observations.faults().is_empty() {
                tables.shutdown().await;
                return Ok(());
            }
        }
        self.play_out(tables, report).await
    }

    /// Starts and stops the service once, and checks its store.
    async fn cycle(&mut self, stop: Stop, life: Duration) -> Result<(), CommandError> {
        let begin = Instant::now();
        let mut process = Process::start(&self.dir, DRAIN_SECONDS_MAX)?;
        if stop != Stop::KillStarting {
            process.until_serving().await?;
            self.summary.start_max = self.summary.start_max.max(begin.elapsed());
        }
        tokio::time::sleep(if stop == Stop::KillStarting { life / 8 } else { life }).await;
        if stop == Stop::Terminate {
            self.terminate(&mut process).await?;
            forget_unflushed(&self.dir)?;
        } else {
            process.kill()?;
            self.summary.unflushed += cut_power(&self.dir)?;
            self.summary.kills += 1;
            self.summary.kills_starting += u64::from(stop == Stop::KillStarting);
        }
        process
            .error_lines()
            .into_iter()
            .for_each(|line| self.load.observations.fault(format!("in the log: {line}")));
        self.check_store().await
    }

    async fn terminate(&mut self, process: &mut Process) -> Result<(), CommandError> {
        let begin = Instant::now();
        let status = process.terminate().await?;
        let took = begin.elapsed();
        self.summary.terminations += 1;
        self.summary.stop_max = self.summary.stop_max.max(took);
        if !status.success() {
            self.load.observations.fault(format!("after SIGTERM, the service ended with {status}"));
        }
        if took > Duration::from_secs(DRAIN_SECONDS_MAX + 2) {
            self.load.observations.fault(format!("after SIGTERM, the service took {took:?}"));
        }
        Ok(())
    }

    /// Checks a copy of the store, which no process has open.
    async fn check_store(&mut self) -> Result<(), CommandError> {
        let copy = copy_store(&self.dir, self.copies.path())?;
        let load = self.load.clone();
        // A service that was killed before it created its tables has sent no response.
        if self.load.observations.games().is_empty() {
            return Ok(());
        }
        let Checked { unacknowledged, games } =
            tokio::task::spawn_blocking(move || check::check(&copy, &load.observations)).await??;
        self.summary.unacknowledged += unacknowledged;
        self.summary.checks += games;
        Ok(())
    }

    /// Plays the live games to their end, repeats all requests, and verifies every replay.
    async fn play_out(
        &mut self,
        mut tables: JoinSet<()>,
        report: &mut Report,
    ) -> Result<(), CommandError> {
        report.stage("playing the last games to their end");
        self.load.enough.cancel();
        let mut process = Process::start(&self.dir, DRAIN_SECONDS_MAX)?;
        process.until_serving().await?;
        let all = async { while tables.join_next().await.is_some() {} };
        if tokio::time::timeout(LAST_GAMES_TIMEOUT, all).await.is_err() {
            self.load
                .observations
                .fault(format!("games have not ended after {} s", LAST_GAMES_TIMEOUT.as_secs()));
            return Ok(());
        }
        report.stage("repeating all requests and verifying all replays");
        for game in self.load.observations.games() {
            self.verify_replay(&game).await?;
            self.load.verify_again(&game).await?;
            game.settled.store(false, Ordering::Relaxed);
        }
        self.terminate(&mut process).await?;
        self.check_store().await?;
        let (stored, known) =
            (check::count_games(&self.dir.store())?, self.load.observations.games().len());
        if stored != known {
            self.load
                .observations
                .fault(format!("the store holds {stored} games, and {known} were created"));
        }
        Ok(())
    }

    async fn verify_replay(&mut self, game: &ObservedGame) -> Result<(), CommandError> {
        let replay = game.spectator.replay().await?;
        let fault = |what: String| self.load.observations.fault(format!("{}: {what}", game.name()));
        let verdict = verify(&replay)?;
        if !verdict.holds() {
            fault(format!("its replay is not valid: {verdict:?}"));
        }
        let run_out = |entry: &&pb::ReplayEntry| matches!(&entry.record, Some(Record::Answered(answered)) if answered.by() != pb::AnsweredBy::Unspecified);
        let run_out = replay.entries.iter().filter(run_out).count();
        if run_out > 0 {
            fault(format!(
                "the time for {run_out} decisions ran out, although all clients were connected"
            ));
        }
        for (viewer, digest) in verdict.digests {
            let observed = game.observed();
            let last = observed.versions[game.index(viewer)].last_key_value();
            let watched = matches!(viewer, Viewer::Spectator)
                || game.players.iter().any(|(seat, _)| viewer == Viewer::Seat(*seat));
            if watched && last.is_none_or(|(_, last)| last.digest != digest) {
                fault(format!("its replay differs from what {viewer:?} was shown"));
            }
        }
        self.summary.replays_verified += 1;
        Ok(())
    }
}
