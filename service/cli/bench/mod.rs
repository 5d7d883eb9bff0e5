//! `hierophant bench`: how fast the service is on this machine, beside a bare gRPC server that answers with the same
//! messages and does nothing else.
//!
//! Both servers are processes of their own, so that what they use of the processor can be told apart from what the callers
//! use. They run on as many threads as `hierophant serve` would; so do the callers.

mod churn;
mod disk;
mod echo;
mod hostile;
mod hostile_clients;
mod idle;
mod load;
mod process;
mod report;
mod script;
mod streams;
mod types;
mod unary;

use super::CommandError;
use clap::Args;
use hierophant::config::STREAMS_PER_CONNECTION_MAX;
use process::Server;
use report::Report;
use std::{path::PathBuf, time::Duration};
use tempfile::TempDir;
use types::{Case, Load, Part, SEATS, Transport};

/// Calls that are on their way at the same time.
const IN_FLIGHT: [usize; 4] = [1, 16, 64, 256];
/// Connections that they share.
const CONNECTIONS: [usize; 2] = [1, 4];

/// So many streams take all of a connection's room, and answers would wait for ever.
const STREAMS_MAX: usize = STREAMS_PER_CONNECTION_MAX as usize;

/// How fast is the service on this machine, beside a bare gRPC server?
///
/// Takes about two minutes. Starts two servers of its own, whose stores and sockets lie in a temporary folder.
#[derive(Args)]
pub(crate) struct BenchArguments {
    /// How long each case is measured.
    #[arg(long, default_value_t = 1.2, value_name = "SECONDS")]
    seconds: f64,

    /// Measure these only.
    #[arg(long, value_delimiter = ',', value_name = "PART,..")]
    only: Vec<Part>,

    /// So many calls in flight only.
    #[arg(long, value_delimiter = ',', value_name = "COUNT,..")]
    in_flight: Vec<usize>,

    /// Live games, for memory and recovery.
    #[arg(long, default_value_t = 10_000, value_name = "COUNT")]
    idle_games: usize,

    /// Games that come and go, for --only churn.
    #[arg(long, alias = "life-games", default_value_t = 100_000, value_name = "COUNT")]
    churn_games: u64,

    /// Print a JSON object for each result instead of tables.
    #[arg(long)]
    json: bool,

    /// Where the temporary folder is made: the disk that is measured [default: the system's place for such folders]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Be the bare server, whose answers and socket lie in this folder. For the command's own use.
    #[arg(long, hide = true, value_name = "FOLDER")]
    be_echo: Option<PathBuf>,
}

/// Measures and tells.
pub(crate) fn run(arguments: BenchArguments) -> Result<(), CommandError> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = processors.saturating_sub(1).max(1);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?;
    match &arguments.be_echo {
        Some(folder) => runtime.block_on(echo::serve(folder)),
        None => runtime.block_on(measure(&arguments, processors)),
    }
}

async fn measure(arguments: &BenchArguments, processors: usize) -> Result<(), CommandError> {
    if !(arguments.seconds > 0.0 && arguments.seconds <= 3600.0) {
        return Err("--seconds: more than 0, at most 3600".into());
    }
    let mut builder = tempfile::Builder::new();
    let builder = builder.prefix("hierophant-bench-");
    let folder = match &arguments.folder {
        Some(parent) => builder.tempdir_in(parent)?,
        None => builder.tempdir()?,
    };
    let wants = |part| arguments.only.is_empty() || arguments.only.contains(&part);
    let cases = cases(arguments);
    let mut report = Report::new(arguments.json, cases.len() as u64);
    report.machine(processors)?;
    if [Part::View, Part::Submit, Part::Games, Part::Sequential].into_iter().any(wants) {
        compare(arguments, &folder, &cases, &mut report).await?;
    }
    if wants(Part::Idle) {
        idle::measure(folder.path(), arguments.idle_games, &mut report).await?;
    }
    // Not beside anything else that is measured: it is no comparison with the bare server.
    if arguments.only.contains(&Part::HostileClients) {
        hostile::measure(folder.path(), Duration::from_secs_f64(arguments.seconds), &mut report).await?;
    }
    if arguments.only.contains(&Part::Churn) {
        churn::measure(folder.path(), arguments.churn_games, &mut report).await?;
    }
    report.finish()
}

/// Everything that two servers are compared by.
async fn compare(
    arguments: &BenchArguments,
    folder: &TempDir,
    cases: &[Case],
    report: &mut Report,
) -> Result<(), CommandError> {
    let service = Server::service(folder.path(), "games.db")?;
    let prepared = unary::prepare(&service).await?;
    let echo = Server::echo(folder.path(), &prepared.answers)?;
    for case in cases {
        report.next(case);
        let load = Load { case: *case, time: Duration::from_secs_f64(arguments.seconds) };
        match case.part {
            Part::View => {
                let bare = unary::views(&echo, &prepared, load).await?;
                report.case(case, &unary::views(&service, &prepared, load).await?, Some(&bare))?;
            }
            Part::Submit => {
                let bare = unary::submits_to_echo(&echo, &prepared, load).await?;
                report.case(case, &unary::submits(&service, load).await?, Some(&bare))?;
            }
            Part::Games => report.case(case, &streams::games(&service, load).await?, None)?,
            Part::Sequential => {
                let bare = unary::submits_to_echo(&echo, &prepared, load).await?;
                let durable = unary::submits(&service, load).await?;
                let flush = disk::flush_micros_median(folder.path())?;
                report.sequential(case, &durable, &bare, flush)?;
            }
            Part::HostileClients | Part::Idle | Part::Churn => {}
        }
    }
    Ok(())
}

/// Streams that stay open all the while: one for each seat of a game.
fn streams(part: Part, in_flight: usize) -> usize {
    if part == Part::Games { in_flight * SEATS } else { 0 }
}

fn cases(arguments: &BenchArguments) -> Vec<Case> {
    let wants = |part: &Part| arguments.only.is_empty() || arguments.only.contains(part);
    let mut cases = Vec::new();
    for transport in [Transport::Tcp, Transport::Unix] {
        if wants(&Part::Sequential) {
            cases.push(Case { part: Part::Sequential, transport, connections: 1, in_flight: 1 });
        }
    }
    for part in [Part::View, Part::Submit, Part::Games].into_iter().filter(wants) {
        for transport in [Transport::Tcp, Transport::Unix] {
            for connections in CONNECTIONS {
                let asked = |count: &usize| arguments.in_flight.is_empty() || arguments.in_flight.contains(count);
                let fits = |count: &usize| *count >= connections && streams(part, *count) < connections * STREAMS_MAX;
                let counts = IN_FLIGHT.into_iter().filter(asked).filter(fits);
                cases.extend(counts.map(|in_flight| Case { part, transport, connections, in_flight }));
            }
        }
    }
    cases
}
