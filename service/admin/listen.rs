//! The operators' listener: `GET /metrics` and `GET /healthz`.
//!
//! Runs axum's router on hyper-util's connections, since `axum::serve` has no timeout for a
//! request's head.

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
/// A connection serves one request, and is closed after this time.
pub const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that has not sent its request's head within this time is closed.
const HEAD_TIMEOUT: Duration = Duration::from_secs(1);
/// The longest head of a request.
const HEAD_BYTES_MAX: usize = 8 * 1024;
/// The page is rendered at most this often.
pub const PAGE_INTERVAL_MIN: Duration = Duration::from_secs(1);
/// The content type of the page.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A socket that is bound, and the token for it.
#[derive(Debug)]
pub struct MetricsListener {
    tcp: TcpListener,
    token: Option<[u8; 32]>,
}

/// Why the service cannot serve metrics.
#[derive(Debug, thiserror::Error)]
pub enum MetricsListenError {
    /// The address can be reached from other machines, and there is no token.
    #[error(
        "refusing to serve metrics on {0}: they disclose when answers are taken. Use a loopback address, or protect them \
         with --metrics-token-file"
    )]
    NotLoopback(SocketAddr),
    /// The token is too short to be secret.
    #[error("the token for metrics is shorter than {TOKEN_BYTES_MIN} bytes")]
    TokenTooShort,
    /// The system refuses.
    #[error("cannot listen on {address}: {error}")]
    Io {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        error: io::Error,
    },
}

/// The shortest token.
const TOKEN_BYTES_MIN: usize = 16;

impl MetricsListener {
    /// Binds this address. With a token, `/metrics` requires it as a bearer token.
    ///
    /// # Errors
    /// See [`MetricsListenError`].
    pub async fn bind(
        address: SocketAddr,
        token: Option<&str>,
    ) -> Result<MetricsListener, MetricsListenError> {
        let token = token.map(str::trim);
        if token.is_some_and(|token| token.len() < TOKEN_BYTES_MIN) {
            return Err(MetricsListenError::TokenTooShort);
        }
        if token.is_none() && !address.ip().is_loopback() {
            return Err(MetricsListenError::NotLoopback(address));
        }
        let tcp = TcpListener::bind(address)
            .await
            .map_err(|error| MetricsListenError::Io { address, error })?;
        Ok(MetricsListener { tcp, token: token.map(|token| Sha256::digest(token).into()) })
    }

    /// The address that is bound, with the chosen port if port 0 was requested.
    pub fn address(&self) -> Option<SocketAddr> {
        self.tcp.local_addr().ok()
    }

    /// Serves until it is dropped.
    pub(crate) async fn serve(self, page: Page, clock: Arc<dyn Clock>) {
        let state = ListenerState {
            clock: clock.clone(),
            token: self.token,
            cache: Mutex::default(),
            page,
        };
        let router = router(Arc::new(state));
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
    http.keep_alive(false)
        .max_buf_size(HEAD_BYTES_MAX)
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT);
    tokio::select! {
        // A client that disconnects is no error.
        _ = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)) => {}
        () = clock.sleep(CONNECTION_TIMEOUT) => {}
    }
}

/// The state that connections share.
struct ListenerState {
    page: Page,
    clock: Arc<dyn Clock>,
    token: Option<[u8; 32]>,
    /// The last page, and when it was rendered, in milliseconds since 1970.
    cache: Mutex<Option<(u64, String)>>,
}

fn router(state: Arc<ListenerState>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(healthz))
        .method_not_allowed_fallback(async || {
            (StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n")
        })
        .fallback(async || (StatusCode::NOT_FOUND, "there are /metrics and /healthz\n"))
        .with_state(state)
}

async fn healthz(State(state): State<Arc<ListenerState>>) -> (StatusCode, &'static str) {
    match state.page.is_serving() {
        true => (StatusCode::OK, "serving\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not serving\n"),
    }
}

async fn metrics(State(state): State<Arc<ListenerState>>, headers: HeaderMap) -> Response {
    if !state.is_permitted(headers.get(header::AUTHORIZATION)) {
        let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
        return (StatusCode::UNAUTHORIZED, challenge, "the metrics token is required\n")
            .into_response();
    }
    match state.text().await {
        Some(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        None => (StatusCode::INTERNAL_SERVER_ERROR, "internal error; the log has the details\n")
            .into_response(),
    }
}

impl ListenerState {
    /// Compares digests, so that the time of the comparison discloses nothing.
    fn is_permitted(&self, presented: Option<&HeaderValue>) -> bool {
        let Some(token) = self.token else { return true };
        let presented = presented.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        presented
            .is_some_and(|presented| <[u8; 32]>::from(Sha256::digest(presented.trim())) == token)
    }

    /// The page, rendered again if the last one is too old; by one call at a time.
    async fn text(&self) -> Option<String> {
        let mut last = self.cache.lock().await;
        let now_ms = self.clock.now_ms();
        if let Some((made_ms, text)) = &*last
            && now_ms.saturating_sub(*made_ms) < PAGE_INTERVAL_MIN.as_millis() as u64
        {
            return Some(text.clone());
        }
        let text = self.page.text().await.ok()?;
        *last = Some((now_ms, text.clone()));
        Some(text)
    }
}
