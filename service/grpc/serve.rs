//! Runs the whole service, from its sockets and its store to an orderly stop.

use super::{
    accept::Acceptor,
    auth::Authenticator,
    calls::CountCalls,
    concurrency_limits::ConcurrencyLimits,
    connection_limit::ConnectionLimiter,
    first_calls::FirstCalls,
    listen::{Listener, Listeners, Security},
    quota::Quotas,
    request_filter::RequestFilter,
    service::Service,
    tournament_service::TournamentHandler,
    trace::TraceCalls,
    unread::Unread,
    web::{Web, WebLayer, WebOptions},
    web_files::Files,
};
use crate::{
    admin::{MetricsListener, Page},
    agent_registry::{AgentRegistry, AgentRegistryError},
    clock::Clock,
    config::{
        CALL_TIMEOUT, CALL_WINDOW_BYTES, CONNECTION_CLOSE_TIMEOUT, CONNECTION_WINDOW_BYTES,
        HEADER_BYTES_MAX, KEEPALIVE_INTERVAL, KEEPALIVE_TIMEOUT, LOCAL_RESETS_MAX, Limits,
        PENDING_RESETS_MAX, REQUEST_BYTES_MAX, RESPONSE_BYTES_MAX, SOCKET_OTHERS_CALLS_MAX,
        STREAMS_PER_CONNECTION_MAX,
    },
    games::{Games, RecoveryError},
    pb::{
        FILE_DESCRIPTOR_SET,
        server::{
            agent_service_server::{self, AgentServiceServer},
            game_service_server::{self, GameServiceServer},
            tournament_service_server::{self, TournamentServiceServer},
        },
    },
    secrets::{KeyRing, KeyRingError, Principals},
    storage::{Storage, StorageError},
    tournaments::Tournaments,
};
use std::sync::Arc;
use tokio::{sync::Semaphore, task::JoinSet};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};
use tonic::transport::{Server, server::Router};
use tonic_health::{
    ServingStatus,
    pb::health_server::HealthServer,
    server::{HealthReporter, HealthService},
};
use tower::layer::util::{Identity, Stack};

/// What a service stores.
pub struct Store {
    /// The games.
    pub storage: Arc<dyn Storage>,
    /// The keys that sign tokens.
    pub key_ring: KeyRing,
}

/// Why a service did not start, or stopped by itself.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store does not respond.
    #[error("the storage is unavailable: {0}")]
    Store(#[from] StorageError),
    /// The key ring lacks a key of the store.
    #[error(transparent)]
    KeyRing(#[from] KeyRingError),
    /// The agents cannot be read.
    #[error(transparent)]
    AgentRegistry(#[from] AgentRegistryError),
    /// The games in play cannot be resumed.
    #[error(transparent)]
    Recovery(#[from] RecoveryError),
    /// The server failed.
    #[error("the network failed: {0}")]
    Transport(#[from] tonic::transport::Error),
}

/// Serves games until `shutdown`; then drains calls for at most `drain_timeout`.
///
/// Answers health checks from the start, with NOT_SERVING until every live game is resumed.
///
/// # Errors
/// See [`ServeError`].
pub async fn serve(
    mut listeners: Listeners,
    store: Store,
    clock: Arc<dyn Clock>,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let Store { storage, key_ring } = store;
    key_ring.check_has(&storage.signing_keys().await?)?;
    let Listeners { security: Security { principals, tls }, public, guests, .. } = &listeners;
    let is_public = public.unwrap_or(principals.is_none());
    let admits_guests = *guests && principals.is_some();
    let (principals, tls) = (principals.clone(), tls.clone());
    let request_filter = RequestFilter { without_principals: principals.is_none() };
    let games = Games::new(storage.clone(), clock.clone(), key_ring, &limits);
    if let Some(principals) = &principals {
        games.allow_live_games(principals.clone());
    }
    if admits_guests {
        games.admit_guests();
    }
    let agents = AgentRegistry::new(games.clone());
    agents.recover().await?;
    let health = HealthReporter::new();
    set_health(&health, ServingStatus::NotServing).await;
    let stop = CancellationToken::new();
    let concurrency = ConcurrencyLimits::new(&limits);
    let limiter = ConnectionLimiter::new(&limits);
    let _metrics = listeners
        .metrics
        .take()
        .map(|metrics| serve_metrics(metrics, &games, &concurrency, &limiter, clock.clone()));
    let tournaments = Tournaments::new(games.clone(), agents.clone());
    let service = Arc::new(Service {
        auth: Authenticator {
            games: games.clone(),
            agents: agents.clone(),
            principals: principals.clone(),
            quotas: Quotas::new(&limits, clock),
            is_public,
            admits_guests,
        },
        agents: agents.clone(),
        games: games.clone(),
        concurrency: concurrency.clone(),
        tournaments: tournaments.clone(),
        limits: limits.clone(),
    });
    let _revoking = principals.map(|principals| {
        let revoking = revoke_orphaned_agents(principals, agents.clone());
        AbortOnDropHandle::new(tokio::spawn(revoking))
    });
    let tournament_handler =
        Arc::new(TournamentHandler { tournaments: tournaments.clone(), service: service.clone() });
    let other_services = Arc::new(Semaphore::new(limits.health_reflection_calls_max));
    let socket_other_services = Arc::new(Semaphore::new(SOCKET_OTHERS_CALLS_MAX));
    let count_calls = CountCalls {
        other_services,
        socket_other_services,
        first_calls: FirstCalls::default(),
        request_filter,
        unread: Unread::default(),
        stop: stop.clone(),
    };
    let is_secured = tls.is_some();
    let web =
        WebLayer(listeners.web.take().map(|options| gateway(options, is_secured, &count_calls)));
    let acceptor = Acceptor::new(limiter, tls, &limits, &stop);
    let mut servers = listen(
        listeners,
        || router(service.clone(), tournament_handler.clone(), &health, &count_calls, &web),
        &acceptor,
    );

    let result = tokio::select! {
        result = run(&games, &tournaments, &*storage, &health, limits.quarantine_broken_games, shutdown) => result,
        Some(ended) = servers.join_next() => ended.unwrap_or(Ok(())).map_err(ServeError::from),
    };
    set_health(&health, ServingStatus::NotServing).await;
    tracing::info!(drain_ms_max = limits.drain_timeout.as_millis(), "stopping");
    stop.cancel();
    let drained = async {
        games.stop().await;
        hang_up(&mut servers, &concurrency).await;
    };
    if tokio::time::timeout(limits.drain_timeout, drained).await.is_err() {
        tracing::warn!("some calls have not ended in time; their connections are closed");
    }
    servers.shutdown().await;
    result
}

/// Returns once all connections are closed, or soon after the last call has ended: a peer that is
/// idle, or has vanished, never closes its connection.
async fn hang_up(servers: &mut Servers, concurrency: &ConcurrencyLimits) {
    let closed = async { while servers.join_next().await.is_some() {} };
    let idle = async {
        concurrency.until_idle().await;
        // The last responses are being sent.
        tokio::time::sleep(CONNECTION_CLOSE_TIMEOUT).await;
    };
    tokio::select! {
        () = closed => {}
        () = idle => tracing::debug!("some connections are idle; they are closed"),
    }
}

async fn run(
    games: &Games,
    tournaments: &Tournaments,
    storage: &dyn Storage,
    health: &HealthReporter,
    quarantine: bool,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    tokio::pin!(shutdown);
    tokio::select! {
        recovered = recover(games, tournaments, quarantine) => recovered?,
        () = &mut shutdown => return Ok(()),
    }
    storage.check().await?;
    tournaments.resume_all();
    set_health(health, ServingStatus::Serving).await;
    games.serving();
    games.clock().watch();
    tracing::info!("serving");
    shutdown.await;
    Ok(())
}

/// Seals come first: no game may be shown before its seal is known.
async fn recover(
    games: &Games,
    tournaments: &Tournaments,
    quarantine: bool,
) -> Result<(), RecoveryError> {
    tournaments.recover().await?;
    games.recover(quarantine).await
}

/// Whenever the principals have changed, ends the streams and calls of agents that have lost their
/// owner.
async fn revoke_orphaned_agents(principals: Arc<Principals>, agents: AgentRegistry) {
    let mut changed = principals.changed();
    while changed.changed().await.is_ok() {
        agents.revoke_where(|owner| principals.named(owner).is_some());
    }
}

/// Serves the metrics page, from before the first call to after the last.
fn serve_metrics(
    metrics: MetricsListener,
    games: &Games,
    concurrency: &ConcurrencyLimits,
    limiter: &ConnectionLimiter,
    clock: Arc<dyn Clock>,
) -> AbortOnDropHandle<()> {
    let (live, concurrency, limiter) = (games.clone(), concurrency.clone(), limiter.clone());
    let uses = move || {
        concurrency.uses().into_iter().chain(live.live_uses()).chain([limiter.uses()]).collect()
    };
    let page = Page::new(games.clone(), uses);
    AbortOnDropHandle::new(tokio::spawn(metrics.serve(page, clock)))
}

/// Sets the health of the service as a whole and of each of its gRPC services.
async fn set_health(health: &HealthReporter, status: ServingStatus) {
    health.set_service_status("", status).await;
    for service in [
        agent_service_server::SERVICE_NAME,
        tournament_service_server::SERVICE_NAME,
        game_service_server::SERVICE_NAME,
    ] {
        health.set_service_status(service, status).await;
    }
}

/// The gateway for browsers, which shares the limits of calls.
fn gateway(options: WebOptions, is_secured: bool, count_calls: &CountCalls) -> Arc<Web> {
    let WebOptions { hosts, files } = options;
    let CountCalls { request_filter, first_calls, unread, .. } = count_calls.clone();
    Arc::new(Web {
        is_secured,
        hosts,
        files: Files::new(files),
        request_filter,
        first_calls,
        unread,
    })
}

type Servers = JoinSet<Result<(), tonic::transport::Error>>;

/// One server for each socket.
fn listen(listeners: Listeners, router: impl Fn() -> Routed, acceptor: &Acceptor) -> Servers {
    let mut servers = JoinSet::new();
    let tcp = listeners.tcp.map(Listener::Tcp);
    #[cfg(unix)]
    let unix = listeners.unix.map(Listener::Unix);
    #[cfg(not(unix))]
    let unix = None;
    for listener in tcp.into_iter().chain(unix) {
        let stop = acceptor.stop.clone();
        let (queue, accepting) = acceptor.clone().run(listener);
        let serving = router()
            .serve_with_incoming_shutdown(ReceiverStream::new(queue), stop.cancelled_owned());
        servers.spawn(async move { tokio::join!(serving, accepting).0 });
    }
    servers
}

type Routed = Router<Stack<CountCalls, Stack<TraceCalls, Stack<WebLayer, Identity>>>>;

fn router(
    service: Arc<Service>,
    tournament_handler: Arc<TournamentHandler>,
    health: &HealthReporter,
    count_calls: &CountCalls,
    web: &WebLayer,
) -> Routed {
    let traced = TraceCalls(service.games.clone());
    let agents = AgentServiceServer::new(service.clone())
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(RESPONSE_BYTES_MAX);
    let games = GameServiceServer::from_arc(service)
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(RESPONSE_BYTES_MAX);
    let tournament_handler = TournamentServiceServer::from_arc(tournament_handler)
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(RESPONSE_BYTES_MAX);
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(FILE_DESCRIPTOR_SET)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    const BUILT_IN: &str = "the descriptor sets are compiled in, and tests serve them";
    Server::builder()
        .timeout(CALL_TIMEOUT)
        .max_concurrent_streams(STREAMS_PER_CONNECTION_MAX)
        .http2_keepalive_interval(Some(KEEPALIVE_INTERVAL))
        .http2_keepalive_timeout(Some(KEEPALIVE_TIMEOUT))
        .http2_max_header_list_size(HEADER_BYTES_MAX)
        .http2_max_pending_accept_reset_streams(Some(PENDING_RESETS_MAX))
        .http2_max_local_error_reset_streams(Some(LOCAL_RESETS_MAX))
        .initial_stream_window_size(CALL_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .accept_http1(web.0.is_some())
        .layer(web.clone())
        .layer(traced)
        .layer(count_calls.clone())
        .add_service(games)
        .add_service(tournament_handler)
        .add_service(agents)
        .add_service(HealthServer::new(HealthService::from_health_reporter(health.clone())))
        .add_service(reflection().build_v1().expect(BUILT_IN))
        .add_service(reflection().build_v1alpha().expect(BUILT_IN))
}
