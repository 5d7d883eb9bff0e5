//! `hierophant soak streams`: opens and cancels streams and waiting calls of all kinds, and checks
//! that the service then has the same memory as before, and that all its stream permits are free.
//!
//! The service is this program in a separate process, so that its memory is separate from that of
//! the clients.

mod kinds;

use super::super::{
    CommandError,
    service_process::{Process, ServiceDir},
};
use clap::Args;
use hierophant::client::endpoint;
use kinds::{KINDS, Target};
use std::{
    io::{self, Write},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{task::JoinSet, time::sleep};

/// Time that open calls have to end after SIGTERM.
const DRAIN_SECONDS_MAX: u64 = 5;
/// Connections that the clients share.
const CONNECTIONS: usize = 4;
/// Streams before the first measurement of the memory, after which permanent data has been
/// allocated.
const WARM_UP_STREAMS: u64 = 4_000;
/// Number of measurements of the memory.
const WAVES: u64 = 10;
/// Maximum time until memory and permits are free again, and the pause between two polls.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(60);
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Of this number of openings one may fail: a connection with too many cancelled calls is closed,
/// which happens on a busy machine.
const OPENINGS_PER_FAILURE: u64 = 10;
const MIB: u64 = 1024 * 1024;

/// Open and cancel streams of all kinds, and check that the service frees their memory and permits.
///
/// The exit status is 1 if the memory has grown, or a permit is not free again.
#[derive(Args)]
pub(crate) struct StreamsArguments {
    /// Number of streams and waiting calls that are opened and cancelled.
    #[arg(long, default_value_t = 100_000, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    streams: u64,

    /// Number of them that are open at the same time.
    #[arg(long, default_value_t = 32, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    clients: u32,

    /// Maximum growth of the service's memory, in MiB.
    #[arg(long, default_value_t = 16, value_name = "MIB")]
    growth_mib_max: u64,

    /// Where the temporary folder is created [default: the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Runs the test, and prints the result.
pub(crate) fn run(arguments: &StreamsArguments) -> Result<(), CommandError> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(soak(arguments))
}

async fn soak(arguments: &StreamsArguments) -> Result<(), CommandError> {
    let mut builder = tempfile::Builder::new();
    let builder = builder.prefix("hierophant-soak-");
    let folder = match &arguments.folder {
        Some(parent) => builder.tempdir_in(parent)?,
        None => builder.tempdir()?,
    };
    let dir = ServiceDir { folder: folder.path().to_owned(), disk_faults: None };
    let streams_max = 2 * u64::from(arguments.clients) + 2;
    let permits = streams_max.to_string();
    // Cancelled calls are faults of a connection, from which the service would read more slowly.
    let more = [
        "--streams-max",
        &permits,
        "--waits-max",
        &permits,
        "--connection-faults-per-second-max",
        "0",
    ];
    let mut process = Process::start_with(&dir, DRAIN_SECONDS_MAX, &more)?;
    process.until_serving().await?;
    let mut channels = Vec::new();
    for _ in 0..CONNECTIONS {
        channels.push(endpoint(&dir.address())?.connect().await?);
    }
    let target = Arc::new(Target::prepare(channels, arguments.clients as usize).await?);
    let result = measure(arguments, &target, &process, streams_max as usize).await;
    process.terminate().await?;
    result
}

async fn measure(
    arguments: &StreamsArguments,
    target: &Arc<Target>,
    process: &Process,
    streams_max: usize,
) -> Result<(), CommandError> {
    let memory =
        || process.memory_bytes().ok_or("the system does not report the memory of a process");
    let begin = Instant::now();
    let mut out = io::stdout();
    let warm_up = WARM_UP_STREAMS.min(arguments.streams);
    let mut failed = wave(target, 0..warm_up).await?;
    target.until_free(streams_max, RELEASE_TIMEOUT).await?;
    let before = memory()?;
    writeln!(
        out,
        "  {:<42} {:>9.1} MiB",
        format!("after {warm_up} streams (warm-up)"),
        mib(before)
    )?;
    for number in 0..WAVES {
        let (first, last) =
            (arguments.streams * number / WAVES, arguments.streams * (number + 1) / WAVES);
        failed += wave(target, first..last).await?;
        writeln!(out, "  {:<42} {:>9.1} MiB", format!("after {last} streams"), mib(memory()?))?;
    }
    target.until_free(streams_max, RELEASE_TIMEOUT).await?;
    let after = released(&memory, before + arguments.growth_mib_max * MIB).await?;
    let kinds = KINDS.len();
    writeln!(out, "  {:<42} {:>9.1} MiB", "at the end", mib(after))?;
    writeln!(out, "  {:<42} {kinds:>9}", "kinds of streams and calls")?;
    writeln!(out, "  {:<42} {failed:>9}", "failed openings")?;
    writeln!(out, "  {:<42} {:>9.1} s", "duration of the run", begin.elapsed().as_secs_f64())?;
    if after > before + arguments.growth_mib_max * MIB {
        return Err(format!(
            "the memory has grown from {:.1} to {:.1} MiB",
            mib(before),
            mib(after)
        )
        .into());
    }
    if failed > (arguments.streams + warm_up) / OPENINGS_PER_FAILURE {
        return Err(format!("{failed} openings have failed").into());
    }
    Ok(writeln!(out, "all permits and memory are free again")?)
}

/// The memory when it is at most this, or after the timeout.
async fn released(
    memory: &impl Fn() -> Result<u64, &'static str>,
    most: u64,
) -> Result<u64, CommandError> {
    let begin = Instant::now();
    loop {
        let now = memory()?;
        if now <= most || begin.elapsed() > RELEASE_TIMEOUT {
            return Ok(now);
        }
        sleep(POLL_INTERVAL).await;
    }
}

/// Opens and cancels these streams; each client opens one after the other. Returns the number of
/// failed openings.
async fn wave(target: &Arc<Target>, numbers: std::ops::Range<u64>) -> Result<u64, CommandError> {
    let failed = Arc::new(AtomicU64::new(0));
    let mut clients = JoinSet::new();
    for client in 0..target.clients() {
        let (target, numbers, failed) = (target.clone(), numbers.clone(), failed.clone());
        clients.spawn(async move {
            for number in numbers.skip(client).step_by(target.clients()) {
                let kind = KINDS[(number / target.clients() as u64) as usize % KINDS.len()];
                if target.open(kind, client).await.is_err() {
                    failed.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }
    while let Some(ended) = clients.join_next().await {
        ended?;
    }
    Ok(failed.load(Ordering::Relaxed))
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / MIB as f64
}
