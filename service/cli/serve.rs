//! `hierophant serve`: runs the service.

use super::{
    CommandError, limits::LimitArguments, security_args::SecurityArguments,
    telemetry::MetricsArguments, web::WebArguments,
};
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

/// The value of `--store` for a store in memory.
const IN_MEMORY: &str = "memory";

/// Run the service.
///
/// Listens on TCP and, with --unix-socket, on a Unix socket. Without --principals the TCP address
/// must be a loopback address. SIGINT and SIGTERM stop the service: open calls have
/// --drain-seconds-max seconds to end.
#[derive(Args)]
pub(crate) struct ServeArguments {
    /// TCP address to listen on (without --principals a loopback address; port 0 picks a free one).
    #[arg(
        long,
        env = "HIEROPHANT_LISTEN",
        default_value = "127.0.0.1:50051",
        value_name = "ADDRESS"
    )]
    listen: SocketAddr,

    /// Do not listen on TCP, only on the Unix socket.
    #[arg(long, env = "HIEROPHANT_NO_TCP", requires_if("true", "unix_socket"))]
    no_tcp: bool,

    /// Unix socket to listen on; the fastest transport for programs on this machine.
    #[arg(long, env = "HIEROPHANT_UNIX_SOCKET", value_name = "PATH")]
    unix_socket: Option<PathBuf>,

    /// SQLite file with the games (created if needed), or "memory": the games are lost when the
    /// process ends.
    #[arg(
        long,
        env = "HIEROPHANT_STORE",
        default_value = "hierophant.db",
        value_name = "PATH|memory"
    )]
    store: PathBuf,

    /// File with the keys that sign tokens (created if needed) [default: the store's path with
    /// ".keys" appended]
    #[arg(long, env = "HIEROPHANT_KEY_RING", value_name = "PATH")]
    key_ring: Option<PathBuf>,

    /// Number of threads that serve calls; on one or two processors, one thread is fastest
    /// [default: processors - 1]
    #[arg(long, env = "HIEROPHANT_WORKER_THREADS", value_name = "COUNT")]
    worker_threads: Option<std::num::NonZeroUsize>,

    #[command(flatten)]
    security: SecurityArguments,

    /// Whether calls without a token may see games and tournaments that their creators have made
    /// public; "off" refuses to create such ones [default: off with --principals, else on]
    #[arg(long, env = "HIEROPHANT_PUBLIC", value_name = "on|off")]
    public: Option<OnOff>,

    /// Whether calls without a token may create games as guests, within the limits of guests.
    /// Needs --principals: without it every program on this machine may create games anyway.
    #[arg(long, env = "HIEROPHANT_GUESTS", default_value = "off", value_name = "on|off")]
    guests: OnOff,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    web: WebArguments,

    #[command(flatten)]
    metrics: MetricsArguments,

    /// Start even if the logs of some live games cannot be read; calls to these games are refused.
    #[arg(long, alias = "set-aside-broken-games", env = "HIEROPHANT_QUARANTINE_BROKEN_GAMES")]
    quarantine_broken_games: bool,

    /// Start although the store is missing commits that it once had, for example after restoring a
    /// backup. Use it for a single start.
    #[arg(long)]
    accept_older_store: bool,

    /// What to log: error, warn, info, debug, trace, or directives like "info,hierophant=debug".
    #[arg(long, env = "HIEROPHANT_LOG", default_value = "info", value_name = "FILTER")]
    log: String,

    /// Format of the log, which is written to standard error.
    #[arg(long, env = "HIEROPHANT_LOG_FORMAT", default_value = "fmt", value_name = "FORMAT")]
    log_format: LogFormat,
}

/// Whether calls without a token may do something.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OnOff {
    /// They may.
    On,
    /// They may not.
    Off,
}

/// Format of the log.
#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    /// Lines of text.
    Fmt,
    /// One JSON object per line.
    Json,
}

/// Runs the service until a signal stops it.
pub(crate) fn run(arguments: ServeArguments) -> Result<(), CommandError> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // One processor is left for the store's writer and the built-in agents.
    let workers = arguments.worker_threads.map_or(processors.saturating_sub(1).max(1), usize::from);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?;
    // Traces are sent from the runtime.
    let _within = runtime.enter();
    let _traces = start_log(&arguments)?;
    runtime.block_on(serve_until_stopped(arguments))
}

async fn serve_until_stopped(arguments: ServeArguments) -> Result<(), CommandError> {
    // First, so that no signal is missed.
    let stop = stop_signal()?;
    let tcp = (!arguments.no_tcp).then_some(arguments.listen);
    let store = open_store(&arguments)?;
    let security = arguments.security.open()?;
    let (hangups, reloaded) = (reload_signal()?, security.clone());
    let (has_principals, is_secured) = (security.principals.is_some(), security.tls.is_some());
    if arguments.guests == OnOff::On && !has_principals {
        return Err("--guests on needs --principals: without it every program on this machine may create games, and no other \
                    caller is served"
            .into());
    }
    let listeners = Listeners::secured(tcp, arguments.unix_socket.as_deref(), security).await?;
    if let Some(address) = listeners.tcp_address() {
        tracing::info!(%address, tls = is_secured, "listening");
        if !address.ip().is_loopback() && !is_secured {
            tracing::warn!("without TLS, tokens can be read in transit; see --tls-cert");
        }
    }
    if let Some(path) = listeners.unix_path() {
        tracing::info!(path = %path.display(), "listening");
    }
    let listeners = match arguments.web.options()? {
        Some(web) => {
            if let Some(address) = listeners.tcp_address() {
                arguments.web.announce(address, is_secured)?;
            }
            listeners.with_web(web)
        }
        None => listeners,
    };
    let listeners = match arguments.public {
        Some(public) => listeners.with_public(public == OnOff::On),
        None => listeners,
    };
    let listeners = listeners.with_guests(arguments.guests == OnOff::On);
    if !has_principals {
        tracing::warn!(
            "without --principals every program on this machine may list all games, replace their tokens and end them. Set --principals \
             if other people use the service (`hierophant principal new`)"
        );
    }
    let listeners = match arguments.metrics.listener().await? {
        Some(metrics) => listeners.with_metrics(metrics),
        None => listeners,
    };
    let quarantine_broken_games = arguments.quarantine_broken_games;
    let limits = Limits { quarantine_broken_games, ..arguments.limits.limits(has_principals) };
    #[cfg(unix)]
    raise_open_files(limits.connections_max);
    let serving = serve(listeners, store, Arc::new(SystemClock), limits, stop);
    tokio::select! {
        served = serving => served?,
        never = reload(&arguments.security, &reloaded, hangups) => match never {},
    }
    tracing::info!("stopped");
    Ok(())
}

/// Reads the files of principals and certificates again at each signal. If a file is invalid, the
/// former content stays in use.
async fn reload(
    arguments: &SecurityArguments,
    security: &Security,
    mut hangups: impl AsyncFnMut(),
) -> Infallible {
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
                tracing::info!("reloaded principals and certificates");
            }
            Err(error) => {
                tracing::error!(%error, "cannot reload principals and certificates; the former ones stay in use")
            }
        }
    }
}

/// Each call of the result waits for the next SIGHUP.
fn reload_signal() -> io::Result<impl AsyncFnMut()> {
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
        return Ok(Store {
            storage: Arc::new(MemoryStorage::new()),
            key_ring: KeyRing::in_memory(),
        });
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let reason = format!(
            "--store: the folder {} does not exist; create it, or name another",
            folder.display()
        );
        return Err(reason.into());
    }
    let default_ring = || {
        let mut name = path.as_os_str().to_owned();
        name.push(".keys");
        PathBuf::from(name)
    };
    let keys = key_ring.clone().unwrap_or_else(default_ring);
    let (accept_older, needed) = (*accept_older_store, vec![keys.clone()]);
    // The store first: while it is open, no other process creates a key ring for it.
    let storage = Arc::new(SqliteStorage::open(SqliteOptions {
        accept_older,
        needed,
        ..SqliteOptions::at(path)
    })?);
    let key_ring = KeyRing::open_or_create(&keys)?;
    Ok(Store { storage, key_ring })
}

/// Raises the limit of open files as far as the system permits, and warns if connections can
/// exhaust it.
#[cfg(unix)]
fn raise_open_files(connections_max: usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::debug!(%error, "cannot raise the limit of open files");
    }
    let wanted = connections_max as u64 + OTHER_FILES;
    if let Some(open_files_max) =
        getrlimit(Resource::Nofile).current.filter(|files| *files < wanted)
    {
        tracing::warn!(
            open_files_max,
            connections_max,
            "connections can exhaust the process's limit of open files: raise the limit (LimitNOFILE), or lower --connections-max"
        );
    }
}

/// Starts the log, and traces if they are compiled in and configured. The caller keeps the result
/// until the service ends.
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

/// Completes at the first SIGINT or SIGTERM; the second one ends the process.
pub(super) fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    let mut signalled = async move || {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    };
    Ok(async move {
        signalled().await;
        tokio::spawn(async move {
            signalled().await;
            tracing::warn!("received a second signal to stop: exiting");
            std::process::exit(EXIT_INTERRUPTED);
        });
    })
}

/// Open files that are not connections: store, log, listeners, certificates.
#[cfg(unix)]
const OTHER_FILES: u64 = 64;

/// The conventional exit status of an interrupted process.
const EXIT_INTERRUPTED: i32 = 130;
