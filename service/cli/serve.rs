//! `hierophant serve`.

use super::{CommandError, limits::LimitArguments, security_args::SecurityArguments, telemetry::MetricsArguments};
use clap::{Args, ValueEnum};
use hierophant::{
    clock::SystemClock,
    config::Limits,
    grpc::{Listeners, Security, Store, serve},
    logs,
    secrets::KeyRing,
    storage::{MemoryStorage, SqliteOptions, SqliteStorage},
};
use std::{
    convert::Infallible,
    io::{self, IsTerminal},
    net::SocketAddr,
    path::PathBuf,
    sync::Arc,
};
use tracing_subscriber::{Layer, fmt, layer::SubscriberExt, util::SubscriberInitExt};

/// What `--store` says for a store in memory.
const IN_MEMORY: &str = "memory";

/// Run the service.
///
/// Listens on a loopback address and, if asked, on a Unix socket; on other addresses once there are principals. Ends in good
/// order on SIGINT and SIGTERM.
#[derive(Args)]
pub(crate) struct ServeArguments {
    /// TCP address to listen on (without --principals a loopback address; port 0 picks a free one).
    #[arg(long, env = "HIEROPHANT_LISTEN", default_value = "127.0.0.1:50051", value_name = "ADDRESS")]
    listen: SocketAddr,

    /// Don't listen on TCP, only on the Unix socket.
    #[arg(long, env = "HIEROPHANT_NO_TCP", requires_if("true", "unix_socket"))]
    no_tcp: bool,

    /// Unix socket to listen on as well; the fastest way for programs on this machine.
    #[arg(long, env = "HIEROPHANT_UNIX_SOCKET", value_name = "PATH")]
    unix_socket: Option<PathBuf>,

    /// SQLite file that keeps the games (made if it doesn't exist), or "memory": then they end with the process.
    #[arg(long, env = "HIEROPHANT_STORE", default_value = "hierophant.db", value_name = "PATH|memory")]
    store: PathBuf,

    /// File with the keys that sign tokens (made if it doesn't exist) [default: the store's path and ".keys"]
    #[arg(long, env = "HIEROPHANT_KEY_RING", value_name = "PATH")]
    key_ring: Option<PathBuf>,

    /// Threads that serve calls; on one or two processors a single one is fastest [default: processors, less one]
    #[arg(long, env = "HIEROPHANT_WORKER_THREADS", value_name = "COUNT")]
    worker_threads: Option<std::num::NonZeroUsize>,

    #[command(flatten)]
    security: SecurityArguments,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    metrics: MetricsArguments,

    /// Start although games in play cannot be read; calls to them are refused, everything else is served.
    #[arg(long, alias = "set-aside-broken-games", env = "HIEROPHANT_QUARANTINE_BROKEN_GAMES")]
    quarantine_broken_games: bool,

    /// Start although the store lacks commits that it once had, as after restoring a backup. For one start, not for good.
    #[arg(long)]
    accept_older_store: bool,

    /// What to log: error, warn, info, debug, trace, or directives like "info,hierophant=debug".
    #[arg(long, env = "HIEROPHANT_LOG", default_value = "info", value_name = "FILTER")]
    log: String,

    /// How to log, on standard error.
    #[arg(long, env = "HIEROPHANT_LOG_FORMAT", default_value = "fmt", value_name = "FORMAT")]
    log_format: LogFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    /// Lines for people.
    Fmt,
    /// A JSON object a line.
    Json,
}

/// Runs the service until it is told to stop.
pub(crate) fn run(arguments: ServeArguments) -> Result<(), CommandError> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // The store's writer and thinking house agents want a processor as well.
    let workers = arguments.worker_threads.map_or(processors.saturating_sub(1).max(1), usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?;
    // Traces are sent from the runtime.
    let _within = runtime.enter();
    let _traces = start_log(&arguments)?;
    runtime.block_on(serve_until_told(arguments))
}

async fn serve_until_told(arguments: ServeArguments) -> Result<(), CommandError> {
    // First, so that no signal can come too early.
    let told = stop_signal()?;
    let tcp = (!arguments.no_tcp).then_some(arguments.listen);
    let store = open_store(&arguments)?;
    let security = arguments.security.open()?;
    let (hangups, reloaded) = (told_to_reload()?, security.clone());
    let (is_for_others, is_secured) = (security.principals.is_some(), security.tls.is_some());
    let listeners = Listeners::locked(tcp, arguments.unix_socket.as_deref(), security).await?;
    if let Some(address) = listeners.tcp_address() {
        tracing::info!(%address, tls = is_secured, "listening");
        if !address.ip().is_loopback() && !is_secured {
            tracing::warn!("without TLS tokens can be read on their way; see --tls-cert");
        }
    }
    if let Some(path) = listeners.unix_path() {
        tracing::info!(path = %path.display(), "listening");
    }
    if !is_for_others {
        tracing::warn!(
            "without principals this service is a playground for one person: every program on this machine may see, rotate and end \
             everything. Where others play, say with --principals who may (`hierophant principal new`)"
        );
    }
    let listeners = match arguments.metrics.listener().await? {
        Some(metrics) => listeners.with_metrics(metrics),
        None => listeners,
    };
    let quarantine_broken_games = arguments.quarantine_broken_games;
    let limits = Limits { quarantine_broken_games, ..arguments.limits.limits(is_for_others) };
    #[cfg(unix)]
    raise_open_files(limits.connections_max);
    let serving = serve(listeners, store, Arc::new(SystemClock), limits, told);
    tokio::select! {
        served = serving => served?,
        never = reload(&arguments.security, &reloaded, hangups) => match never {},
    }
    tracing::info!("stopped");
    Ok(())
}

/// Reads the files of principals and certificates again whenever it is told to. Files that cannot be used change nothing.
async fn reload(arguments: &SecurityArguments, security: &Security, mut hangups: impl AsyncFnMut()) -> Infallible {
    loop {
        hangups().await;
        match arguments.open() {
            Ok(read) => {
                if let (Some(principals), Some(read)) = (&security.principals, &read.principals) {
                    principals.replace(read);
                }
                if let (Some(tls), Some(read)) = (&security.tls, &read.tls) {
                    tls.replace(read);
                }
                tracing::info!("told to reload: principals and certificates are read again");
            }
            Err(error) => {
                tracing::error!(%error, "told to reload: what was read before stays, since this cannot be used")
            }
        }
    }
}

/// Waits for SIGHUP, each time that it is called.
fn told_to_reload() -> io::Result<impl AsyncFnMut()> {
    #[cfg(unix)]
    let mut hangups = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())?;
    Ok(async move || {
        #[cfg(unix)]
        hangups.recv().await;
        #[cfg(not(unix))]
        std::future::pending::<()>().await;
    })
}

fn open_store(arguments: &ServeArguments) -> Result<Store, CommandError> {
    let ServeArguments { store: path, key_ring, accept_older_store, .. } = arguments;
    if path.as_os_str() == IN_MEMORY {
        return Ok(Store { storage: Arc::new(MemoryStorage::new()), ring: KeyRing::in_memory() });
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let reason = format!("--store: the folder {} does not exist; create it, or name another", folder.display());
        return Err(reason.into());
    }
    let beside = || {
        let mut name = path.as_os_str().to_owned();
        name.push(".keys");
        PathBuf::from(name)
    };
    let keys = key_ring.clone().unwrap_or_else(beside);
    let (accept_older, needed) = (*accept_older_store, vec![keys.clone()]);
    // The store first: while it is open nobody else makes a ring for it.
    let storage = Arc::new(SqliteStorage::open(SqliteOptions { accept_older, needed, ..SqliteOptions::at(path) })?);
    let ring = KeyRing::open_or_create(&keys)?;
    Ok(Store { storage, ring })
}

/// Lets the process have as many open files as the system allows, and warns if connections can use up all of them.
#[cfg(unix)]
fn raise_open_files(connections_max: usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::debug!(%error, "the limit of open files stays as it is");
    }
    let wanted = connections_max as u64 + OTHER_FILES;
    if let Some(open_files_max) = getrlimit(Resource::Nofile).current.filter(|files| *files < wanted) {
        tracing::warn!(
            open_files_max,
            connections_max,
            "connections can use up the process's open files: raise its limit (LimitNOFILE), or lower --connections-max"
        );
    }
}

/// Starts the log, and the traces if they are compiled in and asked for. What it returns is to live as long as the service.
fn start_log(arguments: &ServeArguments) -> Result<impl Sized + use<>, CommandError> {
    let filter = logs::filter(&arguments.log)?;
    let lines = fmt::layer().with_writer(io::stderr);
    let lines = match arguments.log_format {
        LogFormat::Fmt => lines.with_ansi(io::stderr().is_terminal()).with_filter(filter).boxed(),
        LogFormat::Json => lines.json().with_filter(filter).boxed(),
    };
    let log = tracing_subscriber::registry().with(lines);
    #[cfg(feature = "otel")]
    {
        let (layer, traces) = hierophant::traces::layer()?.unzip();
        log.with(layer).try_init()?;
        Ok(traces)
    }
    #[cfg(not(feature = "otel"))]
    {
        log.try_init()?;
        Ok(())
    }
}

/// Ends at the first SIGINT or SIGTERM; at the second the process ends at once.
pub(super) fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    let mut told = async move || {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    };
    Ok(async move {
        told().await;
        tokio::spawn(async move {
            told().await;
            tracing::warn!("told to stop a second time");
            std::process::exit(EXIT_INTERRUPTED);
        });
    })
}

/// Open files beside those of connections: the store's, the log's, listeners, what a command line brings.
#[cfg(unix)]
const OTHER_FILES: u64 = 64;

/// The exit status of a process that is interrupted, by convention.
const EXIT_INTERRUPTED: i32 = 130;
