//! The whole service as one function: from sockets and a store to an orderly end.

use super::{budget::Budget, listen::Listeners, service::Service, trace::TraceCalls};
use crate::{
    clock::Clock,
    config::{
        ANSWER_BYTES_MAX, CALL_TIMEOUT, HANG_UP_MAX, KEEPALIVE_EVERY, KEEPALIVE_TIMEOUT, Limits, REQUEST_BYTES_MAX,
        STREAMS_PER_CONNECTION_MAX,
    },
    games::{Games, RecoveryError},
    pb::{
        FILE_DESCRIPTOR_SET,
        v1::game_service_server::{GameServiceServer, SERVICE_NAME},
    },
    secrets::{KeyRing, KeyRingError},
    storage::{Storage, StorageError},
};
use std::sync::Arc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tonic::transport::{
    Server,
    server::{Router, TcpIncoming},
};
use tonic_health::{
    ServingStatus,
    pb::health_server::HealthServer,
    server::{HealthReporter, HealthService},
};
use tower::layer::util::{Identity, Stack};

/// What a service keeps.
pub struct Store {
    /// The games.
    pub storage: Arc<dyn Storage>,
    /// The keys that sign tokens.
    pub ring: KeyRing,
}

/// Why a service did not start, or ended by itself.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store doesn't answer.
    #[error("the store is away: {0}")]
    Store(#[from] StorageError),
    /// The ring doesn't fit the store.
    #[error(transparent)]
    KeyRing(#[from] KeyRingError),
    /// The games in play cannot be resumed.
    #[error(transparent)]
    Recovery(#[from] RecoveryError),
    /// The network is gone.
    #[error("the network failed: {0}")]
    Transport(#[from] tonic::transport::Error),
}

/// Serves games until `shutdown`; then lets calls end, for as long as the limits say.
///
/// Answers health checks from the beginning, with NOT_SERVING until every game in play is resumed.
///
/// # Errors
/// The ring lacks a key of the store, the store or the network is away.
pub async fn serve(
    listeners: Listeners,
    store: Store,
    clock: Arc<dyn Clock>,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let Store { storage, ring } = store;
    ring.check_has(&storage.signing_keys().await?)?;
    let games = Games::new(storage, clock, ring, &limits);
    let health = HealthReporter::new();
    set_health(&health, ServingStatus::NotServing).await;
    let stop = CancellationToken::new();
    let budget = Budget::new(&limits);
    let service = Arc::new(Service { games: games.clone(), budget: budget.clone() });
    let mut servers = listen(listeners, || router(service.clone(), &health), &stop);

    let served = tokio::select! {
        served = run(&games, &health, limits.set_aside_broken_games, shutdown) => served,
        Some(ended) = servers.join_next() => ended.unwrap_or(Ok(())).map_err(ServeError::from),
    };
    set_health(&health, ServingStatus::NotServing).await;
    tracing::info!(drain_ms_max = limits.drain_max.as_millis(), "stopping");
    stop.cancel();
    let rest = async {
        games.stop().await;
        hang_up(&mut servers, &budget).await;
    };
    if tokio::time::timeout(limits.drain_max, rest).await.is_err() {
        tracing::warn!("some calls have not ended in time; they are cut");
    }
    servers.shutdown().await;
    served
}

/// Returns once all connections are closed, or soon after no call is open on any: a peer that says nothing, or is gone
/// without a word, closes nothing.
async fn hang_up(servers: &mut Servers, budget: &Budget) {
    let closed = async { while servers.join_next().await.is_some() {} };
    let idle = async {
        budget.until_idle().await;
        // The last answers are on their way.
        tokio::time::sleep(HANG_UP_MAX).await;
    };
    tokio::select! {
        () = closed => {}
        () = idle => tracing::debug!("some connections are silent; they are cut"),
    }
}

async fn run(
    games: &Games,
    health: &HealthReporter,
    set_aside: bool,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    tokio::pin!(shutdown);
    tokio::select! {
        recovered = games.recover(set_aside) => recovered?,
        () = &mut shutdown => return Ok(()),
    }
    set_health(health, ServingStatus::Serving).await;
    tracing::info!("serving");
    shutdown.await;
    Ok(())
}

/// For the service as a whole and for its one gRPC service.
async fn set_health(health: &HealthReporter, status: ServingStatus) {
    health.set_service_status("", status).await;
    health.set_service_status(SERVICE_NAME, status).await;
}

type Servers = JoinSet<Result<(), tonic::transport::Error>>;

/// One server for each socket.
fn listen(listeners: Listeners, router: impl Fn() -> Routed, stop: &CancellationToken) -> Servers {
    let mut servers = JoinSet::new();
    if let Some(listener) = listeners.tcp {
        // Small messages must not wait for one another: 40 ms each otherwise.
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        servers.spawn(router().serve_with_incoming_shutdown(incoming, stop.clone().cancelled_owned()));
    }
    #[cfg(unix)]
    if let Some(listener) = listeners.unix {
        let incoming = tokio_stream::wrappers::UnixListenerStream::new(listener);
        servers.spawn(router().serve_with_incoming_shutdown(incoming, stop.clone().cancelled_owned()));
    }
    servers
}

type Routed = Router<Stack<TraceCalls, Identity>>;

fn router(service: Arc<Service>, health: &HealthReporter) -> Routed {
    let games = GameServiceServer::from_arc(service)
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(ANSWER_BYTES_MAX);
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(FILE_DESCRIPTOR_SET)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    const BUILT_IN: &str = "the descriptor sets are compiled in, and tests serve them";
    Server::builder()
        .timeout(CALL_TIMEOUT)
        .max_concurrent_streams(STREAMS_PER_CONNECTION_MAX)
        .http2_keepalive_interval(Some(KEEPALIVE_EVERY))
        .http2_keepalive_timeout(Some(KEEPALIVE_TIMEOUT))
        .layer(TraceCalls)
        .add_service(games)
        .add_service(HealthServer::new(HealthService::from_health_reporter(health.clone())))
        .add_service(reflection().build_v1().expect(BUILT_IN))
        .add_service(reflection().build_v1alpha().expect(BUILT_IN))
}
