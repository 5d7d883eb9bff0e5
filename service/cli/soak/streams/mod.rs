//! `hierophant soak streams`: opens streams of every kind, and calls that wait, gives them up, and looks whether the service is
//! afterwards as it was before: the same memory, every place free.
//!
//! The service is this program in a process of its own, so that its memory can be told apart from that of the clients.

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

/// After a request to stop, calls get so long.
const DRAIN_SECONDS_MAX: u64 = 5;
/// Connections that the clients share.
const CONNECTIONS: usize = 4;
/// Streams before the first look at the memory: what the service keeps for good is there by then.
const WARM_UP_STREAMS: u64 = 4_000;
/// Looks at the memory.
const WAVES: u64 = 10;
/// How long the service may take until its memory and places are back, and how often it is looked.
const REST_MAX: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Of so many openings one may fail: a connection with too many calls that were given up before they were seen is closed, which
/// happens on a machine that is busy with other things.
const FAILURES_STRIDE: u64 = 10;
const MIB: u64 = 1024 * 1024;

/// Open streams of every kind and give them up: is the service afterwards as it was before?
///
/// Ends with status 1 if its memory has grown or a place is not free again.
#[derive(Args)]
pub(crate) struct StreamsArguments {
    /// How many streams and waiting calls are opened and given up.
    #[arg(long, default_value_t = 100_000, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    streams: u64,

    /// How many are open at the same time.
    #[arg(long, default_value_t = 32, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    clients: u32,

    /// By how much the service's memory may have grown in the end, in MiB.
    #[arg(long, default_value_t = 16, value_name = "MIB")]
    growth_mib_max: u64,

    /// Where the temporary folder is made [default: the system's place for such folders]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Tests, and tells.
pub(crate) fn run(arguments: &StreamsArguments) -> Result<(), CommandError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
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
    let places = streams_max.to_string();
    // Calls that are given up before they are answered are faults of a connection, which would be read more and more slowly.
    let more = ["--streams-max", &places, "--waits-max", &places, "--connection-faults-per-second-max", "0"];
    let mut process = Process::start_with(&dir, DRAIN_SECONDS_MAX, &more)?;
    process.until_serving().await?;
    let mut channels = Vec::new();
    for _ in 0..CONNECTIONS {
        channels.push(endpoint(&dir.address())?.connect().await?);
    }
    let target = Arc::new(Target::prepare(channels, arguments.clients as usize).await?);
    let told = measure(arguments, &target, &process, streams_max as usize).await;
    process.terminate().await?;
    told
}

async fn measure(
    arguments: &StreamsArguments,
    target: &Arc<Target>,
    process: &Process,
    streams_max: usize,
) -> Result<(), CommandError> {
    let memory = || process.memory_bytes().ok_or("the system doesn't tell the memory of a process");
    let begin = Instant::now();
    let mut out = io::stdout();
    let warm_up = WARM_UP_STREAMS.min(arguments.streams);
    let mut failed = wave(target, 0..warm_up).await?;
    target.until_free(streams_max, REST_MAX).await?;
    let before = memory()?;
    writeln!(out, "  {:<42} {:>9.1} MiB", format!("after {warm_up} streams to warm up"), mib(before))?;
    for number in 0..WAVES {
        let (first, last) = (arguments.streams * number / WAVES, arguments.streams * (number + 1) / WAVES);
        failed += wave(target, first..last).await?;
        writeln!(out, "  {:<42} {:>9.1} MiB", format!("after {last} streams"), mib(memory()?))?;
    }
    target.until_free(streams_max, REST_MAX).await?;
    let after = rested(&memory, before + arguments.growth_mib_max * MIB).await?;
    let kinds = KINDS.len();
    writeln!(out, "  {:<42} {:>9.1} MiB", "in the end", mib(after))?;
    writeln!(out, "  {:<42} {kinds:>9}", "kinds of streams and calls")?;
    writeln!(out, "  {:<42} {failed:>9}", "openings that failed")?;
    writeln!(out, "  {:<42} {:>9.1} s", "the whole run", begin.elapsed().as_secs_f64())?;
    if after > before + arguments.growth_mib_max * MIB {
        return Err(format!("the memory has grown from {:.1} to {:.1} MiB", mib(before), mib(after)).into());
    }
    if failed > (arguments.streams + warm_up) / FAILURES_STRIDE {
        return Err(format!("{failed} openings have failed").into());
    }
    Ok(writeln!(out, "every place is free again, and so is the memory")?)
}

/// The memory once it is below this, or after the longest rest.
async fn rested(memory: &impl Fn() -> Result<u64, &'static str>, most: u64) -> Result<u64, CommandError> {
    let begin = Instant::now();
    loop {
        let now = memory()?;
        if now <= most || begin.elapsed() > REST_MAX {
            return Ok(now);
        }
        sleep(LOOK_EVERY).await;
    }
}

/// Opens these streams and gives them up, each client one after the other. Returns how many could not be opened.
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
