//! `hierophant bench`: measures the service on this machine, and compares it with a bare gRPC
//! server that answers with the same messages and does nothing else, and with bare appends to a
//! store.
//!
//! Both servers are separate processes, so that their processor time is separate from that of the
//! callers. Servers and callers run on the number of threads that `hierophant serve` uses.

mod agents;
mod append;
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
mod spectators;
mod streams;
mod tournaments;
mod types;
mod unary;

use super::CommandError;
use append::StoreCounts;
use clap::Args;
use hierophant::config::STREAMS_PER_CONNECTION_MAX;
use process::Server;
use report::Report;
use std::{path::PathBuf, time::Duration};
use tempfile::TempDir;
use types::{Case, Floor, Load, Part, SEATS, Transport};

/// Numbers of calls in flight.
const IN_FLIGHT: [usize; 4] = [1, 16, 64, 256];
/// Numbers of connections that the calls share.
const CONNECTIONS: [usize; 2] = [1, 4];

/// With this number of streams a connection is full, and a further call would wait for ever.
const STREAMS_MAX: usize = STREAMS_PER_CONNECTION_MAX as usize;

/// Measure the service on this machine, and compare it with a bare gRPC server.
///
/// Takes about two minutes. Starts two servers, whose stores and sockets are in a temporary folder.
#[derive(Args)]
pub(crate) struct BenchArguments {
    /// Duration of each case.
    #[arg(long, default_value_t = 1.2, value_name = "SECONDS")]
    seconds: f64,

    /// Measure only these parts.
    #[arg(long, value_delimiter = ',', value_name = "PART,..")]
    only: Vec<Part>,

    /// Measure only these numbers of calls in flight.
    #[arg(long, value_delimiter = ',', value_name = "COUNT,..")]
    in_flight: Vec<usize>,

    /// Number of live games, for memory and recovery.
    #[arg(long, default_value_t = 10_000, value_name = "COUNT")]
    idle_games: usize,

    /// Number of games that are created and ended, for --only churn.
    #[arg(long, alias = "life-games", default_value_t = 100_000, value_name = "COUNT")]
    churn_games: u64,

    /// Print each result as a JSON object, instead of tables.
    #[arg(long)]
    json: bool,

    /// Where the temporary folder is created; this disk is measured [default: the system's folder
    /// for temporary files]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Run as the bare server, with responses and socket in this folder. Internal.
    #[arg(long, hide = true, value_name = "FOLDER")]
    be_echo: Option<PathBuf>,
}

impl BenchArguments {
    /// Whether to measure this part, if it is not one of those that are only measured on request.
    fn wants(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

/// Measures, and prints the results.
pub(crate) fn run(arguments: BenchArguments) -> Result<(), CommandError> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = processors.saturating_sub(1).max(1);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?;
    match &arguments.be_echo {
        Some(folder) => runtime.block_on(echo::serve(folder)),
        None => runtime.block_on(measure(&arguments, processors)),
    }
}

async fn measure(arguments: &BenchArguments, processors: usize) -> Result<(), CommandError> {
    if !(arguments.seconds > 0.0 && arguments.seconds <= 3600.0) {
        return Err("invalid --seconds: expected more than 0, at most 3600".into());
    }
    let mut builder = tempfile::Builder::new();
    let builder = builder.prefix("hierophant-bench-");
    let folder = match &arguments.folder {
        Some(parent) => builder.tempdir_in(parent)?,
        None => builder.tempdir()?,
    };
    let cases = cases(arguments);
    let mut report = Report::new(arguments.json, cases.len() as u64);
    report.machine(processors)?;
    let compared = [
        Part::View,
        Part::Submit,
        Part::Games,
        Part::Agents,
        Part::Tournaments,
        Part::Spectators,
        Part::Sequential,
    ];
    if compared.into_iter().any(|part| arguments.wants(part)) {
        compare(arguments, &folder, &cases, &mut report).await?;
    }
    if arguments.wants(Part::Idle) {
        idle::measure(folder.path(), arguments.idle_games, &mut report).await?;
    }
    // Only on request, and by themselves: they are not comparisons with the bare server.
    if arguments.only.contains(&Part::HostileClients) {
        hostile::measure(folder.path(), Duration::from_secs_f64(arguments.seconds), &mut report)
            .await?;
    }
    if arguments.only.contains(&Part::Churn) {
        churn::measure(folder.path(), arguments.churn_games, &mut report).await?;
    }
    report.finish()
}

/// Compares the service with the bare server.
async fn compare(
    arguments: &BenchArguments,
    folder: &TempDir,
    cases: &[Case],
    report: &mut Report,
) -> Result<(), CommandError> {
    const STORE: &str = "games.db";
    let service = Server::service(folder.path(), STORE)?;
    let store = folder.path().join(STORE);
    let prepared = unary::prepare(&service).await?;
    let echo = Server::echo(folder.path(), &prepared.answers)?;
    for case in cases {
        report.next(case);
        let load = Load { case: *case, time: Duration::from_secs_f64(arguments.seconds) };
        match case.part {
            Part::View => {
                let echo = unary::views(&echo, &prepared, load).await?;
                let own = unary::views(&service, &prepared, load).await?;
                report.case(case, &own, Some(&Floor { echo, append_cpu_micros: None }))?;
            }
            Part::Submit => {
                let echo = unary::submits_to_echo(&echo, &prepared, load).await?;
                let before = StoreCounts::of(&store)?;
                let own = unary::submits(&service, load).await?;
                let append_cpu_micros = match before.since(&store, own.calls_in_all)? {
                    Some(batches) => append::cpu_micros(folder.path(), batches, load.time).await?,
                    None => None,
                };
                report.case(case, &own, Some(&Floor { echo, append_cpu_micros }))?;
            }
            Part::Games => report.case(case, &streams::games(&service, load).await?, None)?,
            Part::Agents => report.case(case, &agents::games(&service, load).await?, None)?,
            Part::Sequential => {
                let bare = unary::submits_to_echo(&echo, &prepared, load).await?;
                let durable = unary::submits(&service, load).await?;
                let flush = disk::flush_micros_median(folder.path())?;
                report.sequential(case, &durable, &bare, flush)?;
            }
            Part::Tournaments
            | Part::Spectators
            | Part::HostileClients
            | Part::Idle
            | Part::Churn => {}
        }
    }
    if arguments.wants(Part::Tournaments) {
        tournaments::measure(&service, report).await?;
    }
    if arguments.wants(Part::Spectators) {
        spectators::measure(folder.path(), &service, &prepared.answers, report).await?;
    }
    Ok(())
}

/// Number of open streams: one for each seat of a game.
fn streams(part: Part, in_flight: usize) -> usize {
    if part == Part::Games { in_flight * SEATS } else { 0 }
}

fn cases(arguments: &BenchArguments) -> Vec<Case> {
    let mut cases = Vec::new();
    for transport in [Transport::Tcp, Transport::Unix] {
        if arguments.wants(Part::Sequential) {
            cases.push(Case { part: Part::Sequential, transport, connections: 1, in_flight: 1 });
        }
    }
    let parts = [Part::View, Part::Submit, Part::Games, Part::Agents];
    for part in parts.into_iter().filter(|&part| arguments.wants(part)) {
        for transport in [Transport::Tcp, Transport::Unix] {
            for connections in CONNECTIONS {
                let asked = |count: &usize| {
                    arguments.in_flight.is_empty() || arguments.in_flight.contains(count)
                };
                let fits = |count: &usize| {
                    // An agent has one stream, on one connection.
                    let is_spread = part != Part::Agents || (connections == 1 && *count > 1);
                    let fits = streams(part, *count) < connections * STREAMS_MAX;
                    *count >= connections && is_spread && fits
                };
                let counts = IN_FLIGHT.into_iter().filter(asked).filter(fits);
                cases.extend(counts.map(|in_flight| Case {
                    part,
                    transport,
                    connections,
                    in_flight,
                }));
            }
        }
    }
    cases
}
