//! The listener of operators: `GET /metrics` and `GET /healthz`, and nothing else.
//!
//! Served by axum's router on hyper-util's connections, as `axum::serve` has no limit of time for a head that never ends.

use super::Page;
use crate::{clock::Clock, config::RETRY_AFTER};
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto,
    service::TowerToHyperService,
};
use sha2::{Digest, Sha256};
use std::{io, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Mutex, Semaphore},
    task::JoinSet,
};

/// At most this many connections are open at a time; others wait to be accepted.
const CONNECTIONS_MAX: usize = 16;
/// A connection serves one request, and no longer than this.
pub const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that has not sent its request's head within this makes room for others.
const HEAD_TIMEOUT: Duration = Duration::from_secs(1);
/// No request's head is longer.
const HEAD_BYTES_MAX: usize = 8 * 1024;
/// The page is made no more often than this.
pub const PAGE_EVERY_MIN: Duration = Duration::from_secs(1);
/// What the page is written in.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A socket that is bound and listens, and what opens it.
#[derive(Debug)]
pub struct MetricsListener {
    tcp: TcpListener,
    token: Option<[u8; 32]>,
}

/// Why the service cannot show metrics there.
#[derive(Debug, thiserror::Error)]
pub enum MetricsListenError {
    /// Others could read them.
    #[error(
        "refusing to show metrics on {0}: their readers learn when answers are taken. Use a loopback address, or guard them \
         with --metrics-token-file"
    )]
    NotLoopback(SocketAddr),
    /// A token that guards nothing.
    #[error("the token for metrics is shorter than {TOKEN_BYTES_MIN} bytes")]
    TokenTooShort,
    /// The system refuses.
    #[error("cannot listen on {address}: {error}")]
    Io {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
}

/// No token is shorter.
const TOKEN_BYTES_MIN: usize = 16;

impl MetricsListener {
    /// Listens there. With a token `/metrics` asks for it, as a bearer token.
    ///
    /// # Errors
    /// The address isn't a loopback address and there is no token, the token is too short, or the system refuses.
    pub async fn bind(address: SocketAddr, token: Option<&str>) -> Result<MetricsListener, MetricsListenError> {
        let token = token.map(str::trim);
        if token.is_some_and(|token| token.len() < TOKEN_BYTES_MIN) {
            return Err(MetricsListenError::TokenTooShort);
        }
        if token.is_none() && !address.ip().is_loopback() {
            return Err(MetricsListenError::NotLoopback(address));
        }
        let tcp = TcpListener::bind(address).await.map_err(|error| MetricsListenError::Io { address, error })?;
        Ok(MetricsListener { tcp, token: token.map(|token| Sha256::digest(token).into()) })
    }

    /// The address; with the port that was chosen if 0 was given.
    pub fn address(&self) -> Option<SocketAddr> {
        self.tcp.local_addr().ok()
    }

    /// Serves until it is dropped.
    pub(crate) async fn serve(self, page: Page, clock: Arc<dyn Clock>) {
        let shared = Shared { clock: clock.clone(), token: self.token, cache: Mutex::default(), page };
        let router = router(Arc::new(shared));
        let permits = Arc::new(Semaphore::new(CONNECTIONS_MAX));
        let mut connections = JoinSet::new();
        loop {
            let permit = permits.clone().acquire_owned().await.expect("it is never closed");
            while connections.try_join_next().is_some() {}
            match self.tcp.accept().await {
                Ok((stream, _)) => {
                    let (router, clock) = (router.clone(), clock.clone());
                    connections.spawn(async move {
                        serve_connection(stream, router, &*clock).await;
                        drop(permit);
                    });
                }
                // Too many open files, say.
                Err(error) => {
                    tracing::warn!(%error, "a connection for metrics cannot be accepted");
                    clock.sleep(RETRY_AFTER).await;
                }
            }
        }
    }
}

async fn serve_connection(stream: TcpStream, router: Router, clock: &dyn Clock) {
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    let mut http = builder.http1();
    http.keep_alive(false).max_buf_size(HEAD_BYTES_MAX).timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    tokio::select! {
        // Clients that break off are not missed.
        _ = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)) => {}
        () = clock.sleep(CONNECTION_TIMEOUT) => {}
    }
}

/// What connections share.
struct Shared {
    page: Page,
    clock: Arc<dyn Clock>,
    token: Option<[u8; 32]>,
    /// The last page, and when it was made, in milliseconds since 1970.
    cache: Mutex<Option<(u64, String)>>,
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(healthz))
        .method_not_allowed_fallback(async || (StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n"))
        .fallback(async || (StatusCode::NOT_FOUND, "there are /metrics and /healthz\n"))
        .with_state(shared)
}

async fn healthz(State(shared): State<Arc<Shared>>) -> (StatusCode, &'static str) {
    match shared.page.is_serving() {
        true => (StatusCode::OK, "serving\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not serving\n"),
    }
}

async fn metrics(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    if !shared.is_permitted(headers.get(header::AUTHORIZATION)) {
        let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
        return (StatusCode::UNAUTHORIZED, challenge, "the token for metrics is needed\n").into_response();
    }
    match shared.text().await {
        Some(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        None => (StatusCode::INTERNAL_SERVER_ERROR, "the log says more\n").into_response(),
    }
}

impl Shared {
    /// Compares digests: how long that takes depends on nothing secret.
    fn is_permitted(&self, presented: Option<&HeaderValue>) -> bool {
        let Some(token) = self.token else { return true };
        let presented = presented.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        presented.is_some_and(|presented| <[u8; 32]>::from(Sha256::digest(presented.trim())) == token)
    }

    /// The page, made now if the last one is too old. One is made at a time.
    async fn text(&self) -> Option<String> {
        let mut last = self.cache.lock().await;
        let now_ms = self.clock.now_ms();
        if let Some((made_ms, text)) = &*last
            && now_ms.saturating_sub(*made_ms) < PAGE_EVERY_MIN.as_millis() as u64
        {
            return Some(text.clone());
        }
        let text = self.page.text().await.ok()?;
        *last = Some((now_ms, text.clone()));
        Some(text)
    }
}
